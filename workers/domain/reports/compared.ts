import type { Counted } from "../counted.ts";

/** Statements about an enterprise's (`?1`) counts: how they differ from what they count, and how they are made anew. */
export interface Recounting {
  /** Answers how many counts were looked at, how many are wrong, and one of those. */
  drift: string;
  empty: string;
  fill: string;
}

/** Compares counts with what they are the counts of. `repair` writes what was counted, in one transaction. */
export async function compared(
  database: Counted,
  enterpriseId: string,
  { drift, empty, fill }: Recounting,
  { repair = false } = {},
): Promise<{ looked: number; rows: number; example: string | null }> {
  const bound = (text: string) => database.prepare(text).bind(enterpriseId);
  const [found] = (await bound(drift).all<{ looked: number; rows: number; example: string | null }>())
    .results;
  if (repair && found && found.rows > 0) await database.batch([bound(empty), bound(fill)]);
  return found ?? { looked: 0, rows: 0, example: null };
}
