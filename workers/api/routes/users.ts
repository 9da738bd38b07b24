import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { openSealed } from "#workers/domain/identity/seal.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { agentStatus, setAgentStatus } from "#workers/domain/users/agent-status.ts";
import { createUser } from "#workers/domain/users/create.ts";
import { activateUser, deactivateUser, standsInTheWay } from "#workers/domain/users/deactivate.ts";
import { getUser, listColleagues, listUsers } from "#workers/domain/users/list.ts";
import { resetPassword } from "#workers/domain/users/reset-password.ts";
import { type Rights, rightsOf } from "#workers/domain/users/rights.ts";
import { updateRoles } from "#workers/domain/users/update-roles.ts";
import { userRow } from "#workers/domain/users/user.ts";
import type { AppEnv } from "../context.ts";
import { closeSockets, hubOf } from "../hub.ts";
import { type Handling, mount, Said } from "../mount.ts";
import { postingOf } from "../posting.ts";
import { publicUrl } from "../public-url.ts";
import { runNow } from "../run-errand.ts";
import { sendMailSoon } from "../send-mail.ts";

const { users } = endpoints;
const texts = messages.users;

/** Mounted after the fixed addresses below e/enterprise/users: `:id` matches anything left. */
export function userRoutes(app: Hono<AppEnv>): void {
  mount(app, users.list, ({ query }, { office }) => listUsers(office, query));
  mount(app, users.colleagues, ({ query }, { office }) => listColleagues(office, query));
  mount(app, users.get, ({ params }, { office, scope }) => getUser(office, scope, params.id));

  mount(app, users.create, async ({ body }, handling) => {
    const { c, office } = handling;
    const password = await openSealed(body.password, c.env.SEAL_KEY, body.emailId);
    const user = await createUser(office, await by(handling), { ...body, password }, postingOf(c));
    sendMailSoon(c);
    return new Said(user, texts.created(user.name));
  });

  mount(app, users.updateRoles, async ({ params, body }, handling) => {
    const { office } = handling;
    const { user, errand } = await updateRoles(office, await by(handling), params.id, body);
    if (errand) await runNow(handling, errand);
    return new Said(user, texts.saved);
  });

  mount(app, users.resetPassword, async ({ params: { id }, body }, handling) => {
    const { c, office } = handling;
    // Before anything is unsealed: the response for an id of another enterprise must not depend on the sealed content.
    await userRow(office, id);
    const [adminPassword, password] = await Promise.all(
      [body.adminPassword, body.password].map((each) => openSealed(each, c.env.SEAL_KEY, id)),
    );
    const { user, ended } = await resetPassword(
      office,
      await by(handling),
      { id, adminPassword: adminPassword ?? "", password: password ?? "" },
      { ring: keyRing(c.env.DATA_KEY), link: publicUrl(c, "/login") },
    );
    await closeSockets(c.env, office.enterpriseId, ended);
    sendMailSoon(c);
    return new Said(user, texts.passwordReset(user.name));
  });

  mount(app, users.deactivate, async ({ params: { id }, query }, handling) => {
    const { c, office, scope } = handling;
    if (query.isValidate) return standsInTheWay(office, scope, await by(handling), id);
    const { name } = await userRow(office, id);
    const { done, ended, errand } = await deactivateUser(office, scope, await by(handling), id);
    await Promise.all([closeSockets(c.env, office.enterpriseId, ended), runNow(handling, errand)]);
    return new Said(done, texts.deactivatedNow(name));
  });
  mount(app, users.activate, async ({ params }, handling) => {
    const user = await activateUser(handling.office, handling.scope, await by(handling), params.id);
    return new Said(user, texts.activatedNow(user.name));
  });

  mount(app, users.agentStatus, async (_, { office }) => ({ agentStatus: await agentStatus(office) }));
  mount(app, users.updateAgentStatus, async ({ body }, { c, office }) => {
    await setAgentStatus(office, body.agentStatus);
    await hubOf(c.env, office.enterpriseId).publish({
      action: "agentStatusChanged",
      data: { uId: office.actor.userId, agentStatus: body.agentStatus },
    });
    return new Said(body, texts.statusSet(texts.statuses[body.agentStatus]));
  });
}

/** Rights that the caller may grant. */
const by = ({ office, session }: Handling): Promise<Rights> => rightsOf(office, session.user.roles);
