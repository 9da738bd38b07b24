import type { Hono } from "hono";
import { secondFactorTexts as texts } from "#texts/second-factor.ts";
import * as twoFactorApi from "#workers/contract/endpoints/two-factor.ts";
import { getSignInRules, saveSignInRules } from "#workers/domain/identity/sign-in-rules.ts";
import {
  beginTotp,
  confirmTotp,
  disableTwoFactor,
  getTwoFactor,
  saveTwoFactor,
} from "#workers/domain/identity/two-factor.ts";
import { getRecoveryCodes, makeRecoveryCodes } from "#workers/domain/identity/own-recovery-codes.ts";
import { rightsOf } from "#workers/domain/roles/rights.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { requireFeature } from "../features.ts";
import { mount, Reply, type HandlerContext } from "../mount.ts";

const secretsOf = ({ env }: AppContext) => ({ seal: env.SEAL_KEY, ring: keyRing(env.DATA_KEY) });
const actingOf = ({ session }: HandlerContext) => ({
  sessionId: session.id,
  twoFactorRequired: session.enterprise.twoFactorRequired,
});

export function twoFactorRoutes(app: Hono<AppEnv>): void {
  mount(app, twoFactorApi.getSignInRules, (_, { directoryCtx }) => getSignInRules(directoryCtx));

  mount(app, twoFactorApi.saveSignInRules, async ({ body }, context) => {
    const { c, directoryCtx, session } = context;
    if (body.twoFactorRequired && !session.enterprise.twoFactorRequired) requireFeature(context, "twoFactor");
    const rules = await saveSignInRules(directoryCtx, session.id, body, secretsOf(c));
    return new Reply(rules, texts.rulesSaved);
  });

  mount(app, twoFactorApi.getTwoFactor, (_, context) =>
    getTwoFactor(context.directoryCtx, actingOf(context)),
  );

  mount(app, twoFactorApi.saveTwoFactor, async ({ body }, context) => {
    if (body.type !== "off") requireFeature(context, "twoFactor");
    const { c, directoryCtx } = context;
    const changed = await saveTwoFactor(directoryCtx, actingOf(context), body, secretsOf(c));
    return new Reply(changed, texts.changed);
  });

  mount(app, twoFactorApi.beginTotp, async ({ body }, context) => {
    requireFeature(context, "twoFactor");
    return beginTotp(context.directoryCtx, actingOf(context), body, secretsOf(context.c));
  });

  mount(app, twoFactorApi.confirmTotp, async ({ body }, context) => {
    requireFeature(context, "twoFactor");
    const { c, directoryCtx } = context;
    const changed = await confirmTotp(directoryCtx, actingOf(context), body.code, keyRing(c.env.DATA_KEY));
    return new Reply(changed, texts.changed);
  });

  mount(app, twoFactorApi.getRecoveryCodes, (_, context) =>
    getRecoveryCodes(context.directoryCtx, actingOf(context)),
  );

  mount(app, twoFactorApi.makeRecoveryCodes, async ({ body }, context) => {
    const { c, directoryCtx } = context;
    const made = await makeRecoveryCodes(directoryCtx, actingOf(context), body, secretsOf(c));
    return made;
  });

  mount(app, twoFactorApi.disableTwoFactor, async ({ body }, { c, directoryCtx, session }) => {
    const by = await rightsOf(directoryCtx, session.user.roles);
    const { name } = await disableTwoFactor(directoryCtx, keyRing(c.env.DATA_KEY), by, body.uId);
    return new Reply(null, texts.disabledFor(name));
  });
}
