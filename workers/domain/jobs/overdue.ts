import { and, asc, inArray, lt, sql } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { jobs } from "#db/tenant/jobs.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { LEASE_MS } from "./lease.ts";
import { isOpen } from "./open.ts";
import { passedOver } from "../bare/fenced.ts";

/** Messages per batch that a queue takes. */
export const OVERDUE_PAGE = 100;
/** A message that was sent may still wait in the queue; later it counts as lost. */
const AGAIN_MS = LEASE_MS;

/**
 * The oldest open jobs that nobody holds, over all enterprises of one database, marked as woken: called until it
 * answers less than a page, it goes through all of them, however many there are.
 */
export const takeOverdue = (
  db: TenantDb,
  now: number,
): Promise<{ id: string; enterpriseId: EnterpriseId; requestId: string }[]> =>
  db
    .update(jobs)
    .set({ wokenAt: now })
    .where(
      inArray(
        jobs.id,
        db
          .select({ id: jobs.id })
          .from(jobs)
          .where(
            and(
              isOpen,
              sql.raw(passedOver("enterprise_id")),
              lt(jobs.leaseUntil, now),
              lt(jobs.wokenAt, sql`${now} - ${AGAIN_MS}`),
            ),
          )
          .orderBy(asc(jobs.createdAt), asc(jobs.id))
          .limit(OVERDUE_PAGE),
      ),
    )
    .returning({ id: jobs.id, enterpriseId: jobs.enterpriseId, requestId: jobs.requestId });
