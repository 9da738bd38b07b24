import type { Permission } from "#workers/contract/permissions.ts";
import { CLIENT_MESSAGES_A_MINUTE, hubHeaders, type Addressed } from "#workers/contract/socket.ts";
import type { Named } from "./named.ts";

/** The owner of a socket; it must survive the hub's sleep, so it is in the socket's attachment. */
export interface Holder {
  sessionId: string;
  userId: string;
  roles: number[];
  permissions: Permission[];
  openedAt: number;
  address: string;
  /** Whether it hears the actions of the specification, and what is known for them. */
  named?: Named;
  /** The topic that is open there, and until when that is believed. */
  watches?: Watches;
}

export interface Watches {
  topic: string;
  name: string;
  until: number;
  /** Of a draft that they may edit: since when it is open there, and when they took it over; 0 for never. */
  since?: number;
  took?: number;
  /** Since when they are the one who edits it. */
  leads?: number;
}

/** A socket's owner, as the api Worker names them. */
export const holderIn = (headers: Headers, sessionId: string, openedAt: number): Holder => {
  const named = headers.get(hubHeaders.named);
  return {
    sessionId,
    userId: headers.get(hubHeaders.user) ?? "",
    roles: (headers.get(hubHeaders.roles) ?? "").split(",").map(Number),
    permissions: (headers.get(hubHeaders.permissions) ?? "").split(",") as Permission[],
    openedAt,
    address: headers.get(hubHeaders.address) ?? "local",
    ...(named !== null && { named: JSON.parse(named) as Named }),
  };
};

export const numberIn = (header: string | null): number | undefined =>
  header === null ? undefined : Number(header);

/** The open sockets by what events are addressed to, made from their attachments when the hub wakes. */
export class Sockets {
  readonly #holders = new Map<WebSocket, Holder>();
  readonly #byUser = new Map<string, Set<WebSocket>>();
  readonly #byPermission = new Map<string, Set<WebSocket>>();
  readonly #byTopic = new Map<string, Set<WebSocket>>();
  readonly #typing = new WeakMap<WebSocket, number>();
  readonly #said = new WeakMap<WebSocket, { since: number; count: number }>();

  constructor(open: readonly WebSocket[]) {
    for (const socket of open) {
      if (socket.readyState === WebSocket.OPEN) this.#enter(socket, socket.deserializeAttachment() as Holder);
    }
  }

  set(socket: WebSocket, holder: Holder): void {
    this.delete(socket);
    socket.serializeAttachment(holder);
    this.#enter(socket, holder);
  }

  delete(socket: WebSocket): void {
    const holder = this.#holders.get(socket);
    if (!holder) return;
    this.#holders.delete(socket);
    this.#byUser.get(holder.userId)?.delete(socket);
    for (const permission of holder.permissions) this.#byPermission.get(permission)?.delete(socket);
    if (holder.watches) this.#byTopic.get(holder.watches.topic)?.delete(socket);
  }

  holderOf = (socket: WebSocket): Holder | undefined => this.#holders.get(socket);

  /** Sockets at which a topic is open. */
  watching(topic: string, now: number): { socket: WebSocket; holder: Holder; watches: Watches }[] {
    return [...(this.#byTopic.get(topic) ?? [])].flatMap((socket) => {
      const holder = this.#holders.get(socket) as Holder;
      const { watches } = holder;
      return watches && watches.until >= now ? [{ socket, holder, watches }] : [];
    });
  }

  isTyping = (socket: WebSocket, now: number): boolean => (this.#typing.get(socket) ?? 0) > now;

  /** Until when the person at this socket is taken to type; 0: no longer. */
  typesUntil(socket: WebSocket, until: number): void {
    this.#typing.set(socket, until);
  }

  all(): [WebSocket, Holder][] {
    return [...this.#holders];
  }

  of(userId: string): [WebSocket, Holder][] {
    return [...(this.#byUser.get(userId) ?? [])].map((socket) => [
      socket,
      this.#holders.get(socket) as Holder,
    ]);
  }

  /** The sockets that an event is for. */
  hearing(to: Addressed): Iterable<WebSocket> {
    if (to === "everybody") return [...this.#holders.keys()];
    const sets = [
      ...(to.users ?? []).map((user) => this.#byUser.get(user)),
      ...(to.permission ?? []).map((permission) => this.#byPermission.get(permission)),
    ];
    const [first, ...others] = sets.filter((set) => set !== undefined);
    const hearing = new Set(first);
    for (const set of others) for (const socket of set) hearing.add(socket);
    return hearing;
  }

  /** Counts a message of the client, or a long one as several; answers whether it may still speak. */
  maySpeak(socket: WebSocket, now: number, messages = 1): boolean {
    const said = this.#said.get(socket);
    const isCounting = said !== undefined && now - said.since < 60_000;
    const counted = isCounting ? said : { since: now, count: 0 };
    counted.count += messages;
    this.#said.set(socket, counted);
    return counted.count <= CLIENT_MESSAGES_A_MINUTE;
  }

  #enter(socket: WebSocket, holder: Holder): void {
    this.#holders.set(socket, holder);
    entry(this.#byUser, holder.userId).add(socket);
    for (const permission of holder.permissions) entry(this.#byPermission, permission).add(socket);
    if (holder.watches) entry(this.#byTopic, holder.watches.topic).add(socket);
  }
}

function entry(map: Map<string, Set<WebSocket>>, key: string): Set<WebSocket> {
  const known = map.get(key);
  if (known) return known;
  const made = new Set<WebSocket>();
  map.set(key, made);
  return made;
}
