import { uuidv7 } from "uuidv7";
import { videoTexts as texts } from "#texts/video.ts";
import { chatActionCodes } from "#workers/contract/chat-states.ts";
import type { VideoEnd } from "#workers/contract/video.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import { GROWN } from "../chats/write.ts";
import type { Ctx } from "../ctx.ts";
import { keepingAction, keptRows } from "../live-events/keep-chats.ts";
import type { TimerHandler } from "../messaging/timers.ts";
import { type RoomRow, ROOMS } from "./rooms.ts";

/** The room `?2` of the enterprise `?1` is not over yet, and (`?3`, where it is given) ends by itself then. */
const STILL = `FROM video_rooms v WHERE v.enterprise_id = ?1 AND v.id = ?2 AND v.state <> 'ended' AND v.ends_at = coalesce(?3, v.ends_at)`;
const GROW = `UPDATE chats SET ${GROWN.replace("?2", "?4")} WHERE id = (SELECT v.chat_id ${STILL})`;
const LOG = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, "to", at)
  SELECT ?5, ?1, c.id, c.seq, ${chatActionCodes.videoEnded}, ?6, ?7, ?8, ?4 FROM chats c WHERE c.id = (SELECT v.chat_id ${STILL})`;
/** A browser may still be storing the last parts: the minute's sweep closes what nobody does. */
const STOP = `UPDATE video_recordings SET state = CASE state WHEN 'asked' THEN 'refused' ELSE state END, ended_at = ?4, updated_at = ?4
  WHERE enterprise_id = ?1 AND room_id = (SELECT v.id ${STILL}) AND state IN ('asked', 'recording')`;
const END = `UPDATE video_rooms SET state = 'ended', ended_at = ?4, ended_by = ?5, updated_at = ?4
  WHERE id = (SELECT v.id ${STILL})`;

/** Who has ended it: nobody's name stands beside what the clock or a customer does. */
interface Ender {
  userId: string;
  name: string;
}
const NOBODY: Ender = { userId: "", name: "" };

/** Statements that end a room, each of which does nothing for one that is over; the last answers live events. */
function ending(
  { db, enterpriseId, now }: Pick<Ctx, "enterpriseId" | "now"> & { db: Pick<Ctx["db"], "$client"> },
  room: Pick<RoomRow, "id" | "chatId" | "joinedAt">,
  by: VideoEnd,
  { ender = NOBODY, endsAt = null }: { ender?: Ender; endsAt?: number | null } = {},
): D1PreparedStatement[] {
  const at = now();
  const actionId = uuidv7();
  const bound = (text: string, ...values: unknown[]) =>
    db.$client.prepare(text).bind(enterpriseId, room.id, endsAt, at, ...values);
  const lasted =
    room.joinedAt === null ? "" : texts.duration(Math.max(0, Math.round((at - room.joinedAt) / 1_000)));
  return [
    bound(GROW),
    bound(LOG, actionId, ender.userId, ender.name, lasted),
    bound(STOP),
    bound(END, by),
    keepingAction({ db, enterpriseId, now }, room.chatId, actionId),
  ];
}

/** Ends a room; answers its live events, none for one that was over, and what is read after it. */
export async function endRoom(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  room: Pick<RoomRow, "id" | "chatId" | "joinedAt">,
  by: VideoEnd,
  { ender, reading = [] }: { ender?: Ender; reading?: readonly D1PreparedStatement[] } = {},
): Promise<{ kept: KeptRow[]; read: D1Result[] }> {
  const statements = ending(ctx, room, by, { ...(ender && { ender }) });
  const results = await ctx.db.$client.batch([...statements, ...reading]);
  return { kept: keptRows(results[statements.length - 1]), read: results.slice(statements.length) };
}

const DUE = `${ROOMS} AND v.id IN (SELECT value FROM json_each(?2))`;

/** The time of a call is over, or nobody came. One that goes on longer by now is left alone. */
export const videoCallEnds: TimerHandler = async ({ $client }, { enterpriseId, timers, now }) => {
  const ids = JSON.stringify(timers.map(({ subject }) => subject));
  const result = await $client.prepare(DUE).bind(enterpriseId, ids).all();
  const rows = result.results as unknown as RoomRow[];
  return timers.flatMap(({ subject, seq }) => {
    const room = rows.find(({ id }) => id === subject);
    if (!room) return [];
    const by = room.joinedAt === null ? "nobody" : "tooLong";
    return ending({ db: { $client }, enterpriseId, now: () => now }, room, by, { endsAt: seq });
  });
};
