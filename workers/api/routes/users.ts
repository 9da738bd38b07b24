import type { Hono } from "hono";
import { agentStatusTexts } from "#texts/agent-status.ts";
import { usersTexts as texts } from "#texts/users.ts";
import * as agentStatusApi from "#workers/contract/endpoints/agent-status.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import { answering, mentionable } from "#workers/domain/chats/mentionable.ts";
import { openSealed } from "#workers/domain/identity/seal.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { agentStatus, setAgentStatus } from "#workers/domain/users/agent-status.ts";
import { createUser } from "#workers/domain/users/create.ts";
import { activateUser, deactivateUser, standsInTheWay } from "#workers/domain/users/deactivate.ts";
import { getUser, listColleagues, listUsers } from "#workers/domain/users/list.ts";
import { resetPassword } from "#workers/domain/users/reset-password.ts";
import { type Rights, rightsOf } from "#workers/domain/roles/rights.ts";
import { updateRoles } from "#workers/domain/users/update-roles.ts";
import type { AppEnv } from "../context.ts";
import { type HandlerContext, mount, Reply } from "../mount.ts";
import { mailDepsOf } from "../mail-deps.ts";
import { publicUrl } from "../public-url.ts";

/** Mounted after the fixed addresses below e/enterprise/users: `:id` matches anything left. */
export function userRoutes(app: Hono<AppEnv>): void {
  mount(app, usersApi.listUsers, ({ query }, { directoryCtx }) => listUsers(directoryCtx, query));
  mount(app, usersApi.listColleagues, async ({ query }, { directoryCtx, ctx }) => {
    const { chatId, answersChats } = query;
    if (chatId !== "")
      return listColleagues(directoryCtx, query, await mentionable(directoryCtx, ctx, chatId));
    return listColleagues(directoryCtx, query, answersChats ? await answering(directoryCtx) : undefined);
  });
  mount(app, usersApi.getUser, ({ params }, { directoryCtx, ctx }) => getUser(directoryCtx, ctx, params.id));

  mount(app, usersApi.createUser, async ({ body }, context) => {
    const { c, directoryCtx } = context;
    const password = await openSealed(body.password, c.env.SEAL_KEY, body.emailId);
    const user = await createUser(directoryCtx, rolesOf(context), { ...body, password }, mailDepsOf(c));
    return new Reply(user, texts.created(user.name));
  });

  mount(app, usersApi.updateRoles, async ({ params, body }, context) => {
    const { directoryCtx } = context;
    const user = await updateRoles(directoryCtx, await by(context), params.id, body);
    return new Reply(user, texts.saved);
  });

  mount(app, usersApi.resetPassword, async ({ params: { id }, body }, context) => {
    const { c, directoryCtx } = context;
    const deps = { ring: keyRing(c.env.DATA_KEY), link: publicUrl(c, "/login"), seal: c.env.SEAL_KEY };
    const user = await resetPassword(directoryCtx, rolesOf(context), { id, ...body }, deps);
    return new Reply(user, texts.passwordReset(user.name));
  });

  mount(app, usersApi.deactivateUser, async ({ params: { id }, query }, context) => {
    const { directoryCtx, ctx } = context;
    if (query.isValidate) return standsInTheWay(directoryCtx, ctx, await by(context), id);
    const { name, ...done } = await deactivateUser(directoryCtx, ctx, rolesOf(context), id);
    return new Reply(done, texts.deactivatedNow(name));
  });
  mount(app, usersApi.activateUser, async ({ params }, context) => {
    const user = await activateUser(context.directoryCtx, context.ctx, rolesOf(context), params.id);
    return new Reply(user, texts.activatedNow(user.name));
  });

  mount(app, agentStatusApi.getAgentStatus, async (_, { directoryCtx }) => ({
    agentStatus: await agentStatus(directoryCtx),
  }));
  mount(app, agentStatusApi.updateAgentStatus, async ({ body }, context) => {
    await setAgentStatus(context.directoryCtx, body.agentStatus);
    return new Reply(body, agentStatusTexts.set(agentStatusTexts.statuses[body.agentStatus]));
  });
}

const rolesOf = ({ session }: HandlerContext): readonly number[] => session.user.roles;

/** Rights that the caller may grant. */
const by = ({ directoryCtx, session }: HandlerContext): Promise<Rights> =>
  rightsOf(directoryCtx, session.user.roles);
