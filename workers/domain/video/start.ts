import { sendClasses } from "#db/tenant/messages.ts";
import type { TenantDatabase } from "#db/client.ts";
import { videoTexts as texts } from "#texts/video.ts";
import { chatActionCodes } from "#workers/contract/chat-states.ts";
import { CALL_PATH, CALL_WAITS_MS, LONGEST_CALL_MS } from "#workers/contract/video.ts";
import type { VideoRoom } from "#workers/contract/endpoints/video.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import { expiryOf } from "../chats/answer.ts";
import type { Reader } from "../chats/chat-row.ts";
import { find, type Found, isDone, placeOf } from "../chats/found.ts";
import { mustAnswerIn } from "../chats/moves.ts";
import { again, answering, GROWN, log, write } from "../chats/write.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { rulesIn } from "../messaging/chat-rules.ts";
import { addingMessage } from "../messaging/say.ts";
import { settingTimers } from "../messaging/timers.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { readingRunning, readingSeenRoom, roomIn, roomOnWire } from "./rooms.ts";
import { signInvitation } from "./tokens.ts";

const OPEN = `INSERT INTO video_rooms (id, enterprise_id, chat_id, state, started_by, started_name, enterprise_name, invitation, ends_at, created_at, updated_at)
  VALUES (?2, ?1, ?3, 'calling', ?4, ?5, ?6, 1, ?8, ?7, ?7)`;
const NOTE = `UPDATE chats SET ${GROWN} WHERE id = ?1`;
/** The one room, still open and with the number that was found: of two who send a new link at once one finds it so. */
const GUARD = `SELECT CASE WHEN EXISTS (SELECT 1 FROM video_rooms WHERE enterprise_id = ?1 AND id = ?2 AND state <> 'ended' AND invitation = ?3)
  THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
const ANEW = `UPDATE video_rooms SET invitation = invitation + 1, seat = NULL, updated_at = ?3,
    ends_at = CASE WHEN joined_at IS NULL THEN ?4 ELSE ends_at END WHERE enterprise_id = ?1 AND id = ?2`;
/** The timer's number is when the room ends: one that goes on longer has another. */
const SET = settingTimers(
  "videoCallEnds",
  "SELECT v.enterprise_id, v.id AS subject, v.ends_at AS seq, v.ends_at AS due_at FROM video_rooms v WHERE v.id = ?1 AND v.state <> 'ended'",
);

/** The statement by which a room ends by itself; after the one that says when. */
export const endingByItself = ({ db }: Pick<Ctx, "db">, roomId: string): D1PreparedStatement =>
  db.$client.prepare(SET).bind(roomId);

export interface Calling {
  ring: KeyRing;
  /** Where the console is, for the link. */
  origin: string;
  database: TenantDatabase;
  enterprise: string;
  reader: Reader;
}
export interface Called {
  room: VideoRoom;
  kept: KeptRow[];
  sendBy: string | null;
}

/**
 * Starts a call in a chat that the caller answers, once for each id: the room, the line in the chat and the link's message
 * are one transaction. Throws notFound, chatEnded, chatNotYours, chatWindowClosed, videoOff, videoRunning or chatIdUsed.
 */
export const startCall = (
  ctx: Ctx,
  { id: own, chatId }: { id: string; chatId: string },
  calling: Calling,
): Promise<Called> =>
  again(async () => {
    const [{ found }, running] = await Promise.all([
      find(ctx, chatId, own),
      ctx.db.$client.batch([readingRunning(ctx, chatId)]),
    ]);
    if (found.sees !== 1) throw new DomainError("notFound");
    const done = isDone(ctx, found, own, chatId);
    if (!done) {
      mustAnswerIn(placeOf(found), { uId: ctx.actor.userId, name: ctx.actor.name });
      if (!rulesIn(found.rules).videoCalls) throw new DomainError("videoOff");
      if (roomIn(running[0])) throw new DomainError("videoRunning");
    }
    const at = ctx.now();
    const inviting = done ? undefined : await invited(ctx, found, { roomId: own, number: 1 }, calling);
    const { kept, read } = await write(
      ctx,
      found,
      inviting && {
        id: own,
        isMessage: true,
        messageIds: [inviting.messageId],
        statements: [
          ctx.db.$client
            .prepare(OPEN)
            .bind(
              ctx.enterpriseId,
              own,
              chatId,
              ctx.actor.userId,
              ctx.actor.name,
              calling.enterprise,
              at,
              at + CALL_WAITS_MS,
            ),
          endingByItself(ctx, own),
          ctx.db.$client.prepare(NOTE).bind(chatId, at),
          log(ctx, chatId, own, { type: chatActionCodes.videoStarted }),
          ...inviting.statements,
        ],
      },
      [readingSeenRoom(ctx, own)],
    );
    return calledIn(ctx, read, { kept, sendBy: inviting ? found.channel_id : null }, calling);
  });

/** Sends the customer a new link, which ends the earlier one. Throws what startCall does, videoEnded or videoNotYours. */
export const inviteAgain = (
  ctx: Ctx,
  { id: own, roomId }: { id: string; roomId: string },
  calling: Calling,
): Promise<Called> =>
  again(async () => {
    const [result] = await ctx.db.$client.batch([readingSeenRoom(ctx, roomId)]);
    const room = roomIn(result);
    if (!room) throw new DomainError("notFound");
    const { found } = await find(ctx, room.chatId, own);
    const done = isDone(ctx, found, own, room.chatId);
    if (!done) {
      if (room.startedBy !== ctx.actor.userId) throw new DomainError("videoNotYours");
      if (room.state === "ended") throw new DomainError("videoEnded");
      mustAnswerIn(placeOf(found), { uId: ctx.actor.userId, name: ctx.actor.name });
    }
    const at = ctx.now();
    const bound = (text: string, ...values: unknown[]) =>
      ctx.db.$client.prepare(text).bind(ctx.enterpriseId, roomId, ...values);
    const number = room.invitation + 1;
    const inviting = done
      ? undefined
      : await invited(ctx, found, { roomId, number, messageId: own }, calling);
    const { kept, read } = await write(
      ctx,
      found,
      inviting && {
        id: own,
        isMessage: true,
        statements: [
          bound(GUARD, room.invitation),
          bound(ANEW, at, at + CALL_WAITS_MS),
          endingByItself(ctx, roomId),
          ...inviting.statements,
        ],
      },
      [readingSeenRoom(ctx, roomId)],
    );
    return calledIn(ctx, read, { kept, sendBy: inviting ? found.channel_id : null }, calling);
  });

function calledIn(
  { actor }: Ctx,
  [result]: readonly D1Result[],
  told: Pick<Called, "kept" | "sendBy">,
  { reader }: Calling,
): Called {
  const room = roomIn(result);
  if (!room) throw new DomainError("notFound");
  return { room: roomOnWire(room, actor.userId, reader), ...told };
}

/** The statements of the link's message. A link that came too late would open nothing. */
async function invited(
  ctx: Ctx,
  found: Found,
  { roomId, number, messageId = ctx.newId() }: { roomId: string; number: number; messageId?: string },
  { ring, origin, database }: Calling,
): Promise<{ messageId: string; statements: D1PreparedStatement[] }> {
  const at = ctx.now();
  const until = at + CALL_WAITS_MS;
  const { enterpriseId } = ctx;
  // A customer who has come by it comes back by it, so it is valid for as long as a call can last.
  const token = await signInvitation(
    ring,
    { database, enterpriseId, roomId, number },
    until + LONGEST_CALL_MS,
  );
  const text = texts.invitation(ctx.actor.name, new URL(`${CALL_PATH}${token}`, origin).href);
  const body = { kind: "text", text } as const;
  return {
    messageId,
    statements: [
      answering(ctx, found, texts.invitationPreview),
      addingMessage(ctx, {
        id: messageId,
        chatId: found.id,
        body,
        by: "person",
        byId: ctx.actor.userId,
        sendClass: sendClasses.person,
        expiresAt: Math.min(expiryOf(found, body, at), until),
      }),
    ],
  };
}
