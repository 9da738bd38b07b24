import { sql } from "drizzle-orm";
import { type ConversationClass, reportDays, reportSums } from "#db/tenant/reports.ts";
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

/** Written into the statement's text, because SQLite takes a bound number for a floating-point one. */
const quarterLong = sql.raw(String(QUARTER_MS));
const dayLong = sql.raw(String(DAY_MS));

const flowKey = (from: string, to: string): string => `${from}>${to}`;

const classOf = ({ turns, scoped }: { turns: number; scoped: number }): ConversationClass =>
  scoped === 0 ? "notUnderstood" : scoped === turns ? "understood" : "partly";

/**
 * The statements that count a turn, for the batch that writes it. They run before the conversation's row is written,
 * because they read from it when the sender last wrote.
 */
export function countingTurn(ctx: Ctx, turn: CountedTurn, before: SessionBefore) {
  const { db, enterpriseId } = ctx;
  const { agentId, senderId, at } = turn;
  const quarter = quarterOf(at);
  const moments = JSON.stringify(momentsOf(turn, before));
  return [
    db
      .insert(reportSums)
      .select(
        // The sender has been "coming" since they last wrote, for a day at most; from now on they have come.
        sql`WITH seen (at) AS (
              SELECT max(coalesce(max(last_at) - max(last_at) % ${quarterLong}, 0), ${quarter - DAY_MS}) FROM conversations
              WHERE enterprise_id = ${enterpriseId} AND agent_id = ${agentId} AND sender_id = ${senderId}),
            moments (at, turns, scoped, weak, positive, negative, ambiguous, neutral, conversations, messages, longest,
              coming) AS (
              SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8,
                value->>9, value->>10, 0 FROM json_each(${moments})
              UNION ALL SELECT at, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 FROM seen WHERE at < ${quarter}
              UNION ALL SELECT ${quarter}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1 FROM seen WHERE at < ${quarter}),
            grains (grain) AS (VALUES (${quarterLong}), (${dayLong}))
            SELECT ${enterpriseId}, ${agentId}, grain, at - at % grain AS began, sum(turns), sum(scoped), sum(weak),
              sum(positive), sum(negative), sum(ambiguous), sum(neutral), sum(conversations), sum(messages),
              max(longest), sum(coming)
            FROM moments, grains WHERE true GROUP BY grain, began`,
      )
      .onConflictDoUpdate({
        target: [reportSums.enterpriseId, reportSums.agentId, reportSums.grain, reportSums.at],
        set: {
          turns: sql`turns + excluded.turns`,
          scoped: sql`scoped + excluded.scoped`,
          weak: sql`weak + excluded.weak`,
          positive: sql`positive + excluded.positive`,
          negative: sql`negative + excluded.negative`,
          ambiguous: sql`ambiguous + excluded.ambiguous`,
          neutral: sql`neutral + excluded.neutral`,
          conversations: sql`conversations + excluded.conversations`,
          messages: sql`messages + excluded.messages`,
          longest: sql`max(longest, excluded.longest)`,
          coming: sql`coming + excluded.coming`,
        },
      }),
    db
      .insert(reportDays)
      .select(
        sql`SELECT ${enterpriseId}, ${agentId}, value->>0, value->>1, value->>2, value->>3, value->>4
            FROM json_each(${JSON.stringify(countsOf(turn, before))}) WHERE true`,
      )
      .onConflictDoUpdate({
        target: [reportDays.enterpriseId, reportDays.agentId, reportDays.kind, reportDays.at, reportDays.key],
        set: { count: sql`count + excluded.count`, name: sql`excluded.name` },
      }),
  ] as const;
}

/** The turn at its time, and its conversation at the time at which that began. */
function momentsOf({ at, intentId, weak, emotion }: CountedTurn, before: SessionBefore): number[][] {
  const felt = feelingNames.map((name) => (feelingOf(emotion) === name ? 1 : 0));
  const ofTurn = [quarterOf(at), 1, intentId === null ? 0 : 1, weak ? 1 : 0, ...felt, 0, 0, 0];
  const started = quarterOf(before?.startedAt ?? at);
  const nothing = [0, 0, 0, 0, 0, 0, 0];
  return [ofTurn, [started, ...nothing, before ? 0 : 1, 1, (before?.turns ?? 0) + 1]];
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
