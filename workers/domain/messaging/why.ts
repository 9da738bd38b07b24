import type { TurnKind } from "#workers/contract/endpoints/bot-sessions.ts";
import type { Reason, WhyAnswered } from "#workers/contract/endpoints/messages.ts";
import { type MessageBody, wordsOf } from "#workers/contract/message-body.ts";
import type { Fact, Speaker } from "#workers/contract/who-speaks.ts";
import { iso, type Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";

/**
 * A message, the customer's message behind it by its cause, and what the bot's log says about that: a turn has the id of
 * the message that it answers. The queue's words answer the last message before them that it took.
 */
const WHY = `SELECT it.id, it.direction, it.by_kind, it.cause, it.by_id,
    a.id AS asked_id, a.body AS asked_body, a.at AS asked_at, a.speaker, a.fact,
    w.bot_id, w.state AS turn_state, b.name AS bot_name,
    t.kind, t.intent_id, t.intent_name, t.confidence, t.nearest_phrase, t.others, t.sources, t.parameters
  FROM (SELECT m.*, CASE
      WHEN m.direction = 'in' THEN m.id
      WHEN m.cause LIKE 'queue:%' THEN (SELECT q.id FROM messages q WHERE q.enterprise_id = m.enterprise_id AND q.chat_id = m.chat_id
        AND q.seq < m.seq AND q.speaker = 'queue' ORDER BY q.seq DESC LIMIT 1)
      ELSE substr(m.cause, instr(m.cause, ':') + 1) END AS about
    FROM messages m WHERE m.enterprise_id = ?1 AND m.id = ?2) it
    LEFT JOIN messages a ON a.enterprise_id = ?1 AND a.id = it.about
    LEFT JOIN message_turns w ON w.enterprise_id = ?1 AND w.message_id = it.about
    LEFT JOIN turns t ON t.enterprise_id = ?1 AND t.id = it.about
    LEFT JOIN agents b ON b.enterprise_id = ?1 AND b.id = coalesce(w.bot_id, CASE it.by_kind WHEN 'bot' THEN it.by_id END)`;

interface Row {
  id: string;
  direction: "in" | "out";
  by_kind: "customer" | "person" | "bot" | "system";
  by_id: string;
  cause: string | null;
  asked_id: string | null;
  asked_body: string | null;
  asked_at: number;
  speaker: Speaker | null;
  fact: Fact | null;
  bot_id: string | null;
  turn_state: string | null;
  bot_name: string | null;
  kind: TurnKind | null;
  intent_id: string | null;
  intent_name: string | null;
  confidence: number;
  nearest_phrase: string | null;
  others: string;
  sources: string | null;
  parameters: string | null;
}

/** Why a message was answered as it was; notFound for a message of somebody else. */
export async function whyAnswered({ db, enterpriseId }: Ctx, id: string): Promise<WhyAnswered> {
  const row = await db.$client.prepare(WHY).bind(enterpriseId, id).first<Row>();
  if (!row) throw new DomainError("notFound");
  const botId = row.bot_id ?? (row.by_kind === "bot" ? row.by_id : null);
  return {
    id: row.id,
    direction: row.direction,
    because: reasonOf(row),
    asked: row.asked_id === null ? null : { id: row.asked_id, text: wordsIn(row), at: iso(row.asked_at) },
    bot: botId === null ? null : { id: botId, name: row.bot_name ?? "" },
    turn: turnOf(row),
    failed: row.turn_state === "failed",
  };
}

function reasonOf({ direction, by_kind, cause, speaker, fact }: Row): Reason {
  if (direction === "in") return fact ?? speaker ?? "nobody";
  const [what] = (cause ?? "").split(":");
  if (what === "fact") return fact ?? "other";
  if (what === "queue" || what === "hours" || what === "handOver") return what;
  return by_kind === "bot" || by_kind === "person" ? by_kind : "other";
}

const wordsIn = ({ asked_body }: Row): string =>
  asked_body === null ? "" : wordsOf(JSON.parse(asked_body) as MessageBody);

function turnOf(row: Row): WhyAnswered["turn"] {
  const { kind, intent_id: intentId, nearest_phrase: nearestPhrase, confidence } = row;
  if (kind === null) return null;
  const others = JSON.parse(row.others) as { name: string; confidence: number }[];
  return {
    kind,
    intent: intentId === null ? null : { id: intentId, name: row.intent_name ?? "" },
    confidence,
    nearestPhrase,
    others: others.slice(0, MOST_OTHERS).map(({ name, confidence: score }) => ({ name, confidence: score })),
    sources: row.sources === null ? [] : (JSON.parse(row.sources) as string[]),
    parameters: row.parameters === null ? {} : (JSON.parse(row.parameters) as Record<string, string>),
  };
}

/** Further guesses of the bot that are told. */
const MOST_OTHERS = 3;
