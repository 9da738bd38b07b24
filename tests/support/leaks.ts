/** Whatever an answer to a failure must not hold: SQL, an error of the platform's, a stack, a path of the sources (S-58). */
export const POSSIBLE_LEAK =
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\s+\w|D1_ERROR|SQLITE_|\bat \S+ \(|:\d+:\d+\)|\/(workers|db|node_modules)\/|\b[\w-]+\.ts\b|(Type|Range|Reference)Error/;
