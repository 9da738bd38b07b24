import type { CheckKind } from "#workers/contract/data-checks.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { checks } from "#workers/domain/consistency/checks.ts";
import type { Harness } from "./harness.ts";

/** The findings of each of the night's checks in somebody's data, all its pages together. */
export async function foundIn(
  { env }: Harness,
  enterprise: string,
  now: number,
  repair = false,
): Promise<Partial<Record<CheckKind, number>>> {
  const enterpriseId = asEnterpriseId.parse(enterprise);
  const wrong: Partial<Record<CheckKind, number>> = {};
  for (const { kind, page } of checks) {
    let sum = 0;
    for (let after: string | null = ""; after !== null;) {
      const place = { tenant: env.TENANT_1, directory: env.DIRECTORY, enterpriseId, now, repair };
      const one = await page(place, after);
      sum += one.wrong;
      after = one.next;
    }
    if (sum > 0) wrong[kind] = sum;
  }
  return wrong;
}
