import { aroundDatabase, onlyReads } from "./around-database.ts";

/** Time for a database to come back: it was moved, or the way there broke off. */
const REPEAT_AFTER_MS = 50;

/** The words of D1 for a failure that passes; what took too long, or was too much, would be so again. */
const PASSING =
  /network connection lost|caused object to be reset|code was updated|transient issue on remote node/i;
const isPassing = (error: unknown): boolean => {
  const text = String(error);
  return PASSING.test(text) && !/timeout/i.test(text);
};

/** The trail's entry of a change has a new id: a database takes a batch that writes one once, however often it is sent. */
const MARKED = /^\s*insert into "(audit_trail|directory_audit)" \([^()]*\) values \(/i;
const isMarked = (query: string): boolean => MARKED.test(query) && !/\bon conflict\b/i.test(query);

/**
 * The same database, whose calls are made once more when it failed for a moment: what only reads, and batches that are taken
 * once by the id of their entry in the audit trail. The platform itself repeats some reads and no writes.
 */
export const repeating = (database: D1Database): D1Database =>
  aroundDatabase(database, async (queries, run) => {
    try {
      return await run();
    } catch (error) {
      const reads = queries.every(onlyReads);
      if (!isPassing(error) || !(reads || queries.some(isMarked))) throw error;
      await new Promise((resolve) => setTimeout(resolve, REPEAT_AFTER_MS));
      // A write that is refused now took effect before, and only its answer was lost.
      return run().catch((again: unknown) => {
        throw reads ? again : error;
      });
    }
  });
