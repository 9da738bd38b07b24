import type { Hono } from "hono";
import { accountTexts as texts } from "#texts/account.ts";
import { directory } from "#db/client.ts";
import * as signUpApi from "#workers/contract/endpoints/sign-up.ts";
import { activate, activationWorks } from "#workers/domain/invitations/activate.ts";
import { resendActivation, signUp } from "#workers/domain/identity/sign-up.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";
import { mailDepsOf } from "../mail-deps.ts";
import { visitOf } from "../visit.ts";

export function signUpRoutes(app: Hono<AppEnv>): void {
  mount(app, signUpApi.signUp, async ({ body }, { c }) => {
    await signUp(directory(c.env), body, visitOf(c), mailDepsOf(c), {
      sealKey: c.env.SEAL_KEY,
      regions: c.env,
    });
    return new Reply(null, texts.signedUp);
  });

  mount(app, signUpApi.isEmailUnique, async () => ({ isUnique: true as const }));

  mount(app, signUpApi.activationState, async ({ params }, { c }) => {
    const works = await activationWorks(directory(c.env), params.id);
    return new Reply({ works }, works ? texts.verifyLead : texts.linkOver);
  });

  mount(app, signUpApi.activate, async ({ body }, { c }) => {
    await activate(directory(c.env), body.id, visitOf(c));
    return new Reply(null, texts.verified);
  });

  mount(app, signUpApi.resend, async ({ body }, { c }) => {
    await resendActivation(directory(c.env), body, visitOf(c), mailDepsOf(c));
    return new Reply(null, texts.resent);
  });
}
