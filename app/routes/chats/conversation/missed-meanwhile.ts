import { createStore } from "#app/lib/store.ts";
import { connectionStore, isCaughtUp } from "#app/realtime/socket.ts";
import type { EventData } from "#workers/contract/socket.ts";

const ids = new Set<string>();
/** How many messages of customers came while there was no connection, until somebody has read so. */
export const missedStore = createStore(0);

export function forgetMissed(): void {
  ids.clear();
  missedStore.set(0);
}

connectionStore.subscribe(() => {
  if (connectionStore.get() === "reconnecting") forgetMissed();
});

/** Counts what an event tells that this page could not hear when it happened. */
export function noteMissed({ chats }: EventData<"chatsChanged">, seq: number): void {
  if (!isCaughtUp(seq)) return;
  for (const { messages } of chats)
    for (const { id, direction } of messages) if (direction === "in") ids.add(id);
  missedStore.set(ids.size);
}
