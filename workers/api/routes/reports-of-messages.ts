import type { Hono } from "hono";
import { reportsOfMessagesTexts as texts } from "#texts/reports-of-messages.ts";
import * as reportsApi from "#workers/contract/endpoints/reports-of-messages.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import { messageCounts, messageCountsCsv } from "#workers/domain/reports-of-messages/counts.ts";
import { messageStatusCsv } from "#workers/domain/reports-of-messages/csv.ts";
import { messageStatusReport } from "#workers/domain/reports-of-messages/list.ts";
import type { AppEnv } from "../context.ts";
import { FileReply, may, mount } from "../mount.ts";

export function reportOfMessagesRoutes(app: Hono<AppEnv>): void {
  mount(app, reportsApi.messageStatusReport, ({ query }, context) =>
    messageStatusReport(context.ctx, query, () => may(context, "CUSTOMER.VIEW")),
  );
  mount(app, reportsApi.messageStatusCsv, async ({ query }, context) => {
    const { ctx } = context;
    const begin = messageStatusCsv(ctx, query, may(context, "CUSTOMER.VIEW"));
    return new FileReply(await inDownloadSlot(ctx, "messages", begin), texts.fileName);
  });
  mount(app, reportsApi.messageCountsCsv, async ({ query }, { ctx }) => {
    const begin = messageCountsCsv(ctx, query);
    return new FileReply(await inDownloadSlot(ctx, "messages", begin), texts.countsFileName);
  });
  mount(app, reportsApi.messageCounts, ({ query }, { ctx }) => messageCounts(ctx, query));
}
