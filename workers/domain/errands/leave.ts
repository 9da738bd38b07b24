import { asc, eq, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { errands } from "#db/directory/errands.ts";
import type { Errand } from "#workers/contract/errands.ts";
import type { DirectoryScope } from "../scope.ts";

/** An errand that has been stored. */
export interface LeftErrand {
  id: string;
  what: Errand;
}

/** More than one minute produces; the rest is left to the next run. */
const MOST_AT_ONCE = 50;

/**
 * Stores an errand: the statement belongs in the batch of the change that makes it necessary, so that neither exists
 * without the other. The caller then runs it (`runErrand`); if that fails the cron does.
 */
export function leavingErrand({ db, enterpriseId, newId, now }: DirectoryScope, what: Errand) {
  const id = newId();
  const statement = db.insert(errands).values({ id, enterpriseId, what, triedAt: 0, createdAt: now() });
  return { errand: { id, what } satisfies LeftErrand, statement };
}

/** Unfinished errands, the least recently tried first; `database` is null when their enterprise has been deleted. */
export const waitingErrands = (db: DirectoryDb) =>
  db
    .select({
      id: errands.id,
      enterpriseId: errands.enterpriseId,
      what: errands.what,
      database: enterprises.database,
    })
    .from(errands)
    .leftJoin(enterprises, eq(enterprises.id, errands.enterpriseId))
    .orderBy(asc(errands.triedAt), asc(errands.id))
    .limit(MOST_AT_ONCE);

/** Marks errands as tried now, so that failing ones do not keep others waiting. */
export async function noteTried(db: DirectoryDb, ids: readonly string[], now: number): Promise<void> {
  await db
    .update(errands)
    .set({ triedAt: now })
    .where(sql`${errands.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

export async function forgetErrand(db: DirectoryDb, id: string): Promise<void> {
  await db.delete(errands).where(eq(errands.id, id));
}
