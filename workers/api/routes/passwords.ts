import type { Hono } from "hono";
import { accountTexts as texts } from "#texts/account.ts";
import { directory } from "#db/client.ts";
import * as passwordsApi from "#workers/contract/endpoints/passwords.ts";
import { recover } from "#workers/domain/identity/recover.ts";
import { changeOwnPassword, setPasswordByCode } from "#workers/domain/identity/set-password.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";
import { mailDepsOf } from "../mail-deps.ts";
import { visitOf } from "../visit.ts";

export function passwordRoutes(app: Hono<AppEnv>): void {
  mount(app, passwordsApi.recover, async ({ body }, { c }) => {
    await recover(directory(c.env), body, visitOf(c), mailDepsOf(c));
    return new Reply(null, texts.recoverSent);
  });

  mount(app, passwordsApi.changeForgotten, async ({ body }, { c }) => {
    await setPasswordByCode(directory(c.env), body, ...endsOf(c));
    return new Reply(null, texts.resetDone);
  });

  mount(app, passwordsApi.replaceDemanded, async ({ body }, { c }) => {
    await setPasswordByCode(directory(c.env), body, ...endsOf(c));
    return new Reply(null, texts.resetDone);
  });

  mount(app, passwordsApi.changeOwn, async ({ body }, { c, directoryCtx, session }) => {
    const secrets = { seal: c.env.SEAL_KEY };
    await changeOwnPassword(directoryCtx, session.id, body, mailDepsOf(c), secrets);
    return new Reply(null, texts.passwordChanged);
  });
}

const endsOf = (c: AppContext) => [visitOf(c), mailDepsOf(c), { seal: c.env.SEAL_KEY }] as const;
