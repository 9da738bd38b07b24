import { whenOffline } from "#app/api.ts";
import { toast } from "#app/components/ui/toast-store.ts";
import * as messages from "#app/messages.ts";
import { createStore } from "#app/store.ts";

export const onlineStore = createStore(true);

/** Notifies once when the network goes or returns; a call that fails while offline says that nothing was saved. */
export function watchNetwork(): () => void {
  const update = () => {
    const online = navigator.onLine;
    if (online === onlineStore.get()) return;
    onlineStore.set(online);
    if (online) toast.success(messages.shell.online);
    else toast.warning(messages.shell.offline);
  };
  onlineStore.set(navigator.onLine);
  whenOffline(() => toast.error(messages.shell.notSynced));
  addEventListener("online", update);
  addEventListener("offline", update);
  return () => {
    removeEventListener("online", update);
    removeEventListener("offline", update);
  };
}
