import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { directory } from "#db/client.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { activate, activationWorks } from "#workers/domain/identity/activate.ts";
import { resendActivation, signUp } from "#workers/domain/identity/sign-up.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";
import { postingOf } from "../posting.ts";
import { visitOf } from "../visit.ts";
import { sendMailSoon } from "../send-mail.ts";

const texts = messages.account;

export function signUpRoutes(app: Hono<AppEnv>): void {
  mount(app, endpoints.signUp.signUp, async ({ body }, { c }) => {
    await signUp(directory(c.env), body, visitOf(c), postingOf(c), c.env.SEAL_KEY);
    sendMailSoon(c);
    return new Said(null, texts.signedUp);
  });

  mount(app, endpoints.signUp.isEmailUnique, async () => ({ isUnique: true as const }));

  mount(app, endpoints.signUp.activationState, async ({ params }, { c }) => {
    const works = await activationWorks(directory(c.env), params.id);
    return new Said({ works }, works ? texts.verifyLead : texts.linkOver);
  });

  mount(app, endpoints.signUp.activate, async ({ body }, { c }) => {
    await activate(directory(c.env), body.id, visitOf(c));
    return new Said(null, texts.verified);
  });

  mount(app, endpoints.signUp.resend, async ({ body }, { c }) => {
    await resendActivation(directory(c.env), body, visitOf(c), postingOf(c));
    sendMailSoon(c);
    return new Said(null, texts.resent);
  });
}
