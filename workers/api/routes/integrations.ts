import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { authTypes, isPlainType } from "#workers/contract/auth-types.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { changedIntegration, newIntegration } from "#workers/contract/endpoints/integrations.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { findAuthConfig } from "#workers/domain/auth-configs/auth-config.ts";
import { checked } from "#workers/domain/auth-configs/checked.ts";
import { getConfig, listConfigs } from "#workers/domain/auth-configs/list.ts";
import type { Reach } from "#workers/domain/auth-configs/reach.ts";
import { removeAuthConfig } from "#workers/domain/auth-configs/remove.ts";
import { saveAuthConfig } from "#workers/domain/auth-configs/save.ts";
import { testAuthConfig, tryAppiyo, tryAuthConfig } from "#workers/domain/auth-configs/test.ts";
import { DomainError } from "#workers/domain/error.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { removeIntegration } from "#workers/domain/integrations/remove.ts";
import { saveIntegration } from "#workers/domain/integrations/save.ts";
import { testIntegration, tryIntegration } from "#workers/domain/integrations/test.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { connectTcp } from "#workers/outbound/connect-tcp.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { type Handling, mount, Said } from "../mount.ts";

const { integrations } = endpoints;
const genAiTexts = messages.genAi;
const texts = messages.authConfigs;

/**
 * One address for five types. GenAI's are kept apart, since bots use them and people who build bots may create them.
 */
export function integrationRoutes(app: Hono<AppEnv>): void {
  mount(app, integrations.list, ({ query }, { scope, session }) =>
    session.permissions.includes("INTEGRATIONS.VIEW")
      ? listConfigs(scope, query)
      : listConfigs(scope, { ...query, authType: authTypes.genAi }),
  );

  mount(app, integrations.get, async ({ params }, handling) => {
    const config = await getConfig(handling.scope, params.id);
    // To people who may only build bots, configurations of the other types look like ids that do not exist.
    if (isPlainType(config.authType) && !may(handling, "INTEGRATIONS.VIEW")) {
      throw new DomainError("notFound");
    }
    return config;
  });

  mount(app, integrations.create, async ({ body: { authType, ...body } }, handling) => {
    const { c, scope } = handling;
    const ring = keyRing(c.env.DATA_KEY);
    const allowPrivate = allowsPrivate(c.env);
    if (!isPlainType(authType)) {
      const made = await saveIntegration(scope, ring, checked(newIntegration, body), { allowPrivate });
      return new Said(made, genAiTexts.configurationCreated);
    }
    demand(handling, "INTEGRATIONS.CREATE");
    const made = await saveAuthConfig(scope, ring, authType, body, { allowPrivate });
    return new Said(made, texts.created);
  });

  mount(app, integrations.update, async ({ params: { id }, body: { authType, ...body } }, { c, scope }) => {
    const ring = keyRing(c.env.DATA_KEY);
    const options = { id, allowPrivate: allowsPrivate(c.env) };
    if (isPlainType(authType)) {
      return new Said(await saveAuthConfig(scope, ring, authType, body, options), texts.saved);
    }
    const changed = await saveIntegration(scope, ring, checked(changedIntegration, body), {
      ...options,
      revision: body.revision,
    });
    return new Said(changed, genAiTexts.configurationUpdated);
  });

  mount(app, integrations.remove, async ({ params }, { scope }) => {
    const row = await findAuthConfig(scope, params.id);
    if (row) {
      await removeAuthConfig(scope, row);
      return new Said(null, texts.deleted);
    }
    await removeIntegration(scope, params.id);
    return new Said(null, genAiTexts.configurationDeleted);
  });

  mount(app, integrations.login, ({ body }, { c, scope }) => tryAppiyo(scope, reachOf(c, scope), body));

  mount(app, integrations.try, ({ body: { authType, ...body } }, handling) => {
    const { c, scope } = handling;
    if (!isPlainType(authType)) {
      return tryIntegration(scope, c.env, checked(newIntegration, { ...body, name: body.name || "-" }));
    }
    demand(handling, "INTEGRATIONS.CREATE", "INTEGRATIONS.EDIT");
    return tryAuthConfig(scope, keyRing(c.env.DATA_KEY), reachOf(c, scope), { ...body, authType });
  });

  mount(app, integrations.test, async ({ params }, handling) => {
    const { c, scope } = handling;
    const row = await findAuthConfig(scope, params.id);
    if (!row) return testIntegration(scope, c.env, params.id);
    if (!may(handling, "INTEGRATIONS.VIEW")) throw new DomainError("notFound");
    return testAuthConfig(scope, keyRing(c.env.DATA_KEY), reachOf(c, scope), row);
  });
}

const reachOf = ({ env }: AppContext, { now, newId }: Handling["scope"]): Reach => ({
  resolve: resolveByHttps,
  connect: connectTcp,
  allowPrivate: allowsPrivate(env),
  now,
  newId,
});

const may = ({ session }: Handling, ...anyOf: Permission[]): boolean =>
  anyOf.some((permission) => session.permissions.includes(permission));

/** The contract admits people who build bots, for GenAI; the other types need more. */
function demand(handling: Handling, ...anyOf: Permission[]): void {
  if (!may(handling, ...anyOf)) throw new DomainError("forbidden");
}
