import { ChevronDown } from "lucide-react";
import { request } from "#app/data/api.ts";
import { invalidate } from "#app/data/query.ts";
import { Presence } from "#app/components/presence.tsx";
import { Failure } from "#app/components/ui/banner.tsx";
import { Menu } from "#app/components/ui/menu.tsx";
import { useToast } from "#app/components/ui/toast.tsx";
import { useSend } from "#app/kit/use-send.ts";
import { agentStatusTexts } from "#texts/agent-status.ts";
import { chatMonitorTexts as texts } from "#texts/chat-monitor.ts";
import { agentStatuses, type AgentStatus } from "#workers/contract/endpoints/agent-status.ts";
import { chatMonitor, forceAgentStatus } from "#workers/contract/endpoints/chat-monitor.ts";

/** Somebody's presence, which a supervisor may change: of one who went home without a word. */
export function AgentPresence({ uId, name, status }: { uId: string; name: string; status: AgentStatus }) {
  const toast = useToast();
  const { busy, failure, send } = useSend();
  const set = (agentStatus: AgentStatus) =>
    send(
      () => request(forceAgentStatus, { params: { id: uId }, body: { agentStatus } }),
      ({ message }) => {
        toast.success(message);
        void invalidate(chatMonitor);
      },
    );
  return (
    <>
      <Menu
        anchor="bottom start"
        button={
          <button
            type="button"
            aria-label={texts.changeStatus(name, agentStatusTexts.statuses[status])}
            aria-busy={busy}
            className="inline-flex min-h-8 pointer-coarse:min-h-11 items-center gap-1 rounded-md px-1.5 hover:bg-hover"
          >
            <Presence status={status} />
            <ChevronDown aria-hidden className="size-4 text-muted" />
          </button>
        }
        entries={agentStatuses.map((each) => ({
          label: agentStatusTexts.statuses[each],
          chosen: each === status,
          onSelect: () => void set(each),
        }))}
      />
      <Failure text={failure} />
    </>
  );
}
