import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { blacklist, blacklistRemoved } from "#db/tenant/blacklist.ts";
import type { TenantDb } from "#db/client.ts";
import type { Ctx } from "../ctx.ts";
import { blocking } from "./blocking.ts";

const DAY_MS = 24 * 3_600_000;

/** Columns of an entry, in the order in which both tables have them. */
const columns = sql.join(
  Object.values(getTableColumns(blacklist)).map(({ name }) => sql.identifier(name)),
  sql`, `,
);

/** The condition of the entries that one piece of work took off. */
export const takenOffBy = ({ enterpriseId }: Ctx, work: string) =>
  and(eq(blacklistRemoved.enterpriseId, enterpriseId), eq(blacklistRemoved.work, work));

/** The statement that keeps entries as they are, by a query of their ids, before they are taken off. */
export const keeping = ({ db, enterpriseId, now }: Ctx, ids: SQL, work: string) =>
  db
    .insert(blacklistRemoved)
    .select(
      sql`SELECT ${columns}, ${work}, ${now()} FROM ${blacklist} WHERE enterprise_id = ${enterpriseId} AND id IN (${ids}) ON CONFLICT DO NOTHING`,
    );

/** The ids of what a piece of work took off, as a query: the first so many that are not back. */
export const idsTakenOff = (ctx: Ctx, work: string, limit: number): SQL =>
  sql`SELECT id FROM ${blacklistRemoved} WHERE ${takenOffBy(ctx, work)} ORDER BY id LIMIT ${limit}`;

/** Statements that put entries back as they were, by a query of their ids; who is there again by another entry stays so. */
export function puttingBack(ctx: Ctx, ids: SQL) {
  const { db, enterpriseId } = ctx;
  return {
    entries: db
      .insert(blacklist)
      .select(
        sql`SELECT ${columns} FROM ${blacklistRemoved} WHERE enterprise_id = ${enterpriseId} AND id IN (${ids}) ON CONFLICT DO NOTHING`,
      )
      .returning({ id: blacklist.id }),
    holding: blocking(ctx, ids),
    forgetting: db
      .delete(blacklistRemoved)
      .where(and(eq(blacklistRemoved.enterpriseId, enterpriseId), sql`${blacklistRemoved.id} IN (${ids})`)),
  };
}

/** Forgets what was taken off longer than a day ago. */
export async function forgetRemoved(db: TenantDb, now: number): Promise<void> {
  await db.$client
    .prepare(
      "DELETE FROM blacklist_removed WHERE id IN (SELECT id FROM blacklist_removed WHERE removed_at < ?1 LIMIT 5000)",
    )
    .bind(now - DAY_MS)
    .run();
}
