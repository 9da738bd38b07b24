import { sendClasses } from "#db/tenant/messages.ts";
import type { Ctx } from "../ctx.ts";
import { rulesIn } from "../messaging/chat-rules.ts";
import { bodyWithoutNumbers } from "../messaging/mask-numbers.ts";
import { addingMessage } from "../messaging/say.ts";
import { flowSessionsOf, openingTemplateFlows } from "../flow-sessions/template-sessions.ts";
import { type AnswerBody, expiryOf, refuseAnswered, sendAtOf } from "./answer.ts";
import type { Found } from "./found.ts";
import { mustAnswerIn, type Place } from "./moves.ts";
import { answering, type Change, GROWN } from "./write.ts";

/** An answer that leaves later is not said yet: the chat's words, time and state are as they were. */
const HOLD = `UPDATE chats SET unread = 0, ${GROWN} WHERE id = ?1`;

/** Words for the customer, how a list shows them, and when they leave. */
export interface Reply {
  body: AnswerBody;
  preview: string;
  later: { sendAt?: string | undefined; holdMs?: number | undefined };
  /** It is a template with which the enterprise advertises. */
  isOffer?: boolean;
}

/** Somebody who has written within this time is awake, and is answered with anything. */
const WRITING_MS = 3_600_000;

/**
 * An answer, which leaves at once or later. Throws chatNotYours, chatEnded, chatAnswered, chatWindowClosed, or invalid for
 * what the channel does not carry, or not at that time.
 */
export function replying(
  ctx: Ctx,
  found: Found,
  place: Place,
  { own, body: written, preview, later, isOffer = false }: Reply & { own: string },
): Change {
  const { userId: uId, name } = ctx.actor;
  const at = ctx.now();
  mustAnswerIn(place, { uId, name });
  refuseAnswered(found, place, at);
  const sendAt = sendAtOf(later, at);
  // A reply that repeats a number that is hidden in the customer's words would store it after all.
  const body = rulesIn(found.rules).masksNumbers ? (bodyWithoutNumbers(written) as AnswerBody) : written;
  const isWriting = (found.last_in_at ?? 0) > at - WRITING_MS;
  return {
    id: own,
    isMessage: true,
    statements: [
      sendAt === undefined ? answering(ctx, found, preview) : ctx.db.$client.prepare(HOLD).bind(found.id, at),
      addingMessage(ctx, {
        id: own,
        chatId: found.id,
        body,
        by: "person",
        byId: uId,
        sendClass: isOffer && !isWriting ? sendClasses.marketing : sendClasses.person,
        expiresAt: expiryOf(found, body, at, { leavesAt: sendAt, isChosen: later.sendAt !== undefined }),
        sendAt,
      }),
      ...openingTemplateFlows(
        ctx.db,
        ctx.enterpriseId,
        flowSessionsOf(body, { channelId: found.channel_id, to: { chatId: found.id }, messageId: own }),
        at,
      ),
    ],
  };
}
