import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Ctx } from "../ctx.ts";
import { type ArchiveReader, readLines } from "./files.ts";
import type { Line } from "./line.ts";

/** Which recipients are asked for: at one of some statuses (`replied` and `clicked` among them), and for a reason; empty: all. */
export interface Which {
  statuses: readonly string[];
  code: string;
}

/** SQL for how many lines of a file `p` are asked for; `statuses` and `code` are parameters with a JSON list and a text. */
const matching = (statuses: string, code: string): string =>
  `(SELECT coalesce(sum(t.value->>2), 0) FROM json_each(p.tally) t WHERE (${code} = '' OR t.value->>1 = ${code})
    AND CASE ${statuses} WHEN '[]' THEN t.value->>0 NOT IN ('replied', 'clicked') ELSE t.value->>0 IN (SELECT value FROM json_each(${statuses})) END)`;

const OF_BROADCAST = "FROM broadcast_archives p WHERE p.enterprise_id = ?1 AND p.broadcast_id = ?2";
/** SQL for how many of a broadcast's (`?1`, `?2`) lines are asked for in all files. */
export const linesMatching = (statuses: string, code: string): string =>
  `(SELECT coalesce(sum(${matching(statuses, code)}), 0) ${OF_BROADCAST})`;

/** Files with the lines from the `?5`th on that are asked for (`?3`, `?4`), as many as `?6` lines need, in their order. */
const FILES = `SELECT key, before FROM (SELECT key, first, n, sum(n) OVER (ORDER BY first) - n AS before
    FROM (SELECT p.key, p.first, ${matching("?3", "?4")} AS n ${OF_BROADCAST}))
  WHERE n > 0 AND before < ?5 + ?6 AND before + n > ?5 ORDER BY first`;
/** The next file with lines that are asked for, behind a recipient by number. */
const NEXT = `SELECT p.key, p.last ${OF_BROADCAST} AND p.last > ?5 AND ${matching("?3", "?4")} > 0 ORDER BY p.first LIMIT 1`;

/** A file, and how many lines that are asked for lie in files before it. */
export interface FileOfPage {
  key: string;
  before: number;
}
export interface NextFile {
  key: string;
  last: number;
}

type Bindable = Pick<Ctx, "db" | "enterpriseId">;
const bound = ({ db, enterpriseId }: Bindable, text: string, id: string, { statuses, code }: Which) => {
  const values = [enterpriseId, id, JSON.stringify(statuses), code];
  return (...more: number[]) => db.$client.prepare(text).bind(...values, ...more);
};

export const readingFilesOf = (
  ctx: Bindable,
  id: string,
  which: Which,
  { offset, limit }: { offset: number; limit: number },
): D1PreparedStatement => bound(ctx, FILES, id, which)(offset, limit);

export const readingNextFile = (ctx: Bindable, id: string, which: Which, after: number) =>
  bound(ctx, NEXT, id, which)(after);

/** Whether a line is asked for; as the statements have it. */
export function isAskedFor({ status, code, repliedAt, clickedAt }: Line, which: Which): boolean {
  if (which.code !== "" && code !== which.code) return false;
  return (
    which.statuses.length === 0 ||
    which.statuses.includes(status) ||
    (which.statuses.includes("replied") && repliedAt !== null) ||
    (which.statuses.includes("clicked") && clickedAt !== null)
  );
}

/** The lines from the `offset`th on that are asked for, `limit` at most, out of the files that have them. */
export async function linesOf(
  archive: ArchiveReader,
  files: readonly FileOfPage[],
  which: Which,
  { offset, limit }: { offset: number; limit: number },
): Promise<Line[]> {
  const found: Line[] = [];
  for (const { key, before } of files) {
    const { lines } = await readLines(archive, key);
    const asked = lines.filter((line) => isAskedFor(line, which));
    found.push(...asked.slice(Math.max(0, offset - before)));
  }
  return found.slice(0, limit);
}

const AT = `SELECT p.key ${OF_BROADCAST} AND ?3 BETWEEN p.first AND p.last`;

/** A recipient's line by their number; undefined where no file has it. */
export async function lineAt(
  { db: { $client }, enterpriseId }: { db: { $client: D1Database }; enterpriseId: EnterpriseId },
  archive: ArchiveReader,
  { broadcastId, id, number }: { broadcastId: string; id: string; number: number },
): Promise<Line | undefined> {
  const file = await $client.prepare(AT).bind(enterpriseId, broadcastId, number).first<{ key: string }>();
  if (!file) return undefined;
  return (await readLines(archive, file.key)).lines.find((line) => line.id === id);
}
