import type { Hono } from "hono";
import { rolesTexts } from "#texts/roles.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import { grantedIn } from "#workers/contract/endpoints/roles.ts";
import { isRole, roles as roleTable } from "#workers/contract/roles.ts";
import { DomainError } from "#workers/domain/error.ts";
import { defaultConfiguration, roleConfiguration } from "#workers/domain/roles/configuration.ts";
import { saveRole } from "#workers/domain/roles/save.ts";
import { rightsOf } from "#workers/domain/roles/rights.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function roleRoutes(app: Hono<AppEnv>): void {
  mount(app, rolesApi.listRoles, (_, { directoryCtx }) => roleConfiguration(directoryCtx));
  mount(app, rolesApi.defaultRoles, async () => defaultConfiguration());
  mount(app, rolesApi.saveRole, async ({ params, body }, context) => {
    const { directoryCtx, session } = context;
    const role = Number(params.role);
    if (!isRole(role)) throw new DomainError("notFound");
    const by = await rightsOf(directoryCtx, session.user.roles);
    const saved = await saveRole(directoryCtx, by, {
      role,
      granted: grantedIn(body.permissions),
      revision: body.revision,
    });
    return new Reply(saved, rolesTexts.saved(roleTable[role].name));
  });
}
