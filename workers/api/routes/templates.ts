import type { Hono } from "hono";
import { templatesTexts as texts } from "#texts/templates.ts";
import type { AdapterDeps } from "#workers/channels/adapter.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import * as templatesApi from "#workers/contract/endpoints/templates.ts";
import { isApprovedByVendor } from "#workers/contract/templates/template.ts";
import { vendorAddressOf } from "#workers/domain/drive/public-link.ts";
import { openChannel } from "#workers/domain/messaging/channel-account.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { callSimulator } from "#workers/domain/simulator/call.ts";
import { listTemplates } from "#workers/domain/templates/list.ts";
import { removeTemplate } from "#workers/domain/templates/remove.ts";
import { copyTemplate, createTemplate, updateTemplate } from "#workers/domain/templates/save.ts";
import { submitTemplate, type VendorOfChannel } from "#workers/domain/templates/submit.ts";
import { syncTemplates } from "#workers/domain/templates/sync.ts";
import { getTemplate } from "#workers/domain/templates/template.ts";
import type { AppEnv } from "../context.ts";
import { type HandlerContext, mount, Reply } from "../mount.ts";
import { vendorDeps } from "../vendor-deps.ts";

/** The templates of a channel's vendor, with the powers that its adapter needs for them. */
function vendorFor({ c: { env }, ctx, session }: HandlerContext): VendorOfChannel {
  return async (channelId) => {
    const ring = keyRing(env.DATA_KEY);
    const channel = await openChannel(ctx.db, ring, channelId);
    if (channel?.enterpriseId !== ctx.enterpriseId) return undefined;
    const { account } = channel;
    const templates = isApprovedByVendor(account.type) ? adapterOf(channel.vendor)?.templates : undefined;
    if (!templates) return undefined;
    const place = { database: session.enterprise.database, enterpriseId: ctx.enterpriseId, channelId };
    const usual = vendorDeps(account.settings);
    const deps: AdapterDeps = {
      ...usual,
      fetch: (url, init) => callSimulator(env, place, url, init) ?? usual.fetch(url, init),
      mediaUrl: (medium) => vendorAddressOf(env, ctx.enterpriseId, medium),
    };
    return {
      submit: (template) => templates.submit(template, account, deps),
      list: () => templates.list(account, deps),
      remove: (template) => templates.remove(template, account, deps),
    };
  };
}

export function templateRoutes(app: Hono<AppEnv>): void {
  mount(app, templatesApi.listTemplates, ({ query }, { ctx }) => listTemplates(ctx, query));
  mount(
    app,
    templatesApi.createTemplate,
    async ({ body }, { ctx }) => new Reply(await createTemplate(ctx, body), texts.saved),
  );
  mount(app, templatesApi.syncTemplates, async ({ body }, context) => {
    const done = await syncTemplates(context.ctx, vendorFor(context), body.channelId);
    return new Reply(done, texts.synced(done.changed));
  });
  mount(app, templatesApi.getTemplate, ({ params }, { ctx }) => getTemplate(ctx, params.id));
  mount(
    app,
    templatesApi.updateTemplate,
    async ({ params, body }, { ctx }) => new Reply(await updateTemplate(ctx, params.id, body), texts.saved),
  );
  mount(
    app,
    templatesApi.copyTemplate,
    async ({ params, body }, { ctx }) =>
      new Reply(
        await copyTemplate(ctx, params.id, body.language),
        body.language === undefined ? texts.duplicated : texts.languageAdded,
      ),
  );
  mount(app, templatesApi.submitTemplate, async ({ params, body }, context) => {
    const template = await submitTemplate(context.ctx, vendorFor(context), params.id, body.revision);
    const isRefused = template.status === "DRAFT";
    return new Reply(template, isRefused ? texts.refused(template.reason) : texts.submitted);
  });
  mount(app, templatesApi.deleteTemplate, async ({ params }, context) => {
    await removeTemplate(context.ctx, vendorFor(context), params.id);
    return new Reply(null, texts.deleted);
  });
}
