import { LONGEST_CALL_MS } from "#workers/contract/video.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { readingRoom, type RoomRow, roomIn } from "./rooms.ts";
import { endingByItself } from "./start.ts";

import { type Invitation, seatHash, type Ticket } from "./tokens.ts";

/** Whoever comes first has the seat, and keeps it: of two browsers with one link one finds it free. */
const SIT = `UPDATE video_rooms SET seat = ?4, state = 'talking', updated_at = ?5,
    ends_at = CASE WHEN joined_at IS NULL THEN ?6 ELSE ends_at END, joined_at = coalesce(joined_at, ?5)
  WHERE enterprise_id = ?1 AND id = ?2 AND invitation = ?3 AND state <> 'ended' AND ends_at > ?5 AND (seat IS NULL OR seat = ?4)`;

type Reading = Pick<Ctx, "db" | "enterpriseId" | "now">;

/** The room of a link. Throws videoLinkGone for one that was taken back, or whose room is gone. */
export async function roomOfLink(ctx: Reading, { roomId, number }: Invitation): Promise<RoomRow> {
  const [result] = await ctx.db.$client.batch([readingRoom(ctx, roomId)]);
  const room = roomIn(result);
  if (room?.invitation !== number) throw new DomainError("videoLinkGone");
  return room;
}

/** The same for who sits there. Throws videoTaken for any other seat. */
export async function roomOfSeat(ctx: Reading, invitation: Invitation, seat: string): Promise<RoomRow> {
  const room = await roomOfLink(ctx, invitation);
  if (room.seat === null || room.seat !== (await seatHash(seat))) throw new DomainError("videoTaken");
  return room;
}

/** Takes the customer's end, or comes back to it. Throws videoLinkGone, videoEnded or videoTaken. */
export async function sitDown(
  ctx: Reading,
  { roomId, number }: Invitation,
  seat: string,
): Promise<{ room: RoomRow; holder: string }> {
  const { $client } = ctx.db;
  const at = ctx.now();
  const holder = await seatHash(seat);
  const [sat, , result] = await $client.batch([
    $client.prepare(SIT).bind(ctx.enterpriseId, roomId, number, holder, at, at + LONGEST_CALL_MS),
    endingByItself(ctx, roomId),
    readingRoom(ctx, roomId),
  ]);
  const room = roomIn(result);
  if (sat?.meta.changes === 1 && room) return { room, holder };
  if (room?.invitation !== number) throw new DomainError("videoLinkGone");
  throw new DomainError(room.state === "ended" || room.endsAt <= at ? "videoEnded" : "videoTaken");
}

/** The room whose socket a ticket opens now; null where its end is somebody else's by now, or it is over. */
export async function roomOfTicket(ctx: Reading, { roomId, side, holder }: Ticket): Promise<RoomRow | null> {
  const [result] = await ctx.db.$client.batch([readingRoom(ctx, roomId)]);
  const room = roomIn(result);
  if (!room || room.state === "ended" || room.endsAt <= ctx.now()) return null;
  return (side === "agent" ? room.startedBy : room.seat) === holder ? room : null;
}
