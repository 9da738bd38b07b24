import type { TenantDb } from "#db/client.ts";
import type { JobKind } from "#workers/contract/jobs.ts";

const OPEN = `SELECT EXISTS (SELECT 1 FROM jobs WHERE enterprise_id = ?1 AND kind = ?2 AND state IN ('waiting', 'running')) AS busy`;

/** Whether a job of a kind is open for an enterprise. */
export const hasOpenJob = async (
  { $client }: Pick<TenantDb, "$client">,
  enterpriseId: string,
  kind: JobKind,
): Promise<boolean> => (await $client.prepare(OPEN).bind(enterpriseId, kind).first<number>("busy")) === 1;
