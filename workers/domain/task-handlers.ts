import { eq } from "drizzle-orm";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { ClockObject } from "#workers/contract/channel-place.ts";
import type { HubCalls } from "#workers/contract/socket.ts";
import type { TaskHandlers } from "./after-commit/run.ts";
import { ctxOf, directoryCtxOf } from "./ctx.ts";
import { deletionChanged } from "./enterprise/stop-for-deletion.ts";
import { type Mailer, sendMail } from "./mail/send.ts";
import type { KeyRing } from "./secrets/key-ring.ts";
import {
  agentStatusChanged,
  leftDepartments,
  rolesChanged,
  type UserTaskDeps,
  userChanged,
} from "./users/tasks.ts";

/** Dependencies of the after-commit tasks. */
export interface TaskDeps {
  directory: DirectoryDb;
  tenant: (database: string) => TenantDb;
  hub: (enterpriseId: EnterpriseId) => HubCalls;
  /** The clock of a tenant database. */
  clock: (database: string) => ClockObject;
  ring: KeyRing;
  /** Null where mail is kept for its preview. Throws while the settings are incomplete: the mail waits. */
  mailer: () => Mailer | null;
}

const actor = { userId: "system", name: "", address: "", requestId: "after commit" };

/** Every kind of after-commit task has its handler here. */
export function taskHandlers({ directory, tenant, hub, clock, ring, mailer }: TaskDeps): TaskHandlers {
  /** Undefined when the enterprise has been deleted: there is nobody left to tell. */
  const enterprise = async (id: EnterpriseId): Promise<(UserTaskDeps & { database: string }) | undefined> => {
    const [row] = await directory
      .select({ database: enterprises.database })
      .from(enterprises)
      .where(eq(enterprises.id, id))
      .limit(1);
    if (!row) return undefined;
    const directoryCtx = directoryCtxOf(directory, id, actor);
    const { database } = row;
    return { directoryCtx, ctx: ctxOf(tenant(database), id, actor), hub: hub(id), database };
  };
  const within =
    <Task>(work: (deps: UserTaskDeps, task: Task, id: string) => Promise<void>) =>
    async (task: Task, { id, enterpriseId }: { id: string; enterpriseId: EnterpriseId }): Promise<void> => {
      const deps = await enterprise(enterpriseId);
      if (!deps) return;
      await work(deps, task, id);
      // Somebody who has come, or the chats of somebody who has gone: a clock that cannot be reached is woken by the sweeper.
      if (deps.ctx.after.clock)
        await clock(deps.database)
          .arm(deps.database, Date.now())
          .catch(() => undefined);
    };
  return {
    rolesChanged: within(rolesChanged),
    userChanged: within(userChanged),
    agentStatusChanged: within(agentStatusChanged),
    leaveDepartments: within(leftDepartments),
    deletionChanged: within(deletionChanged),
    closeSockets: ({ sessionId }, { enterpriseId }) => hub(enterpriseId).endSessions([sessionId]),
    sendMail: ({ mailId }) => sendMail(directory, ring, mailer(), mailId),
  };
}
