import type { Hono } from "hono";
import { automationInstancesTexts as texts } from "#texts/automation-instances.ts";
import { journeyTroublesTexts } from "#texts/journey-troubles.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import {
  instanceDoors,
  listPublications,
  listStartedJourneys,
} from "#workers/contract/endpoints/automation-instances.ts";
import { addToInstance } from "#workers/domain/automations/instances-add.ts";
import { clashesOfLaunch } from "#workers/domain/automations/instances-clashes.ts";
import { enterInstance } from "#workers/domain/automations/instances-enter.ts";
import { moveInstance, takeVersion } from "#workers/domain/automations/instances-move.ts";
import { endRun, getRun, listRuns, retryRun } from "#workers/domain/automations/instances-runs.ts";
import { createInstance } from "#workers/domain/automations/instances-start.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { AskingDeps } from "#workers/domain/entries/decided.ts";
import { placeOf } from "#workers/domain/enterprise/enterprise.ts";
import type { Session } from "#workers/domain/identity/session.ts";
import { instanceOnWire, listInstances } from "#workers/domain/automations/instances.ts";
import { publications } from "#workers/domain/automations/publications.ts";
import { startedJourneys } from "#workers/domain/automations/started.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

const depsOf = ({ enterprise }: Session): AskingDeps => ({
  capabilities: (vendor, type) => adapterOf(vendor)?.capabilities(type),
  placeOf: async () => placeOf(enterprise),
});

/** Journeys and encaps at work on channels: the same calls behind two doors. */
export function automationInstanceRoutes(app: Hono<AppEnv>): void {
  mount(app, listPublications, ({ query }, { ctx }) => publications(ctx, query));
  mount(app, listStartedJourneys, (_, { ctx }) => startedJourneys(ctx));
  for (const kind of automationKinds) {
    const api = instanceDoors[kind];
    mount(app, api.list, ({ params, query }, { ctx }) => listInstances(ctx, kind, params.id, query));
    mount(app, api.clashes, async ({ params, query }, { ctx }) => ({
      clashes: await clashesOfLaunch(ctx, params.id, query),
    }));
    mount(app, api.create, async ({ params, body }, { ctx }) => {
      const instance = await createInstance(ctx, kind, params.id, body);
      return new Reply(instanceOnWire(instance), body.start ? texts.started : texts.saved);
    });
    mount(
      app,
      api.move,
      async ({ params, body }, { ctx }) =>
        new Reply(
          await moveInstance(ctx, kind, params.id, params.instanceId, body),
          texts.moved[body.action],
        ),
    );
    mount(app, api.version, async ({ params, body }, { ctx }) => {
      const instance = await takeVersion(ctx, kind, params.id, params.instanceId, body);
      return new Reply(instance, texts.takenOver(body.number));
    });
    mount(app, api.enter, async ({ params, body }, { ctx, session }) => {
      const answer = await enterInstance(ctx, depsOf(session), kind, params, body);
      return new Reply(answer, texts.entered(answer.entered));
    });
    mount(app, api.add, async ({ params, body }, { ctx }) => {
      const job = await addToInstance(ctx, kind, params, body);
      return new Reply(job, texts.added.begun);
    });
    mount(app, api.runs, ({ params, query }, { ctx }) =>
      listRuns(ctx, kind, params.id, params.instanceId, query),
    );
    mount(app, api.run, ({ params }, { ctx }) =>
      getRun(ctx, kind, params.id, params.instanceId, params.runId),
    );
    mount(app, api.retryRun, async ({ params, body }, { ctx }) => {
      await retryRun(ctx, kind, params, body);
      return new Reply(null, journeyTroublesTexts.retries);
    });
    mount(app, api.endRun, async ({ params }, { ctx }) => {
      await endRun(ctx, kind, params.id, params.instanceId, params.runId);
      return new Reply(null, texts.runEnds);
    });
  }
}
