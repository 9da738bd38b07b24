import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { RunState } from "#workers/contract/automation/run-states.ts";
import type { Run } from "../flow/run.ts";

/** A run as its row is read for carrying it on. */
export interface RunRow {
  id: string;
  enterpriseId: EnterpriseId;
  instanceId: string;
  versionId: string;
  channelId: string;
  identityId: string;
  state: RunState;
  nodeId: string | null;
  seq: number;
  /** When somebody is to look; the run's own time is in `data`, and earlier only where a try broke off. */
  wakeAt: number | null;
  attempts: number;
  parentKey: string;
  data: string;
}

/** Columns of a run `r`, by the names of `RunRow`. */
export const RUN_COLUMNS = `r.id, r.enterprise_id AS enterpriseId, r.instance_id AS instanceId, r.version_id AS versionId, r.channel_id AS channelId,
  r.identity_id AS identityId, r.state, r.node_id AS nodeId, r.seq, r.wake_at AS wakeAt, r.attempts, r.parent_key AS parentKey, r.data`;

/** The sign of a run's `wake_at`: a page that was read before its instance was paused must not wake it. */
export const WAKE_SIGN = `iif(EXISTS (SELECT 1 FROM automation_instances p WHERE p.id = runs.instance_id AND p.state = ${INSTANCE.paused}), -1, 1)`;

/** The JSON of a row: all of the run that has no column. */
type Rest = Omit<Run, "id" | "state" | "customerId" | "channelId" | "nodeId" | "seq">;

export const runOf = ({ id, state, identityId, channelId, nodeId, seq, data }: RunRow): Run => ({
  ...(JSON.parse(data) as Rest),
  id,
  state,
  customerId: identityId,
  channelId,
  nodeId,
  seq,
});

export function dataOf(run: Run): string {
  const {
    id: _,
    state: _state,
    customerId: _person,
    channelId: _on,
    nodeId: _node,
    seq: _seq,
    ...rest
  } = run;
  return JSON.stringify(rest satisfies Rest);
}
