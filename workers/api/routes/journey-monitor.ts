import type { Hono } from "hono";
import { journeyTroublesTexts as texts } from "#texts/journey-troubles.ts";
import * as api from "#workers/contract/endpoints/journey-monitor.ts";
import { journeyPeopleTexts as peopleTexts } from "#texts/journey-people.ts";
import { minutesOf } from "#workers/domain/automations/minutes.ts";
import { actOnPeople } from "#workers/domain/automations/people.ts";
import { figuresOf } from "#workers/domain/automations/figures.ts";
import { sweepRuns, troublesOf } from "#workers/domain/automations/troubles.ts";
import type { AppEnv } from "../context.ts";
import { topicOf } from "#workers/contract/topics.ts";
import { findInstance as seenInstance } from "#workers/domain/automations/instances.ts";
import { mount, Reply, requirePermission } from "../mount.ts";
import { watch } from "../watching.ts";

/** A journey at work: its steps in figures, what goes wrong, and what is done about that. */
export function journeyMonitorRoutes(app: Hono<AppEnv>): void {
  mount(app, api.journeyFigures, ({ params, query }, { ctx }) =>
    figuresOf(ctx, params.id, params.instanceId, query),
  );
  mount(app, api.watchJourneyRuns, async ({ params, body }, context) => {
    await seenInstance(context.ctx, "journey", params.id, params.instanceId);
    return watch(context, { ...body, topic: topicOf.log(params.instanceId) });
  });
  mount(app, api.journeyMinutes, ({ params }, { ctx }) => minutesOf(ctx, params.id, params.instanceId));
  mount(app, api.actOnJourneyPeople, async ({ params, body }, context) => {
    if (body.what === "mark" || body.what === "unmark") requirePermission(context, "CUSTOMER.EDIT");
    return new Reply(await actOnPeople(context.ctx, params, body), peopleTexts.begun[body.what]);
  });
  mount(app, api.listJourneyTroubles, ({ params }, { ctx }) => troublesOf(ctx, params.id, params.instanceId));
  mount(
    app,
    api.sweepJourneyRuns,
    async ({ params, body }, { ctx }) =>
      new Reply(await sweepRuns(ctx, params.id, params.instanceId, body), texts.begun[body.what]),
  );
}
