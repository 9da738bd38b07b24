import type { VideoRecording } from "#workers/contract/endpoints/video.ts";
import { MOST_RECORDING_BYTES, type RecordingState } from "#workers/contract/video.ts";
import { SEEN } from "../messaging/seen.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { DomainError, isDouble } from "../error.ts";
import { partKey, type PartsBucket } from "../films/film.ts";
import { readingSeenRoom, roomIn } from "./rooms.ts";

/** After the call's end its last parts may still come. */
const LATE_MS = 2 * 60_000;

export interface RecordingRow {
  id: string;
  roomId: string;
  chatId: string;
  state: RecordingState;
  key: string;
  mediaType: string;
  parts: number;
  bytes: number;
  consentedAt: number | null;
  endedAt: number | null;
  createdBy: string;
  createdName: string;
  createdAt: number;
  person: string;
}

const COLUMNS = `x.id, x.room_id AS roomId, x.chat_id AS chatId, x.state, x.key, x.media_type AS mediaType, x.parts, x.bytes, x.consented_at AS consentedAt,
  x.ended_at AS endedAt, x.created_by AS createdBy, x.created_name AS createdName, x.created_at AS createdAt, i.name AS person`;
const SEEN_ONE = `SELECT ${COLUMNS} FROM video_recordings x JOIN chats c ON c.id = x.chat_id JOIN identities i ON i.id = c.identity_id
  WHERE x.enterprise_id = ?1 AND x.id = ?3 AND x.state <> 'leaving' AND ${SEEN}`;
/** One's own, whoever has the chat by now: what was begun is ended. */
const OWN = `SELECT ${COLUMNS} FROM video_recordings x JOIN chats c ON c.id = x.chat_id JOIN identities i ON i.id = c.identity_id
  WHERE x.enterprise_id = ?1 AND x.id = ?3 AND x.state <> 'leaving' AND x.created_by = ?2`;

/** The question can be put only while the customer is there, by who called, and one at a time (an index sees to that). */
const ASK = `INSERT INTO video_recordings (id, enterprise_id, room_id, chat_id, state, key, media_type, created_by, created_name, created_at, updated_at)
  SELECT ?2, ?1, v.id, v.chat_id, 'asked', ?1 || '/video/' || ?6, ?7, ?4, ?5, ?8, ?8 FROM video_rooms v
  WHERE v.enterprise_id = ?1 AND v.id = ?3 AND v.state = 'talking' AND v.started_by = ?4`;

const reading = ({ db, enterpriseId, actor }: Ctx, text: string, id: string) =>
  db.$client.prepare(text).bind(enterpriseId, actor.userId, id);

async function one(ctx: Ctx, text: string, id: string): Promise<RecordingRow> {
  const row = await reading(ctx, text, id).first<RecordingRow & Record<string, unknown>>();
  if (!row) throw new DomainError("notFound");
  return row;
}

export const seenRecording = (ctx: Ctx, id: string): Promise<RecordingRow> => one(ctx, SEEN_ONE, id);

export const recordingOnWire = (row: RecordingRow): VideoRecording => ({
  id: row.id,
  state: row.state === "leaving" ? "refused" : row.state,
  parts: row.parts,
  bytes: row.bytes,
  mediaType: row.mediaType,
  by: row.createdName,
  consentedAt: isoOrNull(row.consentedAt),
  createdAt: iso(row.createdAt),
});

/** Asks the customer, once for each id. Throws notFound, videoNotYours, videoEnded, videoNobodyThere or recordingRunning. */
export async function askToRecord(
  ctx: Ctx,
  { id, roomId, mediaType }: { id: string; roomId: string; mediaType: string },
): Promise<RecordingRow> {
  const { db, enterpriseId, actor, now } = ctx;
  const key = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll("-", "");
  try {
    const [, room, own] = await db.$client.batch([
      db.$client
        .prepare(ASK)
        .bind(enterpriseId, id, roomId, actor.userId, actor.name, key, mediaType.split(";")[0], now()),
      readingSeenRoom(ctx, roomId),
      reading(ctx, OWN, id),
    ]);
    const asked = own?.results[0] as unknown as RecordingRow | undefined;
    if (asked) return asked;
    const found = roomIn(room);
    if (!found) throw new DomainError("notFound");
    if (found.startedBy !== actor.userId) throw new DomainError("videoNotYours");
    throw new DomainError(found.state === "ended" ? "videoEnded" : "videoNobodyThere");
  } catch (error) {
    if (!isDouble(error)) throw error;
    const before = await one(ctx, OWN, id).catch(() => undefined);
    if (before?.roomId === roomId) return before;
    throw new DomainError("recordingRunning");
  }
}

/** Whether this browser sits at the customer's end, in a call that goes on. */
const SITS = `EXISTS (SELECT 1 FROM video_rooms v WHERE v.id = ?2 AND v.enterprise_id = ?1 AND v.seat = ?4 AND v.state <> 'ended')`;
const AGREE = `UPDATE video_recordings SET state = 'recording', consented_at = ?5, updated_at = ?5
  WHERE enterprise_id = ?1 AND room_id = ?2 AND id = ?3 AND state = 'asked' AND ${SITS}`;
/** A recording that they agreed to stays; nothing more comes from here on. */
const REFUSE = `UPDATE video_recordings SET ended_at = ?5, updated_at = ?5,
    state = CASE WHEN state = 'asked' THEN 'refused' WHEN parts > 0 THEN 'ready' ELSE 'leaving' END
  WHERE enterprise_id = ?1 AND room_id = ?2 AND id = ?3 AND state IN ('asked', 'recording') AND ${SITS}`;

/** The customer's answer. Throws recordingNotRunning where it is not asked for, or not any more. */
export async function answerRecording(
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  {
    roomId,
    recordingId,
    seat,
    agrees,
  }: { roomId: string; recordingId: string; seat: string; agrees: boolean },
): Promise<void> {
  const { meta } = await db.$client
    .prepare(agrees ? AGREE : REFUSE)
    .bind(enterpriseId, roomId, recordingId, seat, now())
    .run();
  if (meta.changes === 0) throw new DomainError("recordingNotRunning");
}

/** Adds the next part of a recording that the customer has agreed to: none is left out, doubled or too much. */
const TAKE = `UPDATE video_recordings SET parts = ?3, bytes = bytes + ?4, updated_at = ?5
  WHERE enterprise_id = ?1 AND id = ?2 AND state = 'recording' AND consented_at IS NOT NULL AND parts = ?3 - 1
    AND bytes + ?4 <= ${MOST_RECORDING_BYTES} AND (ended_at IS NULL OR ended_at > ?5 - ${LATE_MS})`;

/**
 * Stores a part, once however often it comes: bytes of a number are written only where there are none. Answers how many
 * there are. Throws notFound, recordingNotRunning, recordingOrder or recordingFull.
 */
export async function storeVideoPart(
  ctx: Ctx,
  bucket: PartsBucket,
  { id, part }: { id: string; part: number },
  { stream, length }: { stream: ReadableStream<Uint8Array>; length: number },
): Promise<number> {
  const row = await one(ctx, OWN, id);
  const isLate = row.endedAt !== null && row.endedAt <= ctx.now() - LATE_MS;
  if (part <= row.parts) return row.parts;
  if (row.state !== "recording" || isLate) throw new DomainError("recordingNotRunning");
  if (part > row.parts + 1) throw new DomainError("recordingOrder");
  if (row.bytes + length > MOST_RECORDING_BYTES) throw new DomainError("recordingFull");
  const key = partKey(row.key, part);
  const stored = await bucket.put(key, stream, { onlyIf: new Headers({ "if-none-match": "*" }) });
  // The same part came before, and whoever brought it died before it was noted.
  const bytes = stored === null ? ((await bucket.head(key))?.size ?? length) : length;
  const { meta } = await ctx.db.$client
    .prepare(TAKE)
    .bind(ctx.enterpriseId, id, part, bytes, ctx.now())
    .run();
  if (meta.changes === 1) return part;
  const now = await one(ctx, OWN, id).catch(() => undefined);
  if (now && now.parts >= part) return now.parts;
  if (stored !== null) await bucket.delete([key]);
  throw new DomainError("recordingNotRunning");
}

const END = `UPDATE video_recordings SET ended_at = coalesce(ended_at, ?4), updated_at = ?4,
    state = CASE WHEN parts > 0 THEN 'ready' ELSE 'leaving' END
  WHERE enterprise_id = ?1 AND created_by = ?2 AND id = ?3 AND state IN ('asked', 'recording')`;

/** Ends a recording of one's own, or takes the question back; null where nothing was recorded. */
export async function endRecording(
  ctx: Ctx,
  id: string,
): Promise<{ roomId: string; row: RecordingRow | null }> {
  const { db, enterpriseId, actor, now } = ctx;
  const [before, , after] = await db.$client.batch([
    reading(ctx, OWN, id),
    db.$client.prepare(END).bind(enterpriseId, actor.userId, id, now()),
    reading(ctx, OWN, id),
  ]);
  const known = before?.results[0] as unknown as RecordingRow | undefined;
  if (!known) throw new DomainError("notFound");
  return { roomId: known.roomId, row: (after?.results[0] as unknown as RecordingRow | undefined) ?? null };
}
