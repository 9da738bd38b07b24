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
  /** Whether they may come in again; by default always. */
  reentry?: "never" | "afterEnd" | "always";
}
export interface EnteringOne extends Entering {
  instanceId: string;
  channelId: string;
}

/** The values of the launch come first, whatever lets people in. */
const WITH_VALUES = `CASE WHEN i.launch -> '$.values' IS NULL THEN e.value->>3 ELSE json_set(e.value->>3, '$.vars',
    json_patch(i.launch -> '$.values', (e.value->>3) -> '$.vars')) END`;
/** Their runs are looked at again: somebody else may have let them in since. */
const ENTER = `INSERT OR IGNORE INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, seq, wake_at, data, started_at)
  SELECT e.value->>0, i.enterprise_id, i.id, i.version_id, i.channel_id, e.value->>1, e.value->>2, 'waiting', 0, ?3, ${WITH_VALUES}, ?3
  FROM json_each(?1) e CROSS JOIN automation_instances i ON i.id = e.value->>4 AND i.enterprise_id = ?2 AND i.state = ${INSTANCE.started}
  WHERE e.value->>5 = 'always' OR NOT EXISTS (SELECT 1 FROM runs r WHERE r.enterprise_id = ?2 AND r.identity_id = e.value->>1
    AND r.instance_id = i.id AND (e.value->>5 = 'never' OR r.state = 'waiting'))`;

type EnterCtx = Pick<Ctx, "db" | "enterpriseId" | "now" | "newId" | "after">;

/** The statement by which people enter instances that are started, each once; the clock is to look at once. */
export function enteringEach(
  { db, enterpriseId, now, newId, after }: EnterCtx,
  people: readonly EnteringOne[],
): D1PreparedStatement {
  const at = now();
  after.clock = true;
  const rows = people.map(
    ({ instanceId, channelId, identityId, entryKey, trigger, vars, reentry = "always" }) => {
      const runId = newId();
      const run = newRun({
        id: runId,
        customerId: identityId,
        channelId,
        startedAt: at,
        ...(vars && { vars }),
        ...(trigger !== undefined && { entry: { trigger } }),
      });
      return [runId, identityId, entryKey, dataOf(run), instanceId, reentry];
    },
  );
  return db.$client.prepare(ENTER).bind(JSON.stringify(rows), enterpriseId, at);
}

/** The same for one instance. */
export const entering = (
  ctx: EnterCtx,
  { id: instanceId, channelId }: { id: string; channelId: string },
  people: readonly Entering[],
): D1PreparedStatement =>
  enteringEach(
    ctx,
    people.map((each) => ({ ...each, instanceId, channelId })),
  );
