import { uuidv7 } from "uuidv7";
import { videoTexts as texts } from "#texts/video.ts";
import { chatActionCodes } from "#workers/contract/chat-states.ts";
import type { VideoEnd } from "#workers/contract/video.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import { NOBODY as ERASED } from "../bare/bare.ts";
import { GROWN } from "../chats/write.ts";
import type { Ctx } from "../ctx.ts";
import { keepingAction, keptRows } from "../live-events/keep-chats.ts";
import { describe } from "../error.ts";
import { type DueTimer, isLastTry, type TimerHandler } from "../messaging/timers.ts";
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

/** The person who has ended it; an end by the clock or a customer has nobody's name. */
interface Ender {
  userId: string;
  name: string;
}
const NOBODY: Ender = { userId: "", name: "" };

/** How long a call was, in words; none for one that nobody joined. */
const lasted = (joinedAt: number | null, endedAt: number): string =>
  joinedAt === null ? "" : texts.duration(Math.max(0, Math.round((endedAt - joinedAt) / 1_000)));

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
  return [
    bound(GROW),
    bound(LOG, actionId, ender.userId, ender.name, lasted(room.joinedAt, at)),
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

/** Calls that a trigger has ended with their chat; its line is not written in a chat that is nobody's by now. */
const WITH_CHAT = `SELECT v.id, v.chat_id AS chatId, v.joined_at AS joinedAt, v.ended_at AS endedAt FROM video_rooms v
  WHERE v.enterprise_id = ?1 AND v.ended_by = 'chat' AND v.id IN (SELECT value FROM json_each(?2))`;
const SOMEBODYS = `c.id = ?1 AND c.enterprise_id = ?3 AND c.identity_id <> '${ERASED}'`;
const GROW_CHAT = `UPDATE chats AS c SET ${GROWN} WHERE ${SOMEBODYS}`;
const LOG_WITH_CHAT = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, "to", at)
  SELECT ?4, c.enterprise_id, c.id, c.seq, ${chatActionCodes.videoEnded}, '', '', ?5, ?2 FROM chats c WHERE ${SOMEBODYS}`;
interface EndedRoom extends Pick<RoomRow, "id" | "chatId" | "joinedAt"> {
  endedAt: number;
}

/** The line of a call that has ended with its chat; the timer's own guard sees that it is written once. */
function notingEnd(
  { db, enterpriseId, now }: Parameters<typeof ending>[0],
  { chatId, joinedAt, endedAt }: EndedRoom,
): D1PreparedStatement[] {
  const actionId = uuidv7();
  const bound = (text: string, ...values: unknown[]) =>
    db.$client.prepare(text).bind(chatId, now(), enterpriseId, ...values);
  return [
    bound(GROW_CHAT),
    bound(LOG_WITH_CHAT, actionId, lasted(joinedAt, endedAt)),
    keepingAction({ db, enterpriseId, now }, chatId, actionId),
  ];
}

/** Tells both ends that a call is over. Whoever cannot be told is left to find it out: the chat's line must not wait for them. */
async function telling(tellEnds: (roomId: string) => Promise<void>, timer: DueTimer): Promise<void> {
  try {
    await tellEnds(timer.subject);
  } catch (error) {
    if (!isLastTry(timer)) throw error;
    console.log(
      JSON.stringify({
        level: "error",
        source: "videoCallEnds",
        roomId: timer.subject,
        failure: describe(error),
      }),
    );
  }
}

/**
 * The time of a call is over, or nobody came; one that goes on longer by now is left alone. Or it has ended with its chat:
 * both ends are told first, and again until they could be or the last try has failed.
 */
export const videoCallEnds =
  (tellEnds: (roomId: string) => Promise<void>): TimerHandler =>
  async ({ $client }, { enterpriseId, timers, now }) => {
    const ids = JSON.stringify(timers.map(({ subject }) => subject));
    const [due, over] = await $client.batch([
      $client.prepare(DUE).bind(enterpriseId, ids),
      $client.prepare(WITH_CHAT).bind(enterpriseId, ids),
    ]);
    const rows = due?.results as unknown as RoomRow[];
    const ended = over?.results as unknown as EndedRoom[];
    const place = { db: { $client }, enterpriseId, now: () => now };
    const withChat = ended.flatMap((room) =>
      timers
        .filter(({ subject, seq }) => subject === room.id && seq === room.endedAt)
        .map((timer) => ({ room, timer })),
    );
    await Promise.all(withChat.map(({ timer }) => telling(tellEnds, timer)));
    return [
      ...withChat.flatMap(({ room }) => notingEnd(place, room)),
      ...timers.flatMap(({ subject, seq }) => {
        const room = rows.find(({ id }) => id === subject);
        if (!room) return [];
        const by = room.joinedAt === null ? "nobody" : "tooLong";
        return ending(place, room, by, { endsAt: seq });
      }),
    ];
  };
