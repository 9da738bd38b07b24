import type { Hono } from "hono";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastVariablesApi from "#workers/contract/endpoints/broadcast-variables.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import * as dataFilesApi from "#workers/contract/endpoints/data-files.ts";
import { checkDataFile } from "#workers/domain/broadcasts/check-file.ts";
import { getBroadcast } from "#workers/domain/broadcasts/broadcast.ts";
import { estimateBroadcast, estimatedPeople } from "#workers/domain/broadcasts/estimate.ts";
import { broadcastCalendar, listBroadcasts } from "#workers/domain/broadcasts/list.ts";
import { moveBroadcast } from "#workers/domain/broadcasts/move.ts";
import { broadcastCsv } from "#workers/domain/broadcasts/recipients-csv.ts";
import { listRecipients } from "#workers/domain/broadcasts/recipients.ts";
import { sendBroadcast } from "#workers/domain/broadcasts/send.ts";
import { settleRecipients } from "#workers/domain/broadcasts/settle.ts";
import { broadcastUrls } from "#workers/domain/broadcasts/urls.ts";
import { broadcastVariables, expressionVariables } from "#workers/domain/broadcasts/variables.ts";
import { retryBroadcast } from "#workers/domain/campaigns/retry-run.ts";
import { untilRested, wakeSenders } from "../rest.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import type { AppEnv } from "../context.ts";
import { featuresIn } from "../features.ts";
import { FileReply, may, mount, Reply } from "../mount.ts";

export function broadcastRoutes(app: Hono<AppEnv>): void {
  mount(app, broadcastsApi.listBroadcasts, ({ query }, { ctx }) => listBroadcasts(ctx, query));
  mount(app, broadcastsApi.broadcastCalendar, ({ query }, { ctx }) => broadcastCalendar(ctx, query));
  mount(app, broadcastsApi.getBroadcast, async ({ params }, context) => ({
    data: await getBroadcast(context.ctx, params.id, {
      archive: context.c.env.FILES,
      seesCustomers: may(context, "CUSTOMER.VIEW"),
    }),
  }));
  mount(app, broadcastsApi.listBroadcastMessages, ({ params, query }, context) =>
    listRecipients(context.ctx, params.id, query, {
      archive: context.c.env.FILES,
      seesCustomers: may(context, "CUSTOMER.VIEW"),
    }),
  );
  mount(app, broadcastsApi.broadcastMessagesCsv, async ({ params, query }, context) => {
    const { ctx } = context;
    const { name, begin } = await broadcastCsv(ctx, params.id, query, {
      archive: context.c.env.FILES,
      seesCustomers: may(context, "CUSTOMER.VIEW"),
    });
    return new FileReply(await inDownloadSlot(ctx, "messages", begin), name);
  });
  mount(app, broadcastsApi.broadcastUrls, ({ params }, { ctx }) => broadcastUrls(ctx, params.id));
  mount(app, broadcastSendingApi.validateBroadcast, ({ body }, context) =>
    estimateBroadcast(context.ctx, body, context.c.env.FILES, may(context, "CUSTOMER.VIEW")),
  );
  mount(app, broadcastSendingApi.listEstimatedPeople, ({ body }, context) =>
    estimatedPeople(context.ctx, body, context.c.env.FILES, may(context, "CUSTOMER.VIEW")),
  );
  mount(app, dataFilesApi.checkDataFile, ({ body }, { c, ctx }) =>
    checkDataFile(ctx, c.env.FILES, body.path),
  );
  mount(app, broadcastSendingApi.sendBroadcast, async ({ body }, context) => {
    const made = await sendBroadcast(context.ctx, body, featuresIn(context));
    return new Reply(made, made.status === "scheduled" ? texts.scheduled : texts.sent);
  });
  mount(app, broadcastSendingApi.moveBroadcast, async ({ params: { id, action } }, context) => {
    const { channelId, atWork, status } = await (action === "retry"
      ? retryBroadcast(context.ctx, id, may(context, "CAMPAIGNS.START"))
      : moveBroadcast(context.ctx, id, action));
    if (action === "pause" || action === "stop") await untilRested(context, atWork);
    wakeSenders(context, [channelId]);
    return new Reply({ id, status }, texts.moved[action]);
  });
  mount(app, broadcastSendingApi.settleRecipients, async ({ params, body }, context) => {
    const { channelId, ...settled } = await settleRecipients(context.ctx, params, body);
    if (params.settlement === "again") wakeSenders(context, [channelId]);
    return new Reply(settled, texts.settled[params.settlement](settled.settled, settled.left));
  });
  mount(app, broadcastVariablesApi.listBroadcastVariables, ({ query }, { ctx }) =>
    broadcastVariables(ctx, query.templateUId),
  );
  mount(app, broadcastVariablesApi.listExpressionVariables, ({ body }, { ctx }) =>
    expressionVariables(ctx, body),
  );
}
