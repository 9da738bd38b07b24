import { sendClasses } from "#db/tenant/messages.ts";
import { chatsTexts as texts } from "#texts/chats.ts";
import { whyNot } from "#workers/channels/fits.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import { CHAT, type ChatActionCode, chatActionCodes } from "#workers/contract/chat-states.ts";
import type { actOnChat, ChatAction } from "#workers/contract/endpoints/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";
import { describe, DomainError } from "../error.ts";
import { guardFailed } from "../guard.ts";
import { keepingAction, keptRows } from "../live-events/keep-chats.ts";
import { leavingFloor } from "../messaging/floors.ts";
import { chatIn, readingChat, type Reader } from "./read.ts";
import { SEEN, WAS_SEEN } from "./seen.ts";

/** A chat as an action finds it. */
interface Found {
  id: string;
  state: number;
  handler: string | null;
  handler_name: string;
  department_id: string | null;
  channel_id: string;
  type: number;
  vendor: number;
  window_until: number | null;
  /** What the caller's id was used for already: by whom, in which chat, and whether as a message. */
  used_by: string | null;
  used_chat: string | null;
  /** Whether the caller sees the chat now, or only did until somebody else had it. */
  sees: 0 | 1;
}

const FOUND = `SELECT c.id, c.state, c.handler, c.handler_name, c.department_id, c.channel_id, h.type, h.vendor, r.window_until,
    coalesce(a.by_id, m.by_id) AS used_by, coalesce(a.chat_id, m.chat_id) AS used_chat, ${SEEN} AS sees
  FROM chats c JOIN channels h ON h.id = c.channel_id
    LEFT JOIN reach r ON r.enterprise_id = ?1 AND r.channel_id = c.channel_id AND r.identity_id = c.identity_id
    LEFT JOIN chat_actions a ON a.id = ?4 LEFT JOIN messages m ON m.id = ?4
  WHERE c.enterprise_id = ?1 AND c.id = ?3 AND (${WAS_SEEN} OR ?2 IN (a.by_id, m.by_id))`;

/** The chat is whose it was, and as far: fifty people press at once, and one of them finds it so. What comes in may come. */
const GUARD = `SELECT CASE WHEN EXISTS (SELECT 1 FROM chats WHERE id = ?1 AND enterprise_id = ?2 AND state = ?3 AND handler IS ?4
    AND department_id IS ?5) THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
const GROWN = "seq = seq + 1, revision = revision + 1, updated_at = ?2";
const PICK_UP = `UPDATE chats SET handler = ?3, handler_name = ?4, state = ${CHAT.ongoing}, waiting_since = NULL, picked_at = ?2, ${GROWN} WHERE id = ?1`;
/** How long somebody waited, counted in the hour in which they no longer did. */
const COUNT_PICK_UP = `INSERT INTO chat_hours (enterprise_id, hour, department_id, attended, missed, pickup_ms)
  SELECT enterprise_id, ?2 - ?2 % 3600000, coalesce(department_id, ''), 1, 0, max(0, ?2 - waiting_since) FROM chats WHERE id = ?1 AND waiting_since IS NOT NULL
  ON CONFLICT (enterprise_id, hour, department_id) DO UPDATE SET attended = attended + 1, pickup_ms = pickup_ms + excluded.pickup_ms`;
const TRANSFER = `UPDATE chats SET handler = NULL, handler_name = '', state = ${CHAT.started}, waiting_since = ?2, department_id = ?3, ${GROWN} WHERE id = ?1`;
const CLOSE = `UPDATE chats SET state = ${CHAT.closed}, waiting_since = NULL, unread = 0, closed_at = ?2, ${GROWN} WHERE id = ?1`;
const NOTE = `UPDATE chats SET ${GROWN} WHERE id = ?1`;
const READ = "UPDATE chats SET unread = 0, revision = revision + 1 WHERE id = ?1";
const ANSWER = `UPDATE chats SET unread = 0, last_at = ?2, last_text = ?3, ${GROWN} WHERE id = ?1`;
const LOG = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, "to", text, at)
  SELECT ?2, c.enterprise_id, c.id, c.seq, ?3, ?4, ?5, ?6, ?7, ?8 FROM chats c WHERE c.id = ?1`;
const SAY = `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id,
    status, facts, send_class, expires_at, at)
  SELECT ?2, c.enterprise_id, c.channel_id, c.identity_id, c.id, c.seq, 'out', 'text', ?3, 'person', ?4, 'queued', '{}',
    ${sendClasses.person}, ?5, ?6 FROM chats c WHERE c.id = ?1`;
const DEPARTMENT = "SELECT name FROM departments WHERE enterprise_id = ?1 AND id = ?2";

const PREVIEW = 200;
const MOST_TRIES = 5;
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
}

/**
 * Does what somebody asks for in a chat that they see, once for each id. Throws notFound, chatPickedUp with the name of
 * who was faster, chatNotYours, chatEnded, chatWindowClosed, chatIdUsed, or invalid for words that the channel does not
 * carry.
 */
export const act = (ctx: Ctx, chatId: string, action: ChatAction, reader: Reader): Promise<Done> =>
  again(async () => {
    const own = "id" in action ? action.id : "";
    const found = await find(ctx, chatId, own);
    const change = isDone(ctx, found, own, chatId) ? undefined : await changeOf(ctx, found, action);
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

/** Closes a chat of one's own; asked again with the same id, it was closed already. */
export const close = (
  ctx: Ctx,
  chatId: string,
  { id, feedback }: { id: string; feedback: string },
): Promise<KeptRow[]> =>
  again(async () => {
    const found = await find(ctx, chatId, id);
    if (isDone(ctx, found, id, chatId)) return [];
    mustBeMine(ctx, found);
    const closing = ctx.db.$client.prepare(CLOSE).bind(chatId, ctx.now());
    const logged = log(ctx, chatId, id, chatActionCodes.closed, { text: feedback });
    return (await write(ctx, found, { id, statements: [closing, logged] }, [])).kept;
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

async function find(ctx: Ctx, chatId: string, own: string): Promise<Found> {
  const { db, enterpriseId, actor } = ctx;
  const found = await db.$client.prepare(FOUND).bind(enterpriseId, actor.userId, chatId, own).first<Found>();
  if (!found) throw new DomainError("notFound");
  return found;
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

function mustBeMine({ actor }: Ctx, { state, handler, sees }: Found): void {
  if (sees === 0) throw new DomainError("notFound");
  if (state === CHAT.closed || state === CHAT.missed) throw new DomainError("chatEnded");
  if (handler !== actor.userId) throw new DomainError("chatNotYours");
}

async function changeOf(ctx: Ctx, found: Found, action: ChatAction): Promise<Change | undefined> {
  const { $client } = ctx.db;
  const { userId, name } = ctx.actor;
  const [{ id: chatId }, at] = [found, ctx.now()];
  switch (action.action) {
    case "agentPickupChat": {
      if (found.handler === userId && found.state === CHAT.ongoing) return undefined;
      refusePickUp(found);
      return {
        id: action.id,
        statements: [
          $client.prepare(COUNT_PICK_UP).bind(chatId, at),
          $client.prepare(PICK_UP).bind(chatId, at, userId, name),
          leavingFloor(ctx, chatId),
          log(ctx, chatId, action.id, chatActionCodes.agentPickedUp),
        ],
      };
    }
    case "agentReadChat":
      if (found.handler !== userId) return undefined;
      return { id: "", statements: [$client.prepare(READ).bind(chatId)] };
    case "agentNote":
      if (found.sees === 0) throw new DomainError("notFound");
      if (found.state === CHAT.closed || found.state === CHAT.missed) throw new DomainError("chatEnded");
      return {
        id: action.id,
        statements: [
          $client.prepare(NOTE).bind(chatId, at),
          log(ctx, chatId, action.id, chatActionCodes.note, { text: action.text }),
        ],
      };
    case "transferChat": {
      mustBeMine(ctx, found);
      const to = await department(ctx, found, action.departmentId);
      return {
        id: action.id,
        statements: [
          $client.prepare(TRANSFER).bind(chatId, at, action.departmentId),
          log(ctx, chatId, action.id, chatActionCodes.transferred, { to, text: action.note }),
        ],
      };
    }
    case "agentReplyChat": {
      mustBeMine(ctx, found);
      const body = { kind: "text", text: action.text } as const;
      return {
        id: action.id,
        isMessage: true,
        statements: [
          $client.prepare(ANSWER).bind(chatId, at, action.text.slice(0, PREVIEW)),
          $client
            .prepare(SAY)
            .bind(chatId, action.id, JSON.stringify(body), userId, expiryOf(found, action.text, at), at),
        ],
      };
    }
    default:
      return action satisfies never;
  }
}

function refusePickUp({ state, handler, handler_name: name }: Found): void {
  if (state === CHAT.closed || state === CHAT.missed) throw new DomainError("chatEnded");
  if (handler !== null) throw new DomainError("chatPickedUp", { message: texts.pickedUp(name) });
}

/** When an answer is no longer to be sent; refuses what the channel does not carry, or not now. */
function expiryOf({ vendor, type, window_until: until }: Found, text: string, at: number): number {
  const can = adapterOf(vendor)?.capabilities(type);
  const reason = can && whyNot({ kind: "text", text }, can);
  if (reason !== undefined) throw new DomainError("invalid", { message: reason, errors: { text: reason } });
  if (!can || can.windowHours === null) return at + ANSWER_MS;
  if (until === null || until <= at) throw new DomainError("chatWindowClosed");
  return until;
}

async function department(ctx: Ctx, found: Found, id: string): Promise<string> {
  const refused = (text: string) =>
    new DomainError("invalid", { message: text, errors: { departmentId: text } });
  if (id === found.department_id) throw refused(texts.sameDepartment);
  const name = await ctx.db.$client.prepare(DEPARTMENT).bind(ctx.enterpriseId, id).first<string>("name");
  if (name === null) throw refused(texts.departmentGone);
  return name;
}

const log = (
  { db, actor, now }: Ctx,
  chatId: string,
  id: string,
  type: ChatActionCode,
  { to = "", text = "" } = {},
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
  if (!change) return { kept: [], read: await $client.batch(reading) };
  const before = { id: found.id, handler: found.handler, departmentId: found.department_id };
  const writing = [
    $client.prepare(GUARD).bind(found.id, ctx.enterpriseId, found.state, found.handler, found.department_id),
    ...change.statements,
    keepingAction(ctx, before, change.id),
  ];
  try {
    const results = await $client.batch([...writing, ...reading]);
    return { kept: keptRows(results[writing.length - 1]), read: results.slice(writing.length) };
  } catch (error) {
    // The same call may have come twice at once: the second finds it done.
    const isDouble = describe(error).includes("UNIQUE constraint failed");
    if (!guardFailed(error) && !isDouble) throw error;
    throw new Overtaken();
  }
}

/** Somebody changed the chat between the look and the write. */
class Overtaken extends Error {
  override readonly name = "Overtaken";
}
