import type { currentVideo, videoHistory } from "#workers/contract/endpoints/video.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { PAGE_CAP } from "#workers/contract/fields.ts";
import type { Reader } from "../chats/chat-row.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { readingSeenRoom, type RoomRow, roomIn, roomOnWire, SEEN_ROOMS } from "./rooms.ts";

const OF_CHAT = "(?3 = '' OR v.chat_id = ?3)";
const CURRENT = `${SEEN_ROOMS} AND v.state <> 'ended' AND ${OF_CHAT} ORDER BY v.created_at DESC LIMIT ${PAGE_CAP}`;
const HISTORY = `${SEEN_ROOMS} AND v.state = 'ended' AND ${OF_CHAT} ORDER BY v.created_at DESC, v.id DESC LIMIT ?4 OFFSET ?5`;

/** Calls that are under way in chats that the caller sees. */
export async function currentCalls(
  { db, enterpriseId, actor }: Ctx,
  { chatId }: InputOf<typeof currentVideo>["query"],
  reader: Reader,
): Promise<ReplyOf<typeof currentVideo>> {
  const { results } = await db.$client
    .prepare(CURRENT)
    .bind(enterpriseId, actor.userId, chatId)
    .all<RoomRow & Record<string, unknown>>();
  return { rooms: results.map((row) => roomOnWire(row, actor.userId, reader)) };
}

/** Calls that are over, the latest first. */
export async function pastCalls(
  { db, enterpriseId, actor }: Ctx,
  { chatId, from, perPage }: InputOf<typeof videoHistory>["query"],
  reader: Reader,
): Promise<ReplyOf<typeof videoHistory>> {
  const most = perPage === -1 ? PAGE_CAP : perPage;
  const { results } = await db.$client
    .prepare(HISTORY)
    .bind(enterpriseId, actor.userId, chatId, most + 1, from)
    .all<RoomRow & Record<string, unknown>>();
  return {
    rooms: results.slice(0, most).map((row) => roomOnWire(row, actor.userId, reader)),
    more: results.length > most,
  };
}

/** A room of a chat that the caller sees; notFound for any other. */
export async function seenRoom(ctx: Ctx, id: string): Promise<RoomRow> {
  const [result] = await ctx.db.$client.batch([readingSeenRoom(ctx, id)]);
  const room = roomIn(result);
  if (!room) throw new DomainError("notFound");
  return room;
}

/** The same for who sits at the agent's end. Throws videoNotYours or videoEnded. */
export async function ownRoom(ctx: Ctx, id: string): Promise<RoomRow> {
  const room = await seenRoom(ctx, id);
  if (room.startedBy !== ctx.actor.userId) throw new DomainError("videoNotYours");
  if (room.state === "ended" || room.endsAt <= ctx.now()) throw new DomainError("videoEnded");
  return room;
}
