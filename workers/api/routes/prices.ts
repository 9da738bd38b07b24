import type { Hono } from "hono";
import { pricesTexts as texts } from "#texts/prices.ts";
import { getBill, getPrices, savePrices } from "#workers/contract/endpoints/prices.ts";
import { getPrices as pricesOf, savePrices as setPrices } from "#workers/domain/channels/prices.ts";
import { billOf } from "#workers/domain/rates/bill.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function priceRoutes(app: Hono<AppEnv>): void {
  mount(app, getPrices, ({ params }, { ctx }) => pricesOf(ctx, params.id));
  mount(
    app,
    savePrices,
    async ({ params, body }, { ctx }) => new Reply(await setPrices(ctx, params.id, body), texts.saved),
  );
  mount(app, getBill, ({ params }, { ctx }) => billOf(ctx, params.kind, params.id));
}
