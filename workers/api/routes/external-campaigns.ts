import type { Hono } from "hono";
import { externalCampaignsTexts as texts } from "#texts/external-campaigns.ts";
import * as externalApi from "#workers/contract/endpoints/external-campaigns.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import { DomainError } from "#workers/domain/error.ts";
import { externalCampaignsCsv, listExternalCampaigns } from "#workers/domain/external-campaigns/list.ts";
import { recordExternalCampaign } from "#workers/domain/external-campaigns/record.ts";
import type { AppEnv } from "../context.ts";
import { FileReply, type HandlerContext, mount, Reply } from "../mount.ts";
import { featuresIn } from "../features.ts";

export function externalCampaignRoutes(app: Hono<AppEnv>): void {
  mount(app, externalApi.externalCampaignsCsv, async ({ query }, context) => {
    requireOn(context);
    const { ctx } = context;
    const begin = externalCampaignsCsv(ctx, query);
    return new FileReply(await inDownloadSlot(ctx, "messages", begin), texts.fileName);
  });
  mount(app, externalApi.listExternalCampaigns, ({ query }, context) => {
    requireOn(context);
    return listExternalCampaigns(context.ctx, query);
  });
  mount(app, externalApi.recordExternalCampaign, async ({ body }, context) => {
    requireOn(context);
    return new Reply(await recordExternalCampaign(context.ctx, body), texts.recorded);
  });
}

/** Refuses an enterprise that has not switched it on. */
function requireOn(context: HandlerContext): void {
  if (!featuresIn(context).recordExternalCampaign) throw new DomainError("invalid", { message: texts.off });
}
