import type { Ctx } from "../ctx.ts";
import { type ArchiveReader, readLines } from "./files.ts";
import type { Line } from "./line.ts";

/** SQL for the numbers of the files that identities (a query of their ids) have something in; `?1` is the enterprise. */
export const filesOf = (identities: string): string =>
  `SELECT e.value FROM (${identities}) v CROSS JOIN identities i ON i.id = v.id AND i.enterprise_id = ?1
    CROSS JOIN json_each('[' || substr(i.archives, 2) || ']') e`;
const FILES = `SELECT p.n, p.key, b.name AS broadcast, b.template ->> '$.name' AS template, ch.name AS channel
  FROM (SELECT DISTINCT value AS n FROM (${filesOf("SELECT value AS id FROM json_each(?2)")})) f
    CROSS JOIN broadcast_archives p ON p.n = f.n AND p.enterprise_id = ?1 JOIN broadcasts b ON b.id = p.broadcast_id LEFT JOIN channels ch ON ch.id = b.channel_id
  WHERE p.n > ?3 ORDER BY p.n LIMIT ?4`;

/** A file in which some of a person's broadcasts are. */
export interface PersonsFile {
  n: number;
  key: string;
  broadcast: string;
  template: string;
  channel: string | null;
}

/** The next files, by their numbers, that identities have something in. */
export const readingFilesOfPeople = (
  { db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  identities: readonly string[],
  { after, limit }: { after: number; limit: number },
): D1PreparedStatement =>
  db.$client.prepare(FILES).bind(enterpriseId, JSON.stringify(identities), after, limit);

const PAGE = 100;

/** Messages to identities from broadcasts that are in files, a file at a time. */
export async function* archivedOf(
  ctx: Pick<Ctx, "db" | "enterpriseId">,
  archive: ArchiveReader,
  identities: readonly string[],
): AsyncGenerator<{ line: Line; file: PersonsFile }[]> {
  const theirs = new Set<string | null>(identities);
  for (let after = 0; ;) {
    const { results } = await readingFilesOfPeople(ctx, identities, {
      after,
      limit: PAGE,
    }).all<PersonsFile>();
    for (const file of results) {
      const { lines } = await readLines(archive, file.key);
      yield lines.flatMap((line) => (theirs.has(line.identityId) ? [{ line, file }] : []));
    }
    if (results.length < PAGE) return;
    after = results.at(-1)?.n ?? after;
  }
}

/** SQL for when the latest broadcast began that is in one of a person's files, in milliseconds; `archives` is their column. */
export const archivedUntil = (archives: string): string =>
  `(SELECT max(coalesce(b.started_at, b.created_at)) FROM json_each('[' || substr(${archives}, 2) || ']') e
    JOIN broadcast_archives f ON f.n = e.value JOIN broadcasts b ON b.id = f.broadcast_id)`;
