import type { Hono } from "hono";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import { genAiTexts } from "#texts/gen-ai.ts";
import { authTypes, isPlainType } from "#workers/contract/auth-types.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";
import { changedIntegration, newIntegration } from "#workers/contract/endpoints/integrations.ts";
import { findAuthConfig } from "#workers/domain/auth-configs/auth-config.ts";
import { checked } from "#workers/domain/auth-configs/checked.ts";
import { getConfig, listConfigs } from "#workers/domain/auth-configs/list.ts";
import type { ReachDeps } from "#workers/domain/auth-configs/reach.ts";
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
import { type HandlerContext, may, mount, Reply, requirePermission } from "../mount.ts";

/**
 * One address for five types. GenAI's are kept apart, since bots use them and people who build bots may create them.
 */
export function integrationRoutes(app: Hono<AppEnv>): void {
  mount(app, integrationsApi.listIntegrations, ({ query }, context) =>
    may(context, "INTEGRATIONS.VIEW")
      ? listConfigs(context.ctx, query)
      : listConfigs(context.ctx, { ...query, authType: authTypes.genAi }),
  );

  mount(app, integrationsApi.getIntegration, async ({ params }, context) => {
    const config = await getConfig(context.ctx, params.id);
    // To people who may only build bots, configurations of the other types look like ids that do not exist.
    if (isPlainType(config.authType) && !may(context, "INTEGRATIONS.VIEW")) {
      throw new DomainError("notFound");
    }
    return config;
  });

  mount(app, integrationsApi.createIntegration, async ({ body: { authType, ...body } }, context) => {
    const { c, ctx } = context;
    const ring = keyRing(c.env.DATA_KEY);
    const allowPrivate = allowsPrivate(c.env);
    if (!isPlainType(authType)) {
      const made = await saveIntegration(ctx, ring, checked(newIntegration, body), { allowPrivate });
      return new Reply(made, genAiTexts.configurationCreated);
    }
    // The contract admits people who build bots, for GenAI; the other types need more.
    requirePermission(context, "INTEGRATIONS.CREATE");
    const made = await saveAuthConfig(ctx, ring, authType, body, { allowPrivate });
    return new Reply(made, texts.created);
  });

  mount(
    app,
    integrationsApi.updateIntegration,
    async ({ params: { id }, body: { authType, ...body } }, { c, ctx }) => {
      const ring = keyRing(c.env.DATA_KEY);
      const options = { id, allowPrivate: allowsPrivate(c.env) };
      if (isPlainType(authType)) {
        return new Reply(await saveAuthConfig(ctx, ring, authType, body, options), texts.saved);
      }
      const changed = await saveIntegration(ctx, ring, checked(changedIntegration, body), {
        ...options,
        revision: body.revision,
      });
      return new Reply(changed, genAiTexts.configurationUpdated);
    },
  );

  mount(app, integrationsApi.deleteIntegration, async ({ params }, { ctx }) => {
    const row = await findAuthConfig(ctx, params.id);
    if (row) {
      await removeAuthConfig(ctx, row);
      return new Reply(null, texts.deleted);
    }
    await removeIntegration(ctx, params.id);
    return new Reply(null, genAiTexts.configurationDeleted);
  });

  mount(app, integrationsApi.loginIntegration, ({ body }, { c, ctx }) =>
    tryAppiyo(ctx, reachOf(c, ctx), body),
  );

  mount(app, integrationsApi.tryIntegration, ({ body: { authType, ...body } }, context) => {
    const { c, ctx } = context;
    if (!isPlainType(authType)) {
      return tryIntegration(ctx, c.env, checked(newIntegration, { ...body, name: body.name || "-" }));
    }
    requirePermission(context, "INTEGRATIONS.CREATE", "INTEGRATIONS.EDIT");
    return tryAuthConfig(ctx, keyRing(c.env.DATA_KEY), reachOf(c, ctx), { ...body, authType });
  });

  mount(app, integrationsApi.testIntegration, async ({ params }, context) => {
    const { c, ctx } = context;
    const row = await findAuthConfig(ctx, params.id);
    if (!row) return testIntegration(ctx, c.env, params.id);
    if (!may(context, "INTEGRATIONS.VIEW")) throw new DomainError("notFound");
    return testAuthConfig(ctx, keyRing(c.env.DATA_KEY), reachOf(c, ctx), row);
  });
}

const reachOf = ({ env }: AppContext, { now, newId }: HandlerContext["ctx"]): ReachDeps => ({
  resolve: resolveByHttps,
  connect: connectTcp,
  allowPrivate: allowsPrivate(env),
  now,
  newId,
});
