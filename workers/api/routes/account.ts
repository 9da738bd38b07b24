import type { Hono } from "hono";
import { authTexts } from "#texts/auth.ts";
import { secondFactorTexts } from "#texts/second-factor.ts";
import { directory } from "#db/client.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import { captchaLimits, countAttempt } from "#workers/domain/identity/attempts.ts";
import { makeCaptcha } from "#workers/domain/identity/captcha.ts";
import { resendCode, verifyCode } from "#workers/domain/identity/challenge.ts";
import { logIn } from "#workers/domain/identity/login.ts";
import { endSessions } from "#workers/domain/identity/login-sessions.ts";
import { publicKeyOf } from "#workers/domain/identity/seal.ts";
import { issueTicket } from "#workers/domain/identity/ticket.ts";
import { iso } from "#workers/domain/ctx.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { offeredRegions } from "#workers/domain/residency/regions.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";
import { letIn } from "../sign-in.ts";
import { visitOf } from "../visit.ts";

export function accountRoutes(app: Hono<AppEnv>): void {
  mount(app, accountApi.captcha, async ({ query }, { c }) => {
    await countAttempt(directory(c.env), captchaLimits(c.get("address")));
    const { captchaId, picture, question, expiresAt } = await makeCaptcha(directory(c.env), query);
    const regions = query.purpose === "signup" ? offeredRegions(c.env) : [];
    return {
      captchaId,
      captcha: picture,
      question,
      ...(regions.length > 0 && { regions }),
      expiresAt: iso(expiresAt),
    };
  });

  mount(app, accountApi.loginKey, async (_, { c }) => publicKeyOf(c.env.SEAL_KEY));

  mount(app, accountApi.login, async ({ body }, { c }) => {
    const secrets = { token: c.env.TOKEN_SECRET, seal: c.env.SEAL_KEY, ring: keyRing(c.env.DATA_KEY) };
    const result = await logIn(directory(c.env), body, visitOf(c), secrets);
    if (!("challenge" in result)) {
      return new Reply(letIn(result), authTexts.loginSucceeded);
    }
    return new Reply(result.challenge, secondFactorTexts.title);
  });

  mount(app, accountApi.verifyCode, async ({ body }, { c }) => {
    const ring = keyRing(c.env.DATA_KEY);
    const entered = await verifyCode(directory(c.env), ring, body, visitOf(c), c.env.TOKEN_SECRET);
    return new Reply(letIn(entered), authTexts.loginSucceeded);
  });

  mount(app, accountApi.resendAuthMail, async ({ body }, { c }) => {
    const again = await resendCode(directory(c.env), keyRing(c.env.DATA_KEY), visitOf(c), body.id);
    return new Reply(again, secondFactorTexts.resent);
  });

  mount(app, accountApi.logout, async (_, { session, directoryCtx }) => {
    await endSessions(directoryCtx, session.user, { only: session.id }, "signOut");
    return new Reply(null, authTexts.loggedOut);
  });

  mount(app, accountApi.socketTicket, async (_, { c, session }) => {
    const { ticket, expiresAt } = await issueTicket(directory(c.env), session.id);
    return { ticket, expiresAt: iso(expiresAt) };
  });
}
