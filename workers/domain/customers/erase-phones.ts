import { and, eq, type SQL, sql } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { customers } from "#db/tenant/customers.ts";
import { addresses, identities } from "#db/tenant/identities.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { Ctx } from "../ctx.ts";
import { openingJob } from "../jobs/open.ts";

/** A customer's number, by their id. */
export const numberOf = ({ enterpriseId }: Ctx, id: string): SQL =>
  sql`SELECT number FROM ${customers} WHERE ${customers.id} = ${id} AND ${customers.enterpriseId} = ${enterpriseId}`;

/**
 * Where customers may have played phones: the enterprise's simulators, and the addresses that the customers of these
 * numbers have.
 */
export async function phonesOf({ db, enterpriseId }: Ctx, numbers: SQL) {
  const [simulators, known] = await db.batch([
    db
      .select({ id: channels.id })
      .from(channels)
      .where(and(eq(channels.enterpriseId, enterpriseId), eq(channels.vendor, vendorCodes.simulator))),
    db
      .select({ address: addresses.address })
      .from(addresses)
      .innerJoin(
        identities,
        and(eq(identities.id, addresses.identityId), eq(identities.enterpriseId, addresses.enterpriseId)),
      )
      .where(and(eq(addresses.enterpriseId, enterpriseId), sql`${identities.customer} IN (${numbers})`)),
  ]);
  return { simulators: simulators.map((each) => each.id), phones: known.map((each) => each.address) };
}

/**
 * The statement for the batch that erases customers: a job that ends it (`finishErasure`), and takes their phones out of the
 * simulators, which keep what was said beside the database. `subject` names who or what is erased.
 */
export const finishingErasure = (
  ctx: Ctx,
  subject: string,
  erased: readonly { id: string; number: number }[],
  played: Awaited<ReturnType<typeof phonesOf>> | "never wrote",
) => {
  const { simulators, phones } = played === "never wrote" ? { simulators: [], phones: [] } : played;
  return openingJob(ctx, {
    kind: "customers.erase",
    subject,
    payload: {
      customers: erased.map(({ number }) => number),
      ids: erased.map(({ id }) => id),
      silent: played === "never wrote",
      channels: simulators,
      phones: simulators.length === 0 ? [] : [...new Set(phones)],
    },
  });
};
