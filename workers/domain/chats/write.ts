import type { Mention } from "#workers/contract/chat-events.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import type { Ctx } from "../ctx.ts";
import { isDouble } from "../error.ts";
import { guardFailed } from "../guard.ts";
import { keepingAction, keptRows } from "../live-events/keep-chats.ts";
import { NOBODY } from "../bare/bare.ts";
import type { Found } from "./found.ts";
import { type Move, stateAnswered } from "./moves.ts";

/**
 * Holds while the chat is whose it was, and as far: fifty people press at once, and one of them finds it so. It lets
 * new messages come; of somebody who was erased nothing is written any more.
 */
const GUARD = `SELECT CASE WHEN EXISTS (SELECT 1 FROM chats WHERE id = ?1 AND enterprise_id = ?2 AND state = ?3 AND handler IS ?4
    AND department_id IS ?5 AND people = ?6 AND identity_id <> '${NOBODY}') THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
/** Every change of a chat sets these; `?2` is now. */
export const GROWN = "seq = seq + 1, revision = revision + 1, updated_at = ?2";
const ANSWER = `UPDATE chats SET unread = 0, last_at = ?2, last_text = ?3, state = ?4, ${GROWN} WHERE id = ?1`;
const PREVIEW = 200;
const LOG = `INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, "to", text, at, mentions)
  SELECT ?2, c.enterprise_id, c.id, c.seq, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM chats c WHERE c.id = ?1`;
const MOST_TRIES = 5;

/** A change of one chat: its statements, after which its events are kept. */
export interface Change {
  id: string;
  statements: D1PreparedStatement[];
  isMessage?: boolean;
  /** Of messages that it adds or changes, beside the one that has its own id. */
  messageIds?: readonly string[];
}

/** Repeats work that was overtaken, so that it does it after all, or is told how things are by now. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Overtaken) || tries === MOST_TRIES) throw error;
    }
  }
}

/** The statement that notes what was done, at the chat's present place; after the one by which it has grown. */
export const log = (
  { db, actor, now }: Ctx,
  chatId: string,
  id: string,
  { type, to = "", text = "" }: Move["logs"],
  mentions: readonly Mention[] = [],
): D1PreparedStatement =>
  db.$client
    .prepare(LOG)
    .bind(chatId, id, type, actor.userId, actor.name, to, text, now(), JSON.stringify(mentions));

/** The statement by which a chat is answered now; before the one that adds the answer. */
export const answering = ({ db, now }: Ctx, found: Found, words: string): D1PreparedStatement =>
  db.$client.prepare(ANSWER).bind(found.id, now(), words.slice(0, PREVIEW), stateAnswered(found));

/**
 * Writes a change of a chat, if there is one, and reads in the same batch; Overtaken where it is by now not as it was
 * found.
 */
export async function write(
  ctx: Ctx,
  found: Found,
  change: Change | undefined,
  reading: D1PreparedStatement[],
): Promise<{ kept: KeptRow[]; read: D1Result[] }> {
  const { $client } = ctx.db;
  if (!change) return { kept: [], read: reading.length === 0 ? [] : await $client.batch(reading) };
  const writing = [
    $client
      .prepare(GUARD)
      .bind(found.id, ctx.enterpriseId, found.state, found.handler, found.department_id, found.people),
    ...change.statements,
    keepingAction(ctx, found.id, change.id, [change.id, ...(change.messageIds ?? [])]),
  ];
  try {
    const results = await $client.batch([...writing, ...reading]);
    return { kept: keptRows(results[writing.length - 1]), read: results.slice(writing.length) };
  } catch (error) {
    // The same call may have come twice at once, and the second finds it done; or the customer has just opened another chat.
    if (!guardFailed(error) && !isDouble(error)) throw error;
    throw new Overtaken();
  }
}

/** Somebody changed the chat between the look and the write. */
class Overtaken extends Error {
  override readonly name = "Overtaken";
}
