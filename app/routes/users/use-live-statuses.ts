import { invalidate, patch } from "#app/data/query.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { listUsers } from "#workers/contract/endpoints/users.ts";

/** Keeps the presence of everybody in the user lists live. */
export function useLiveStatuses(): void {
  useEvent(
    "agentStatusChanged",
    ({ uId, agentStatus }) =>
      patch(listUsers, undefined, (now) => ({
        ...now,
        users: now.users.map((user) => (user.uId === uId ? { ...user, agentStatus } : user)),
      })),
    () => void invalidate(listUsers),
  );
}
