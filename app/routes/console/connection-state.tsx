import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { shellTexts } from "#texts/shell.ts";
import { onlineStore } from "#app/lib/offline.ts";
import { type Connection, connectionStore } from "#app/realtime/socket.ts";
import { useStore } from "#app/lib/store.ts";

/** Shows whether live updates arrive: quiet while they do, in words as soon as they do not. */
export function ConnectionState() {
  const connection = useStore(connectionStore, "connecting");
  // The browser notices a lost network long before two pings are missed.
  const state = useStore(onlineStore, true) ? connection : "offline";
  const text = shellTexts.connection[state];
  const troubled = state === "reconnecting" || state === "refused" || state === "offline";
  return (
    <Tooltip text={text}>
      <span role="status" className="flex min-h-6 items-center gap-1.5 px-1.5 text-xs text-muted">
        <span aria-hidden className={cx("size-2 rounded-full", DOTS[state])} />
        <span className={troubled ? "max-sm:sr-only" : "sr-only"}>{text}</span>
      </span>
    </Tooltip>
  );
}

const DOTS: Record<Connection | "offline", string> = {
  open: "bg-success",
  connecting: "bg-edge animate-breathe",
  reconnecting: "bg-warning animate-breathe",
  closed: "bg-edge",
  refused: "bg-danger",
  offline: "bg-warning",
};
