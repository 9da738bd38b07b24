import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { NodeTypeName } from "#workers/contract/automation/node-types.ts";
import { DASHBOARD_LAUNCHES, type encapDashboard } from "#workers/contract/endpoints/automation-logs.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { type Ctx, iso, isoOrNull } from "../ctx.ts";
import { namesIn, type NodeRow, NODES } from "./node-names.ts";

const DAY_MS = 86_400_000;
const SHOWN = 5;

/** Launches of encaps that are there. */
const LAUNCHES = `FROM automation_instances i CROSS JOIN automations a ON a.id = i.automation_id AND a.kind = 'encap' AND a.deleted_at IS NULL
  WHERE i.enterprise_id = ?1 AND i.state <> ${INSTANCE.deleted}`;
const STATES = `SELECT i.state, count(*) AS count ${LAUNCHES} GROUP BY i.state`;
const OPEN = "(SELECT count(*) FROM runs r WHERE r.instance_id = i.id AND r.state = 'waiting')";
const OPEN_RUNS = `SELECT coalesce(sum(${OPEN}), 0) AS openRuns ${LAUNCHES}`;
const FAILURES = `SELECT coalesce(sum((SELECT count(*) FROM runs r WHERE r.instance_id = i.id AND r.state = 'failed' AND r.ended_at >= ?2)), 0) AS failures ${LAUNCHES}`;
const CHANNEL =
  "coalesce((SELECT c.name FROM channels c WHERE c.id = i.channel_id AND c.enterprise_id = ?1), '') AS channel";
const COLUMNS = `i.id, i.name, a.id AS encapId, a.name AS encap, i.start_at AS startAt, ${CHANNEL}`;
const LISTED = `SELECT ${COLUMNS}, ${OPEN} AS openRuns ${LAUNCHES} AND i.state = ?2 ORDER BY i.created_at DESC, i.id DESC LIMIT ${DASHBOARD_LAUNCHES}`;
const NEXT = `SELECT ${COLUMNS} ${LAUNCHES} AND i.state = ${INSTANCE.scheduled} AND i.start_at IS NOT NULL ORDER BY i.start_at, i.id LIMIT ${SHOWN}`;
/** From the roll-ups: a busy week is as quick as a quiet one. */
const DAYS = `FROM automation_instances i CROSS JOIN automations a ON a.id = i.automation_id AND a.kind = 'encap' AND a.deleted_at IS NULL
  CROSS JOIN node_daily d ON d.instance_id = i.id AND d.day >= ?2 WHERE i.enterprise_id = ?1`;
const WORST = `SELECT a.id AS encapId, a.name AS encap, d.version_id AS versionId, d.node AS nodeId, sum(d.errors) AS errors ${DAYS}
  GROUP BY a.id, d.version_id, d.node HAVING sum(d.errors) > 0 ORDER BY errors DESC, d.node LIMIT ${SHOWN}`;
/** Nodes that send something whoever comes to them; a bot or knowledge may have nothing to say. */
const SENDING = (
  [
    "sendMessage",
    "sendTemplate",
    "buttons",
    "ask",
    "form",
    "whatsappFlow",
    "payment",
    "sendMail",
    "sendSms",
  ] satisfies NodeTypeName[]
)
  .map((type) => `'${type}'`)
  .join(", ");
const MESSAGES = `SELECT coalesce(sum(s.n), 0) AS messages FROM (SELECT d.version_id, d.node, sum(d.entered) - sum(d.errors) AS n ${DAYS} GROUP BY d.version_id, d.node) s
  CROSS JOIN automation_versions v ON v.id = s.version_id
  CROSS JOIN json_each(v.graph, '$.nodes') e ON e.value ->> '$.id' = s.node AND e.value ->> '$.type' IN (${SENDING})`;

interface LaunchRow {
  id: string;
  name: string;
  encapId: string;
  encap: string;
  channel: string;
  startAt: number | null;
  openRuns?: number;
}
interface WorstRow {
  encapId: string;
  encap: string;
  versionId: string;
  nodeId: string;
  errors: number;
}

/** Encaps at a glance, in one batch. */
export async function dashboardOf(
  { db: { $client }, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  { state }: InputOf<typeof encapDashboard>["query"],
): Promise<ReplyOf<typeof encapDashboard>> {
  const bound = (text: string, ...values: unknown[]) => $client.prepare(text).bind(enterpriseId, ...values);
  const week = new Date(now() - 6 * DAY_MS).toISOString().slice(0, 10);
  const [states, open, failures, messages, listed, next, worst, nodes] = await $client.batch([
    bound(STATES),
    bound(OPEN_RUNS),
    bound(FAILURES, now() - DAY_MS),
    bound(MESSAGES, week),
    bound(LISTED, state),
    bound(NEXT),
    bound(WORST, week),
    bound(NODES(WORST), week),
  ]);
  const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[];
  const nodeOf = namesIn(rowsOf<NodeRow>(nodes));
  const encapOf = ({ encapId: id, encap: name }: { encapId: string; encap: string }) => ({ id, name });
  const first = (result: D1Result | undefined, key: string) =>
    rowsOf<Record<string, number>>(result)[0]?.[key] ?? 0;
  return {
    states: rowsOf(states),
    openRuns: first(open, "openRuns"),
    failures: first(failures, "failures"),
    messages: first(messages, "messages"),
    launches: rowsOf<LaunchRow>(listed).map((row) => ({
      id: row.id,
      name: row.name,
      encap: encapOf(row),
      channel: row.channel,
      openRuns: row.openRuns ?? 0,
      startAt: isoOrNull(row.startAt),
    })),
    next: rowsOf<LaunchRow>(next).flatMap((row) =>
      row.startAt === null
        ? []
        : [
            {
              id: row.id,
              name: row.name,
              encap: encapOf(row),
              channel: row.channel,
              startAt: iso(row.startAt),
            },
          ],
    ),
    worst: rowsOf<WorstRow>(worst).map((row) => ({
      encap: encapOf(row),
      node: nodeOf(row.versionId, row.nodeId),
      errors: row.errors,
    })),
  };
}
