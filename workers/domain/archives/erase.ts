import { broadcastOf } from "#workers/contract/recipient-ids.ts";
import type { Ctx } from "../ctx.ts";
import { hasOpenJob } from "../jobs/open.ts";
import { type ArchiveFiles, readLines, textOf, writeLines } from "./files.ts";
import { bareLine } from "./line.ts";
import { type PersonsFile, readingFilesOfPeople } from "./person.ts";

/** Broadcasts that move to files just now, and people of theirs: a file that nobody has noted yet may have these. */
const MOVING = `SELECT 1 FROM json_each(?2) e CROSS JOIN broadcast_recipients r ON r.identity_id = e.value
  WHERE ${hasOpenJob("broadcast.archive", "?1", broadcastOf("r.id"))} LIMIT 1`;
const REWRITTEN = `UPDATE broadcast_archives SET checksum = NULL WHERE n = ?1`;
const FORGET = `UPDATE identities SET archives = nullif(rtrim(replace(archives || ',', ',' || CAST(?3 AS INTEGER) || ',', ','), ','), '')
  WHERE enterprise_id = ?1 AND id IN (SELECT value FROM json_each(?2)) AND archives IS NOT NULL`;

/** Whether files are being written that may have one of these identities, and that are not noted yet. */
export async function isMoving(
  { db: { $client }, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">,
  identities: readonly string[],
): Promise<boolean> {
  const { results } = await $client.prepare(MOVING).bind(enterpriseId, JSON.stringify(identities)).all();
  return results.length > 0;
}

/**
 * Makes the lines of identities bare in one file, and forgets then that they are there; false once no file names them. A
 * file is replaced only while it is what was read, so of two erasures at once none brings back what the other took.
 */
export async function forgetInNextFile(
  ctx: Pick<Ctx, "db" | "enterpriseId">,
  files: ArchiveFiles,
  identities: readonly string[],
): Promise<boolean> {
  const { $client } = ctx.db;
  const next = readingFilesOfPeople(ctx, identities, { after: 0, limit: 1 });
  const [file] = (await next.all<PersonsFile>()).results;
  if (!file) return false;
  await rewritten(files, file.key, new Set(identities));
  await $client.batch([
    $client.prepare(REWRITTEN).bind(file.n),
    $client.prepare(FORGET).bind(ctx.enterpriseId, JSON.stringify(identities), file.n),
  ]);
  return true;
}

async function rewritten(
  files: ArchiveFiles,
  key: string,
  theirs: ReadonlySet<string | null>,
): Promise<void> {
  for (;;) {
    const { etag, lines } = await readLines(files, key);
    if (!lines.some(({ identityId }) => theirs.has(identityId))) return;
    const text = textOf(lines.map((line) => (theirs.has(line.identityId) ? bareLine(line) : line)));
    if (await writeLines(files, key, text, etag)) return;
  }
}
