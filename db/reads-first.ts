import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { aroundDatabase, onlyReads } from "./around-database.ts";

/**
 * The same database for a call whose caller is not known to be admitted yet: what only reads is asked at once, anything
 * else waits until `admitted`, and fails with it.
 */
export function readsFirst<Db extends DrizzleD1Database & { $client: D1Database }>(
  { $client }: Db,
  admitted: Promise<unknown>,
): Db {
  const guarded = aroundDatabase($client, async (queries, run) => {
    if (!queries.every(onlyReads)) await admitted;
    return run();
  });
  return drizzle(guarded) as unknown as Db;
}
