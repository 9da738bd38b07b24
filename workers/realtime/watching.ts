import { TYPING_MS, WATCHED_MS, type Watcher } from "#workers/contract/socket.ts";
import type { Sockets } from "./sockets.ts";
import { noteEditor, placeBack, watchedBy } from "./watched.ts";
import type { Wire } from "./wire.ts";

/** Keeps at each socket which topic is open there, and tells those who have one open of each other. */
export class Watching {
  readonly #sockets: Sockets;
  readonly #wire: Pick<Wire, "send">;

  constructor(sockets: Sockets, wire: Pick<Wire, "send">) {
    this.#sockets = sockets;
    this.#wire = wire;
  }

  begin(socket: WebSocket, { userId, name, topic, edits, place }: Watcher): boolean {
    const holder = this.#sockets.holderOf(socket);
    if (!holder || holder.userId !== userId) return false;
    const { watches: before } = holder;
    const now = Date.now();
    const same = before?.topic === topic ? before : undefined;
    const { since = now, took = 0, leads } = same ?? placeBack(this.#sockets, { topic, userId, place }, now);
    const editing = edits && {
      ...{ since, took: edits === "takes" ? now : took },
      ...(leads !== undefined && { leads }),
    };
    this.#sockets.set(socket, { ...holder, watches: { topic, name, until: now + WATCHED_MS, ...editing } });
    if (before && before.topic !== topic) this.tell(before.topic);
    this.tell(topic);
    return true;
  }

  types(socket: WebSocket, isTyping: boolean): void {
    const topic = this.#sockets.holderOf(socket)?.watches?.topic;
    if (topic === undefined) return;
    this.#sockets.typesUntil(socket, isTyping ? Date.now() + TYPING_MS : 0);
    this.tell(topic);
  }

  stop(socket: WebSocket): void {
    const holder = this.#sockets.holderOf(socket);
    if (!holder?.watches) return;
    const { watches, ...rest } = holder;
    this.#sockets.set(socket, rest);
    this.tell(watches.topic);
  }

  tell(topic: string): void {
    noteEditor(this.#sockets, topic, Date.now());
    for (const [socket, event] of watchedBy(this.#sockets, topic, Date.now())) this.#wire.send(socket, event);
  }
}
