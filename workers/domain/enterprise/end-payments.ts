import type { DirectoryDb, TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";

/** As long as a gateway is asked; one that can't be reached doesn't keep an enterprise's data for ever. */
const MOST_MS = 15 * 60_000;

/** Links that are due and over or unwanted are cancelled at the gateway by the clock; one that was marked keeps the time of its next try. */
const UNWANTED =
  "UPDATE payment_links SET is_unwanted = 1, due_at = ?2 WHERE enterprise_id = ?1 AND ended_at IS NULL AND is_unwanted = 0";
const OVER =
  "UPDATE payment_links SET until = ?2, due_at = ?2 WHERE enterprise_id = ?1 AND ended_at IS NULL AND until > ?2";
const OPEN =
  "SELECT id, amount, currency FROM payment_links WHERE enterprise_id = ?1 AND ended_at IS NULL LIMIT 100";

interface OpenLink {
  id: string;
  amount: number;
  currency: string;
}

/**
 * Has the links by which an enterprise's customers, and it itself, could still pay cancelled before their rows go: money that came
 * later would be nobody's. Answers whether none is open; those that no gateway has ended in time are named in the log.
 */
export async function paymentsEnded(
  tenant: Pick<TenantDb, "$client">,
  office: Pick<DirectoryDb, "$client">,
  enterpriseId: EnterpriseId,
  { waitedMs, now }: { waitedMs: number; now: number },
): Promise<boolean> {
  const openIn = async ({ $client }: Pick<TenantDb | DirectoryDb, "$client">, mark: string) => {
    const [, open] = await $client.batch<OpenLink>([
      $client.prepare(mark).bind(enterpriseId, now),
      $client.prepare(OPEN).bind(enterpriseId),
    ]);
    return open?.results ?? [];
  };
  const left = (await Promise.all([openIn(tenant, UNWANTED), openIn(office, OVER)])).flat();
  if (left.length === 0) return true;
  if (waitedMs < MOST_MS) return false;
  for (const { id: reference, amount, currency } of left)
    console.log(
      JSON.stringify({
        ...{
          level: "error",
          source: "payments",
          failure: "the link of a deleted enterprise may still be open",
        },
        ...{ reference, amount, currency },
      }),
    );
  return true;
}
