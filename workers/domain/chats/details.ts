import type { chatUserDetails } from "#workers/contract/endpoints/chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso } from "../ctx.ts";
import { masked } from "../customers/mask.ts";
import { DomainError } from "../error.ts";
import type { Reader } from "./read.ts";
import { SEEN } from "./seen.ts";

/** Earlier chats that are shown at once, turns of the bot that are read, and intents that are named. */
const MOST = { chats: 10, turns: 30, intents: 5 } as const;

const ONE = `one AS (SELECT c.id, c.identity_id, c.bot_session_id FROM chats c WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN})`;
const THERE = `WITH ${ONE} SELECT id FROM one`;
/** Chats of the same person on any channel: of this identity, and of all that are the same customer's. */
const OTHERS = `WITH ${ONE},
  people AS (SELECT o.identity_id AS id FROM one o UNION
    SELECT i.id FROM one o JOIN identities m ON m.id = o.identity_id JOIN identities i ON i.enterprise_id = ?1 AND i.customer = m.customer)
  SELECT c.id, c.state, c.missed_reason, h.name AS channel, c.handler_name, c.last_at, c.last_text
  FROM people p CROSS JOIN chats c ON c.enterprise_id = ?1 AND c.identity_id = p.id JOIN channels h ON h.id = c.channel_id
  WHERE c.id <> ?3 AND ${SEEN} ORDER BY c.last_at DESC LIMIT ?4`;
const TURNS = `WITH ${ONE}
  SELECT a.name AS bot, count(*) OVER () AS turns, t.intent_name AS intent, t.parameters, sum(t.kind = 'outOfScope') OVER () AS not_understood
  FROM one o JOIN conversations s ON s.id = o.bot_session_id AND s.enterprise_id = ?1 JOIN agents a ON a.id = s.agent_id
    JOIN turns t ON t.enterprise_id = ?1 AND t.conversation_id = s.id
  ORDER BY t.at DESC LIMIT ?4`;

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

/** What the one who takes a chat over wants to know: the person's other chats, and what a bot has learned of them. */
export async function chatUserDetailsOf(
  { db, enterpriseId, actor }: Ctx,
  chatId: string,
  { mayUnmask }: Reader,
): Promise<ReplyOf<typeof chatUserDetails>> {
  const bound = (text: string, ...more: unknown[]) =>
    db.$client.prepare(text).bind(enterpriseId, actor.userId, chatId, ...more);
  const [there, others, turns] = await db.$client.batch([
    bound(THERE),
    bound(OTHERS, MOST.chats + 1),
    bound(TURNS, MOST.turns),
  ]);
  if (there?.results.length !== 1) throw new DomainError("notFound");
  const rows = (others?.results ?? []) as unknown as OtherRow[];
  const shown = mayUnmask() ? (text: string) => text : masked;
  return {
    chats: rows.slice(0, MOST.chats).map((row) => ({
      chatId: row.id,
      state: row.state,
      missedReason: row.missed_reason,
      channelName: row.channel,
      handlerName: row.handler_name,
      lastAt: iso(row.last_at),
      lastMessage: row.last_text,
    })),
    more: rows.length > MOST.chats,
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
    // What was said last holds.
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
