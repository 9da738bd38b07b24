import { useEffect, useState } from "react";
import { RefreshCw, WifiOff } from "lucide-react";
import { shellTexts } from "#texts/shell.ts";
import { onlineStore } from "#app/lib/offline.ts";
import { useStore } from "#app/lib/store.ts";
import { connectionStore } from "#app/realtime/socket.ts";

/** A shorter interruption is a word in the top bar: most are over by then. */
const SHORT_MS = 5_000;

/** Stays while there is no network, or for long no live connection; toasts and the top bar announce both. */
export function OfflineBanner() {
  const isOnline = useStore(onlineStore, true);
  const isReconnecting = useStore(connectionStore, "connecting") === "reconnecting";
  const isLong = useLonger(isReconnecting, SHORT_MS);
  if (isOnline && !isLong) return null;
  const Icon = isOnline ? RefreshCw : WifiOff;
  return (
    <div className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-1.5 text-warning-ink">
      <Icon aria-hidden className="size-4 shrink-0" />
      <p className="font-medium">{isOnline ? shellTexts.reconnectingNow : shellTexts.offlineNow}</p>
    </div>
  );
}

/** Whether something has been so for longer than that. */
function useLonger(is: boolean, ms: number): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!is) return undefined;
    const waiting = setTimeout(() => setLong(true), ms);
    return () => {
      clearTimeout(waiting);
      setLong(false);
    };
  }, [is, ms]);
  return isLong;
}
