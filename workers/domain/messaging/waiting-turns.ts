import type { ChatRules } from "#workers/contract/chat-rules.ts";
import { SESSION_GAP_MS, type TurnKind } from "#workers/contract/endpoints/bot-sessions.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { Ctx } from "../ctx.ts";
import { RULES_OF, rulesIn } from "./chat-rules.ts";

/** A message that waits for a bot's answer. */
export interface WaitingTurn {
  n: number;
  identityId: string;
  chatId: string;
  messageId: string;
  botId: string;
  body: MessageBody;
  /** The bot's session with this person, and how its last turn went, if the session still lasts. */
  sessionId: string | null;
  before: TurnKind | null;
  rules: ChatRules;
  /** Some bot has asked this person for something. */
  hasFloor: boolean;
  /** The run for which this bot talks: its effect's key, and the intents that end the talk. */
  talk: { effect: string; intents: readonly string[] } | null;
}

const WAITING = `SELECT t.n, t.identity_id, t.chat_id, t.message_id, t.bot_id, m.body, c.bot_session_id,
    (SELECT b.kind FROM turns b WHERE b.enterprise_id = t.enterprise_id AND b.conversation_id = c.bot_session_id
      AND b.agent_id = t.bot_id AND b.at >= t.at - ${SESSION_GAP_MS} ORDER BY b.at DESC LIMIT 1) AS before, ${RULES_OF("t.enterprise_id")} AS rules,
    EXISTS (SELECT 1 FROM floors f WHERE f.enterprise_id = t.enterprise_id AND f.channel_id = t.channel_id AND f.identity_id = c.identity_id) AS has_floor,
    w.effect, w.intents
  FROM message_turns t JOIN messages m ON m.id = t.message_id JOIN chats c ON c.id = t.chat_id
  LEFT JOIN floors w ON w.enterprise_id = t.enterprise_id AND w.channel_id = t.channel_id AND w.identity_id = c.identity_id AND w.bot_id = t.bot_id AND w.effect <> ''
  WHERE t.channel_id = ?1 AND t.state = 'waiting'
    AND NOT EXISTS (SELECT 1 FROM message_turns o WHERE o.identity_id = t.identity_id AND o.state = 'waiting' AND o.n < t.n)
  ORDER BY t.n LIMIT ?2`;

interface Row {
  n: number;
  identity_id: string;
  chat_id: string;
  message_id: string;
  bot_id: string;
  body: string;
  bot_session_id: string | null;
  before: TurnKind | null;
  has_floor: number;
  effect: string | null;
  intents: string | null;
  rules: string | null;
}

/** The turns of a channel that wait, each person's oldest, the oldest first. */
export async function waitingTurns(
  { db }: Pick<Ctx, "db">,
  channelId: string,
  most: number,
): Promise<WaitingTurn[]> {
  const { results } = await db.$client.prepare(WAITING).bind(channelId, most).all<Row>();
  return results.map(({ n, identity_id, chat_id, message_id, bot_id, body, ...row }) => ({
    n,
    sessionId: row.bot_session_id,
    before: row.before,
    rules: rulesIn(row.rules),
    hasFloor: row.has_floor === 1,
    talk:
      row.effect === null
        ? null
        : { effect: row.effect, intents: JSON.parse(row.intents ?? "[]") as string[] },
    identityId: identity_id,
    chatId: chat_id,
    messageId: message_id,
    botId: bot_id,
    body: JSON.parse(body) as MessageBody,
  }));
}
