import { sql, type Query, type SQL } from "drizzle-orm";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { describe } from "./error.ts";

/**
 * A statement for the front of a batch: the whole batch fails when the condition does not hold, so that nobody slips
 * between the check and the write. Outside a trigger SQL can raise an error only through a function that rejects its
 * argument: the path is none, and its word says who refused. What outsiders send can be malformed, but is never a path.
 */
export const guard = <Db extends TenantDb | DirectoryDb>({ db }: { db: Db }, condition: SQL) =>
  db
    .select({
      guarding: sql<number>`CASE WHEN ${condition} THEN 1 ELSE json_extract('{}', ${"refused"}) END`,
    })
    .from(sql`(SELECT 1)`);

/** A query of drizzle's as a statement for a batch of plain SQL. */
export function bindable({ db }: { db: TenantDb }, query: { toSQL(): Query }): D1PreparedStatement {
  const { sql: text, params } = query.toSQL();
  return db.$client.prepare(text).bind(...params);
}

/** Tells whether a batch failed because `json_extract('{}', word)` refused it; by default a `guard`. */
export const guardFailed = (error: unknown, word = "refused"): boolean =>
  describe(error).includes(`bad JSON path: '${word}'`);
