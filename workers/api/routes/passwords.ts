import type { Hono } from "hono";
import { accountTexts as texts } from "#texts/account.ts";
import { directory } from "#db/client.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { recover } from "#workers/domain/identity/recover.ts";
import { changeOwnPassword, setPasswordByCode, type Ended } from "#workers/domain/identity/set-password.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { closeSockets } from "../hub.ts";
import { mount, Reply } from "../mount.ts";
import { mailDepsOf } from "../mail-deps.ts";
import { visitOf } from "../visit.ts";
import { sendMailSoon } from "../send-mail.ts";

const { passwords } = endpoints;

export function passwordRoutes(app: Hono<AppEnv>): void {
  mount(app, passwords.recover, async ({ body }, { c }) => {
    await recover(directory(c.env), body, visitOf(c), mailDepsOf(c));
    sendMailSoon(c);
    return new Reply(null, texts.recoverSent);
  });

  mount(app, passwords.changeForgotten, async ({ body }, { c }) => {
    await settle(c, await setPasswordByCode(directory(c.env), body, ...endsOf(c)));
    return new Reply(null, texts.resetDone);
  });

  mount(app, passwords.replaceDemanded, async ({ body }, { c }) => {
    await settle(c, await setPasswordByCode(directory(c.env), body, ...endsOf(c)));
    return new Reply(null, texts.resetDone);
  });

  mount(app, passwords.changeOwn, async ({ body }, { c, directoryCtx, session }) => {
    const secrets = { seal: c.env.SEAL_KEY };
    await settle(c, await changeOwnPassword(directoryCtx, session.id, body, mailDepsOf(c), secrets));
    return new Reply(null, texts.passwordChanged);
  });
}

const endsOf = (c: AppContext) => [visitOf(c), mailDepsOf(c), { seal: c.env.SEAL_KEY }] as const;

/** Follow-up of a new password: sends the mail that announces it and closes the sockets of ended sessions. */
async function settle(c: AppContext, { enterpriseId, sessionIds }: Ended): Promise<void> {
  sendMailSoon(c);
  await closeSockets(c.env, enterpriseId, sessionIds);
}
