import type { Hono } from "hono";
import { chatLabelsTexts as labelsTexts } from "#texts/chat-labels.ts";
import { agentStatusTexts } from "#texts/agent-status.ts";
import { chatDetailsTexts as detailsTexts } from "#texts/chat-details.ts";
import { chatMonitorTexts as monitorTexts } from "#texts/chat-monitor.ts";
import { chatRulesTexts } from "#texts/chat-rules.ts";
import { chatTranscriptTexts as transcriptTexts } from "#texts/chat-transcript.ts";
import { chatsTexts } from "#texts/chats.ts";
import * as labelsApi from "#workers/contract/endpoints/chat-labels.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import { chatAnalytics, chatAnalyticsCsv } from "#workers/contract/endpoints/chat-analytics.ts";
import { chatSearch } from "#workers/contract/endpoints/chat-search.ts";
import { chatMonitor, forceAgentStatus, monitoredChats } from "#workers/contract/endpoints/chat-monitor.ts";
import { chatAction } from "#workers/contract/chat-action.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import * as chatCustomerApi from "#workers/contract/endpoints/chat-customer.ts";
import { topicOf } from "#workers/contract/topics.ts";
import { analysed } from "#workers/domain/chats/analytics.ts";
import { analyticsCsv } from "#workers/domain/chats/analytics-csv.ts";
import { act, TAKING } from "#workers/domain/chats/act.ts";
import { press } from "#workers/domain/chats/press.ts";
import {
  createLabel,
  deleteLabel,
  labelOf,
  labelsOf,
  orderLabels,
  renameLabel,
} from "#workers/domain/chats/labels.ts";
import { colleague, colleaguesAmong } from "#workers/domain/chats/colleague.ts";
import { linkCustomerTo, makeCustomerOf } from "#workers/domain/chats/customer.ts";
import { chatUserDetailsOf } from "#workers/domain/chats/details.ts";
import { monitored, monitoredChatsOf } from "#workers/domain/chats/monitor.ts";
import { chatCountOf, chatSummaryOf } from "#workers/domain/chats/queues.ts";
import { chatDepartmentsOf, chatOf } from "#workers/domain/chats/read.ts";
import { chatHistoryOf } from "#workers/domain/chats/history.ts";
import { historyCsv } from "#workers/domain/chats/history-csv.ts";
import { pin } from "#workers/domain/chats/pin.ts";
import { releaseIfGone } from "#workers/domain/chats/release.ts";
import type { Reader } from "#workers/domain/chats/chat-row.ts";
import { seesChat } from "#workers/domain/chats/sees.ts";
import { retentionPreview } from "#workers/domain/chats/retention.ts";
import { getChatRules, saveChatRules } from "#workers/domain/chats/rules.ts";
import { found } from "#workers/domain/chats/search.ts";
import { sendTranscript } from "#workers/domain/chats/transcript.ts";
import { tag } from "#workers/domain/chats/tag.ts";
import { clockOf } from "#workers/domain/messaging/objects.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import { DomainError } from "#workers/domain/error.ts";
import { forceAgentStatus as setStatusOf } from "#workers/domain/users/agent-status.ts";
import type { AppEnv } from "../context.ts";
import { watch } from "../watching.ts";
import { tellAndSend } from "../tell-and-send.ts";
import { FileReply, type HandlerContext, may, mount, Reply, requirePermission } from "../mount.ts";

const readerOf = (context: HandlerContext): Reader => ({
  mayUnmask: () => may(context, "CUSTOMER.VIEW"),
  now: context.ctx.now,
});

/** Looks whether whoever came into a chat just now still answers any; those who wait then are offered to others. */
async function givenBack(context: HandlerContext): Promise<void> {
  const kept = await releaseIfGone(context.directoryCtx, context.ctx);
  if (kept.length === 0) return;
  tellAndSend(context, { kept, sendBy: null });
  // The request has woken the clock, if it did, before this.
  const { database } = context.session.enterprise;
  await clockOf(context.c.env, database).arm(database, Date.now());
}

export function chatRoutes(app: Hono<AppEnv>): void {
  mount(app, chatsApi.chatSummary, ({ query }, context) =>
    chatSummaryOf(context.ctx, query, readerOf(context)),
  );
  mount(app, chatsApi.chatHistory, ({ query }, context) =>
    chatHistoryOf(context.ctx, query, readerOf(context)),
  );
  mount(app, chatsApi.exportChatHistory, async ({ query }, context) => {
    requirePermission(context, "CHAT.VIEW_CHATHISTORY");
    const { ctx } = context;
    const body = await inDownloadSlot(ctx, "chats", async () => historyCsv(ctx, query, readerOf(context)));
    return new FileReply(body, chatsTexts.past.csvName);
  });
  // Before the one whose path would take "search" for an id.
  mount(app, chatSearch, ({ query }, context) => found(context.ctx, query, readerOf(context)));
  mount(app, chatsApi.getChat, ({ params, query }, context) =>
    chatOf(context.ctx, params.id, { ...query, reader: readerOf(context) }),
  );
  mount(app, chatsApi.actOnChat, async ({ params, body }, context) => {
    const action = chatAction.parse(body);
    const { reply, ...done } = await act(context.ctx, params.id, action, {
      reader: readerOf(context),
      colleagueOf: (userId) => colleague(context.directoryCtx, userId),
      colleaguesAmong: (userIds) => colleaguesAmong(context.directoryCtx, userIds),
      maySupervise: () => may(context, "CHAT.VIEW_MONITOR"),
    });
    tellAndSend(context, done);
    if (TAKING.has(action.action) || action.action === "acceptInvite")
      context.c.executionCtx.waitUntil(givenBack(context));
    return reply;
  });
  mount(app, chatCustomerApi.chatUserDetails, ({ query }, context) =>
    chatUserDetailsOf(context.ctx, query.chatId, readerOf(context)),
  );
  mount(app, chatCustomerApi.makeChatCustomer, async ({ params, body }, context) => {
    requirePermission(context, "CUSTOMER.EDIT");
    const { reply, kept } = await makeCustomerOf(context.ctx, params.id, body, readerOf(context));
    tellAndSend(context, { kept, sendBy: null });
    return new Reply(reply, detailsTexts.made);
  });
  mount(app, chatCustomerApi.linkChatCustomer, async ({ params, body }, context) => {
    requirePermission(context, "CUSTOMER.EDIT");
    const { reply, kept } = await linkCustomerTo(context.ctx, params.id, body, readerOf(context));
    tellAndSend(context, { kept, sendBy: null });
    return new Reply(reply, detailsTexts.linked);
  });
  mount(app, chatsApi.chatCount, (_, { ctx }) => chatCountOf(ctx));
  mount(app, chatsApi.chatDepartments, (_, { ctx }) => chatDepartmentsOf(ctx));
  mount(app, chatStepsApi.closeChat, async ({ params, body }, context) => {
    tellAndSend(context, await press(context.ctx, params.id, { action: "close", ...body }));
    return null;
  });
  mount(app, chatStepsApi.sendTranscript, async ({ body }, context) => {
    const { c, ctx, directoryCtx, session } = context;
    const { mayUnmask } = readerOf(context);
    await sendTranscript(ctx, directoryCtx, body, {
      ring: keyRing(c.env.DATA_KEY),
      enterprise: session.enterprise.name,
      mayUnmask,
    });
    return new Reply(null, transcriptTexts.sent(body.emailId));
  });
  mount(app, chatAnalytics, ({ query }, { ctx }) => analysed(ctx, query));
  mount(app, chatAnalyticsCsv, async ({ query }, { ctx }) => {
    const { name, csv } = await analyticsCsv(ctx, query);
    return new FileReply(csv, name);
  });
  mount(app, chatMonitor, ({ query }, { directoryCtx, ctx }) => monitored(directoryCtx, ctx, query));
  mount(app, monitoredChats, ({ query }, context) => monitoredChatsOf(context.ctx, query, readerOf(context)));
  mount(app, forceAgentStatus, async ({ params, body: { agentStatus } }, { directoryCtx }) => {
    await setStatusOf(directoryCtx, params.id, agentStatus);
    return new Reply(null, monitorTexts.statusSet(agentStatusTexts.statuses[agentStatus]));
  });
  mount(app, chatConfigApi.getChatConfig, (_, { ctx }) => getChatRules(ctx));
  mount(
    app,
    chatConfigApi.saveChatConfig,
    async ({ body }, { directoryCtx, ctx }) =>
      new Reply(await saveChatRules(directoryCtx, ctx, body), chatRulesTexts.saved),
  );
  mount(app, chatConfigApi.previewRetention, ({ query }, { ctx }) => retentionPreview(ctx, query));
  mount(app, labelsApi.listChatLabels, async ({ query }, { ctx }) => ({
    labels: await labelsOf(ctx, query.departmentId),
  }));
  mount(
    app,
    labelsApi.createChatLabel,
    async ({ body }, { ctx }) => new Reply(await createLabel(ctx, body), labelsTexts.created(body.name)),
  );
  // Before the one whose path would take "order" for an id.
  mount(app, labelsApi.orderChatLabels, async ({ body }, { ctx }) => ({
    labels: await orderLabels(ctx, body),
  }));
  mount(app, labelsApi.getChatLabel, ({ params }, { ctx }) => labelOf(ctx, params.id));
  mount(
    app,
    labelsApi.renameChatLabel,
    async ({ params, body }, { ctx }) =>
      new Reply(await renameLabel(ctx, params.id, body.name), labelsTexts.renamed),
  );
  mount(app, labelsApi.deleteChatLabel, async ({ params }, { ctx }) => {
    await deleteLabel(ctx, params.id);
    return new Reply(null, labelsTexts.removed);
  });
  mount(app, chatStepsApi.tagChat, async ({ params, body }, context) => {
    const { reply, kept } = await tag(context.ctx, params.id, body.tags, readerOf(context));
    tellAndSend(context, { kept, sendBy: null });
    return reply;
  });
  mount(app, chatStepsApi.suspendChat, async ({ params, body }, context) => {
    tellAndSend(context, await press(context.ctx, params.id, { action: "suspendChat", ...body }));
    return null;
  });
  mount(app, chatStepsApi.resumeChat, async ({ params, body }, context) => {
    tellAndSend(context, await press(context.ctx, params.id, { action: "resumeChat", ...body }));
    return null;
  });
  mount(app, chatStepsApi.watchChat, async ({ params, body: { socketId } }, { c, ctx }) => {
    if (!(await seesChat(ctx, params.id))) throw new DomainError("notFound");
    return watch({ c, ctx }, { socketId, topic: topicOf.chat(params.id) });
  });
  // Last: its path would take the others' words for its own.
  mount(app, chatStepsApi.pinChat, ({ params }, { ctx }) => pin(ctx, params.id, params.pin));
}
