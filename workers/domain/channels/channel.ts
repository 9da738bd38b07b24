import { and, asc, eq, sql, type SQL } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { secrets } from "#db/tenant/secrets.ts";
import { channelTypeName, type ChannelType } from "#workers/contract/channel-types.ts";
import type { Channel } from "#workers/contract/endpoints/channels.ts";
import { vendorOf } from "#workers/contract/vendors.ts";
import { iso, isoOrNull, type Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import type { Owner } from "../secrets/seal.ts";
import { factsColumn, factsIn } from "../channel-health/health.ts";

/** A channel with the names that its screens show. */
const columns = {
  channel: channels,
  department: sql<string | null>`(SELECT d.name FROM departments d WHERE d.id = channels.department_id)`.as(
    "department_name",
  ),
  agent: sql<string | null>`(SELECT a.name FROM agents a WHERE a.id = channels.agent_id)`.as("agent_name"),
  health: factsColumn,
};
export type ChannelRow = typeof channels.$inferSelect;
export interface Found {
  channel: ChannelRow;
  department: string | null;
  agent: string | null;
  /** Facts about its account, as JSON. */
  health: string;
}

export const thisChannel = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(channels.enterpriseId, enterpriseId), eq(channels.id, id));

/** Owner of a channel's secret. */
export const secretOwner = (id: string, field: string): Owner => ({ kind: "channel", id, field });

/** A statement that reads channels by name. */
export const readingChannels = ({ db, enterpriseId }: Ctx, condition?: SQL) =>
  db
    .select(columns)
    .from(channels)
    .where(and(eq(channels.enterpriseId, enterpriseId), condition))
    .orderBy(asc(channels.nameKey), asc(channels.id));

/** A statement that reads which secrets of these channels are stored. */
export const readingSecrets = ({ db, enterpriseId }: Ctx, ids: SQL) =>
  db
    .select({ ownerId: secrets.ownerId, field: secrets.field })
    .from(secrets)
    .where(
      and(
        eq(secrets.enterpriseId, enterpriseId),
        eq(secrets.ownerKind, "channel"),
        sql`${secrets.ownerId} IN ${ids}`,
      ),
    )
    .orderBy(asc(secrets.field));

/** Statements that read one channel and which of its secrets are stored: a batch of their own, or the end of one. */
export const readingChannel = (ctx: Ctx, id: string) =>
  [readingChannels(ctx, eq(channels.id, id)).limit(1), readingSecrets(ctx, sql`(${id})`)] as const;
type Read = [Found[], { field: string }[]];

/** One channel with the names of its stored secrets, in one round trip; notFound when it is not there or another's. */
export async function findChannel(ctx: Ctx, id: string): Promise<Found & { stored: string[] }> {
  const [[found], stored] = await ctx.db.batch(readingChannel(ctx, id));
  if (!found) throw new DomainError("notFound");
  return { ...found, stored: stored.map(({ field }) => field) };
}

/** The channel from the results of a batch that ends with `readingChannel`. */
export function readAtTheEnd(results: readonly unknown[]): Channel {
  const [[found], stored] = results.slice(-2) as Read;
  if (!found) throw new DomainError("notFound");
  return channelOnWire(
    found,
    stored.map(({ field }) => field),
  );
}

export async function getChannel(ctx: Ctx, id: string): Promise<Channel> {
  return readAtTheEnd(await ctx.db.batch(readingChannel(ctx, id)));
}

export function channelOnWire(
  { channel, department, agent, health }: Found,
  stored: readonly string[],
): Channel {
  const { id, departmentId, agentId, type, vendor } = channel;
  return {
    _id: { $oid: id },
    id,
    name: channel.name,
    type,
    typeName: channelTypeName(type as ChannelType),
    vendor,
    vendorName: vendorOf(vendor)?.name ?? String(vendor),
    contactId: channel.contactId,
    deptId: departmentId ?? "",
    department: departmentId === null || department === null ? null : { id: departmentId, name: department },
    agentId: agentId ?? "",
    agent: agentId === null || agent === null ? null : { id: agentId, name: agent },
    data: channel.settings,
    secrets: [...stored],
    rate: channel.rate,
    state: channel.state,
    firstEventAt: isoOrNull(channel.firstEventAt),
    lastEventAt: isoOrNull(channel.lastEventAt),
    lastSuccessAt: isoOrNull(channel.lastSuccessAt),
    lastError: channel.lastError,
    lastErrorAt: isoOrNull(channel.lastErrorAt),
    health: factsIn(health),
    revision: channel.revision,
    updatedBy: channel.updatedBy,
    updatedAt: iso(channel.updatedAt),
  };
}
