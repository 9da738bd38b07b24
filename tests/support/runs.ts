import { randomUUID } from "node:crypto";
import type { Graph } from "#workers/contract/automation/graph.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { folded } from "#workers/contract/who-speaks.ts";
import type { Harness } from "./harness.ts";
import { rowsOf, type TestChannel } from "./messaging.ts";

/** A journey that is started on a channel, as publishing leaves it. */
export async function startedJourney(
  { env }: Pick<Harness, "env">,
  { id: channelId, enterpriseId }: Pick<TestChannel, "id" | "enterpriseId">,
  graph: Graph,
  { keyword, name = "Journey" }: { keyword?: string; name?: string } = {},
): Promise<{ automationId: string; instanceId: string; versionId: string }> {
  const [automationId, instanceId, versionId] = [randomUUID(), randomUUID(), randomUUID()];
  const run = (sql: string, ...values: unknown[]) => env.TENANT_1.prepare(sql).bind(...values);
  await env.TENANT_1.batch([
    run(
      `INSERT INTO automations (id, enterprise_id, kind, name, name_key, version, changed, created_at, updated_at)
       VALUES (?, ?, 'journey', ?, ?, 1, 0, 1, 1)`,
      automationId,
      enterpriseId,
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
