import type { Hono } from "hono";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import { getBroadcast, listRecipients } from "#workers/domain/broadcasts/broadcast.ts";
import { estimateBroadcast } from "#workers/domain/broadcasts/estimate.ts";
import { listBroadcasts } from "#workers/domain/broadcasts/list.ts";
import { moveBroadcast } from "#workers/domain/broadcasts/move.ts";
import { sendBroadcast } from "#workers/domain/broadcasts/send.ts";
import { broadcastVariables, expressionVariables } from "#workers/domain/broadcasts/variables.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import type { AppEnv } from "../context.ts";
import { may, mount, Reply } from "../mount.ts";

/** A pause or a stop is answered once no call is open any more, or after this. */
const REST_MS = 5_000;

export function broadcastRoutes(app: Hono<AppEnv>): void {
  mount(app, broadcastsApi.listBroadcasts, ({ query }, { ctx }) => listBroadcasts(ctx, query));
  mount(app, broadcastsApi.getBroadcast, async ({ params }, context) => ({
    data: await getBroadcast(context.ctx, params.id, may(context, "CUSTOMER.VIEW")),
  }));
  mount(app, broadcastsApi.listBroadcastMessages, ({ params, query }, context) =>
    listRecipients(context.ctx, params.id, query, may(context, "CUSTOMER.VIEW")),
  );
  mount(app, broadcastsApi.validateBroadcast, ({ body }, context) =>
    estimateBroadcast(context.ctx, body, may(context, "CUSTOMER.VIEW")),
  );
  mount(app, broadcastsApi.sendBroadcast, async ({ body }, { ctx }) => {
    const made = await sendBroadcast(ctx, body);
    return new Reply(made, made.status === "scheduled" ? texts.scheduled : texts.sent);
  });
  mount(app, broadcastsApi.moveBroadcast, async ({ params: { id, action } }, { c, ctx, session }) => {
    const { channelId, atWork, status } = await moveBroadcast(ctx, id, action);
    if (action === "pause" || action === "stop") {
      const resting = atWork.map((sender) => senderOf(c.env, { channelId, sender }).rest());
      await Promise.race([Promise.all(resting), scheduler.wait(REST_MS)]);
    }
    // What waits goes out, and what is stopped ends, at once; the sweeper would see to it otherwise.
    const { id: enterpriseId, database } = session.enterprise;
    const place = { database, enterpriseId, channelId };
    c.executionCtx.waitUntil(
      senderOf(c.env, place)
        .wake(place)
        .catch(() => undefined),
    );
    return new Reply({ id, status }, texts.moved[action]);
  });
  mount(app, broadcastsApi.listBroadcastVariables, ({ query }, { ctx }) =>
    broadcastVariables(ctx, query.templateUId),
  );
  mount(app, broadcastsApi.listExpressionVariables, ({ body }, { ctx }) =>
    expressionVariables(ctx, body.expression),
  );
}
