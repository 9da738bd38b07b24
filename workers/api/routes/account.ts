import type { Hono } from "hono";
import { messages } from "#app/messages.ts";
import { directory } from "#db/client.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { captchaLimits, countAttempt } from "#workers/domain/identity/attempts.ts";
import { makeCaptcha } from "#workers/domain/identity/captcha.ts";
import { logIn } from "#workers/domain/identity/login.ts";
import { publicKeyOf } from "#workers/domain/identity/seal.ts";
import { endSession } from "#workers/domain/identity/session.ts";
import { issueTicket } from "#workers/domain/identity/ticket.ts";
import { iso } from "#workers/domain/scope.ts";
import type { AppEnv } from "../context.ts";
import { hubOf } from "../hub.ts";
import { mount, Said } from "../mount.ts";

const { account } = endpoints;

export function accountRoutes(app: Hono<AppEnv>): void {
  mount(app, account.captcha, async ({ query }, { c }) => {
    await countAttempt(directory(c.env), captchaLimits(c.get("address")));
    const { captchaId, picture, question, expiresAt } = await makeCaptcha(directory(c.env), query);
    return { captchaId, captcha: picture, question, expiresAt: iso(expiresAt) };
  });

  mount(app, account.loginKey, async (_, { c }) => publicKeyOf(c.env.SEAL_KEY));

  mount(app, account.login, async ({ body }, { c }) => {
    const from = { address: c.get("address"), userAgent: c.req.header("user-agent") ?? "" };
    const secrets = { token: c.env.TOKEN_SECRET, seal: c.env.SEAL_KEY };
    const { authToken, uId, expiresAt, ended } = await logIn(directory(c.env), body, from, secrets);
    const hub = hubOf(c.env, ended.enterpriseId);
    await Promise.all(ended.sessionIds.map((id) => hub.endSession(id)));
    return new Said({ authToken, uId, expiresAt: iso(expiresAt) }, messages.auth.loginSucceeded);
  });

  mount(app, account.logout, async (_, { c, session }) => {
    await endSession(directory(c.env), session.id);
    await hubOf(c.env, session.enterprise.id).endSession(session.id);
    return new Said(null, messages.auth.loggedOut);
  });

  mount(app, account.socketTicket, async (_, { c, session }) => {
    const { ticket, expiresAt } = await issueTicket(directory(c.env), session.id);
    return { ticket, expiresAt: iso(expiresAt) };
  });
}
