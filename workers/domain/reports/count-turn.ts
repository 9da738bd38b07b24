import type { ConversationClass } from "#db/tenant/reports.ts";
import type { TurnKind } from "#workers/contract/endpoints/bot-sessions.ts";
import { feelingNames, feelings, type Feeling } from "#workers/contract/emotions.ts";
import type { Ctx } from "../ctx.ts";
import { DAY_MS, QUARTER_MS, quarterOf } from "./grain.ts";

interface CountedTurn {
  agentId: string;
  senderId: string;
  at: number;
  intentId: string | null;
  intentName: string | null;
  kind: TurnKind;
  emotion: string | null;
  weak: boolean;
}

/** The conversation as it was before the turn; undefined when the turn begins it. */
type SessionBefore =
  | { startedAt: number; lastAt: number; turns: number; scoped: number; lastIntentId: string | null }
  | undefined;

/** Placeholders in the key of a step: the start of a conversation, and a message that no intent understood. */
export const BEGINS = "";
export const NOT_UNDERSTOOD = "-";

const flowKey = (from: string, to: string): string => `${from}>${to}`;

const classOf = ({ turns, scoped }: { turns: number; scoped: number }): ConversationClass =>
  scoped === 0 ? "notUnderstood" : scoped === turns ? "understood" : "partly";

/** The sender has been "coming" since they last wrote, for a day at most; from now on they have come. */
const SUMS = `INSERT INTO report_sums (enterprise_id, agent_id, grain, at, turns, scoped, weak, positive, negative, ambiguous,
    neutral, conversations, messages, longest, offered, coming)
  WITH seen (at) AS (
      SELECT max(coalesce(max(last_at) - max(last_at) % ${QUARTER_MS}, 0), ?4 - ${DAY_MS}) FROM conversations
      WHERE enterprise_id = ?1 AND agent_id = ?2 AND sender_id = ?3),
    moments (at, turns, scoped, weak, positive, negative, ambiguous, neutral, conversations, messages, longest,
      offered, coming) AS (
      SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8,
        value->>9, value->>10, value->>11, 0 FROM json_each(?5)
      UNION ALL SELECT at, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 FROM seen WHERE at < ?4
      UNION ALL SELECT ?4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1 FROM seen WHERE at < ?4),
    grains (grain) AS (VALUES (${QUARTER_MS}), (${DAY_MS}))
  SELECT ?1, ?2, grain, at - at % grain AS began, sum(turns), sum(scoped), sum(weak), sum(positive), sum(negative),
    sum(ambiguous), sum(neutral), sum(conversations), sum(messages), max(longest), sum(offered),
    sum(coming)
  FROM moments, grains WHERE true GROUP BY grain, began
  ON CONFLICT (enterprise_id, agent_id, grain, at) DO UPDATE SET turns = turns + excluded.turns,
    scoped = scoped + excluded.scoped, weak = weak + excluded.weak, positive = positive + excluded.positive,
    negative = negative + excluded.negative, ambiguous = ambiguous + excluded.ambiguous,
    neutral = neutral + excluded.neutral, conversations = conversations + excluded.conversations,
    messages = messages + excluded.messages, longest = max(longest, excluded.longest),
    offered = offered + excluded.offered, coming = coming + excluded.coming`;

const DAYS = `INSERT INTO report_days (enterprise_id, agent_id, kind, at, key, name, count)
  SELECT ?1, ?2, value->>0, value->>1, value->>2, value->>3, value->>4 FROM json_each(?3) WHERE true
  ON CONFLICT (enterprise_id, agent_id, kind, at, key) DO UPDATE SET count = count + excluded.count, name = excluded.name`;

/**
 * The statements that count a turn, for the batch that writes it. They run before the conversation's row is written,
 * because they read from it when the sender last wrote. Their text is fixed: every turn needs them.
 */
export function countingTurn(
  { db: { $client }, enterpriseId }: Ctx,
  turn: CountedTurn,
  before: SessionBefore,
): D1PreparedStatement[] {
  const { agentId, senderId, at } = turn;
  const moments = JSON.stringify(momentsOf(turn, before));
  return [
    // A bound number is a floating-point one to SQLite, and so would be all that is reckoned with it.
    $client.prepare(SUMS).bind(enterpriseId, agentId, senderId, quarterOf(at), moments),
    $client.prepare(DAYS).bind(enterpriseId, agentId, JSON.stringify(countsOf(turn, before))),
  ];
}

/** The turn at its time, and its conversation at the time at which that began. */
function momentsOf({ at, intentId, kind, weak, emotion }: CountedTurn, before: SessionBefore): number[][] {
  const felt = feelingNames.map((name) => (feelingOf(emotion) === name ? 1 : 0));
  const ofTurn = [
    quarterOf(at),
    1,
    intentId === null ? 0 : 1,
    weak ? 1 : 0,
    ...felt,
    0,
    0,
    0,
    kind === "didYouMean" ? 1 : 0,
  ];
  const started = quarterOf(before?.startedAt ?? at);
  const nothing = [0, 0, 0, 0, 0, 0, 0];
  return [ofTurn, [started, ...nothing, before ? 0 : 1, 1, (before?.turns ?? 0) + 1, 0]];
}

const feelingOf = (emotion: string | null): Feeling | undefined =>
  feelingNames.find((name) => (feelings[name] as readonly (string | null)[]).includes(emotion));

type CountRow = [kind: string, at: number, key: string, name: string, count: number];

function countsOf(turn: CountedTurn, before: SessionBefore): CountRow[] {
  const { at, intentId, intentName, kind, emotion } = turn;
  const rows: CountRow[] = [];
  const add = (what: string, when: number, key: string, { name = "", count = 1 } = {}) => {
    rows.push([what, when - (when % DAY_MS), key, name, count]);
  };
  if (intentId !== null) add("intent", at, intentId, { name: intentName ?? "" });
  if (emotion !== null) add("emotion", at, emotion);
  add("outcome", at, kind);
  // A step counts when it is left: an intent's surplus over the steps away from it is the conversations that ended
  // there.
  const from = before ? (before.lastIntentId ?? NOT_UNDERSTOOD) : BEGINS;
  add("flow", before?.lastAt ?? at, flowKey(from, intentId ?? NOT_UNDERSTOOD));
  const now = classOf({
    turns: (before?.turns ?? 0) + 1,
    scoped: (before?.scoped ?? 0) + (intentId === null ? 0 : 1),
  });
  const was = before && classOf(before);
  if (now !== was) {
    const started = before?.startedAt ?? at;
    add("class", started, now);
    if (was) add("class", started, was, { count: -1 });
  }
  return rows;
}
