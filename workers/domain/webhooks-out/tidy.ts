import type { TenantDb } from "#db/client.ts";
import { DELIVERIES_KEPT_MS } from "#workers/contract/webhooks-out.ts";

/** Rows that one call deletes: it runs each minute, and holds nobody else up. */
const MOST = 2_000;
const OLD = `DELETE FROM hook_deliveries WHERE seq IN (SELECT seq FROM hook_deliveries WHERE at < ?1 ORDER BY at LIMIT ${MOST})`;

/** Deletes what was sent longer ago than deliveries are kept. */
export const tidyDeliveries = ({ $client }: Pick<TenantDb, "$client">, now: number): Promise<unknown> =>
  $client
    .prepare(OLD)
    .bind(now - DELIVERIES_KEPT_MS)
    .run();
