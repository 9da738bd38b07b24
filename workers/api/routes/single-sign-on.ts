import type { Hono } from "hono";
import { authTexts } from "#texts/auth.ts";
import { organisationTexts } from "#texts/organisation.ts";
import { singleSignOnTexts } from "#texts/single-sign-on.ts";
import { directory } from "#db/client.ts";
import * as singleSignOnApi from "#workers/contract/endpoints/single-sign-on.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { getSso, saveSso, testSso, type SsoAddresses } from "#workers/domain/sso/connection.ts";
import { findSso } from "#workers/domain/sso/find.ts";
import { finishSso, startSso } from "#workers/domain/sso/sign-in.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";
import { openIdProvider } from "#workers/providers/openid/openid.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { mount, Redirect, Reply } from "../mount.ts";
import { mailDepsOf } from "../mail-deps.ts";
import { publicUrl } from "../public-url.ts";
import { letIn } from "../sign-in.ts";
import { visitOf } from "../visit.ts";

export function singleSignOnRoutes(app: Hono<AppEnv>): void {
  mount(app, singleSignOnApi.getSso, (_, { c, directoryCtx, session }) =>
    getSso(directoryCtx, addressesOf(c, session.enterprise.id)),
  );

  mount(app, singleSignOnApi.saveSso, async ({ body }, { c, directoryCtx, session }) => {
    const secrets = { seal: c.env.SEAL_KEY, ring: keyRing(c.env.DATA_KEY) };
    await saveSso(directoryCtx, session.id, body, secrets, { allowPrivate: allowsPrivate(c.env) });
    const saved = await getSso(directoryCtx, addressesOf(c, session.enterprise.id));
    return new Reply(saved, singleSignOnTexts.saved);
  });

  mount(app, singleSignOnApi.testSso, ({ body }, { c }) => testSso(providerOf(c), body.issuer));

  mount(app, singleSignOnApi.startSso, ({ body }, { c }) =>
    startSso(directory(c.env), toolsOf(c), body, visitOf(c)),
  );

  mount(app, singleSignOnApi.findSso, async ({ body }, { c }) => {
    await findSso(directory(c.env), body, visitOf(c), mailDepsOf(c));
    return new Reply(null, organisationTexts.sent);
  });

  // The provider's parameters travel on in the fragment, which no server and no Referer ever sees.
  for (const callback of [singleSignOnApi.ssoCallback, singleSignOnApi.oauthCallback]) {
    mount(app, callback, async ({ query }) => {
      const brought = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
      return new Redirect(`/login/callback#${new URLSearchParams(brought).toString()}`);
    });
  }

  mount(app, singleSignOnApi.validateOauth, async ({ body }, { c }) => {
    const { next, ...entered } = await finishSso(
      directory(c.env),
      toolsOf(c),
      body,
      visitOf(c),
      c.env.TOKEN_SECRET,
    );
    return new Reply({ ...letIn(entered), next }, authTexts.loginSucceeded);
  });
}

const redirectUri = (c: AppContext): string => publicUrl(c, "/api/account/sso_redirect_callback");

const addressesOf = (c: AppContext, enterpriseId: string): SsoAddresses => ({
  redirectUri: redirectUri(c),
  startAddress: publicUrl(c, `/${enterpriseId}/redirect`),
});

const providerOf = (c: AppContext) =>
  openIdProvider({ resolve: resolveByHttps, allowPrivate: allowsPrivate(c.env) });

const toolsOf = (c: AppContext) => ({
  ring: keyRing(c.env.DATA_KEY),
  provider: providerOf(c),
  redirectUri: redirectUri(c),
});
