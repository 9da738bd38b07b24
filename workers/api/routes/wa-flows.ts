import type { Hono } from "hono";
import { waFlowsTexts as texts } from "#texts/wa-flows.ts";
import type { AdapterDeps } from "#workers/channels/adapter.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import * as flowsApi from "#workers/contract/endpoints/wa-flows.ts";
import { WA_FLOW_PATH } from "#workers/contract/wa-flows/flow.ts";
import { openChannel } from "#workers/domain/messaging/channel-account.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { cloneFlow, createFlow } from "#workers/domain/wa-flows/create.ts";
import { findFlow, getDraft, saveDraft } from "#workers/domain/wa-flows/draft.ts";
import { listFlows } from "#workers/domain/wa-flows/flow.ts";
import { getKey, rotateKey } from "#workers/domain/wa-flows/keys.ts";
import { listAnswers } from "#workers/domain/wa-flows/list-answers.ts";
import { shownFile } from "#workers/domain/wa-flows/shown-file.ts";
import {
  deleteFlow,
  deprecateFlow,
  publishFlow,
  syncFlow,
  type Uploading,
  validateFlow,
} from "#workers/domain/wa-flows/publish.ts";
import type { VendorOfFlows } from "#workers/domain/wa-flows/vendor.ts";
import type { AppEnv } from "../context.ts";
import { type HandlerContext, may, mount, Reply } from "../mount.ts";
import { tellSaved, watchDraft } from "../watching.ts";
import { mediumLink } from "../file-of-link.ts";
import { webhookAddress } from "../public-url.ts";
import { vendorDeps } from "../vendor-deps.ts";

/** The flows of a channel's vendor, with the powers that its adapter needs for them. */
function vendorFor({ c: { env }, ctx }: HandlerContext): VendorOfFlows {
  return async (channelId) => {
    const channel = await openChannel(ctx.db, keyRing(env.DATA_KEY), channelId);
    if (channel?.enterpriseId !== ctx.enterpriseId) return undefined;
    const flows = adapterOf(channel.vendor)?.flows;
    if (!flows) return undefined;
    const { account } = channel;
    const deps: AdapterDeps = vendorDeps(account.settings);
    return {
      upload: (flow) => flows.upload(flow, account, deps),
      change: (what, vendorId) => flows.change(what, vendorId, account, deps),
      read: (vendorId) => flows.read(vendorId, account, deps),
      setKey: (publicKey) => flows.setKey(publicKey, account, deps),
      keyState: () => flows.keyState(account, deps),
    };
  };
}

export function waFlowRoutes(app: Hono<AppEnv>): void {
  const urlOf = ({ c }: HandlerContext, channelId: string) =>
    webhookAddress(c.env, `${WA_FLOW_PATH}${encodeURIComponent(channelId)}`);
  const uploading = (context: HandlerContext): Uploading => ({
    vendorOf: vendorFor(context),
    ring: keyRing(context.c.env.DATA_KEY),
    endpointUrlOf: (channelId) => urlOf(context, channelId),
  });
  mount(app, flowsApi.listWaFlows, ({ query }, { ctx }) => listFlows(ctx, query));
  mount(
    app,
    flowsApi.createWaFlow,
    async ({ body }, { ctx }) => new Reply(await createFlow(ctx, body), texts.saved),
  );
  mount(app, flowsApi.getWaFlowDraft, ({ params }, { ctx }) => getDraft(ctx, params.id));
  mount(app, flowsApi.saveWaFlowDraft, async ({ params, body }, context) => {
    const saved = await saveDraft(context.ctx, params.id, body);
    tellSaved(context, "flow", params.id, saved.revision);
    return saved;
  });
  mount(app, flowsApi.watchWaFlowDraft, async ({ params, body }, context) => {
    await findFlow(context.ctx, params.id);
    return watchDraft(context, { kind: "flow", id: params.id, mayEdit: may(context, "JOURNEYS.EDIT") }, body);
  });
  mount(app, flowsApi.validateWaFlow, async ({ params, body }, context) => {
    const draft = await validateFlow(context.ctx, uploading(context), params.id, body.revision);
    return new Reply(draft, draft.metaErrors.length > 0 ? texts.vendorWrong : texts.checked);
  });
  mount(app, flowsApi.publishWaFlow, async ({ params, body }, context) => {
    const draft = await publishFlow(context.ctx, uploading(context), params.id, body.revision);
    return new Reply(draft, draft.state === "DRAFT" ? texts.vendorWrong : texts.published);
  });
  mount(
    app,
    flowsApi.deprecateWaFlow,
    async ({ params }, context) =>
      new Reply(await deprecateFlow(context.ctx, uploading(context), params.id), texts.deprecated),
  );
  mount(
    app,
    flowsApi.cloneWaFlow,
    async ({ params }, { ctx }) => new Reply(await cloneFlow(ctx, params.id), texts.copied),
  );
  mount(app, flowsApi.deleteWaFlow, async ({ params }, context) => {
    await deleteFlow(context.ctx, uploading(context), params.id);
    return new Reply(null, texts.deleted);
  });
  mount(
    app,
    flowsApi.syncWaFlow,
    async ({ params }, context) =>
      new Reply(await syncFlow(context.ctx, uploading(context), params.id), texts.synced),
  );
  mount(app, flowsApi.listWaFlowAnswers, ({ params, query }, { ctx }) => listAnswers(ctx, params.id, query));
  mount(app, flowsApi.waFlowFile, ({ params }, { c, ctx }) =>
    shownFile(ctx, params.id, (fileId, expiresAt) => mediumLink(c, ctx.enterpriseId, fileId, expiresAt)),
  );
  mount(app, flowsApi.getWaFlowKey, ({ params }, context) =>
    getKey(context.ctx, params.id, {
      vendorOf: vendorFor(context),
      endpointUrl: urlOf(context, params.id),
    }),
  );
  mount(app, flowsApi.rotateWaFlowKey, async ({ params }, context) => {
    const ring = keyRing(context.c.env.DATA_KEY);
    const around = { vendorOf: vendorFor(context), endpointUrl: urlOf(context, params.id) };
    return new Reply(await rotateKey(context.ctx, ring, params.id, around), texts.keyRotated);
  });
}
