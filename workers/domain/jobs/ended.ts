import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { JobKind } from "#workers/contract/jobs.ts";
import { passedOver } from "../bare/fenced.ts";

type Client = Pick<TenantDb, "$client">;

const ENDED = `SELECT id, enterprise_id AS enterpriseId FROM jobs WHERE kind = ?1 AND state NOT IN ('waiting', 'running')
  AND updated_at < ?2 AND ${passedOver("enterprise_id")} LIMIT 50`;
/** SQL that drops all jobs of subjects that a query names, of the enterprise `?1`, whatever became of them. */
export const droppingOf = (subjects: string): string =>
  `DELETE FROM jobs WHERE enterprise_id = ?1 AND subject IN (${subjects})`;

const DROP = "DELETE FROM jobs WHERE id = ?1 AND enterprise_id = ?2 AND state NOT IN ('waiting', 'running')";

/** Some jobs of a kind that ended before a time, of every enterprise of a database. */
export async function endedBefore(
  { $client }: Client,
  kind: JobKind,
  before: number,
): Promise<{ id: string; enterpriseId: EnterpriseId }[]> {
  const { results } = await $client
    .prepare(ENDED)
    .bind(kind, before)
    .all<{ id: string; enterpriseId: EnterpriseId }>();
  return results;
}

/** Deletes the row of a job that has ended, once what it has left is gone. */
export async function dropEnded({ $client }: Client, enterpriseId: EnterpriseId, id: string): Promise<void> {
  await $client.prepare(DROP).bind(id, enterpriseId).run();
}
