import type { Hono } from "hono";
import { enterpriseTexts } from "#texts/enterprise.ts";
import { timezoneNames } from "#workers/contract/timezones.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";
import { dataChecksOf } from "#workers/domain/consistency/night.ts";
import { getEnterprise, saveEnterprise } from "#workers/domain/enterprise/enterprise.ts";
import { offeredFeatures } from "#workers/domain/enterprise/features.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function enterpriseRoutes(app: Hono<AppEnv>): void {
  mount(app, enterpriseApi.getDetails, (_, { c, directoryCtx, ctx }) =>
    getEnterprise(directoryCtx, ctx, offeredFeatures(c.env.FEATURES)),
  );

  mount(app, enterpriseApi.saveConfiguration, async ({ body }, { c, directoryCtx, ctx }) => {
    const offered = offeredFeatures(c.env.FEATURES);
    const saved = await saveEnterprise(directoryCtx, ctx, c.env.FILES, body, offered);
    return new Reply(saved, enterpriseTexts.saved);
  });

  mount(app, enterpriseApi.dataChecks, (_, { ctx }) => dataChecksOf(ctx));

  mount(app, enterpriseApi.timezones, async () => timezoneNames());
}
