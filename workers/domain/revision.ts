import { guard, guardFailed } from "./guard.ts";
import { sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { errorsTexts } from "#texts/errors.ts";
import { DomainError } from "./error.ts";
import { iso, type Ctx } from "./ctx.ts";

interface Edited {
  revision: number;
  updatedBy: string;
  updatedAt: number;
}

/** 409, saying who was faster and when. */
function changedMeanwhile({ updatedBy, updatedAt }: Edited): DomainError {
  const message = errorsTexts.changedMeanwhile(updatedBy, `${iso(updatedAt).slice(11, 16)} UTC`);
  // This field lets a form tell it from a name that is taken.
  return new DomainError("changedMeanwhile", { message, errors: { revision: message } });
}

/** Refuses an edit based on an older revision than the row's. Without a revision nothing is refused. */
export function refuseStale(row: Edited, revision: number | undefined): void {
  if (revision !== undefined && revision !== row.revision) throw changedMeanwhile(row);
}

/** Columns that every edit sets: the next revision, its author and its time. */
export const nextRevision = ({ actor, now }: Pick<Ctx, "actor" | "now">, before: Edited | null) => ({
  revision: (before?.revision ?? 0) + 1,
  updatedBy: actor.name,
  updatedAt: now(),
});

type EditedTable = SQLiteTable & { id: SQLiteColumn; revision: SQLiteColumn };

/** For the front of a batch: fails when the row is no longer at `revision`, or is gone; 0 is a row that is yet to be. */
export const guardRevision = (ctx: Ctx, table: EditedTable, id: string, revision: number) =>
  guard(
    ctx,
    sql`coalesce((SELECT ${table.revision} FROM ${table} WHERE ${table.id} = ${id}), 0) = ${revision}`,
  );

/** Runs the batch; when its guard refused, reports who was faster. `current` reads the row again. */
export async function unlessStale<T>(work: Promise<T>, current: () => Promise<Edited>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (guardFailed(error)) throw changedMeanwhile(await current());
    throw error;
  }
}
