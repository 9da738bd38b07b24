import type { Hono } from "hono";
import { tenantDatabase } from "#db/client.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import { act, close } from "#workers/domain/chats/act.ts";
import {
  chatDepartmentsOf,
  chatHistoryOf,
  chatOf,
  chatSummaryOf,
  type Reader,
} from "#workers/domain/chats/read.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { tell } from "#workers/domain/live-events/keep.ts";
import { senderOf } from "#workers/domain/messaging/objects.ts";
import type { AppEnv } from "../context.ts";
import { type HandlerContext, may, mount } from "../mount.ts";

const readerOf = (context: HandlerContext): Reader => ({ mayUnmask: () => may(context, "CUSTOMER.VIEW") });

export function chatRoutes(app: Hono<AppEnv>): void {
  mount(app, chatsApi.chatSummary, ({ query }, context) =>
    chatSummaryOf(context.ctx, query, readerOf(context)),
  );
  mount(app, chatsApi.chatHistory, ({ query }, context) =>
    chatHistoryOf(context.ctx, query, readerOf(context)),
  );
  mount(app, chatsApi.getChat, ({ params, query }, context) =>
    chatOf(context.ctx, params.id, { before: query.before, reader: readerOf(context) }),
  );
  mount(app, chatsApi.actOnChat, async ({ params, body }, context) => {
    const { reply, kept, sendBy } = await act(
      context.ctx,
      params.id,
      chatsApi.chatAction.parse(body),
      readerOf(context),
    );
    tellAndSend(context, kept, sendBy);
    return reply;
  });
  mount(app, chatsApi.chatDepartments, (_, { ctx }) => chatDepartmentsOf(ctx));
  mount(app, chatsApi.closeChat, async ({ params, body }, context) => {
    tellAndSend(context, await close(context.ctx, params.id, body), null);
    return null;
  });
}

/** Tells colleagues and lets the answer go at once; the sweeper would see to both otherwise. */
function tellAndSend(
  { c, session }: HandlerContext,
  kept: readonly KeptRow[],
  channelId: string | null,
): void {
  const { id: enterpriseId, database } = session.enterprise;
  const told = tell({ db: tenantDatabase(c.env, database), enterpriseId }, hubOf(c.env, enterpriseId), kept);
  const place = channelId !== null && { database, enterpriseId, channelId };
  const sent = place && senderOf(c.env, place).wake(place);
  c.executionCtx.waitUntil(Promise.allSettled([told, sent]));
}
