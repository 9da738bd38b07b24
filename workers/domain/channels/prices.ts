import { and, asc, eq } from "drizzle-orm";
import { channelPrices } from "#db/tenant/prices.ts";
import { channels } from "#db/tenant/channels.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import type { KeptPrices, savePrices as contract } from "#workers/contract/endpoints/prices.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { decimalOf, type Price } from "#workers/contract/prices.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { CARD_SINCE } from "../rates/whatsapp-card.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { thisChannel } from "./channel.ts";

const ofChannel = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, id: string) =>
  and(eq(channelPrices.enterpriseId, enterpriseId), eq(channelPrices.channelId, id));

/** A statement that reads the enterprise's prices of a channel. */
export const readingPrices = (ctx: Pick<Ctx, "db" | "enterpriseId">, id: string) =>
  ctx.db
    .select({
      country: channelPrices.country,
      category: channelPrices.category,
      price: channelPrices.price,
      currency: channelPrices.currency,
    })
    .from(channelPrices)
    .where(ofChannel(ctx, id))
    .orderBy(asc(channelPrices.country), asc(channelPrices.category));

/** The enterprise's prices of a channel; notFound where it isn't. */
export async function getPrices(ctx: Ctx, id: string): Promise<KeptPrices> {
  const { row, prices } = await read(ctx, id);
  return onWire(row, prices);
}

/** Sets all prices of a channel. Throws changedMeanwhile where somebody else has changed the channel since. */
export async function savePrices(
  ctx: Ctx,
  id: string,
  { prices, revision }: InputOf<typeof contract>["body"],
): Promise<KeptPrices> {
  const { db, enterpriseId } = ctx;
  const { row, prices: before } = await read(ctx, id);
  refuseStale(row, revision);
  const next = nextRevision(ctx, row);
  await unlessStale(
    db.batch([
      guardRevision(ctx, channels, id, row.revision),
      db.update(channels).set(next).where(thisChannel(ctx, id)),
      db.delete(channelPrices).where(ofChannel(ctx, id)),
      ...pages(prices).map((page) =>
        db.insert(channelPrices).values(page.map((each) => ({ ...each, enterpriseId, channelId: id }))),
      ),
      audited(ctx, {
        action: "update",
        kind: "channel",
        object: { id, name: row.name },
        before: { prices: before.map(shown) },
        after: { prices: prices.map(shown) },
      }),
    ]),
    async () => (await read(ctx, id)).row,
  );
  return onWire({ ...row, ...next }, prices);
}

async function read(ctx: Ctx, id: string) {
  const [[row], prices] = await ctx.db.batch([
    ctx.db.select().from(channels).where(thisChannel(ctx, id)).limit(1),
    readingPrices(ctx, id),
  ]);
  if (!row) throw new DomainError("notFound");
  return { row, prices };
}

/** D1 binds 100 values a statement, and a price has six. */
const ROWS = 16;
const pages = (list: readonly Price[]): Price[][] =>
  Array.from({ length: Math.ceil(list.length / ROWS) }, (_, at) => list.slice(at * ROWS, (at + 1) * ROWS));

const onWire = ({ type, revision }: { type: number; revision: number }, prices: Price[]): KeptPrices => ({
  prices: prices.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  cardSince: type === channelTypes.whatsApp ? CARD_SINCE : null,
  revision,
});
const keyOf = ({ country, category }: Price): string => `${country} ${category}`;

const shown = ({ country, category, price, currency }: Price): string =>
  `${country} ${category} ${decimalOf(price)} ${currency}`;
