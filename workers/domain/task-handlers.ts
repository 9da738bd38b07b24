import { eq } from "drizzle-orm";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { HubCalls } from "#workers/contract/socket.ts";
import type { TaskHandlers } from "./after-commit/run.ts";
import { ctxOf, directoryCtxOf } from "./ctx.ts";
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
  ring: KeyRing;
  /** Null where mail is kept for its preview. Throws while the settings are incomplete: the mail waits. */
  mailer: () => Mailer | null;
}

const actor = { userId: "system", name: "", address: "", requestId: "after commit" };

/** Every kind of after-commit task has its handler here. */
export function taskHandlers({ directory, tenant, hub, ring, mailer }: TaskDeps): TaskHandlers {
  /** Undefined when the enterprise has been deleted: there is nobody left to tell. */
  const enterprise = async (id: EnterpriseId): Promise<UserTaskDeps | undefined> => {
    const [row] = await directory
      .select({ database: enterprises.database })
      .from(enterprises)
      .where(eq(enterprises.id, id))
      .limit(1);
    if (!row) return undefined;
    const directoryCtx = directoryCtxOf(directory, id, actor);
    return { directoryCtx, ctx: ctxOf(tenant(row.database), id, actor), hub: hub(id) };
  };
  const within =
    <Task>(work: (deps: UserTaskDeps, task: Task, id: string) => Promise<void>) =>
    async (task: Task, { id, enterpriseId }: { id: string; enterpriseId: EnterpriseId }): Promise<void> => {
      const deps = await enterprise(enterpriseId);
      if (deps) await work(deps, task, id);
    };
  return {
    rolesChanged: within(rolesChanged),
    userChanged: within(userChanged),
    agentStatusChanged: within(agentStatusChanged),
    leaveDepartments: within(leftDepartments),
    closeSockets: ({ sessionId }, { enterpriseId }) => hub(enterpriseId).endSessions([sessionId]),
    sendMail: ({ mailId }) => sendMail(directory, ring, mailer(), mailId),
  };
}
