import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import {
  BEHIND_PAGE,
  type BehindMessage,
  type behindConversation,
} from "#workers/contract/endpoints/conversations.ts";
import type { TurnKind } from "#workers/contract/endpoints/bot-sessions.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { namesIn, type NodeRow, NODES } from "../automations/node-names.ts";
import { SEEN } from "../messaging/seen.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { BESIDE, besideIn, type BesideRow } from "./sent-beside.ts";

/** Steps that one look shows, the earliest. */
const MOST_STEPS = 400;

/** `?1` the enterprise, `?2` the reader, `?3` the chat; `?4` and `?5` the first and the last place. */
const SEES = `EXISTS (SELECT 1 FROM chats c WHERE c.enterprise_id = ?1 AND c.id = ?3 AND ${SEEN})`;
const THERE = `SELECT ${SEES} AS sees`;
const PART = `m.enterprise_id = ?1 AND m.chat_id = ?3 AND m.seq BETWEEN ?4 AND ?5 AND m.held = 0`;
/** A message of a run names it and the step that sent it: `run:{run}:{step}`, and what else the step sent. */
const RUN = (cause: string) => `substr(${cause}, 5, instr(substr(${cause}, 5), ':') - 1)`;
const STEP = (cause: string) => `CAST(substr(${cause}, 5 + instr(substr(${cause}, 5), ':')) AS INTEGER)`;
const SENT = `SELECT m.id AS messageId, m.seq AS place, ${RUN("m.cause")} AS runId, ${STEP("m.cause")} AS step
  FROM messages m WHERE ${PART} AND m.cause GLOB 'run:*' AND ${SEES}`;
const beside = (way: "<" | ">", place: string, order: string) =>
  `(SELECT ${STEP("o.cause")} FROM messages o WHERE o.enterprise_id = ?1 AND o.chat_id = ?3 AND o.seq ${way} ${place} AND o.cause GLOB 'run:' || s.runId || ':*' ORDER BY o.seq ${order} LIMIT 1)`;
/** Runs of this part, with the step of their last message before it, and whether they have one after it. */
const RUNS = `SELECT s.runId, r.instance_id AS instanceId, a.id AS journeyId, a.name AS journey, a.kind, ${beside("<", "?4", "DESC")} AS before, ${beside(">", "?5", "ASC")} AS later
  FROM (SELECT DISTINCT runId FROM (${SENT})) s CROSS JOIN runs r ON r.id = s.runId AND r.enterprise_id = ?1
    CROSS JOIN automation_instances i ON i.id = r.instance_id CROSS JOIN automations a ON a.id = i.automation_id AND a.enterprise_id = ?1`;
const STEPS = `SELECT s.run_id AS runId, s.seq, s.node AS nodeId, r.version_id AS versionId, s.port, s.outcome, s.at,
    CASE s.outcome WHEN 'error' THEN coalesce(s.output ->> '$.sentence', '') ELSE '' END AS error
  FROM (${RUNS}) f CROSS JOIN runs r ON r.id = f.runId CROSS JOIN run_steps s ON s.run_id = r.id AND s.seq > coalesce(f.before, -1)
  ORDER BY s.run_id, s.seq LIMIT ${MOST_STEPS}`;
/** A turn has the id of the message that it answers. */
const TURNS = `SELECT t.id AS messageId, t.conversation_id AS sessionId, t.agent_id AS botId, coalesce(b.name, '') AS bot, t.kind, t.intent_id AS intentId, t.intent_name AS intent, t.confidence, t.at
  FROM messages m CROSS JOIN turns t ON t.id = m.id AND t.enterprise_id = ?1 LEFT JOIN agents b ON b.id = t.agent_id AND b.enterprise_id = ?1
  WHERE ${PART} AND m.direction = 'in' AND ${SEES}`;

interface SentRow {
  messageId: string;
  place: number;
  runId: string;
  step: number;
}
interface RunRow {
  runId: string;
  instanceId: string;
  journeyId: string;
  journey: string;
  kind: AutomationKind;
  before: number | null;
  later: number | null;
}
interface StepRow {
  runId: string;
  seq: number;
  nodeId: string;
  versionId: string;
  port: string | null;
  outcome: "ok" | "skipped" | "error" | "timeout";
  at: number;
  error: string;
}
interface TurnRow {
  messageId: string;
  sessionId: string;
  botId: string;
  bot: string;
  kind: TurnKind;
  intentId: string | null;
  intent: string | null;
  confidence: number;
  at: number;
}

const rowsIn = <Row>(result: D1Result | undefined): Row[] => (result?.results ?? []) as Row[];

/** The steps and turns behind the messages of a part of a chat that the reader sees; notFound for any other chat. */
export async function behindOf(
  { db: { $client }, enterpriseId, actor }: Ctx,
  chatId: string,
  { first, last }: InputOf<typeof behindConversation>["query"],
): Promise<ReplyOf<typeof behindConversation>> {
  const to = Math.min(last, first + BEHIND_PAGE);
  const bound = (text: string, ...values: unknown[]) =>
    $client.prepare(text).bind(enterpriseId, actor.userId, chatId, ...values);
  const [there, ...answers] = await $client.batch([
    bound(THERE),
    ...[SENT, RUNS, STEPS, NODES(STEPS), TURNS].map((text) => bound(text, first, to)),
    // Of the whole part: what follows it is another one's.
    bound(BESIDE, first, to),
  ]);
  if (rowsIn<{ sees: 0 | 1 }>(there)[0]?.sees !== 1) throw new DomainError("notFound");
  const [sent, runs, steps, nodes, turns, besides] = answers;
  return {
    behind: [
      ...ofRuns(rowsIn(sent), rowsIn(runs), rowsIn(steps), namesIn(rowsIn<NodeRow>(nodes))),
      ...rowsIn<TurnRow>(turns).map(ofTurn),
    ],
    ...besideIn(rowsIn<BesideRow>(besides)),
  };
}

/** Each message of a run with the steps since the run's message before; what came after its last one stands with that. */
function ofRuns(
  sent: readonly SentRow[],
  runs: readonly RunRow[],
  steps: readonly StepRow[],
  nodeOf: ReturnType<typeof namesIn>,
): BehindMessage[] {
  return runs.flatMap(({ runId, instanceId, journeyId, journey, kind, before, later }) => {
    const own = sent.filter((each) => each.runId === runId).toSorted((a, b) => a.place - b.place);
    let from = before ?? -1;
    return own.map(({ messageId, step }, at) => {
      const isLast = at === own.length - 1 && later === null;
      const after = from;
      from = Math.max(from, step);
      const until = isLast ? Number.MAX_SAFE_INTEGER : step;
      return {
        messageId,
        turn: null,
        run: {
          id: runId,
          instanceId,
          journey: { id: journeyId, name: journey, kind },
          steps: steps
            .filter((each) => each.runId === runId && each.seq > after && each.seq <= until)
            .map(({ seq, nodeId, versionId, port, outcome, at: when, error }) => ({
              ...{ seq, port, outcome, error },
              node: nodeOf(versionId, nodeId),
              at: iso(when),
            })),
        },
      };
    });
  });
}

const ofTurn = ({
  messageId,
  sessionId,
  botId,
  bot,
  kind,
  intentId,
  intent,
  confidence,
  at,
}: TurnRow): BehindMessage => ({
  messageId,
  run: null,
  turn: {
    bot: { id: botId, name: bot },
    sessionId,
    kind,
    intent: intentId === null ? null : { id: intentId, name: intent ?? "" },
    confidence,
    at: iso(at),
  },
});
