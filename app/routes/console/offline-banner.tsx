import { WifiOff } from "lucide-react";
import * as messages from "#app/messages.ts";
import { onlineStore } from "#app/offline.ts";
import { useStore } from "#app/store.ts";

/** Stays while there is no network; toasts announce when it is lost and restored. */
export function OfflineBanner() {
  if (useStore(onlineStore, true)) return null;
  return (
    <div className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-1.5 text-warning-ink">
      <WifiOff aria-hidden className="size-4 shrink-0" />
      <p className="font-medium">{messages.shell.offlineNow}</p>
    </div>
  );
}
