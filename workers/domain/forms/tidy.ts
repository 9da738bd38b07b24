import type { TenantDb } from "#db/client.ts";

const DAY_MS = 86_400_000;
/** Answers that one statement deletes. */
export const ANSWERS_PAGE = 1_000;

/** By the rule of the version that is published; a form that was deleted keeps its last one. */
const TIDY = `DELETE FROM form_submissions WHERE id IN (
  SELECT s.id FROM forms f CROSS JOIN form_versions v ON v.form_id = f.id AND v.number = f.version AND v.content->>'keepDays' IS NOT NULL
    CROSS JOIN form_submissions s ON s.enterprise_id = f.enterprise_id AND s.form_id = f.id
      AND s.at < ?2 - ${DAY_MS} * (v.content->>'keepDays')
  WHERE f.enterprise_id = ?1 LIMIT ${ANSWERS_PAGE})`;

/** Deletes a page of an enterprise's answers that are older than their forms keep them; answers whether there may be more. */
export async function tidyAnswers(
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  now: number,
): Promise<boolean> {
  const { meta } = await $client.prepare(TIDY).bind(enterpriseId, now).run();
  return meta.changes >= ANSWERS_PAGE;
}
