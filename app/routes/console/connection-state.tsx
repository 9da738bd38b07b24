import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { messages } from "#app/messages.ts";
import { type Connection, connectionStore } from "#app/realtime/socket.ts";
import { useStore } from "#app/store.ts";

/** Whether what others do arrives by itself. Quiet while it does; words as soon as it does not. */
export function ConnectionState() {
  const state = useStore(connectionStore, "connecting");
  const text = messages.shell.connection[state];
  const troubled = state === "reconnecting" || state === "refused";
  return (
    <Tooltip text={text}>
      <span role="status" className="flex min-h-6 items-center gap-1.5 px-1.5 text-xs text-muted">
        <span aria-hidden className={cx("size-2 rounded-full", DOTS[state])} />
        <span className={troubled ? "max-sm:sr-only" : "sr-only"}>{text}</span>
      </span>
    </Tooltip>
  );
}

const DOTS: Record<Connection, string> = {
  open: "bg-success",
  connecting: "bg-edge animate-breathe",
  reconnecting: "bg-warning animate-breathe",
  closed: "bg-edge",
  refused: "bg-danger",
};
