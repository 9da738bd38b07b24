import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { filmOf, partKey, type PartsBucket } from "../films/film.ts";
import type { ZipEntry } from "../zip-stream.ts";

/** Rows that one statement reads. */
const PAGE = 1_000;

interface RecordingRow {
  id: string;
  chat: string;
  key: string;
  mediaType: string;
  parts: number;
  bytes: number;
  by: string;
  createdAt: number;
  consentedAt: number | null;
  endedAt: number | null;
}
/** Films of calls with somebody's identities `?2`; one that is still being stored is none yet. */
const THEIRS = `FROM chats c JOIN video_recordings x ON x.enterprise_id = ?1 AND x.chat_id = c.id
  WHERE c.enterprise_id = ?1 AND c.identity_id IN (SELECT value FROM json_each(?2)) AND x.state = 'ready'`;
const ROWS = `SELECT x.id, x.chat_id AS chat, x.key, x.media_type AS mediaType, x.parts, x.bytes, x.created_name AS "by", x.created_at AS createdAt,
    x.consented_at AS consentedAt, x.ended_at AS endedAt ${THEIRS} AND x.id > ?3 ORDER BY x.id LIMIT ${PAGE}`;
const SIZE = `SELECT count(*) AS files, coalesce(sum(x.bytes), 0) AS bytes ${THEIRS}`;

async function* recordingRows(
  { db, enterpriseId }: Ctx,
  identities: readonly string[],
): AsyncGenerator<RecordingRow[]> {
  const theirs = JSON.stringify(identities);
  for (let last = ""; ;) {
    const { results } = await db.$client.prepare(ROWS).bind(enterpriseId, theirs, last).all<RecordingRow>();
    if (results.length > 0) yield results;
    if (results.length < PAGE) return;
    last = results.at(-1)?.id ?? "";
  }
}

/** The film's place in the archive that has the files too. */
const entryOf = ({ id, mediaType }: RecordingRow): string =>
  `recordings/${id}.${mediaType === "video/mp4" ? "mp4" : "webm"}`;

/** Pages of the recordings of somebody's video calls, as a copy of their data names them. */
export async function* theirRecordings(ctx: Ctx, identities: readonly string[]): AsyncGenerator<unknown[]> {
  for await (const rows of recordingRows(ctx, identities)) {
    yield rows.map((row) => ({
      chat: row.chat,
      type: row.mediaType,
      bytes: row.bytes,
      recordedBy: row.by,
      at: iso(row.createdAt),
      agreedAt: isoOrNull(row.consentedAt),
      endedAt: isoOrNull(row.endedAt),
      entry: entryOf(row),
    }));
  }
}

/** The films themselves; one that an erasure has just taken is left out. */
export async function* theirFilms(
  ctx: Ctx,
  identities: readonly string[],
  bucket: Pick<PartsBucket, "get">,
): AsyncGenerator<ZipEntry> {
  for await (const rows of recordingRows(ctx, identities)) {
    for (const row of rows) {
      const first = await bucket.get(partKey(row.key, 1));
      if (first) yield { name: entryOf(row), packed: true, bytes: filmOf(bucket, row, first.body) };
    }
  }
}

/** How many films there are, and their bytes. */
export async function sizeOfFilms(
  { db, enterpriseId }: Ctx,
  identities: readonly string[],
): Promise<{ files: number; bytes: number }> {
  const size = await db.$client
    .prepare(SIZE)
    .bind(enterpriseId, JSON.stringify(identities))
    .first<{ files: number; bytes: number }>();
  return size ?? { files: 0, bytes: 0 };
}
