import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { Ctx } from "../ctx.ts";
import type { Json } from "../flow/json.ts";
import { newRun } from "../flow/run.ts";
import { dataOf } from "./run-row.ts";

/** Somebody who is to enter an instance. */
export interface Entering {
  identityId: string;
  /** Of what makes them enter: the same one again is the same entry. */
  entryKey: string;
  trigger?: Json;
  vars?: Record<string, Json>;
}

const ENTER = `INSERT OR IGNORE INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, seq, wake_at, data, started_at)
  SELECT e.value->>0, i.enterprise_id, i.id, i.version_id, i.channel_id, e.value->>1, e.value->>2, 'waiting', 0, ?3, e.value->>3, ?3
  FROM json_each(?1) e CROSS JOIN automation_instances i ON i.id = ?4 AND i.enterprise_id = ?2 AND i.state = ${INSTANCE.started}`;

/** The statement by which people enter an instance that is started, each once; the clock is to look at once. */
export function entering(
  { db, enterpriseId, now, newId, after }: Pick<Ctx, "db" | "enterpriseId" | "now" | "newId" | "after">,
  { id, channelId }: { id: string; channelId: string },
  people: readonly Entering[],
): D1PreparedStatement {
  const at = now();
  after.clock = true;
  const rows = people.map(({ identityId, entryKey, trigger, vars }) => {
    const runId = newId();
    const run = newRun({
      id: runId,
      customerId: identityId,
      channelId,
      startedAt: at,
      ...(vars && { vars }),
      ...(trigger !== undefined && { entry: { trigger } }),
    });
    return [runId, identityId, entryKey, dataOf(run)];
  });
  return db.$client.prepare(ENTER).bind(JSON.stringify(rows), enterpriseId, at, id);
}
