import { videoTexts as texts } from "#texts/video.ts";
import type { VideoRecording, VideoRoom } from "#workers/contract/endpoints/video.ts";
import type { VideoEnd, VideoState } from "#workers/contract/video.ts";
import type { Reader } from "../chats/chat-row.ts";
import { SEEN } from "../messaging/seen.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";

export interface RoomRow {
  id: string;
  chatId: string;
  state: VideoState;
  startedBy: string;
  startedName: string;
  enterpriseName: string;
  invitation: number;
  seat: string | null;
  joinedAt: number | null;
  endsAt: number;
  endedAt: number | null;
  endedBy: VideoEnd | null;
  createdAt: number;
  handler: string | null;
  customer: string;
  recordings: string;
}

interface RecordingIn extends Omit<VideoRecording, "consentedAt" | "createdAt"> {
  consentedAt: number | null;
  createdAt: number;
}

const RECORDINGS = `(SELECT json_group_array(json_object('id', x.id, 'state', x.state, 'parts', x.parts, 'bytes', x.bytes, 'mediaType', x.media_type,
    'by', x.created_name, 'consentedAt', x.consented_at, 'createdAt', x.created_at) ORDER BY x.id)
  FROM video_recordings x WHERE x.enterprise_id = ?1 AND x.room_id = v.id AND x.state <> 'leaving')`;

/** SQL that reads rooms `v` of the enterprise `?1`, with their chats `c`. */
export const ROOMS = `SELECT v.id, v.chat_id AS chatId, v.state, v.started_by AS startedBy, v.started_name AS startedName, v.enterprise_name AS enterpriseName,
    v.invitation, v.seat, v.joined_at AS joinedAt, v.ends_at AS endsAt, v.ended_at AS endedAt, v.ended_by AS endedBy, v.created_at AS createdAt,
    c.handler, coalesce(u.name, i.name) AS customer, ${RECORDINGS} AS recordings
  FROM video_rooms v JOIN chats c ON c.id = v.chat_id JOIN identities i ON i.id = c.identity_id
    LEFT JOIN customers u ON u.enterprise_id = ?1 AND u.number = i.customer AND u.deleted_at IS NULL
  WHERE v.enterprise_id = ?1`;
/** Those of chats that the reader `?2` sees. */
export const SEEN_ROOMS = `${ROOMS} AND ${SEEN}`;

const ONE = `${ROOMS} AND v.id = ?2`;
const SEEN_ONE = `${SEEN_ROOMS} AND v.id = ?3`;
const RUNNING = `${SEEN_ROOMS} AND v.state <> 'ended' AND v.chat_id = ?3`;

/** A room as its own people know it by its id; undefined for none of the enterprise. */
export const readingRoom = ({ db, enterpriseId }: Pick<Ctx, "db" | "enterpriseId">, id: string) =>
  db.$client.prepare(ONE).bind(enterpriseId, id);

/** A room of a chat that the caller sees. */
export const readingSeenRoom = ({ db, enterpriseId, actor }: Ctx, id: string) =>
  db.$client.prepare(SEEN_ONE).bind(enterpriseId, actor.userId, id);

/** The running room of a chat that the caller sees. */
export const readingRunning = ({ db, enterpriseId, actor }: Ctx, chatId: string) =>
  db.$client.prepare(RUNNING).bind(enterpriseId, actor.userId, chatId);

export const roomIn = (result: D1Result | undefined): RoomRow | undefined =>
  result?.results[0] as unknown as RoomRow | undefined;

/** The name of a customer as their agent sees it; somebody without one is a customer. */
export const customerName = (
  { customer }: Pick<RoomRow, "customer">,
  reader: Pick<Reader, "mayUnmask">,
): string => (reader.mayUnmask() ? customer : masked(customer)) || texts.guest;

export const roomOnWire = (row: RoomRow, userId: string, reader: Reader): VideoRoom => ({
  roomId: row.id,
  chatId: row.chatId,
  state: row.state,
  agent: row.startedName,
  isOwn: row.startedBy === userId,
  customer: customerName(row, reader),
  startedAt: iso(row.createdAt),
  joinedAt: isoOrNull(row.joinedAt),
  endsAt: iso(row.endsAt),
  endedAt: isoOrNull(row.endedAt),
  endedBy: row.endedBy,
  recordings: recordingsIn(row),
});

const recordingsIn = ({ recordings }: RoomRow): VideoRecording[] =>
  (JSON.parse(recordings) as RecordingIn[]).map((each) => ({
    ...each,
    consentedAt: isoOrNull(each.consentedAt),
    createdAt: iso(each.createdAt),
  }));

/** The recording that is asked for or made in a room now. */
export const runningRecording = (row: RoomRow): { id: string; state: "asked" | "recording" } | null => {
  const found = recordingsIn(row).find(({ state }) => state === "asked" || state === "recording");
  return found ? { id: found.id, state: found.state === "asked" ? "asked" : "recording" } : null;
};
