import { invalidate, patch } from "#app/data/query.ts";
import { keepLive } from "#app/realtime/keep-live.ts";
import { shownStatus } from "#workers/contract/endpoints/agent-status.ts";
import { listUsers } from "#workers/contract/endpoints/users.ts";

/** Keeps the presence of everybody in the user lists live. */
export const listenForStatuses = keepLive(
  "agentStatusChanged",
  ({ uId, agentStatus: said, gone = false }) => {
    const agentStatus = shownStatus(said, gone);
    patch(listUsers, undefined, (now) => ({
      ...now,
      users: now.users.map((user) => (user.uId === uId ? { ...user, agentStatus } : user)),
    }));
  },
  () => void invalidate(listUsers),
);
