import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { channels } from "#db/tenant/channels.ts";
import { waFlows } from "#db/tenant/wa-flows.ts";
import { waFlowsTexts as texts } from "#texts/wa-flows.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { listWaFlows as listContract, WaFlowEntry } from "#workers/contract/endpoints/wa-flows.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import { fitsWaFlow, type WaFlowContent, type WaFlowRules } from "#workers/contract/wa-flows/flow.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { counting, page } from "../page.ts";

export type WaFlowRow = typeof waFlows.$inferSelect;

/** Another enterprise's and a deleted one are not there. */
export const thisFlow = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, id: string) =>
  and(eq(waFlows.enterpriseId, enterpriseId), eq(waFlows.id, id), isNull(waFlows.deletedAt));

/** Vendors that have flows. */
const WITH_FLOWS = [vendorCodes.whatsAppCloud, vendorCodes.simulator];
export const ofFlows = ({ enterpriseId }: Pick<Ctx, "enterpriseId">) =>
  and(
    eq(channels.enterpriseId, enterpriseId),
    eq(channels.type, channelTypes.whatsApp),
    inArray(channels.vendor, WITH_FLOWS),
  );
const CHANNEL = {
  id: channels.id,
  name: channels.name,
  vendor: channels.vendor,
  account: sql<string>`coalesce(${channels.settings} ->> '$.wabaId', '')`,
};
type ChannelRow = { id: string; name: string; vendor: number; account: string };
const channelOnWire = ({ id, name, vendor, account }: ChannelRow) => ({
  id,
  name,
  account,
  simulated: vendor === vendorCodes.simulator,
});

/** The channel of a flow, as JSON: joined columns of the same name would be one in a batch. */
const ITS_CHANNEL = sql<
  string | null
>`(SELECT json_object('id', c.id, 'name', c.name, 'vendor', c.vendor, 'account', coalesce(c.settings ->> '$.wabaId', ''))
  FROM channels c WHERE c.id = wa_flows.channel_id AND c.enterprise_id = wa_flows.enterprise_id)`;
const channelIn = (json: string | null): ChannelRow | null =>
  json === null ? null : (JSON.parse(json) as ChannelRow);

/** The columns that lists show; contents are large. */
const LISTED = {
  id: waFlows.id,
  name: waFlows.name,
  categories: waFlows.categories,
  channelId: waFlows.channelId,
  state: waFlows.state,
  jsonVersion: waFlows.jsonVersion,
  sent: waFlows.sent,
  opened: waFlows.opened,
  completed: waFlows.completed,
  health: waFlows.health,
  updatedBy: waFlows.updatedBy,
  updatedAt: waFlows.updatedAt,
};

/** A flow as lists show it; its channel may be gone. */
export const entryOf = (
  row: Pick<WaFlowRow, keyof typeof LISTED>,
  channelJson: string | null,
): WaFlowEntry => {
  const channel = channelIn(channelJson);
  return {
    id: row.id,
    name: row.name,
    categories: row.categories,
    channel: channel
      ? channelOnWire(channel)
      : { id: row.channelId, name: "", account: "", simulated: false },
    state: row.state,
    jsonVersion: row.jsonVersion,
    sent: row.sent,
    opened: row.opened,
    completed: row.completed,
    health: row.health,
    updatedBy: row.updatedBy,
    updatedAt: iso(row.updatedAt),
  };
};

/** A flow with its channel. */
export const readingFlow = (ctx: Ctx, id: string) =>
  ctx.db.select({ row: waFlows, channel: ITS_CHANNEL }).from(waFlows).where(thisFlow(ctx, id)).limit(1);

/** Flows by name, and the channels that can have some. */
export async function listFlows(
  ctx: Ctx,
  { name, state, ...paging }: InputOf<typeof listContract>["query"],
): Promise<ReplyOf<typeof listContract>> {
  const { db, enterpriseId } = ctx;
  const { limit, offset, cut } = page(paging);
  const key = nameKey(name);
  const which = and(
    eq(waFlows.enterpriseId, enterpriseId),
    isNull(waFlows.deletedAt),
    key ? sql`instr(${waFlows.nameKey}, ${key}) > 0` : undefined,
    state === "" ? undefined : eq(waFlows.state, state),
  );
  const [found, those, [counted]] = await db.batch([
    db
      .select({ row: LISTED, channel: ITS_CHANNEL })
      .from(waFlows)
      .where(which)
      .orderBy(asc(waFlows.nameKey), asc(waFlows.id))
      .limit(limit)
      .offset(offset),
    db.select(CHANNEL).from(channels).where(ofFlows(ctx)).orderBy(asc(channels.nameKey)).limit(500),
    counting(ctx, waFlows, which),
  ]);
  const { rows, more } = cut(found);
  return {
    flows: rows.map(({ row, channel }) => entryOf(row, channel)),
    channels: those.map(channelOnWire),
    more,
    total: counted?.total ?? 0,
  };
}

export function refuseLarge(content: WaFlowContent, rules: WaFlowRules): void {
  if (!fitsWaFlow(content, rules)) throw invalid("content", texts.tooLarge);
}

export const invalid = (field: string, message: string) =>
  new DomainError("invalid", { message, errors: { [field]: message } });
