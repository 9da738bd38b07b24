import type { Hono } from "hono";
import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import { onboardingTexts as texts } from "#texts/onboarding.ts";
import { sameSecret } from "#workers/channels/digest.ts";
import { partnerByHttp } from "#workers/channels/waba-partner/http.ts";
import type { WabaPartner } from "#workers/channels/waba-partner/partner.ts";
import { simulatedPartner } from "#workers/channels/waba-partner/simulated.ts";
import * as onboardingApi from "#workers/contract/endpoints/onboarding.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { DomainError } from "#workers/domain/error.ts";
import {
  createOnboarding,
  deleteOnboarding,
  listOnboardings,
} from "#workers/domain/onboarding/onboarding.ts";
import { type OpenDeps, openOnboarding, settleOnboarding } from "#workers/domain/onboarding/open.ts";
import { findCalled } from "#workers/domain/onboarding/called.ts";
import {
  addNumber,
  numbersOf,
  permit,
  sendCode,
  startPermission,
  updateOnboarding,
  verifyCode,
  wabasOf,
} from "#workers/domain/onboarding/steps.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { actorOf } from "../actor.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { minuteLimit } from "../minute-limit.ts";
import { mount, Reply } from "../mount.ts";
import { publicUrl, webhookAddress } from "../public-url.ts";
import { settingOf } from "../setting.ts";

/** Calls a minute of one network address: each that names no onboarding costs a read of every tenant database. */
const callbacks = minuteLimit({ one: 60, all: 6_000 });

/** Beside an address: a partner that is simulated. */
const SIMULATOR = "simulator";

function partnerOf({ env }: AppContext): { partner: WabaPartner | undefined; simulated: boolean } {
  const address = settingOf(env, "PARTNER_URL");
  if (address === SIMULATOR) return { partner: simulatedPartner(Date.now), simulated: true };
  const key = settingOf(env, "PARTNER_KEY");
  if (address === undefined || key === undefined) return { partner: undefined, simulated: false };
  return { partner: partnerByHttp(address, key, (request) => fetch(request)), simulated: false };
}

function neededPartner(c: AppContext): WabaPartner {
  const { partner } = partnerOf(c);
  if (!partner) throw new DomainError("noPartner");
  return partner;
}

const openDeps = (c: AppContext): OpenDeps => ({
  partner: () => neededPartner(c),
  simulated: partnerOf(c).simulated,
  ring: keyRing(c.env.DATA_KEY),
  callbackUrl: (id, token) =>
    webhookAddress(c.env, `/api/chatbird/api/mcmi/callbacks/${id}?token=${encodeURIComponent(token)}`),
});

export function onboardingRoutes(app: Hono<AppEnv>): void {
  mount(app, onboardingApi.listOnboardings, ({ query }, { ctx }) => listOnboardings(ctx, query));
  mount(
    app,
    onboardingApi.createOnboarding,
    async ({ body }, { ctx }) => new Reply(await createOnboarding(ctx, body), texts.created),
  );
  mount(
    app,
    onboardingApi.updateOnboarding,
    async ({ params, body }, { c, ctx }) =>
      new Reply(await updateOnboarding(ctx, partnerOf(c).partner, params.id, body), texts.renamed),
  );
  mount(app, onboardingApi.onboardingState, ({ params }, { c, ctx }) =>
    settleOnboarding(ctx, openDeps(c), params.id),
  );
  mount(app, onboardingApi.openOnboarding, ({ params }, { c, ctx }) =>
    openOnboarding(ctx, openDeps(c), params.id),
  );
  mount(app, onboardingApi.deleteOnboarding, async ({ params }, { ctx }) => {
    await deleteOnboarding(ctx, params.id);
    return new Reply(null, texts.deleted);
  });
  mount(app, onboardingApi.partnerCallback, async ({ params, query }, { c }) => {
    const retryAfterSeconds = callbacks(c.get("address"));
    if (retryAfterSeconds > 0) throw new DomainError("tooOften", { retryAfterSeconds });
    const called = await findCalled(
      tenantDatabases.map((database) => tenantDatabase(c.env, database)),
      params.id,
    );
    if (!called || !sameSecret(query.token, called.token)) throw new DomainError("notFound");
    const ctx = ctxOf(called.db, called.enterpriseId, actorOf(c, { id: "", name: texts.partner }));
    await settleOnboarding(ctx, openDeps(c), params.id);
    return null;
  });
  mount(app, onboardingApi.partnerDetails, async (_, { c }) => {
    const { partner, simulated } = partnerOf(c);
    const name = partner
      ? await partner.about().then(
          ({ name: its }) => its,
          () => "",
        )
      : "";
    return { configured: partner !== undefined, simulated, name };
  });
  mount(app, onboardingApi.partnerPermissions, ({ body }, { c, ctx }) =>
    startPermission(ctx, neededPartner(c), body.id, publicUrl(c, "/dialog360-redirect")),
  );
  mount(app, onboardingApi.embeddedSignup, ({ body }, { ctx }) => permit(ctx, body));
  mount(app, onboardingApi.wabaList, ({ query }, { c, ctx }) => wabasOf(ctx, neededPartner(c), query.id));
  mount(app, onboardingApi.wabaNumbers, ({ query }, { c, ctx }) =>
    numbersOf(ctx, neededPartner(c), query.id, query.wabaId),
  );
  mount(app, onboardingApi.addWabaNumber, ({ body }, { c, ctx }) => addNumber(ctx, neededPartner(c), body));
  mount(app, onboardingApi.sendWabaCode, ({ body }, { c, ctx }) => sendCode(ctx, neededPartner(c), body));
  mount(app, onboardingApi.verifyWabaCode, ({ body }, { c, ctx }) =>
    verifyCode(ctx, neededPartner(c), body.id, body.code),
  );
}
