import type { Hono } from "hono";
import { externalCampaignsTexts as texts } from "#texts/external-campaigns.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import * as externalApi from "#workers/contract/endpoints/external-campaigns.ts";
import { inDownloadSlot } from "#workers/domain/download-slots.ts";
import { DomainError } from "#workers/domain/error.ts";
import { externalCampaignsCsv, listExternalCampaigns } from "#workers/domain/external-campaigns/list.ts";
import { isFenced } from "#workers/domain/bare/fenced.ts";
import { isOnItsWay, keepCall, namedBefore, nameOnce } from "#workers/domain/moving/intake.ts";
import { recordedId, recordExternalCampaign } from "#workers/domain/external-campaigns/record.ts";
import type { AppEnv } from "../context.ts";
import { FileReply, type HandlerContext, mount, Reply } from "../mount.ts";
import { featuresIn } from "../features.ts";

type Recording = typeof externalApi.recordExternalCampaign;
type Body = InputOf<Recording>["body"];

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
    return new Reply(await recordedOrKept(context, body), texts.recorded);
  });
}

/** While the enterprise moves it is kept under the id that it has, or will have. */
async function recordedOrKept({ c, ctx, session }: HandlerContext, body: Body): Promise<ReplyOf<Recording>> {
  const { externalId } = body;
  const { enterpriseId, actor } = ctx;
  const [files, name] = [c.env.FILES, `campaign:${externalId}`];
  try {
    const isLooked = isOnItsWay(session.enterprise, ctx.now());
    const id = isLooked ? await namedBefore<string>(files, enterpriseId, name) : undefined;
    return await recordExternalCampaign(ctx, body, id);
  } catch (error) {
    if (!isFenced(error)) throw error;
    const id =
      (await recordedId(ctx, externalId)) ?? (await nameOnce(files, enterpriseId, name, ctx.newId()));
    const call = { kind: "campaign" as const, by: actor.name, id, body, at: ctx.now() };
    await keepCall(files, enterpriseId, call);
    return { id, externalId };
  }
}

/** Refuses an enterprise that has not switched it on. */
function requireOn(context: HandlerContext): void {
  if (!featuresIn(context).recordExternalCampaign) throw new DomainError("invalid", { message: texts.off });
}
