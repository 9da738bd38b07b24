import { WifiOff } from "lucide-react";
import { shellTexts } from "#texts/shell.ts";
import { onlineStore } from "#app/lib/offline.ts";
import { useStore } from "#app/lib/store.ts";

/** Stays while there is no network; toasts announce when it is lost and restored. */
export function OfflineBanner() {
  if (useStore(onlineStore, true)) return null;
  return (
    <div className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-1.5 text-warning-ink">
      <WifiOff aria-hidden className="size-4 shrink-0" />
      <p className="font-medium">{shellTexts.offlineNow}</p>
    </div>
  );
}
