import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import type { TenantDb } from "#db/client.ts";

const DAY_MS = 86_400_000;
/** Runs that one call tells to end. */
const PAGE = 2_000;

/** Whoever of a version (`v`) came in before this is too old. */
const OLDEST = `(?2 - v.max_days * ${DAY_MS})`;
/** Whoever came in after this is too old for no version of the automation: so runs are read once, whatever the number of versions. */
const SHORTEST = `(?2 - ${DAY_MS} * (SELECT min(m.max_days) FROM automation_versions m WHERE m.automation_id = i.automation_id))`;
/** By the ids of runs, which begin with the time at which they came in; whoever is to end already is not told again. */
const TELL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT r.enterprise_id, 'end:' || r.id || ':' || r.seq, 'leave', '', r.id, json_object('state', 'expired', 'code', 'tooOld', 'days', v.max_days), ?2, ?2 + ${KEPT_MS}
  FROM automation_instances i CROSS JOIN runs r ON r.instance_id = i.id AND r.state = 'waiting'
      AND r.id < printf('%08x-%04x', ${SHORTEST} >> 16, ${SHORTEST} & 65535)
    CROSS JOIN automation_versions v ON v.id = r.version_id AND r.started_at < ${OLDEST}
  WHERE i.enterprise_id = ?1 AND NOT EXISTS (SELECT 1 FROM run_inbox x WHERE x.enterprise_id = ?1 AND x.event_id = 'end:' || r.id || ':' || r.seq)
  LIMIT ${PAGE} ON CONFLICT DO NOTHING`;

/** Ends a page of an enterprise's runs that are older than their version lets them be, as runs end; answers whether there may be more. */
export async function endOldRuns(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  now: number,
): Promise<boolean> {
  const { meta } = await $client.prepare(TELL).bind(enterpriseId, now).run();
  return meta.changes >= PAGE;
}
