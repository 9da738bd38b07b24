import type { Hono } from "hono";
import { journeyTroublesTexts as texts } from "#texts/journey-troubles.ts";
import * as api from "#workers/contract/endpoints/journey-monitor.ts";
import { figuresOf } from "#workers/domain/automations/figures.ts";
import { sweepRuns, troublesOf } from "#workers/domain/automations/troubles.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

/** A journey at work: its steps in figures, what goes wrong, and what is done about that. */
export function journeyMonitorRoutes(app: Hono<AppEnv>): void {
  mount(app, api.journeyFigures, ({ params, query }, { ctx }) =>
    figuresOf(ctx, params.id, params.instanceId, query),
  );
  mount(app, api.listJourneyTroubles, ({ params }, { ctx }) => troublesOf(ctx, params.id, params.instanceId));
  mount(
    app,
    api.sweepJourneyRuns,
    async ({ params, body }, { ctx }) =>
      new Reply(await sweepRuns(ctx, params.id, params.instanceId, body), texts.begun[body.what]),
  );
}
