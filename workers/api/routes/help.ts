import type { Hono } from "hono";
import * as helpApi from "#workers/contract/endpoints/help.ts";
import { listHelp } from "#workers/domain/help/list.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";
import { readCommunity } from "#workers/providers/community/community.ts";
import type { AppEnv } from "../context.ts";
import { mount } from "../mount.ts";
import { requireFeature } from "../features.ts";
import { settingOf } from "../setting.ts";

export function helpRoutes(app: Hono<AppEnv>): void {
  mount(app, helpApi.listHelp, async (_, context) => {
    requireFeature(context, "community");
    const { c, directoryCtx } = context;
    const deps = { resolve: resolveByHttps, allowPrivate: allowsPrivate(c.env) };
    const items = await listHelp({
      address: settingOf(c.env, "COMMUNITY_URL"),
      read: (address) => readCommunity(address, deps),
      now: directoryCtx.now,
    });
    return { items };
  });
}
