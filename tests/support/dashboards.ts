import type { Harness } from "#tests/support/harness.ts";
import type { Person } from "#tests/support/people.ts";

/** Switches the dashboards of somebody's enterprise on; a session that was believed before knows it by the next change. */
export const switchAnalyticsOn = (harness: Harness, { enterpriseId }: Pick<Person, "enterpriseId">) =>
  harness.env.DIRECTORY.prepare(
    `UPDATE enterprises SET features = json_patch(features, '{"analytics":true}') WHERE id = ?`,
  )
    .bind(enterpriseId)
    .run();
