import type { Hono } from "hono";
import { firstRunTexts as texts } from "#texts/first-run.ts";
import * as api from "#workers/contract/endpoints/first-run.ts";
import { beginFirstRun } from "#workers/domain/first-run/begin.ts";
import { firstChat } from "#workers/domain/first-run/chat.ts";
import { guideNow, hideSteps, readerOf } from "#workers/domain/first-run/guide.ts";
import { bringSamples, removeSamples } from "#workers/domain/first-run/samples.ts";
import { firstRunNow } from "#workers/domain/first-run/state.ts";
import { channelDepsOf } from "../channel-deps.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply, requirePermission } from "../mount.ts";
import { simulatorDepsOf } from "../simulator-deps.ts";

export function firstRunRoutes(app: Hono<AppEnv>): void {
  mount(app, api.getFirstRun, (_, { ctx }) => firstRunNow(ctx));
  mount(app, api.beginFirstRun, async ({ body }, context) => {
    const { c, ctx, directoryCtx } = context;
    requirePermission(context, "NLP.VIEW");
    if (body.samples) requirePermission(context, "CUSTOMER.IMPORT");
    const made = await beginFirstRun(ctx, directoryCtx, channelDepsOf(c), body.kind);
    return body.samples ? { ...made, samples: await bringSamples(ctx, c.env.FILES) } : made;
  });
  mount(app, api.firstChat, (_, context) => firstChat(context.ctx, simulatorDepsOf(context)));
  mount(
    app,
    api.bringSamples,
    async (_, { c, ctx }) => new Reply(await bringSamples(ctx, c.env.FILES), texts.samples.added),
  );
  mount(
    app,
    api.removeSamples,
    async (_, { ctx }) => new Reply(await removeSamples(ctx), texts.samples.removed),
  );
  mount(app, api.getGuide, (_, { session, ctx, directoryCtx }) =>
    guideNow(ctx, directoryCtx, readerOf(session)),
  );
  mount(app, api.setGuide, async ({ body }, { session, ctx, directoryCtx }) => {
    await hideSteps(directoryCtx, body.steps === "hidden");
    return guideNow(ctx, directoryCtx, readerOf(session));
  });
}
