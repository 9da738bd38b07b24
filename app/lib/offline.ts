import { whenOffline } from "#app/data/api.ts";
import { toast } from "#app/components/ui/toast-store.ts";
import { shellTexts } from "#texts/shell.ts";
import { createStore } from "#app/lib/store.ts";

export const onlineStore = createStore(true);

/** Notifies once when the network goes or returns; a call that fails while offline says that nothing was saved. */
export function watchNetwork(): () => void {
  const update = () => {
    const online = navigator.onLine;
    if (online === onlineStore.get()) return;
    onlineStore.set(online);
    // Not kept: a banner says so for as long as it is so.
    if (online) toast.success(shellTexts.online);
    else toast.warning(shellTexts.offline);
  };
  onlineStore.set(navigator.onLine);
  whenOffline(() => toast.error(shellTexts.notSynced));
  addEventListener("online", update);
  addEventListener("offline", update);
  return () => {
    removeEventListener("online", update);
    removeEventListener("offline", update);
  };
}
