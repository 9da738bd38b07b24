import type { Hono } from "hono";
import { conversationsTexts as texts } from "#texts/conversations.ts";
import * as conversationsApi from "#workers/contract/endpoints/conversations.ts";
import { behindOf } from "#workers/domain/conversations/behind.ts";
import { choices } from "#workers/domain/conversations/choices.ts";
import { conversationsCsv, transcriptOf } from "#workers/domain/conversations/export.ts";
import { conversations } from "#workers/domain/conversations/list.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import type { AppEnv } from "../context.ts";
import { FileReply, type HandlerContext, may, mount, requirePermission } from "../mount.ts";

const readerOf = (context: HandlerContext) => ({ mayUnmask: () => may(context, "CUSTOMER.VIEW") });
const CSV = "text/csv; charset=utf-8";

export function conversationRoutes(app: Hono<AppEnv>): void {
  mount(app, conversationsApi.listConversations, ({ query }, context) =>
    conversations(context.ctx, query, readerOf(context)),
  );
  mount(app, conversationsApi.conversationChoices, (_, { ctx }) => choices(ctx));
  mount(app, conversationsApi.exportConversations, async ({ query }, context) => {
    requirePermission(context, "CHAT.VIEW_CHATHISTORY");
    const { ctx } = context;
    const body = await inDownloadSlot(ctx, "chats", () => conversationsCsv(ctx, query, readerOf(context)));
    return new FileReply(body, texts.csvName);
  });
  mount(app, conversationsApi.behindConversation, ({ params, query }, { ctx }) =>
    behindOf(ctx, params.id, query),
  );
  mount(app, conversationsApi.exportConversation, async ({ params, query }, context) => {
    const { ctx } = context;
    const body = await inDownloadSlot(ctx, "chats", () =>
      transcriptOf(ctx, params.id, query, readerOf(context)),
    );
    return query.form === "csv"
      ? new FileReply(body, texts.transcriptName("csv"), { type: CSV })
      : new FileReply(body, texts.transcriptName("txt"));
  });
}
