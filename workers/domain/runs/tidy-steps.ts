import type { TenantDb } from "#db/client.ts";

const DAY_MS = 86_400_000;
/** Steps that one statement deletes. */
export const STEPS_PAGE = 2_000;

/** The oldest first: those of an automation that keeps them longer are passed over. */
const OLD = `SELECT s.run_id, s.seq FROM run_steps s CROSS JOIN runs r ON r.id = s.run_id
    CROSS JOIN automation_instances i ON i.id = r.instance_id CROSS JOIN automations a ON a.id = i.automation_id
  WHERE s.enterprise_id = ?1 AND s.at < ?2 - ${DAY_MS} * (SELECT min(m.log_days) FROM automations m WHERE m.enterprise_id = ?1)
    AND s.at < ?2 - ${DAY_MS} * a.log_days ORDER BY s.at LIMIT ${STEPS_PAGE}`;
const TIDY = `DELETE FROM run_steps WHERE (run_id, seq) IN (${OLD})`;

/** Deletes a page of an enterprise's steps that are older than their logs keep them; answers whether there may be more. */
export async function tidySteps(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  now: number,
): Promise<boolean> {
  const { meta } = await $client.prepare(TIDY).bind(enterpriseId, now).run();
  return meta.changes >= STEPS_PAGE;
}
