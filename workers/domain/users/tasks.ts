import { users } from "#db/directory/users.ts";
import type { AfterCommitTask } from "#workers/contract/after-commit.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { shownStatus } from "#workers/contract/endpoints/agent-status.ts";
import { allOf } from "#workers/contract/permissions.ts";
import type { HubCalls, KeptEvent, Recipients, RightsChange } from "#workers/contract/socket.ts";
import { untilSettled } from "../after-commit/until-settled.ts";
import { keepAtHand } from "../chats/at-hand.ts";
import { leaveDashboards } from "../dashboards/leave.ts";
import { releaseChatsOf } from "../chats/release.ts";
import { forgetSubscriptions } from "../push/subscriptions.ts";
import { leaveDepartments } from "./leave-departments.ts";
import type { DirectoryCtx, Ctx } from "../ctx.ts";
import { keeping, tell } from "../live-events/keep.ts";
import { roleSetsOf } from "../roles/rights.ts";
import { thisUser } from "./user.ts";

/** Dependencies of the after-commit tasks about the people of one enterprise. */
export interface UserTaskDeps {
  directoryCtx: DirectoryCtx;
  ctx: Ctx;
  hub: HubCalls;
}
type Task<Kind extends AfterCommitTask["kind"]> = Extract<AfterCommitTask, { kind: Kind }>;

export async function rolesChanged(
  deps: UserTaskDeps,
  { roles }: Task<"rolesChanged">,
  id: string,
): Promise<void> {
  const { directoryCtx, hub } = deps;
  await untilSettled<RightsChange>(
    async () => ({ sets: await roleSetsOf(directoryCtx) }),
    (change) => hub.changeRights(change),
  );
  await copyPeople(deps);
  await keep(deps, id, "everybody", { action: "rightsChanged", data: { roles, uId: "" } });
}

export async function userChanged(
  deps: UserTaskDeps,
  { userId: uId }: Task<"userChanged">,
  id: string,
): Promise<void> {
  const { directoryCtx, hub } = deps;
  await untilSettled<RightsChange | undefined>(
    async () => {
      const user = await personNow(directoryCtx, uId);
      return user && { sets: await roleSetsOf(directoryCtx), user: { uId, roles: user.roles } };
    },
    async (change) => change && hub.changeRights(change),
  );
  await copyPeople(deps, uId);
  await keep(deps, id, { users: [uId] }, { action: "rightsChanged", data: { roles: [], uId } });
}

export async function agentStatusChanged(
  deps: UserTaskDeps,
  { userId: uId }: Task<"agentStatusChanged">,
  id: string,
): Promise<void> {
  const to = { users: [uId], permission: [...WATCHERS] };
  await untilSettled(
    async () => {
      const now = await personNow(deps.directoryCtx, uId);
      return now && { agentStatus: now.agentStatus, gone: now.gone };
    },
    async (now, round) =>
      now &&
      keep(deps, `${id}:${round}:${shownStatus(now.agentStatus, now.gone)}:${now.agentStatus}`, to, {
        action: "agentStatusChanged",
        data: { uId, ...now },
      }),
  );
  // Being here or not takes nobody's right to answer: their chats stay theirs.
  const { kept } = await keepAtHand(deps.directoryCtx, deps.ctx, uId);
  await tell(deps.ctx, deps.hub, kept);
}

export async function leftDepartments(
  deps: UserTaskDeps,
  { userId, by }: Task<"leaveDepartments">,
): Promise<void> {
  const { directoryCtx, ctx } = deps;
  // A person who was reactivated meanwhile has left them already, and may lead others by now.
  const user = await personNow(directoryCtx, userId);
  if (user?.state !== USER_STATE.deactivated) return;
  await leaveDepartments({ ...ctx, actor: by }, userId);
  await leaveDashboards(ctx, userId);
  await forgetSubscriptions(ctx, userId);
  await copyPeople(deps, userId);
}

/** Copies to the chats who is at hand; takes those who answer no chats any more out of theirs. */
async function copyPeople({ directoryCtx, ctx, hub }: UserTaskDeps, userId?: string): Promise<void> {
  const { answerNone, kept } = await keepAtHand(directoryCtx, ctx, userId);
  await tell(ctx, hub, [...kept, ...(await releaseChatsOf(ctx, answerNone))]);
}

/** Those whose screens show other people's availability. */
const WATCHERS = ["CHAT.HANDLE", ...allOf("USERS"), ...allOf("DEPARTMENTS")] as const;

/** Keeps an event of the directory in the enterprise's own database, once for its cause, and tells the hub. */
async function keep(
  { ctx, hub }: UserTaskDeps,
  cause: string,
  to: Recipients,
  event: KeptEvent,
): Promise<void> {
  await tell(ctx, hub, await keeping(ctx, to, event, cause));
}

async function personNow(directoryCtx: DirectoryCtx, userId: string) {
  const [row] = await directoryCtx.db
    .select({ roles: users.roles, state: users.state, agentStatus: users.agentStatus, gone: users.gone })
    .from(users)
    .where(thisUser(directoryCtx, userId))
    .limit(1);
  return row;
}
