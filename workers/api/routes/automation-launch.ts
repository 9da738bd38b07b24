import type { Hono } from "hono";
import { automationLaunchTexts as texts } from "#texts/automation-launch.ts";
import { automationKinds } from "#workers/contract/automation/kinds.ts";
import { loggerDoors } from "#workers/contract/endpoints/automation-logger.ts";
import * as api from "#workers/contract/endpoints/automation-launch.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import { encapLogsTexts } from "#texts/encap-logs.ts";
import * as logsApi from "#workers/contract/endpoints/automation-logs.ts";
import { dashboardOf } from "#workers/domain/automations/dashboard.ts";
import { listLogs, logsCsv } from "#workers/domain/automations/logs.ts";
import { countAudience, launch, launchedWith, launchesOf } from "#workers/domain/automations/launch.ts";
import { loggerOf, milestonesOf, setLogger } from "#workers/domain/automations/logger.ts";
import type { AppEnv } from "../context.ts";
import { topicOf } from "#workers/contract/topics.ts";
import { FileReply, mount, Reply } from "../mount.ts";
import { watch } from "../watching.ts";

/** Launches of encaps, and what they did. */
export function automationLaunchRoutes(app: Hono<AppEnv>): void {
  mount(app, api.listLaunches, ({ params, query }, { ctx }) => launchesOf(ctx, params.id, query));
  mount(app, api.launchEncap, async ({ params, body }, { ctx }) => {
    const launched = await launch(ctx, params.id, body);
    const { name } = launched;
    return new Reply(launched, body.startAt === null ? texts.launched(name) : texts.scheduled(name));
  });
  mount(app, api.countLaunchAudience, ({ params, body }, { ctx }) => countAudience(ctx, params.id, body));
  mount(app, api.getLaunch, ({ params }, { ctx }) => launchedWith(ctx, params.id, params.instanceId));
  mount(app, api.getEncapMilestones, ({ params }, { ctx }) => milestonesOf(ctx, params.id));
  mount(app, logsApi.encapDashboard, ({ query }, { ctx }) => dashboardOf(ctx, query));
  mount(app, logsApi.listEncapLogs, ({ query }, { ctx }) => listLogs(ctx, query));
  mount(app, logsApi.watchEncapLogs, ({ body }, context) =>
    watch(context, { ...body, topic: topicOf.log("encap") }),
  );
  mount(app, logsApi.exportEncapLogs, async ({ query }, { ctx }) => {
    const body = await inDownloadSlot(ctx, "messages", () => logsCsv(ctx, query));
    return new FileReply(body, encapLogsTexts.csvName);
  });
  for (const kind of automationKinds) {
    const { get, set } = loggerDoors[kind];
    mount(app, get, ({ params }, { ctx }) => loggerOf(ctx, kind, params.id));
    mount(
      app,
      set,
      async ({ params, body }, { ctx }) =>
        new Reply(await setLogger(ctx, kind, params.id, body), texts.logKept),
    );
  }
}
