import { and, asc, eq, inArray } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { customers } from "#db/tenant/customers.ts";
import { addresses, consents, identities, reach } from "#db/tenant/identities.ts";
import { channelTypeName, isChannelType } from "#workers/contract/channel-types.ts";
import type { customerChannels as contract } from "#workers/contract/endpoints/customer-reach.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { purposes } from "#workers/contract/inbound.ts";
import { iso, isoOrNull, type Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { thisCustomer } from "./customer.ts";
import { numberOf } from "./erase-phones.ts";
import { isIdentityOf } from "./identities-of.ts";

/** Where a customer can be reached: addresses, refusals and service windows by channel type; one batch. */
export async function customerChannels(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract>> {
  const { db, enterpriseId } = ctx;
  const isTheirs = isIdentityOf(ctx, numberOf(ctx, id));
  const theirs = db.select({ id: identities.id }).from(identities).where(isTheirs);
  const [found, known, named, said, reached] = await db.batch([
    db.select({ id: customers.id }).from(customers).where(thisCustomer(ctx, id)).limit(1),
    db.select().from(identities).where(isTheirs).orderBy(asc(identities.createdAt)),
    db
      .select()
      .from(addresses)
      .where(and(eq(addresses.enterpriseId, enterpriseId), inArray(addresses.identityId, theirs)))
      .orderBy(asc(addresses.createdAt)),
    db
      .select()
      .from(consents)
      .where(and(eq(consents.enterpriseId, enterpriseId), inArray(consents.identityId, theirs)))
      .orderBy(asc(consents.at), asc(consents.id)),
    db
      .select({
        identityId: reach.identityId,
        channelId: channels.id,
        name: channels.name,
        lastInAt: reach.lastInAt,
        windowUntil: reach.windowUntil,
      })
      .from(channels)
      .innerJoin(reach, and(eq(reach.enterpriseId, enterpriseId), eq(reach.channelId, channels.id)))
      .where(and(eq(channels.enterpriseId, enterpriseId), inArray(reach.identityId, theirs)))
      .orderBy(asc(channels.name)),
  ]);
  if (found.length === 0) throw new DomainError("notFound");
  const own = known.filter(({ mergedInto }) => mergedInto === null);
  return {
    channels: own.map(({ id: identity, channelType, name, perhapsOther }) => ({
      id: identity,
      type: channelType,
      typeName: isChannelType(channelType) ? channelTypeName(channelType) : String(channelType),
      name,
      perhapsOther,
      addresses: named
        .filter(({ identityId }) => identityId === identity)
        .map(({ kind, address }) => ({ kind, address })),
      // A joined identity has its addresses and refusals here.
      joined: known
        .filter(({ mergedInto }) => mergedInto === identity)
        .map((each) => ({
          id: each.id,
          name: each.name,
          at: iso(each.updatedAt),
          addresses: named
            .filter(({ movedFrom }) => movedFrom === each.id)
            .map(({ kind, address }) => ({ kind, address })),
        })),
      refuses: purposes.filter(
        (purpose) =>
          said.findLast((each) => each.identityId === identity && each.purpose === purpose)?.given === false,
      ),
      on: reached
        .filter(({ identityId }) => identityId === identity)
        .map(({ channelId, name: channel, lastInAt, windowUntil }) => ({
          channelId,
          name: channel,
          lastInAt: isoOrNull(lastInAt),
          windowUntil: isoOrNull(windowUntil),
        })),
    })),
  };
}
