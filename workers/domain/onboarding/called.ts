import { and, eq, sql } from "drizzle-orm";
import type { TenantDb } from "#db/client.ts";
import { onboardings } from "#db/tenant/onboardings.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { liesHere } from "../bare/fenced.ts";

/** The onboarding that a partner's call names: its address tells no enterprise, so every tenant database is asked. */
export async function findCalled(
  all: readonly TenantDb[],
  id: string,
): Promise<{ db: TenantDb; enterpriseId: EnterpriseId; token: string } | undefined> {
  const found = await Promise.all(
    all.map(async (db) => {
      const [row] = await db
        .select({ enterpriseId: onboardings.enterpriseId, token: onboardings.callbackToken })
        .from(onboardings)
        .where(and(eq(onboardings.id, id), sql.raw(liesHere("enterprise_id"))))
        .limit(1);
      return row && { db, ...row };
    }),
  );
  return found.find((each) => each !== undefined);
}
