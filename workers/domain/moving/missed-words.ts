import type { TenantDb } from "#db/client.ts";
import type { Walk } from "#workers/contract/moving.ts";
import { takeChangedWords } from "../chat-words/fill.ts";
import type { MoveRow } from "./row.ts";
import { start } from "./walk.ts";

/** The archive's sweeper was no further behind when a move began. */
const BEHIND_MS = 3_600_000;

/**
 * Tells the archive a page of what changed while it passed the enterprise over: others' chats are newer by now, so it would
 * not look for these any more. Answers where the next page is, undefined once all is told.
 */
export async function tellMissed(
  db: Pick<TenantDb, "$client">,
  { enterpriseId, createdAt }: Pick<MoveRow, "enterpriseId" | "createdAt">,
  walk: Walk,
): Promise<Walk | undefined> {
  if (walk.table > 0) return undefined;
  const after = walk.after === start.after ? "" : walk.after;
  const last = await takeChangedWords(db, enterpriseId, { after, since: createdAt - BEHIND_MS });
  return last === null ? { ...start, table: 1 } : { table: 0, after: last };
}
