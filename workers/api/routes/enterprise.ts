import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { timezoneNames } from "#workers/contract/timezones.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getEnterprise, saveEnterprise } from "#workers/domain/enterprise/enterprise.ts";
import { offeredFeatures } from "#workers/domain/enterprise/features.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { enterprise } = endpoints;

export function enterpriseRoutes(app: Hono<AppEnv>): void {
  mount(app, enterprise.details, (_, { c, office, scope }) =>
    getEnterprise(office, scope, offeredFeatures(c.env.FEATURES)),
  );

  mount(app, enterprise.save, async ({ body }, { c, office, scope }) => {
    const offered = offeredFeatures(c.env.FEATURES);
    const saved = await saveEnterprise(office, scope, c.env.FILES, body, offered);
    return new Said(saved, messages.enterprise.saved);
  });

  mount(app, enterprise.timezones, async () => timezoneNames());
}
