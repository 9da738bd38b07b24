import { chatsTexts as texts } from "#texts/chats.ts";
import { assignsByItself } from "#workers/contract/chat-rules.ts";
import { isAskedToTake } from "#workers/contract/chat-people.ts";
import { CHAT, chatActionCodes, isOpen } from "#workers/contract/chat-states.ts";
import {
  type ChatAction,
  type MessageAction,
  type SupervisorAction,
  supervisorActions,
} from "#workers/contract/chat-action.ts";
import type { actOnChat } from "#workers/contract/endpoints/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { assigning, beginningToWait, rulesIn } from "../messaging/chat-rules.ts";
import { leavingFloor } from "../messaging/floors.ts";
import { shownBy } from "../messaging/mask-numbers.ts";
import { lastAnswers } from "../messaging/take-places.ts";
import { bodyOf, closingWords, notAnswered, templateBodyOf, timeAhead } from "./answer.ts";
import { comingBack } from "./come-back.ts";
import { find, type Found, type FoundMessage, isDone, type Named as NamedThings, placeOf } from "./found.ts";
import { answersIn, endsFor, type Move, type MoveAction, moveOf, type Somebody } from "./moves.ts";
import { chatIn, readingChat } from "./read.ts";
import { type Reader, withoutNews } from "./chat-row.ts";
import { lapsing } from "./lapse.ts";
import { ofMessage } from "./one-message.ts";
import { replying, type Reply } from "./reply.ts";
import { again, type Change, GROWN, log, write } from "./write.ts";

/** All that a move can change; the guard has seen that nobody else has changed it since it was read. */
const MOVE = `UPDATE chats SET state = ?3, handler = ?4, handler_name = ?5, department_id = ?6, people = ?7, waiting_since = ?8, suspended_until = ?9,
    picked_at = CASE WHEN handler IS NULL AND ?4 IS NOT NULL THEN ?2 ELSE picked_at END,
    closed_at = CASE ?3 WHEN ${CHAT.closed} THEN ?2 END, missed_reason = NULL,
    unread = CASE ?3 WHEN ${CHAT.closed} THEN 0 ELSE unread END, ${GROWN} WHERE id = ?1`;
/** How long somebody waited, counted in the hour in which they no longer did. */
const COUNT_PICK_UP = `INSERT INTO chat_hours (enterprise_id, hour, department_id, attended, missed, pickup_ms)
  SELECT enterprise_id, ?2 - ?2 % 3600000, coalesce(department_id, ''), 1, 0, max(0, ?2 - waiting_since) FROM chats WHERE id = ?1 AND waiting_since IS NOT NULL
  ON CONFLICT (enterprise_id, hour, department_id) DO UPDATE SET attended = attended + 1, pickup_ms = pickup_ms + excluded.pickup_ms`;
const NOTE = `UPDATE chats SET ${GROWN} WHERE id = ?1`;
const READ = "UPDATE chats SET unread = 0, revision = revision + 1 WHERE id = ?1";
export interface Done {
  reply: ReplyOf<typeof actOnChat>;
  kept: KeptRow[];
  /** The channel whose sender has something to send. */
  sendBy: string | null;
}

/**
 * Does what somebody asks for in a chat that they see, once for each id. Throws notFound, chatPickedUp with who was
 * faster, chatNotYours, chatNotOffered, chatAnswered, chatNewer, chatEnded, chatWindowClosed, chatIdUsed, or invalid.
 */
export async function act(
  ctx: Ctx,
  chatId: string,
  action: ChatAction,
  {
    reader,
    colleagueOf,
    colleaguesAmong,
    maySupervise,
  }: {
    reader: Reader;
    colleagueOf: (userId: string) => Promise<Somebody>;
    colleaguesAmong: (userIds: readonly string[]) => Promise<Somebody[]>;
    maySupervise: () => boolean;
  },
): Promise<Done> {
  if (isSupervisors(action) && !maySupervise()) throw new DomainError("forbidden");
  const userId = "userId" in action ? action.userId : "";
  const named = {
    departmentId: "departmentId" in action ? action.departmentId : "",
    fileId: "fileId" in action ? action.fileId : "",
    templateId: "templateId" in action ? action.templateId : "",
    mentions: mentionsIn(action),
    messageId: "messageId" in action ? action.messageId : "",
    forSupervisor: isSupervisors(action),
    ...("seenSeq" in action && action.seenSeq !== undefined && { seenSeq: action.seenSeq }),
  };
  // Asked together with the chat; a refusal is heard when the chat is known to be there.
  const asked = userId === "" ? undefined : colleagueOf(userId);
  asked?.catch(() => undefined);
  const target = () => asked ?? colleagueOf(userId);
  const mentioned = named.mentions.length === 0 ? Promise.resolve([]) : colleaguesAmong(named.mentions);
  mentioned.catch(() => undefined);
  const own = action.action === "agentReadChat" ? "" : (action.id ?? ctx.newId());
  return again(async () => {
    const { found, ...there } = await find(ctx, chatId, own, named);
    const isAgain = isDone(ctx, found, own, chatId);
    const change = isAgain
      ? undefined
      : changeOf(ctx, found, await withNamed(ctx, action, there, { target, mentioned }), own);
    if (change?.isMessage && named.seenSeq !== undefined)
      change.statements.unshift(notAnswered(ctx, chatId, named.seenSeq));
    const { kept, read } = await write(ctx, found, change, readingChat(ctx, chatId, { evenIfGone: true }));
    const now = chatIn(read, reader);
    if (!now) throw new DomainError("notFound");
    const isOwn = ({ id }: { id: string }) => id === own || (id !== "" && id === named.messageId);
    return {
      reply: {
        chat: isAgain && found.sees === 0 ? withoutNews(now.chat) : now.chat,
        messages: now.messages.filter(isOwn),
        actions: now.actions.filter(isOwn),
      },
      kept,
      sendBy: change?.isMessage ? found.channel_id : null,
    };
  });
}

type Named = MoveAction | Extract<ChatAction, { action: "agentReadChat" }> | Note | Answer | OfMessage;
/** Words for colleagues, and those whom they name. */
interface Note {
  action: "agentNote";
  text: string;
  mentions: Somebody[];
}
const mentionsIn = (action: ChatAction): string[] =>
  action.action === "agentNote" ? [...new Set(action.mentions)] : [];
interface OfMessage {
  action: MessageAction;
  message: FoundMessage | null;
}
type Answer = Reply & { action: "answer" };
export const aside = ({ now }: Ctx, { until }: { until?: string | undefined }): MoveAction => ({
  action: "suspendChat",
  until: until === undefined ? null : timeAhead("until", until, now()),
});

/** The action with whom or what it names. */
async function withNamed(
  ctx: Ctx,
  action: ChatAction,
  { department, file, template, seeing, message }: NamedThings,
  { target, mentioned }: { target: () => Promise<Somebody>; mentioned: Promise<Somebody[]> },
): Promise<Named> {
  if ("messageId" in action) return { action: action.action, message };
  switch (action.action) {
    case "agentNote": {
      const known = await mentioned;
      const blind = mentionsIn(action).find((id) => !seeing.has(id) || !known.some(({ uId }) => uId === id));
      if (blind === undefined) return { action: "agentNote", text: action.text, mentions: known };
      const reason = texts.mentionBlind(known.find(({ uId }) => uId === blind)?.name ?? "");
      throw new DomainError("invalid", { message: reason, errors: { mentions: reason } });
    }
    case "suspendChat":
      return aside(ctx, action);
    case "assignChat":
    case "inviteAgent":
      return { action: action.action, note: action.note, target: await target() };
    case "transferChat": {
      const { note, departmentId } = action;
      if (departmentId === "") return { action: "transferChat", note, target: await target() };
      if (department === null)
        throw new DomainError("invalid", {
          message: texts.departmentGone,
          errors: { departmentId: texts.departmentGone },
        });
      return { action: "transferChat", note, department: { id: departmentId, name: department } };
    }
    case "agentReplyChat":
      if (action.fileId !== "" && !file)
        throw new DomainError("invalid", { message: texts.fileGone, errors: { fileId: texts.fileGone } });
      return {
        action: "answer",
        body: bodyOf(action.text, file),
        preview: action.text || (file?.name ?? ""),
        later: action,
      };
    case "agentSendTemplate": {
      const body = templateBodyOf(template, action.values);
      return {
        action: "answer",
        body,
        preview: body.rendered,
        later: action,
        isOffer: template?.category === "MARKETING",
      };
    }
    default:
      return action;
  }
}

/** The change that an action makes to a chat as it was found; undefined where it is so already. */
export function changeOf(ctx: Ctx, found: Found, action: Named, own: string): Change | undefined {
  const { $client } = ctx.db;
  const { userId: uId, name } = ctx.actor;
  const [{ id: chatId }, at, place] = [found, ctx.now(), placeOf(found)];
  const by = { uId, name };
  const shown = shownBy(rulesIn(found.rules));
  // Only whom it is offered to hears of a chat that somebody else has by now.
  const seesNow = found.sees === 1;
  if ("message" in action)
    return ofMessage(ctx, found, action.message, { action: action.action, own, place });
  switch (action.action) {
    case "agentReadChat":
      if (!seesNow) throw new DomainError("notFound");
      if (!answersIn(place, uId)) return undefined;
      return { id: "", statements: [$client.prepare(READ).bind(chatId)] };
    case "agentNote":
      if (!seesNow) throw new DomainError("notFound");
      if (!isOpen(found.state)) throw new DomainError("chatEnded");
      return {
        id: own,
        statements: [
          $client.prepare(NOTE).bind(chatId, at),
          log(ctx, chatId, own, { type: chatActionCodes.note, text: shown(action.text) }, action.mentions),
        ],
      };
    case "answer":
      if (!seesNow) throw new DomainError("notFound");
      return replying(ctx, found, place, { own, ...action, preview: shown(action.preview) });
    default: {
      if (!seesNow && !TAKING.has(action.action)) throw new DomainError("notFound");
      const move = moveOf(place, action, by, at);
      if (!move) return undefined;
      const supervised = isSupervisors(action) ? [noteAccess(ctx, found, action)] : [];
      if (found.newer === 1) throw new DomainError("chatNewer");
      const closes = move.to.state === CHAT.closed;
      const words = closes ? closingWords(ctx, found) : undefined;
      return {
        id: own,
        isMessage: closes,
        ...(words && { messageIds: [words.messageId] }),
        statements: [
          ...(closes ? lastAnswers($client, chatId, at, own) : []),
          ...(words ? [$client.prepare(NOTE).bind(chatId, at), ...words.statements] : []),
          ...supervised,
          ...moving(ctx, found, move, own),
        ],
      };
    }
  }
}

/** Actions that tell somebody who is too late who was faster. */
export const TAKING: ReadonlySet<string> = new Set([
  "agentPickupChat",
  "acceptTransfer",
  "acceptAssign",
  "agentMissedChatPickup",
  ...supervisorActions,
]);

const isSupervisors = <Action extends { action: string }>(
  action: Action,
): action is Action & { action: SupervisorAction; note: string } =>
  supervisorActions.some((each) => each === action.action);

/** The entry of who has looked into a chat that is not theirs, and why where the rules ask for it. */
function noteAccess(
  ctx: Ctx,
  found: Found,
  { action, note }: { action: SupervisorAction; note: string },
): D1PreparedStatement {
  if (note === "" && rulesIn(found.rules).asksReason)
    throw new DomainError("invalid", { message: texts.reasonMissing, errors: { note: texts.reasonMissing } });
  return bindable(
    ctx,
    audited(ctx, {
      action: action === "superviseChat" ? "supervise" : "takeOver",
      kind: "chat",
      object: { id: found.id, name: found.person },
      after: { handler: found.handler_name, reason: note },
    }),
  );
}

/** Statements of a move, the last of which notes it. */
function moving(ctx: Ctx, found: Found, { to, logs }: Move, own: string): D1PreparedStatement[] {
  const { $client } = ctx.db;
  const { id: chatId, handler } = found;
  const at = ctx.now();
  const rules = rulesIn(found.rules);
  const assigns = assignsByItself(rules);
  const isPickUp = handler === null && to.handler !== null;
  // Journeys that wait for this are told by triggers, and a call ends by them; the clock looks for what is left to do.
  ctx.after.clock ||= isPickUp || endsFor(placeOf(found), to);
  return [
    ...(isPickUp ? [$client.prepare(COUNT_PICK_UP).bind(chatId, at)] : []),
    $client
      .prepare(MOVE)
      .bind(
        chatId,
        at,
        to.state,
        to.handler,
        to.handlerName,
        to.departmentId,
        JSON.stringify(to.people),
        to.waitingSince,
        to.suspendedUntil,
      ),
    ...(to.suspendedUntil !== null ? [comingBack(ctx, chatId)] : []),
    ...(isPickUp || to.waitingSince !== null ? [leavingFloor(ctx, chatId)] : []),
    // Somebody who gives a chat away, or refuses one, has room for another.
    ...(to.waitingSince !== null ? beginningToWait(ctx, [chatId], assigns) : [assigning(ctx, assigns)]),
    ...(to.people.some(isAskedToTake) ? [lapsing(ctx, chatId)] : []),
    log(ctx, chatId, own, { ...logs, text: shownBy(rules)(logs.text ?? "") }),
  ];
}
