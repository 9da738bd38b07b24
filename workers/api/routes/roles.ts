import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { grantedIn } from "#workers/contract/endpoints/roles.ts";
import { isRole, roles as roleTable } from "#workers/contract/roles.ts";
import { DomainError } from "#workers/domain/error.ts";
import { defaultConfiguration, roleConfiguration } from "#workers/domain/roles/configuration.ts";
import { saveRole } from "#workers/domain/roles/save.ts";
import { rightsOf } from "#workers/domain/users/rights.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";
import { runNow } from "../run-errand.ts";

const { roles } = endpoints;

export function roleRoutes(app: Hono<AppEnv>): void {
  mount(app, roles.list, (_, { office }) => roleConfiguration(office));
  mount(app, roles.defaults, async () => defaultConfiguration());
  mount(app, roles.save, async ({ params, body }, handling) => {
    const { office, session } = handling;
    const role = Number(params.role);
    if (!isRole(role)) throw new DomainError("notFound");
    const by = await rightsOf(office, session.user.roles);
    const { saved, errand } = await saveRole(office, by, {
      role,
      granted: grantedIn(body.permissions),
      revision: body.revision,
    });
    await runNow(handling, errand);
    return new Said(saved, messages.roles.saved(roleTable[role].name));
  });
}
