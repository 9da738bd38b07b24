import { sendClasses } from "#db/tenant/messages.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { whyNot } from "#workers/channels/fits.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { ChatPart } from "#workers/contract/chat-people.ts";
import { CHAT, chatActionCodes, isOpen } from "#workers/contract/chat-states.ts";
import type { actOnChat, ChatAction } from "#workers/contract/endpoints/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { kindOf } from "#workers/contract/media.ts";
import type { BodyOf } from "#workers/contract/message-body.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";
import { reasonAgainst } from "../drive/validate-media.ts";
import { describe, DomainError } from "../error.ts";
import { guardFailed } from "../guard.ts";
import { keepingAction, keptRows } from "../live-events/keep-chats.ts";
import { RULES_OF, rulesIn, timingOut } from "../messaging/chat-rules.ts";
import { leavingFloor } from "../messaging/floors.ts";
import {
  answersIn,
  type Move,
  type MoveAction,
  moveOf,
  mustAnswerIn,
  type Place,
  type Somebody,
} from "./moves.ts";
import { chatIn, readingChat, type Reader } from "./read.ts";
import { SEEN, WAS_SEEN } from "./seen.ts";

/** A chat as an action finds it. */
interface Found {
  id: string;
  state: number;
  handler: string | null;
  handler_name: string;
  department_id: string | null;
  people: string;
  waiting_since: number | null;
  channel_id: string;
  type: number;
  vendor: number;
  window_until: number | null;
  /** What the caller's id was used for already: by whom, in which chat, and whether as a message. */
  used_by: string | null;
  used_chat: string | null;
  /** Whether the caller sees the chat now, or only did until somebody else had it. */
  sees: 0 | 1;
  /** The same person's next chat here is open. */
  newer: 0 | 1;
  rules: string | null;
}

const FOUND = `SELECT c.id, c.state, c.handler, c.handler_name, c.department_id, c.people, c.waiting_since, c.channel_id, h.type, h.vendor,
    r.window_until, coalesce(a.by_id, m.by_id) AS used_by, coalesce(a.chat_id, m.chat_id) AS used_chat, ${SEEN} AS sees,
    c.state IN (${CHAT.closed}, ${CHAT.missed}) AND EXISTS (SELECT 1 FROM chats o WHERE o.enterprise_id = ?1 AND o.channel_id = c.channel_id
      AND o.identity_id = c.identity_id AND o.state NOT IN (${CHAT.closed}, ${CHAT.missed})) AS newer, ${RULES_OF("?1")} AS rules
  FROM chats c JOIN channels h ON h.id = c.channel_id
    LEFT JOIN reach r ON r.enterprise_id = ?1 AND r.channel_id = c.channel_id AND r.identity_id = c.identity_id
    LEFT JOIN chat_actions a ON a.id = ?4 LEFT JOIN messages m ON m.id = ?4
  WHERE c.enterprise_id = ?1 AND c.id = ?3 AND (${WAS_SEEN} OR ?2 IN (a.by_id, m.by_id))`;

/** The chat is whose it was, and as far: fifty people press at once, and one of them finds it so. What comes in may come. */
const GUARD = `SELECT CASE WHEN EXISTS (SELECT 1 FROM chats WHERE id = ?1 AND enterprise_id = ?2 AND state = ?3 AND handler IS ?4
    AND department_id IS ?5 AND people = ?6) THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
const GROWN = "seq = seq + 1, revision = revision + 1, updated_at = ?2";
/** All that a move can change; the guard has seen that nobody else has changed it since it was read. */
const MOVE = `UPDATE chats SET state = ?3, handler = ?4, handler_name = ?5, department_id = ?6, people = ?7, waiting_since = ?8,
    picked_at = CASE WHEN handler IS NULL AND ?4 IS NOT NULL THEN ?2 ELSE picked_at END,
    closed_at = CASE ?3 WHEN ${CHAT.closed} THEN ?2 END, missed_reason = NULL,
    unread = CASE ?3 WHEN ${CHAT.closed} THEN 0 ELSE unread END, ${GROWN} WHERE id = ?1`;
/** How long somebody waited, counted in the hour in which they no longer did. */
const COUNT_PICK_UP = `INSERT INTO chat_hours (enterprise_id, hour, department_id, attended, missed, pickup_ms)
  SELECT enterprise_id, ?2 - ?2 % 3600000, coalesce(department_id, ''), 1, 0, max(0, ?2 - waiting_since) FROM chats WHERE id = ?1 AND waiting_since IS NOT NULL
  ON CONFLICT (enterprise_id, hour, department_id) DO UPDATE SET attended = attended + 1, pickup_ms = pickup_ms + excluded.pickup_ms`;
const NOTE = `UPDATE chats SET ${GROWN} WHERE id = ?1`;
const READ = "UPDATE chats SET unread = 0, revision = revision + 1 WHERE id = ?1";
/** Who answers in a chat that was laid aside takes it up. */
const ANSWER = `UPDATE chats SET unread = 0, last_at = ?2, last_text = ?3, state = ${CHAT.ongoing}, ${GROWN} WHERE id = ?1`;
const LOG = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, "to", text, at)
  SELECT ?2, c.enterprise_id, c.id, c.seq, ?3, ?4, ?5, ?6, ?7, ?8 FROM chats c WHERE c.id = ?1`;
const SAY = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id,
    status, facts, send_class, expires_at, at)
  SELECT ?2, c.enterprise_id, c.channel_id, c.identity_id, c.id, c.seq, 'out', ?3 ->> '$.kind', ?3, 'person', ?4, 'queued', '{}',
    ${sendClasses.person}, ?5, ?6 FROM chats c WHERE c.id = ?1`;
const CLOSING = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, cause,
    status, facts, send_class, expires_at, at)
  SELECT ?2, c.enterprise_id, c.channel_id, c.identity_id, c.id, c.seq, 'out', 'text', ?3, 'system', '', 'closing:' || c.id, 'queued', '{}',
    ${sendClasses.bot}, ?4, ?5 FROM chats c WHERE c.id = ?1`;
/** Files that people may send: a face, or what another customer has sent, is none. */
const FILE = `SELECT id, name, media_type AS mime, bytes FROM drive_files
  WHERE enterprise_id = ?1 AND id = ?2 AND state = 'ready' AND use IN ('media', 'document', 'attachment')`;
const DEPARTMENT = "SELECT name FROM departments WHERE enterprise_id = ?1 AND id = ?2";

const PREVIEW = 200;
const MOST_TRIES = 5;
/** Words at the end are not said later than this. */
const CLOSING_MS = 10 * 60_000;
/** Where a channel has no window, an answer that waited for a day is not sent any more. */
const ANSWER_MS = 24 * 3_600_000;

export interface Done {
  reply: ReplyOf<typeof actOnChat>;
  kept: KeptRow[];
  /** The channel whose sender has something to send. */
  sendBy: string | null;
}

/** A change of one chat: its statements, after which its events are kept. */
interface Change {
  id: string;
  statements: D1PreparedStatement[];
  isMessage?: boolean;
  /** Of a message beside what was done. */
  messageId?: string;
}

/**
 * Does what somebody asks for in a chat that they see, once for each id. Throws notFound, chatPickedUp with the name of
 * who was faster, chatNotYours, chatNotOffered, chatNewer, chatEnded, chatWindowClosed, chatIdUsed, or invalid for words
 * that the channel does not carry, or somebody who cannot be asked.
 */
export async function act(
  ctx: Ctx,
  chatId: string,
  action: ChatAction,
  { reader, colleagueOf }: { reader: Reader; colleagueOf: (userId: string) => Promise<Somebody> },
): Promise<Done> {
  const userId = "userId" in action ? action.userId : "";
  const named = {
    departmentId: "departmentId" in action ? action.departmentId : "",
    fileId: "fileId" in action ? action.fileId : "",
  };
  // Asked together with the chat; a refusal is heard when the chat is known to be there.
  const target = userId === "" ? undefined : colleagueOf(userId);
  target?.catch(() => undefined);
  return again(async () => {
    const own = "id" in action ? action.id : "";
    const { found, department, file } = await find(ctx, chatId, own, named);
    const change = isDone(ctx, found, own, chatId)
      ? undefined
      : changeOf(ctx, found, await withNamed(action, { department, file }, target), own);
    const { kept, read } = await write(ctx, found, change, readingChat(ctx, chatId, { evenIfGone: true }));
    const now = chatIn(read, reader);
    if (!now) throw new DomainError("notFound");
    const isOwn = ({ id }: { id: string }) => id === own;
    return {
      reply: { chat: now.chat, messages: now.messages.filter(isOwn), actions: now.actions.filter(isOwn) },
      kept,
      sendBy: change?.isMessage ? found.channel_id : null,
    };
  });
}

/** What a press comes to: its live events, and the channel whose sender has something to send. */
type Pressed = Pick<Done, "kept" | "sendBy">;
type Press = { action: "close"; feedback: string } | { action: "suspendChat" | "resumeChat" };

/** Closes one's own chat, lays it aside or takes it up; asked again with the same id, it was done already. */
export const press = (ctx: Ctx, chatId: string, id: string, action: Press): Promise<Pressed> =>
  again(async () => {
    const { found } = await find(ctx, chatId, id, { departmentId: "", fileId: "" });
    if (isDone(ctx, found, id, chatId)) return { kept: [], sendBy: null };
    const change = changeOf(ctx, found, action, id);
    const { kept } = await write(ctx, found, change, []);
    return { kept, sendBy: change?.isMessage ? found.channel_id : null };
  });

/** Who was overtaken looks again, and is told what it is by now, or does it after all. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overtaken) || tries === MOST_TRIES) throw error;
    }
  }
}

async function find(
  ctx: Ctx,
  chatId: string,
  own: string,
  { departmentId, fileId }: { departmentId: string; fileId: string },
): Promise<{ found: Found; department: string | null; file: DriveMedium | null }> {
  const { db, enterpriseId, actor } = ctx;
  const { $client } = db;
  const [chat, team, files] = await $client.batch([
    $client.prepare(FOUND).bind(enterpriseId, actor.userId, chatId, own),
    $client.prepare(DEPARTMENT).bind(enterpriseId, departmentId),
    $client.prepare(FILE).bind(enterpriseId, fileId),
  ]);
  const [found] = (chat?.results ?? []) as unknown as Found[];
  if (!found) throw new DomainError("notFound");
  const [department] = (team?.results ?? []) as { name: string }[];
  const [file] = (files?.results ?? []) as unknown as DriveMedium[];
  return { found, department: department?.name ?? null, file: file ?? null };
}

/** Whether this was asked for and done before; chatIdUsed where the id was somebody's for something else. */
function isDone(
  { actor }: Ctx,
  { used_by: by, used_chat: chat }: Found,
  own: string,
  chatId: string,
): boolean {
  if (own === "" || by === null) return false;
  if (by !== actor.userId || chat !== chatId) throw new DomainError("chatIdUsed");
  return true;
}

type Named = MoveAction | Said | (Omit<Reply, "fileId"> & { file: DriveMedium | null });
type Said = Extract<ChatAction, { action: "agentReadChat" | "agentNote" }>;
type Reply = Extract<ChatAction, { action: "agentReplyChat" }>;
/** A file that goes with an answer. */
interface DriveMedium {
  id: string;
  name: string;
  mime: string;
  bytes: number;
}

/** The action with whom or what it names. */
async function withNamed(
  action: ChatAction,
  { department, file }: { department: string | null; file: DriveMedium | null },
  target: Promise<Somebody> | undefined,
): Promise<Named> {
  switch (action.action) {
    case "assignChat":
    case "inviteAgent":
      if (!target) throw new DomainError("notFound");
      return { action: action.action, note: action.note, target: await target };
    case "transferChat":
      if (target) return { action: "transferChat", note: action.note, target: await target };
      if (department === null)
        throw new DomainError("invalid", {
          message: texts.departmentGone,
          errors: { departmentId: texts.departmentGone },
        });
      return {
        action: "transferChat",
        note: action.note,
        department: { id: action.departmentId, name: department },
      };
    case "agentReplyChat":
      if (action.fileId !== "" && !file)
        throw new DomainError("invalid", { message: texts.fileGone, errors: { fileId: texts.fileGone } });
      return { ...action, file };
    default:
      return action;
  }
}

const placeOf = (found: Found): Place => ({
  state: found.state,
  handler: found.handler,
  handlerName: found.handler_name,
  departmentId: found.department_id,
  people: JSON.parse(found.people) as ChatPart[],
  waitingSince: found.waiting_since,
});

function changeOf(ctx: Ctx, found: Found, action: Named, own: string): Change | undefined {
  const { $client } = ctx.db;
  const { userId: uId, name } = ctx.actor;
  const [{ id: chatId }, at, place] = [found, ctx.now(), placeOf(found)];
  const by = { uId, name };
  // Only whom it is offered to hears of a chat that somebody else has by now.
  const seesNow = found.sees === 1;
  switch (action.action) {
    case "agentReadChat":
      if (!answersIn(place, uId)) return undefined;
      return { id: "", statements: [$client.prepare(READ).bind(chatId)] };
    case "agentNote":
      if (!seesNow) throw new DomainError("notFound");
      if (!isOpen(found.state)) throw new DomainError("chatEnded");
      return {
        id: own,
        statements: [
          $client.prepare(NOTE).bind(chatId, at),
          log(ctx, chatId, own, { type: chatActionCodes.note, text: action.text }),
        ],
      };
    case "agentReplyChat": {
      if (!seesNow) throw new DomainError("notFound");
      mustAnswerIn(place, by);
      const body = bodyOf(action.text, action.file);
      return {
        id: own,
        isMessage: true,
        statements: [
          $client
            .prepare(ANSWER)
            .bind(chatId, at, (action.text || (action.file?.name ?? "")).slice(0, PREVIEW)),
          $client.prepare(SAY).bind(chatId, own, JSON.stringify(body), uId, expiryOf(found, body, at), at),
        ],
      };
    }
    default: {
      if (!seesNow && !TAKING.has(action.action)) throw new DomainError("notFound");
      const move = moveOf(place, action, by, at);
      if (!move) return undefined;
      if (found.newer === 1) throw new DomainError("chatNewer");
      const words = move.to.state === CHAT.closed ? closingWords(ctx, found) : undefined;
      return {
        ...words,
        id: own,
        statements: [...(words?.statements ?? []), ...moving(ctx, found, move, own)],
      };
    }
  }
}

/** Who asks for one of these and is too late is told who was faster. */
const TAKING: ReadonlySet<string> = new Set([
  "agentPickupChat",
  "acceptTransfer",
  "acceptAssign",
  "agentMissedChatPickup",
]);

/** Statements of a move, the last of which notes it. */
function moving(
  ctx: Ctx,
  { id: chatId, handler }: Found,
  { to, logs }: Move,
  own: string,
): D1PreparedStatement[] {
  const { $client } = ctx.db;
  const at = ctx.now();
  const isPickUp = handler === null && to.handler !== null;
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
      ),
    ...(isPickUp || to.waitingSince !== null ? [leavingFloor(ctx, chatId)] : []),
    ...(to.waitingSince !== null ? [timingOut(ctx, [chatId])] : []),
    log(ctx, chatId, own, logs),
  ];
}

type AnswerBody = BodyOf<"text"> | BodyOf<"image" | "video" | "audio" | "document">;

/** An answer's words, or its file with the words below it. */
function bodyOf(text: string, file: DriveMedium | null): AnswerBody {
  if (!file) return { kind: "text", text };
  const { id: fileId, name, mime, bytes } = file;
  const medium = { fileId, name, mime, bytes };
  return { kind: kindOf(medium), medium, ...(text !== "" && { caption: text }) };
}

/** What a customer is told when their chat is closed, where there are such words and the channel still takes them. */
function closingWords(ctx: Ctx, found: Found): Omit<Change, "id"> | undefined {
  const { $client } = ctx.db;
  const { closingText: text } = rulesIn(found.rules);
  const at = ctx.now();
  const windowHours = adapterOf(found.vendor)?.capabilities(found.type).windowHours ?? null;
  const until = windowHours === null ? Infinity : (found.window_until ?? 0);
  if (text === "" || until <= at) return undefined;
  const messageId = ctx.newId();
  const body = { kind: "text", text } as const;
  return {
    isMessage: true,
    messageId,
    statements: [
      $client.prepare(NOTE).bind(found.id, at),
      $client
        .prepare(CLOSING)
        .bind(found.id, messageId, JSON.stringify(body), Math.min(until, at + CLOSING_MS), at),
    ],
  };
}

/** When an answer is no longer to be sent; refuses what the channel does not carry, or not now. */
function expiryOf({ vendor, type, window_until: until }: Found, body: AnswerBody, at: number): number {
  const can = adapterOf(vendor)?.capabilities(type);
  const wrong =
    body.kind === "text" ? "" : reasonAgainst(body.medium.mime ?? "", body.medium.bytes ?? null, type);
  if (wrong !== "") throw new DomainError("invalid", { message: wrong, errors: { fileId: wrong } });
  const reason = can && whyNot(body, can);
  if (reason !== undefined) throw new DomainError("invalid", { message: reason, errors: { text: reason } });
  if (!can || can.windowHours === null) return at + ANSWER_MS;
  if (until === null || until <= at) throw new DomainError("chatWindowClosed");
  return until;
}

const log = (
  { db, actor, now }: Ctx,
  chatId: string,
  id: string,
  { type, to = "", text = "" }: Move["logs"],
): D1PreparedStatement =>
  db.$client.prepare(LOG).bind(chatId, id, type, actor.userId, actor.name, to, text, now());

/**
 * Writes a change of a chat, if there is one, and reads in the same batch; Overtaken where it is by now not as it was
 * found.
 */
async function write(
  ctx: Ctx,
  found: Found,
  change: Change | undefined,
  reading: D1PreparedStatement[],
): Promise<{ kept: KeptRow[]; read: D1Result[] }> {
  const { $client } = ctx.db;
  if (!change) return { kept: [], read: reading.length === 0 ? [] : await $client.batch(reading) };
  const before = {
    id: found.id,
    handler: found.handler,
    departmentId: found.department_id,
    people: found.people,
  };
  const writing = [
    $client
      .prepare(GUARD)
      .bind(found.id, ctx.enterpriseId, found.state, found.handler, found.department_id, found.people),
    ...change.statements,
    keepingAction(ctx, before, change.id, change.messageId),
  ];
  try {
    const results = await $client.batch([...writing, ...reading]);
    return { kept: keptRows(results[writing.length - 1]), read: results.slice(writing.length) };
  } catch (error) {
    // The same call may have come twice at once, and the second finds it done; or the customer has just opened another chat.
    const isDouble = describe(error).includes("UNIQUE constraint failed");
    if (!guardFailed(error) && !isDouble) throw error;
    throw new Overtaken();
  }
}

/** Somebody changed the chat between the look and the write. */
class Overtaken extends Error {
  override readonly name = "Overtaken";
}
