import type { Hono } from "hono";
import { enterpriseTexts } from "#texts/enterprise.ts";
import { linkOrigin } from "#workers/contract/short-links.ts";
import { timezoneNames } from "#workers/contract/timezones.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";
import { dataChecksOf } from "#workers/domain/consistency/night.ts";
import { getEnterprise, type Offer, saveEnterprise } from "#workers/domain/enterprise/enterprise.ts";
import { offeredFeatures } from "#workers/domain/enterprise/features.ts";
import { requireOwnHost } from "#workers/domain/links/own-host.ts";
import { resolveByHttps, textsByHttps } from "#workers/outbound/resolve.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

const offerOf = (env: ApiEnv): Offer => ({
  features: offeredFeatures(env.FEATURES),
  linkOrigin: linkOrigin(env),
  regions: env,
  mail: env.MAIL,
});

export function enterpriseRoutes(app: Hono<AppEnv>): void {
  mount(app, enterpriseApi.getDetails, (_, { c, directoryCtx, ctx }) =>
    getEnterprise(directoryCtx, ctx, offerOf(c.env)),
  );

  mount(app, enterpriseApi.saveConfiguration, async ({ body }, { c, directoryCtx, ctx }) => {
    const offered = offerOf(c.env);
    const deps = { resolve: resolveByHttps, resolveTexts: textsByHttps, origin: offered.linkOrigin };
    const saved = await saveEnterprise(directoryCtx, ctx, c.env.FILES, body, {
      ...offered,
      requireOwnHost: (host) => requireOwnHost(deps, ctx.enterpriseId, host),
    });
    return new Reply(saved, enterpriseTexts.saved);
  });

  mount(app, enterpriseApi.dataChecks, (_, { ctx }) => dataChecksOf(ctx));

  mount(app, enterpriseApi.timezones, async () => timezoneNames());
}
