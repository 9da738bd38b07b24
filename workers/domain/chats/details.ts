import type { chatUserDetails } from "#workers/contract/endpoints/chat-customer.ts";
import type { RecipientStatus } from "#workers/contract/broadcast.ts";
import { broadcastOf } from "#workers/contract/recipient-ids.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { archivedUntil } from "../archives/person.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import type { Reader } from "./chat-row.ts";
import { noteRead, TO_BE_NOTED } from "./note-reading.ts";
import { NOT_UNDERSTOOD } from "./not-understood.ts";
import { ONE, PEOPLE } from "./person-of.ts";
import { SEEN } from "../messaging/seen.ts";

/** Earlier chats that are shown at once, turns of the bot that are read, and intents that are named. */
const MOST = { chats: 10, turns: 30, intents: 5, sessions: 5, broadcasts: 5 } as const;

const OTHERS = `WITH ${ONE}, ${PEOPLE}
  SELECT c.id, c.state, c.missed_reason, h.name AS channel, c.handler_name, c.last_at, c.last_text
  FROM people p CROSS JOIN chats c ON c.enterprise_id = ?1 AND c.identity_id = p.id JOIN channels h ON h.id = c.channel_id
  WHERE c.id <> ?3 AND ${SEEN} ORDER BY c.last_at DESC LIMIT ?4`;
const TURNS = `WITH ${ONE}
  SELECT a.name AS bot, count(*) OVER () AS turns, t.intent_name AS intent, t.parameters, sum(${NOT_UNDERSTOOD}) OVER () AS not_understood
  FROM one o JOIN conversations s ON s.id = o.bot_session_id AND s.enterprise_id = ?1 JOIN agents a ON a.id = s.agent_id
    JOIN turns t ON t.enterprise_id = ?1 AND t.conversation_id = s.id
  ORDER BY t.at DESC LIMIT ?4`;

/** Their other talks with bots, each with the chat in which it was, as far as the reader sees that. A turn has the id of its message. */
const SESSIONS = `WITH ${ONE}, ${PEOPLE},
  talks AS (SELECT s.id, a.name AS botName, s.last_at AS lastAt, s.turns,
      (SELECT c.id FROM turns t JOIN messages m ON m.id = t.id CROSS JOIN chats c ON c.id = m.chat_id AND c.enterprise_id = ?1 AND ${SEEN}
        WHERE t.enterprise_id = ?1 AND t.conversation_id = s.id LIMIT 1) AS chatId
    FROM people p CROSS JOIN agents a ON a.enterprise_id = ?1
      CROSS JOIN conversations s ON s.enterprise_id = ?1 AND s.agent_id = a.id AND s.sender_id = p.id
    WHERE s.id IS NOT (SELECT bot_session_id FROM one))
  SELECT t.id, t.botName, t.lastAt, t.turns, t.chatId, c.state FROM talks t JOIN chats c ON c.id = t.chatId ORDER BY t.lastAt DESC LIMIT ?4`;

const BROADCASTS = `WITH ${ONE}, ${PEOPLE}
  SELECT r.id, b.id AS broadcastId, b.name, r.claimed_at AS at, r.status, r.replied_at AS repliedAt
  FROM people p CROSS JOIN broadcast_recipients r ON r.identity_id = p.id CROSS JOIN broadcasts b ON b.id = ${broadcastOf("r.id")}
  WHERE r.claimed_at IS NOT NULL ORDER BY r.claimed_at DESC LIMIT ?4`;

const ARCHIVED = `WITH ${ONE}, ${PEOPLE}
  SELECT max(${archivedUntil("i.archives")}) AS until FROM people p CROSS JOIN identities i ON i.id = p.id`;

interface BroadcastRow {
  id: string;
  broadcastId: string;
  name: string;
  at: number;
  status: RecipientStatus;
  repliedAt: number | null;
}
interface SessionRow {
  id: string;
  botName: string;
  lastAt: number;
  turns: number;
  chatId: string;
  state: number;
}
interface OtherRow {
  id: string;
  state: number;
  missed_reason: number | null;
  channel: string;
  handler_name: string;
  last_at: number;
  last_text: string;
}
interface TurnRow {
  bot: string;
  /** Of the whole session; the rows are its last ones. */
  turns: number;
  not_understood: number;
  intent: string | null;
  parameters: string | null;
}

/** Facts for the one who takes a chat over: the person's other chats, and what a bot has learned of them. */
export async function chatUserDetailsOf(
  ctx: Ctx,
  chatId: string,
  { mayUnmask }: Reader,
): Promise<ReplyOf<typeof chatUserDetails>> {
  const { db, enterpriseId, actor } = ctx;
  const bound = (text: string, ...more: unknown[]) =>
    db.$client.prepare(text).bind(enterpriseId, actor.userId, chatId, ...more);
  const [there, others, turns, talks, sent, archived] = await db.$client.batch([
    bound(TO_BE_NOTED),
    bound(OTHERS, MOST.chats + 1),
    bound(TURNS, MOST.turns),
    bound(SESSIONS, MOST.sessions + 1),
    bound(BROADCASTS, MOST.broadcasts + 1),
    bound(ARCHIVED),
  ]);
  await noteRead(ctx, there);
  const rows = (others?.results ?? []) as unknown as OtherRow[];
  const sessions = (talks?.results ?? []) as unknown as SessionRow[];
  const broadcasts = (sent?.results ?? []) as unknown as BroadcastRow[];
  const shown = mayUnmask() ? (text: string) => text : masked;
  return {
    chats: rows.slice(0, MOST.chats).map((row) => ({
      chatId: row.id,
      state: row.state,
      missedReason: row.missed_reason,
      channelName: row.channel,
      handlerName: row.handler_name,
      lastAt: iso(row.last_at),
      lastMessage: shown(row.last_text),
    })),
    more: rows.length > MOST.chats,
    sessions: sessions
      .slice(0, MOST.sessions)
      .map(({ lastAt, ...session }) => ({ ...session, at: iso(lastAt) })),
    moreSessions: sessions.length > MOST.sessions,
    broadcasts: broadcasts
      .slice(0, MOST.broadcasts)
      .map(({ at, repliedAt, ...row }) => ({ ...row, at: iso(at), replied: repliedAt !== null })),
    moreBroadcasts: broadcasts.length > MOST.broadcasts,
    archivedUntil: isoOrNull((archived?.results[0] as { until: number | null } | undefined)?.until ?? null),
    bot: learned((turns?.results ?? []) as unknown as TurnRow[], shown),
  };
}

/** Of a session's turns, the latest first: what was wanted, the values that were given, and how often nothing was understood. */
function learned(
  turns: readonly TurnRow[],
  shown: (text: string) => string,
): ReplyOf<typeof chatUserDetails>["bot"] {
  const [last] = turns;
  if (!last) return null;
  const intents = [...new Set(turns.flatMap(({ intent }) => intent ?? []))].slice(0, MOST.intents);
  const values = new Map<string, string>();
  for (const { parameters } of turns) {
    const given = JSON.parse(parameters ?? "{}") as Record<string, string> | null;
    // The latest value holds.
    for (const [name, value] of Object.entries(given ?? {})) if (!values.has(name)) values.set(name, value);
  }
  return {
    name: last.bot,
    turns: last.turns,
    notUnderstood: last.not_understood,
    intents,
    parameters: [...values].map(([name, value]) => ({ name, value: shown(value) })),
  };
}
