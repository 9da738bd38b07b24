import { users } from "#db/directory/users.ts";
import { USER_STATE } from "#workers/contract/endpoints/users.ts";
import { afterCommitTask } from "#workers/contract/after-commit.ts";
import { allOf } from "#workers/contract/permissions.ts";
import type { HubCalls, KeptEvent, Recipients, RightsChange } from "#workers/contract/socket.ts";
import { leaveDepartments } from "./leave-departments.ts";
import type { DirectoryCtx, Ctx } from "../ctx.ts";
import { keeping, tell } from "../live-events/keep.ts";
import { roleSetsOf } from "../roles/rights.ts";
import { thisUser } from "./user.ts";
import { forgetTask, type LeftTask } from "../after-commit/leave.ts";

/** Dependencies of the errands of one enterprise. */
export interface TaskDeps {
  directoryCtx: DirectoryCtx;
  ctx: Ctx;
  hub: HubCalls;
}

/**
 * Runs an errand and deletes it. It acts on the directory's current state and not on that of when the errand was
 * stored, so running it twice, late, or out of order ends the same.
 */
export async function runTask(deps: TaskDeps, { id, what }: LeftTask): Promise<void> {
  await work(deps, id, afterCommitTask.parse(what));
  await forgetTask(deps.directoryCtx.db, id);
}

async function work(deps: TaskDeps, id: string, what: LeftTask["what"]): Promise<void> {
  const { directoryCtx, ctx, hub } = deps;
  switch (what.kind) {
    case "rolesChanged":
      await untilSettled<RightsChange>(
        async () => ({ sets: await roleSetsOf(directoryCtx) }),
        (change) => hub.changeRights(change),
      );
      return keep(deps, id, "everybody", { action: "rightsChanged", data: { roles: what.roles, uId: "" } });
    case "userChanged": {
      const uId = what.userId;
      await untilSettled<RightsChange | undefined>(
        async () => {
          const user = await personNow(directoryCtx, uId);
          return user && { sets: await roleSetsOf(directoryCtx), user: { uId, roles: user.roles } };
        },
        async (change) => change && hub.changeRights(change),
      );
      return keep(deps, id, { users: [uId] }, { action: "rightsChanged", data: { roles: [], uId } });
    }
    case "agentStatusChanged": {
      const uId = what.userId;
      const to = { users: [uId], permission: [...WATCHERS] };
      return untilSettled(
        async () => (await personNow(directoryCtx, uId))?.agentStatus,
        async (agentStatus, round) =>
          agentStatus &&
          keep(deps, `${id}:${round}:${agentStatus}`, to, {
            action: "agentStatusChanged",
            data: { uId, agentStatus },
          }),
      );
    }
    case "leaveDepartments": {
      // A person who was reactivated meanwhile has left them already, and may lead others by now.
      const user = await personNow(directoryCtx, what.userId);
      if (user?.state === USER_STATE.deactivated) {
        await leaveDepartments({ ...ctx, actor: what.by }, what.userId);
      }
      return;
    }
    default:
      what satisfies never;
  }
}

/** Those whose screens show other people's availability. */
const WATCHERS = ["CHAT.HANDLE", ...allOf("USERS"), ...allOf("DEPARTMENTS")] as const;

/** Keeps an event of the directory in the enterprise's own database, once for its cause, and tells the hub. */
async function keep({ ctx, hub }: TaskDeps, cause: string, to: Recipients, event: KeptEvent): Promise<void> {
  await tell(ctx, hub, await keeping(ctx, to, event, cause));
}

/** Rounds in which somebody else changed the same meanwhile; each of them acts for themselves too. */
const MOST_ROUNDS = 10;

/**
 * Acts on what it reads until it reads the same again. Another task may have read and acted in between: what this one
 * did last would be the older state otherwise.
 */
async function untilSettled<State>(
  read: () => Promise<State>,
  act: (state: State, round: number) => Promise<unknown>,
): Promise<void> {
  let state = await read();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await act(state, round);
    const now = await read();
    if (JSON.stringify(now) === JSON.stringify(state)) return;
    state = now;
  }
}

async function personNow(directoryCtx: DirectoryCtx, userId: string) {
  const [row] = await directoryCtx.db
    .select({ roles: users.roles, state: users.state, agentStatus: users.agentStatus })
    .from(users)
    .where(thisUser(directoryCtx, userId))
    .limit(1);
  return row;
}
