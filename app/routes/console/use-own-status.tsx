import { useEffect } from "react";
import { agentStatusStore, loadAgentStatus, setAgentStatus } from "#app/session/agent-status.ts";
import { messageOf } from "#app/data/api.ts";
import { PresenceDot } from "#app/components/presence.tsx";
import type { MenuEntry } from "#app/components/ui/menu-entry.ts";
import { useToast } from "#app/components/ui/toast.tsx";
import { agentStatusTexts } from "#texts/agent-status.ts";
import { useEvent } from "#app/realtime/use-event.ts";
import { useStore } from "#app/lib/store.ts";
import { type AgentStatus, agentStatuses } from "#workers/contract/endpoints/agent-status.ts";

/** The user's own presence, with the menu entries that set it; another tab or device may change it too. */
export function useOwnStatus(uId: string): { status: AgentStatus | undefined; entries: MenuEntry[] } {
  const toast = useToast();
  const status = useStore(agentStatusStore, undefined);
  useEffect(() => void loadAgentStatus(), []);
  useEvent(
    "agentStatusChanged",
    (data) => data.uId === uId && agentStatusStore.set(data.agentStatus),
    () => void loadAgentStatus(),
  );
  const say = (next: AgentStatus) =>
    setAgentStatus(next).then(
      (said) => toast.success(said),
      (error: unknown) => toast.error(messageOf(error)),
    );
  return {
    status,
    entries: agentStatuses.map((each) => ({
      label: agentStatusTexts.statuses[each],
      icon: (
        <span className="flex size-4 items-center justify-center">
          <PresenceDot status={each} />
        </span>
      ),
      chosen: each === status,
      onSelect: () => void say(each),
    })),
  };
}
