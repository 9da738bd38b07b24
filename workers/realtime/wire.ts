import {
  CHATS_HEARD_WITH,
  FORGOTTEN,
  isFor,
  OF_CHATS,
  type Addressed,
  type KeptEvent,
  type ServerMessage,
} from "#workers/contract/socket.ts";
import { maskedChats } from "#workers/contract/masked-chats.ts";
import { namedOf } from "./named.ts";
import type { Holder, Sockets } from "./sockets.ts";

/** As the text of a kept event begins whose readers ask anew. */
const REFETCH = FORGOTTEN.slice(0, -1);

/** Writes to a hub's sockets, each of which hears events as its client has asked for them. */
export class Wire {
  readonly #sockets: Sockets;
  readonly #lost: (socket: WebSocket) => void;
  #masked: { of: string; text: string } | undefined;

  /** A socket that is just closing cannot be written to; its client gets what it missed when it comes back. */
  constructor(sockets: Sockets, lost: (socket: WebSocket) => void) {
    this.#sockets = sockets;
    this.#lost = lost;
  }

  /** Tells a new socket all that it has missed, or to fetch anew where that is not known. */
  catchUp(
    socket: WebSocket,
    holder: Holder,
    { missed, newest }: { missed: readonly { to: Addressed; text: string }[] | undefined; newest: number },
  ): void {
    if (!missed) return this.refetch(socket, newest);
    for (const { to, text } of missed) if (isFor(to, holder)) this.#tellOne(socket, text);
  }

  refetch(socket: WebSocket, seq: number): void {
    this.#forgetCounts(socket);
    this.send(socket, { action: "refetch", seq });
  }

  /** A client's counts, kept by events, are no longer known where it is to ask anew. */
  #forgetCounts(socket: WebSocket): void {
    const holder = this.#sockets.holderOf(socket);
    if (holder?.named) this.#sockets.set(socket, { ...holder, named: { of: holder.named.of } });
  }

  sendAll(to: Addressed, text: string): void {
    // Looked at once for all of them: the first of a thousand sockets waits for the whole round.
    const isSame = !text.startsWith(OF_CHATS) && !text.startsWith(REFETCH);
    for (const socket of this.#sockets.hearing(to)) {
      if (isSame) this.sendText(socket, text);
      else this.#tellOne(socket, text);
    }
  }

  send(socket: WebSocket, message: ServerMessage): void {
    this.sendText(socket, JSON.stringify(message));
  }

  sendText(socket: WebSocket, text: string): void {
    try {
      socket.send(text);
    } catch {
      this.#lost(socket);
    }
  }

  /** An event of chats for people who may not see customers, made once for all of them. */
  #maskedOf(text: string): string {
    if (this.#masked?.of === text) return this.#masked.text;
    const { data, ...event } = JSON.parse(text) as Extract<KeptEvent, { action: "chatsChanged" }>;
    this.#masked = { of: text, text: JSON.stringify({ ...event, data: maskedChats(data) }) };
    return this.#masked.text;
  }

  /** An event as its client asked for it. */
  #tellOne(socket: WebSocket, text: string): void {
    const holder = this.#sockets.holderOf(socket);
    if (text.startsWith(REFETCH)) this.#forgetCounts(socket);
    if (!holder || !text.startsWith(OF_CHATS)) return this.sendText(socket, text);
    if (!CHATS_HEARD_WITH.some((permission) => holder.permissions.includes(permission))) return;
    const shown = holder.permissions.includes("CUSTOMER.VIEW") ? text : this.#maskedOf(text);
    if (!holder.named) return this.sendText(socket, shown);
    const event = JSON.parse(shown) as Parameters<typeof namedOf>[0];
    const { texts, named } = namedOf(event, holder.named, Date.now());
    this.#sockets.set(socket, { ...holder, named });
    for (const each of texts) this.sendText(socket, each);
  }
}
