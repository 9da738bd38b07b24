import { Tooltip } from "#app/components/ui/tooltip.tsx";
import { cx } from "#app/components/ui/cx.ts";
import { shellTexts } from "#texts/shell.ts";
import { onlineStore } from "#app/lib/offline.ts";
import { type Connection, connectionStore } from "#app/realtime/socket.ts";
import { useStore } from "#app/lib/store.ts";

/**
 * Says when live updates do not arrive, in words and with a dot; while they do nothing is to be seen, so that the only dot in
 * the bar is one's own presence.
 */
export function ConnectionState() {
  const connection = useStore(connectionStore, "connecting");
  // The browser notices a lost network long before two pings are missed.
  const state = useStore(onlineStore, true) ? connection : "offline";
  const text = shellTexts.connection[state];
  const troubled = state === "reconnecting" || state === "refused" || state === "offline";
  return (
    <Tooltip text={text}>
      <span
        role="status"
        className={cx("flex min-h-6 items-center gap-1.5 text-xs text-muted", troubled && "px-1.5")}
      >
        {troubled && <span aria-hidden className={cx("size-2 rounded-full", DOTS[state])} />}
        <span className={troubled ? "max-sm:sr-only" : "sr-only"}>{text}</span>
      </span>
    </Tooltip>
  );
}

const DOTS: Partial<Record<Connection | "offline", string>> = {
  reconnecting: "bg-warning animate-breathe",
  refused: "bg-danger",
  offline: "bg-warning",
};
