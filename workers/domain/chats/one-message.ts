import { sendClasses } from "#db/tenant/messages.ts";
import type { MessageAction } from "#workers/contract/chat-action.ts";
import { mediumOf, wordsOf } from "#workers/contract/message-body.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { AGAIN } from "../live-events/message-facts.ts";
import { addingMessage } from "../messaging/say.ts";
import { expiryOf } from "./answer.ts";
import type { Found, FoundMessage } from "./found.ts";
import { mustAnswerIn, type Place } from "./moves.ts";
import { answering, type Change } from "./write.ts";

/** Nobody has done the same, or sent it, since it was read: of two who press at once one finds it so. */
const GUARD = `SELECT CASE WHEN EXISTS (SELECT 1 FROM messages WHERE id = ?1 AND enterprise_id = ?2 AND status = ?3 AND claimed_by IS NULL
    AND (?3 <> 'queued' OR attempts = 0 AND held = ?4)
    AND NOT EXISTS (SELECT 1 FROM messages x WHERE x.enterprise_id = ?2 AND x.cause = '${AGAIN}' || ?1))
  THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
const CANCEL = "UPDATE messages SET status = 'cancelled' WHERE id = ?1";
const NOW = "UPDATE messages SET not_before = ?2 WHERE id = ?1";
const CONFIRM = `UPDATE messages SET status = 'sent', facts = json_set(facts, '$.sent', json_array(?2, ?2)) WHERE id = ?1`;
const TOUCH = "UPDATE chats SET revision = revision + 1, updated_at = ?2 WHERE id = ?1";

/** Of those, only what never left can still be sent, or confirmed. */
const SENT_ANEW: ReadonlySet<string> = new Set(["failed", "unknown", "expired"]);

/**
 * An action on one message; undefined where it is so already. Throws notFound, chatNotYours, chatEnded, chatMessageSent
 * (no longer held), chatMessageCancelled, chatMessageSettled, or why it cannot be sent again.
 */
export function ofMessage(
  ctx: Ctx,
  found: Found,
  message: FoundMessage | null,
  { action, own, place }: { action: MessageAction; own: string; place: Place },
): Change | undefined {
  if (!message || found.sees !== 1) throw new DomainError("notFound");
  const { userId: uId, name } = ctx.actor;
  const at = ctx.now();
  const isOwn = message.byId === uId;
  const isWaiting = message.status === "queued" && message.waits === 1;
  const bound = (text: string, ...values: unknown[]) => ctx.db.$client.prepare(text).bind(...values);
  const change = (...statements: D1PreparedStatement[]) => ({
    id: "",
    messageIds: [message.id],
    statements: [
      bound(GUARD, message.id, ctx.enterpriseId, message.status, message.held),
      ...statements,
      bound(TOUCH, found.id, at),
    ],
  });
  switch (action) {
    case "cancelMessage":
      if (!isOwn) mustAnswerIn(place, { uId, name });
      if (message.status === "cancelled") return undefined;
      if (!isWaiting) throw new DomainError("chatMessageSent");
      return change(bound(CANCEL, message.id));
    case "sendNow":
      mustAnswerIn(place, { uId, name });
      if (message.status === "cancelled") throw new DomainError("chatMessageCancelled");
      // It is on its way already.
      if (!isWaiting || message.held === 0) return undefined;
      return { ...change(bound(NOW, message.id, at)), isMessage: true };
    case "retryMessage": {
      mustAnswerIn(place, { uId, name });
      if (!SENT_ANEW.has(message.status) || message.again === 1) throw new DomainError("chatMessageSettled");
      const { statements, messageIds } = change();
      return {
        id: own,
        isMessage: true,
        messageIds,
        statements: [
          ...statements,
          answering(ctx, found, wordsOf(message.body) || (mediumOf(message.body)?.medium.name ?? "")),
          addingMessage(ctx, {
            id: own,
            chatId: found.id,
            body: message.body,
            by: "person",
            byId: uId,
            cause: AGAIN + message.id,
            sendClass: message.sendClass === sendClasses.marketing ? message.sendClass : sendClasses.person,
            expiresAt: expiryOf(found, message.body, at),
          }),
          // Only where it may reach them twice.
          ...(message.status === "unknown" ? [noted(ctx, found, message, "sendAgain")] : []),
        ],
      };
    }
    case "confirmMessage": {
      mustAnswerIn(place, { uId, name });
      if (message.status !== "unknown" || message.again === 1) throw new DomainError("chatMessageSettled");
      return change(bound(CONFIRM, message.id, at), noted(ctx, found, message, "confirm"));
    }
    default:
      return action satisfies never;
  }
}

/** The entry of who has settled what became of a message. */
const noted = (
  ctx: Ctx,
  { id, person }: Found,
  message: FoundMessage,
  action: "sendAgain" | "confirm",
): D1PreparedStatement =>
  bindable(
    ctx,
    audited(ctx, {
      action,
      kind: "chat",
      object: { id, name: person },
      before: { message: message.id, status: message.status },
      after: { message: message.id, status: action === "confirm" ? "sent" : "sent again" },
    }),
  );
