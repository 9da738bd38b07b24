import { useState } from "react";
import { useEvent } from "#app/realtime/use-event.ts";
import type { AgentStatus } from "#workers/contract/endpoints/agent-status.ts";
import type { User } from "#workers/contract/endpoints/users.ts";

/** The users of a list with live presence; `refetch` is called when events were missed. */
export function useLiveStatuses(users: readonly User[], refetch: () => void): readonly User[] {
  const [told, setTold] = useState<{ of: readonly User[]; statuses: ReadonlyMap<string, AgentStatus> }>();
  useEvent(
    "agentStatusChanged",
    ({ uId, agentStatus }) =>
      setTold((now) => ({
        of: users,
        statuses: new Map(now?.of === users ? now.statuses : []).set(uId, agentStatus),
      })),
    refetch,
  );
  if (told?.of !== users) return users;
  return users.map((user) => ({ ...user, agentStatus: told.statuses.get(user.uId) ?? user.agentStatus }));
}
