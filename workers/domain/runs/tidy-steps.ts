import type { TenantDb } from "#db/client.ts";
import { LOG_DAYS } from "#workers/contract/automation/log-levels.ts";

const DAY_MS = 86_400_000;
/** Steps that one statement deletes. */
export const STEPS_PAGE = 2_000;

/** The oldest first: those of an automation that keeps them longer are passed over. One that is gone for ever keeps them as most do. */
const OLD = `SELECT s.run_id, s.seq FROM run_steps s CROSS JOIN runs r ON r.id = s.run_id
    CROSS JOIN automation_instances i ON i.id = r.instance_id LEFT JOIN automations a ON a.id = i.automation_id
  WHERE s.enterprise_id = ?1 AND s.at < ?2 - ${DAY_MS} * (SELECT min(coalesce(min(m.log_days), ${LOG_DAYS.usual}), ${LOG_DAYS.usual}) FROM automations m WHERE m.enterprise_id = ?1)
    AND s.at < ?2 - ${DAY_MS} * coalesce(a.log_days, ${LOG_DAYS.usual}) ORDER BY s.at LIMIT ${STEPS_PAGE}`;
const TIDY = `DELETE FROM run_steps WHERE (run_id, seq) IN (${OLD})`;

/** The chart of a monitor shows the last hour. */
const MINUTES_KEPT = 180;
const MINUTES = `DELETE FROM run_minutes WHERE (instance_id, minute) IN (
  SELECT m.instance_id, m.minute FROM run_minutes m WHERE m.minute < ?2 / 60000 - ${MINUTES_KEPT} AND +m.enterprise_id = ?1 LIMIT ${STEPS_PAGE})`;

/** Deletes a page of an enterprise's minutes that no chart shows any more; answers whether there may be more. */
export async function tidyMinutes(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  now: number,
): Promise<boolean> {
  const { meta } = await $client.prepare(MINUTES).bind(enterpriseId, now).run();
  return meta.changes >= STEPS_PAGE;
}

/** Deletes a page of an enterprise's steps that are older than their logs keep them; answers whether there may be more. */
export async function tidySteps(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  now: number,
): Promise<boolean> {
  const { meta } = await $client.prepare(TIDY).bind(enterpriseId, now).run();
  return meta.changes >= STEPS_PAGE;
}
