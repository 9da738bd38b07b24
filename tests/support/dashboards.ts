import type { Harness } from "#tests/support/harness.ts";
import type { Person } from "#tests/support/people.ts";

/** Switches the dashboards of somebody's enterprise on; a session that was believed before knows it by the next change. */
export const switchAnalyticsOn = (harness: Harness, { enterpriseId }: Pick<Person, "enterpriseId">) =>
  harness.env.DIRECTORY.prepare(
    `UPDATE enterprises SET features = json_patch(features, '{"analytics":true}') WHERE id = ?`,
  )
    .bind(enterpriseId)
    .run();

/** So many dashboards of nobody, empty. */
export const fillDashboards = (
  harness: Harness,
  { enterpriseId }: Pick<Person, "enterpriseId">,
  count: number,
) =>
  harness.env.TENANT_1.prepare(
    `INSERT INTO dashboards (id, enterprise_id, name, name_key, maker_id, maker_name, sharing, roles, content, created_at, updated_at)
     SELECT ?1 || key, ?1, key, key, 'nobody', 'Nobody', 'maker', '[]', '{"tiles":[]}', 1, 1 FROM json_each(?2)`,
  )
    .bind(enterpriseId, JSON.stringify(Array.from({ length: count })))
    .run();
