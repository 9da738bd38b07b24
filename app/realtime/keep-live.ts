import type { EventData, EventName } from "#workers/contract/socket.ts";
import { listen } from "./socket.ts";

/**
 * For answers that an event keeps up to date. The function returned begins to listen, once and for good: a loader calls
 * it before it asks, so that nothing is missed while the answer is on its way or its screen not there yet.
 */
export function keepLive<Name extends EventName>(
  action: Name,
  handler: (data: EventData<Name>, seq: number) => void,
  onRefetch: () => void,
): () => void {
  let listening = false;
  return () => {
    if (listening) return;
    listening = true;
    listen(action, handler, onRefetch);
  };
}
