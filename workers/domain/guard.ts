import { sql, type Query, type SQL } from "drizzle-orm";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { describe } from "./error.ts";

/**
 * Fails the whole batch that it begins when the condition does not hold, so that nobody slips between check and write.
 * Outside a trigger SQL raises errors only by a refused argument: a path that is none.
 */
export const guard = <Db extends TenantDb | DirectoryDb>({ db }: { db: Db }, condition: SQL) =>
  db
    .select({
      guarding: sql<number>`CASE WHEN ${condition} THEN 1 ELSE json_extract('{}', ${"refused"}) END`,
    })
    .from(sql`(SELECT 1)`);

/** A query of drizzle's as a statement for a batch of plain SQL. */
export function bindable(
  { db }: { db: Pick<TenantDb | DirectoryDb, "$client"> },
  query: { toSQL(): Query },
): D1PreparedStatement {
  const { sql: text, params } = query.toSQL();
  return db.$client.prepare(text).bind(...params);
}

/** Tells whether a batch failed because `json_extract('{}', word)` refused it; by default a `guard`. */
export const guardFailed = (error: unknown, word = "refused"): boolean =>
  describe(error).includes(`bad JSON path: '${word}'`);
