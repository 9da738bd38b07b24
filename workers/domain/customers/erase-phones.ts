import { and, eq, sql } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { customers } from "#db/tenant/customers.ts";
import { addresses, identities } from "#db/tenant/identities.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { Ctx } from "../ctx.ts";
import { openingJob } from "../jobs/open.ts";

/** Where a customer may have a played phone: the enterprise's simulators, and the addresses that the customer has. */
export async function phonesOf({ db, enterpriseId }: Ctx, id: string) {
  const theirNumber = sql`(SELECT number FROM ${customers} WHERE ${customers.id} = ${id} AND ${customers.enterpriseId} = ${enterpriseId})`;
  const [simulators, known] = await db.batch([
    db
      .select({ id: channels.id })
      .from(channels)
      .where(and(eq(channels.enterpriseId, enterpriseId), eq(channels.vendor, vendorCodes.simulator))),
    db
      .select({ address: addresses.address })
      .from(addresses)
      .innerJoin(identities, eq(identities.id, addresses.identityId))
      .where(and(eq(identities.enterpriseId, enterpriseId), eq(identities.customer, theirNumber))),
  ]);
  return { simulators: simulators.map((each) => each.id), phones: known.map((each) => each.address) };
}

/**
 * Statements for the batch that erases a customer: a job that takes their phones out of the simulators, which keep what
 * was said beside the database; none where there is no simulator.
 */
export const erasingPhones = (
  ctx: Ctx,
  { id, phone }: { id: string; phone: string },
  { simulators, phones }: Awaited<ReturnType<typeof phonesOf>>,
) =>
  simulators.length === 0
    ? []
    : [
        openingJob(ctx, {
          kind: "simulator.forget",
          subject: id,
          payload: { channels: simulators, phones: [...new Set([phone, ...phones])] },
        }),
      ];
