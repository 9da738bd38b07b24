import { randomUUID } from "node:crypto";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { folded } from "#workers/contract/who-speaks.ts";
import { newRun } from "#workers/domain/flow/run.ts";
import { dataOf } from "#workers/domain/runs/run-row.ts";
import type { Harness } from "./harness.ts";
import { rowsOf, type TestChannel } from "./messaging.ts";

/** A journey or an encap that is started on a channel, as publishing leaves it. */
export async function startedJourney(
  { env }: Pick<Harness, "env">,
  { id: channelId, enterpriseId }: Pick<TestChannel, "id" | "enterpriseId">,
  graph: Graph,
  {
    keyword,
    name = "Journey",
    kind = "journey",
  }: { keyword?: string; name?: string; kind?: AutomationKind } = {},
): Promise<{ automationId: string; instanceId: string; versionId: string }> {
  const [automationId, instanceId, versionId] = [randomUUID(), randomUUID(), randomUUID()];
  const run = (sql: string, ...values: unknown[]) => env.TENANT_1.prepare(sql).bind(...values);
  await env.TENANT_1.batch([
    run(
      `INSERT INTO automations (id, enterprise_id, kind, name, name_key, version, changed, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, 1, 0, 1, 1)`,
      automationId,
      enterpriseId,
      kind,
      name,
      automationId,
    ),
    run(
      `INSERT INTO automation_versions (id, enterprise_id, automation_id, number, graph, checksum, published_by, published_at)
       VALUES (?, ?, ?, 1, ?, '', '', 1)`,
      versionId,
      enterpriseId,
      automationId,
      JSON.stringify(graph),
    ),
    run(
      `INSERT INTO automation_instances (id, enterprise_id, automation_id, version_id, channel_id, name, state, started_at, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ${INSTANCE.started}, 1, 1, 1)`,
      instanceId,
      enterpriseId,
      automationId,
      versionId,
      channelId,
      name,
    ),
    ...(keyword === undefined
      ? []
      : [
          run(
            `INSERT INTO automation_triggers (id, enterprise_id, instance_id, channel_id, kind, key) VALUES (?, ?, ?, ?, 'keyword', ?)`,
            randomUUID(),
            enterpriseId,
            instanceId,
            channelId,
            folded(keyword),
          ),
        ]),
  ]);
  return { automationId, instanceId, versionId };
}

export interface TestRun {
  id: string;
  state: string;
  node_id: string | null;
  seq: number;
  wake_at: number | null;
  data: string;
}

export const runsOf = (harness: Pick<Harness, "env">, instanceId: string): Promise<TestRun[]> =>
  rowsOf<TestRun>(harness, "SELECT * FROM runs WHERE instance_id = ? ORDER BY started_at, id", instanceId);

const DRIFTS = [
  `SELECT 'gap' AS what, r.id AS of FROM runs r WHERE r.enterprise_id = ?1 AND r.seq <> (SELECT count(*) FROM run_steps s WHERE s.run_id = r.id)`,
  `SELECT 'left', d.node FROM (SELECT instance_id, node, sum(left) AS n FROM node_daily WHERE enterprise_id = ?1 GROUP BY 1, 2) d WHERE d.n <> (SELECT count(*) FROM run_steps s CROSS JOIN runs r ON r.id = s.run_id AND r.instance_id = d.instance_id WHERE s.node = d.node AND (s.port IS NOT NULL OR s.output ->> '$.outcome' IS NOT NULL OR s.output ->> '$.to' IS NOT NULL))`,
  `SELECT 'stays', t.node FROM (SELECT instance_id, node, sum(runs) AS n FROM node_stays WHERE enterprise_id = ?1 GROUP BY 1, 2) t WHERE t.n > (SELECT sum(d.left) FROM node_daily d WHERE d.instance_id = t.instance_id AND d.node = t.node)`,
  `SELECT 'entries', h.instance_id FROM (SELECT instance_id, sum(entered) AS n FROM entry_hours WHERE enterprise_id = ?1 GROUP BY 1) h WHERE h.n <> (SELECT count(*) FROM runs r WHERE r.instance_id = h.instance_id AND r.node_id IS NOT NULL)`,
  `SELECT 'milestones', m.instance_id FROM (SELECT instance_id, milestone_id, sum(reached) AS n, sum(value) AS v FROM milestone_daily WHERE enterprise_id = ?1 GROUP BY 1, 2) m WHERE (m.n, m.v) IS NOT (SELECT count(*), sum(x.value) FROM milestone_hits x WHERE x.instance_id = m.instance_id AND x.milestone_id = m.milestone_id)`,
  `SELECT 'weeks', w.instance_id FROM (SELECT instance_id, goal, milestone_id, sum(runs) AS n FROM entry_weeks WHERE enterprise_id = ?1 GROUP BY 1, 2, 3) w WHERE w.n <> CASE w.goal WHEN 'milestone' THEN (SELECT count(*) FROM milestone_hits x WHERE x.instance_id = w.instance_id AND x.milestone_id = w.milestone_id) ELSE (SELECT count(*) FROM runs r WHERE r.instance_id = w.instance_id AND iif(w.goal = 'entered', r.node_id IS NOT NULL, r.state = 'completed')) END`,
  `SELECT 'wait', w.run_id FROM run_waits w CROSS JOIN runs r ON r.id = w.run_id WHERE w.enterprise_id = ?1 AND r.state <> 'waiting'`,
  `SELECT 'stale', w.run_id FROM run_waits w CROSS JOIN runs r ON r.id = w.run_id WHERE w.enterprise_id = ?1 AND NOT EXISTS (SELECT 1 FROM json_each(r.data, '$.waits') e WHERE e.value ->> 'kind' = w.kind AND e.value ->> 'key' = w.key)`,
  `SELECT 'tries', r.id FROM runs r WHERE r.enterprise_id = ?1 AND r.attempts > 0`,
  `SELECT 'floor', f.run_id FROM floors f CROSS JOIN runs r ON r.id = f.run_id WHERE f.enterprise_id = ?1 AND r.state <> 'waiting'`,
  `SELECT 'call', c.run_id FROM run_calls c CROSS JOIN runs r ON r.id = c.run_id WHERE c.enterprise_id = ?1 AND r.state <> 'waiting'`,
];

/** Each run's steps are numbered without a gap, roll-ups say what steps say, and nothing waits for a run that is over. */
export async function driftOfRuns({ env }: Pick<Harness, "env">, enterpriseId: string): Promise<object[]> {
  const found = await env.TENANT_1.batch<Record<string, unknown>>(
    DRIFTS.map((sql) => env.TENANT_1.prepare(sql).bind(enterpriseId)),
  );
  return found.flatMap(({ results }) => results);
}

/** Publishes another version of a journey; nobody enters it yet. */
export async function nextVersion(
  { env }: Pick<Harness, "env">,
  { enterpriseId }: Pick<TestChannel, "enterpriseId">,
  automationId: string,
  graph: Graph,
): Promise<{ versionId: string; number: number }> {
  const versionId = randomUUID();
  await env.TENANT_1.batch([
    env.TENANT_1.prepare("UPDATE automations SET version = version + 1 WHERE id = ?").bind(automationId),
    env.TENANT_1.prepare(
      `INSERT INTO automation_versions (id, enterprise_id, automation_id, number, graph, checksum, published_by, published_at)
       SELECT ?1, ?2, ?3, version, ?4, '', '', 1 FROM automations WHERE id = ?3`,
    ).bind(versionId, enterpriseId, automationId, JSON.stringify(graph)),
  ]);
  const { results } = await env.TENANT_1.prepare("SELECT version FROM automations WHERE id = ?")
    .bind(automationId)
    .all<{ version: number }>();
  return { versionId, number: results[0]?.version ?? 0 };
}

/** Many people who wait at a node of an instance, as the engine leaves them; nobody is behind them. */
export const manyRuns = (
  { env }: Pick<Harness, "env">,
  instanceId: string,
  { count, nodeId, wakeAt }: { count: number; nodeId: string; wakeAt: number },
): Promise<D1Result> => {
  const run = newRun({ id: "", customerId: "", channelId: "", startedAt: 1 });
  const wait = { kind: "time", key: "", seq: 0, until: wakeAt } as const;
  const data = dataOf({ ...run, nodeId, wakeAt, waits: [wait] });
  return env.TENANT_1.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?4)
     INSERT INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, node_id, seq, wake_at, data, started_at)
     SELECT printf('%s-%s-%08d', o.id, ?2, i), o.enterprise_id, o.id, o.version_id, o.channel_id, printf('nobody-%d', i), printf('many-%s-%d', ?2, i), 'waiting', ?2, 0, ?3, ?5, 1
     FROM n CROSS JOIN automation_instances o ON o.id = ?1`,
  )
    .bind(instanceId, nodeId, wakeAt, count, data)
    .run();
};

const ASIDE_MS = 1e15;

/** Lays aside what other files have left waiting, for a test that looks at all runs of a database; the function returned brings it back. */
export async function othersAside({ env }: Harness, instanceId: string): Promise<() => Promise<void>> {
  const db = env.TENANT_1;
  await db
    .prepare(`UPDATE runs SET wake_at = wake_at + ${ASIDE_MS} WHERE wake_at > 0 AND instance_id <> ?`)
    .bind(instanceId)
    .run();
  return async () => {
    await db.prepare(`UPDATE runs SET wake_at = wake_at - ${ASIDE_MS} WHERE wake_at >= ${ASIDE_MS}`).run();
  };
}
