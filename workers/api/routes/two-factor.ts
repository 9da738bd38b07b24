import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { getSignInRules, saveSignInRules } from "#workers/domain/identity/sign-in-rules.ts";
import {
  beginTotp,
  confirmTotp,
  disableTwoFactor,
  getRecoveryCodes,
  getTwoFactor,
  makeRecoveryCodes,
  saveTwoFactor,
} from "#workers/domain/identity/two-factor.ts";
import { rightsOf } from "#workers/domain/users/rights.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { mount, Said, type Handling } from "../mount.ts";
import { sendMailSoon } from "../send-mail.ts";

const { twoFactor } = endpoints;
const texts = messages.secondFactor;

const secretsOf = ({ env }: AppContext) => ({ seal: env.SEAL_KEY, ring: keyRing(env.DATA_KEY) });
const actingOf = ({ session }: Handling) => ({
  sessionId: session.id,
  twoFactorRequired: session.enterprise.twoFactorRequired,
});

export function twoFactorRoutes(app: Hono<AppEnv>): void {
  mount(app, twoFactor.rules, (_, { office }) => getSignInRules(office));

  mount(app, twoFactor.saveRules, async ({ body }, { c, office, session }) => {
    const rules = await saveSignInRules(office, session.id, body, secretsOf(c));
    return new Said(rules, texts.rulesSaved);
  });

  mount(app, twoFactor.get, (_, handling) => getTwoFactor(handling.office, actingOf(handling)));

  mount(app, twoFactor.save, async ({ body }, handling) => {
    const { c, office } = handling;
    const changed = await saveTwoFactor(office, actingOf(handling), body, secretsOf(c));
    sendMailSoon(c);
    return new Said(changed, texts.changed);
  });

  mount(app, twoFactor.beginTotp, ({ body }, handling) =>
    beginTotp(handling.office, actingOf(handling), body, secretsOf(handling.c)),
  );

  mount(app, twoFactor.confirmTotp, async ({ body }, handling) => {
    const { c, office } = handling;
    const changed = await confirmTotp(office, actingOf(handling), body.code, keyRing(c.env.DATA_KEY));
    sendMailSoon(c);
    return new Said(changed, texts.changed);
  });

  mount(app, twoFactor.recovery, (_, handling) => getRecoveryCodes(handling.office, actingOf(handling)));

  mount(app, twoFactor.newRecovery, async ({ body }, handling) => {
    const { c, office } = handling;
    const made = await makeRecoveryCodes(office, actingOf(handling), body, secretsOf(c));
    sendMailSoon(c);
    return made;
  });

  mount(app, twoFactor.disable, async ({ body }, { c, office, session }) => {
    const by = await rightsOf(office, session.user.roles);
    const { name } = await disableTwoFactor(office, keyRing(c.env.DATA_KEY), by, body.uId);
    sendMailSoon(c);
    return new Said(null, texts.disabledFor(name));
  });
}
