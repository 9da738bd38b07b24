import type { Hono } from "hono";
import { journeyTroublesTexts as texts } from "#texts/journey-troubles.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { monitorDoors } from "#workers/contract/endpoints/journey-monitor.ts";
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

/** A journey or an encap at work: its steps in figures, what goes wrong, and what is done about that. */
export function journeyMonitorRoutes(app: Hono<AppEnv>): void {
  for (const kind of automationKinds) {
    const api = monitorDoors[kind];
    mount(app, api.figures, ({ params, query }, { ctx }) => figuresOf(ctx, kind, params, query));
    mount(app, api.watch, async ({ params, body }, context) => {
      await seenInstance(context.ctx, kind, params.id, params.instanceId);
      return watch(context, { ...body, topic: topicOf.log(params.instanceId) });
    });
    mount(app, api.minutes, ({ params }, { ctx }) => minutesOf(ctx, kind, params));
    mount(app, api.people, async ({ params, body }, context) => {
      if (body.what === "mark" || body.what === "unmark") requirePermission(context, "CUSTOMER.EDIT");
      return new Reply(await actOnPeople(context.ctx, kind, params, body), peopleTexts.begun[body.what]);
    });
    mount(app, api.troubles, ({ params }, { ctx }) => troublesOf(ctx, kind, params));
    mount(
      app,
      api.sweep,
      async ({ params, body }, { ctx }) =>
        new Reply(await sweepRuns(ctx, kind, params, body), texts.begun[body.what]),
    );
  }
}
