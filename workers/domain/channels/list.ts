import { and, eq, sql } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { allChannelTypes, channelTypeName } from "#workers/contract/channel-types.ts";
import type {
  channelVendors as vendorsContract,
  listChannels as listContract,
} from "#workers/contract/endpoints/channels.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { formOf, type Vendor, vendors } from "#workers/contract/vendors.ts";
import type { Ctx } from "../ctx.ts";
import { counting, page } from "../page.ts";
import { countingUsed, usedIn } from "../channel-health/health.ts";
import { channelOnWire, readingChannels, readingSecrets } from "./channel.ts";

/** The enterprise's channels by name. */
export async function listChannels(
  ctx: Ctx,
  { name, type, ...paging }: InputOf<typeof listContract>["query"],
): Promise<ReplyOf<typeof listContract>> {
  const { limit, offset, cut } = page(paging);
  const key = nameKey(name);
  const condition = and(
    key ? sql`instr(${channels.nameKey}, ${key}) > 0` : undefined,
    type === undefined ? undefined : eq(channels.type, type),
  );
  const listed = readingChannels(ctx, condition).limit(limit).offset(offset);
  const [found, stored, reached, [counted]] = await ctx.db.batch([
    listed,
    readingSecrets(ctx, sql`(SELECT id FROM (${listed.getSQL()}))`),
    countingUsed(ctx),
    counting(ctx, channels, and(eq(channels.enterpriseId, ctx.enterpriseId), condition)),
  ]);
  const { rows, more } = cut(found);
  const fields = Map.groupBy(stored, ({ ownerId }) => ownerId);
  return {
    channelConfig: rows.map((row) =>
      channelOnWire(row, fields.get(row.channel.id)?.map(({ field }) => field) ?? []),
    ),
    used: usedIn(reached),
    more,
    total: counted?.total ?? 0,
  };
}

/** Every channel type with its vendors, those that are closed and those that new channels may not use among them. */
export function channelVendors(offered: readonly Vendor[]): ReplyOf<typeof vendorsContract> {
  const types = allChannelTypes.map((type) => ({
    type,
    name: channelTypeName(type),
    vendors: vendors.flatMap((vendor) => {
      const form = formOf(vendor, type);
      if (!form) return [];
      const { code, name, rate } = vendor;
      const ready = !form.closed;
      const account = { contact: form.contact ?? null, fields: [...form.fields] };
      return [{ vendor: code, name, ready, offered: offered.includes(vendor), rate, ...account }];
    }),
  }));
  return { types };
}
