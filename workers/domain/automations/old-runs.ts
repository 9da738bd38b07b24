import type { TenantDb } from "#db/client.ts";
import { runLimits } from "#workers/contract/automation/limits.ts";
import { automationTexts } from "#texts/automation.ts";
import { idAt } from "./report-scope.ts";

const DAY_MS = 86_400_000;
/** Runs that one call tells to end. */
const PAGE = 2_000;
/** As long as an answer for a run is kept. */
const KEPT_MS = 400 * DAY_MS;

/** By the ids of runs, which begin with the time at which they came in; whoever is to end already is not told again. */
const TELL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT r.enterprise_id, 'end:' || r.id || ':' || r.seq, 'leave', '', r.id, ?5, ?4, ?4 + ${KEPT_MS} FROM automation_instances i
    CROSS JOIN runs r ON r.instance_id = i.id AND r.state = 'waiting' AND r.id < ?2 AND r.started_at < ?3
  WHERE i.enterprise_id = ?1 AND NOT EXISTS (SELECT 1 FROM run_inbox x WHERE x.enterprise_id = ?1 AND x.event_id = 'end:' || r.id || ':' || r.seq)
  LIMIT ${PAGE} ON CONFLICT DO NOTHING`;

/** Ends a page of an enterprise's runs that are older than a run may be, as runs end; answers whether there may be more. */
export async function endOldRuns(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  now: number,
): Promise<boolean> {
  const oldest = now - runLimits.days * DAY_MS;
  const leaving = {
    state: "expired",
    code: "tooOld",
    sentence: automationTexts.failures.tooOld(runLimits.days),
  };
  const { meta } = await $client
    .prepare(TELL)
    .bind(enterpriseId, idAt(oldest), oldest, now, JSON.stringify(leaving))
    .run();
  return meta.changes >= PAGE;
}
