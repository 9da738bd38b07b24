import { DurableObject } from "cloudflare:workers";
import {
  CHATS_HEARD_WITH,
  clientMessage,
  CLOSE_INVALID_TOKEN,
  HEARTBEAT_MS,
  isFor,
  KEPT_MS,
  hubHeaders,
  OF_CHATS,
  PING,
  PONG,
  SOCKETS_A_PERSON,
  TYPING_MS,
  WATCHED_MS,
  type Addressed,
  type HubCalls,
  type KeptRow,
  type PassingEvent,
  type RightsChange,
  type ServerMessage,
  type TopicEvent,
  type Watcher,
} from "#workers/contract/socket.ts";
import { hubSays, LONGEST_MESSAGE, ownIdOf, socketAction } from "#workers/contract/chat-socket.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { permissionsOf } from "#workers/contract/roles.ts";
import { Actions } from "./actions.ts";
import { type Named, namedOf, openingOf } from "./named.ts";
import { Kept } from "./kept.ts";
import { type Holder, Sockets } from "./sockets.ts";
import { noteEditor, placeBack, watchedBy } from "./watched.ts";

/** A client that was silent for three heartbeats has gone without a word. */
const SILENT_MS = 3 * HEARTBEAT_MS;

/**
 * The live wire of one enterprise. It has no database: writers hand it the events that they have kept, numbered by the
 * database, and it hands them on to those they are addressed to. It sleeps between messages; its sockets stay open.
 */
export class Hub extends DurableObject<RealtimeEnv> implements HubCalls {
  readonly #kept: Kept;
  readonly #sockets: Sockets;
  readonly #actions: Actions;
  #armedAt = 0;

  constructor(ctx: DurableObjectState, env: RealtimeEnv) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    this.#kept = new Kept(ctx.storage.sql);
    this.#sockets = new Sockets(ctx.getWebSockets());
    this.#actions = new Actions(env);
  }

  /**
   * Opens a socket for a user whom the api Worker has verified. Nothing can come between its catch-up and the live
   * wire. A hub that cannot tell what the client missed answers 409 with its number, to be filled first.
   */
  override fetch({ headers }: Request): Response {
    const sessionId = headers.get(hubHeaders.session);
    if (!sessionId || headers.get("upgrade") !== "websocket") return new Response(null, { status: 400 });
    const lastSeq = numberIn(headers.get(hubHeaders.lastSeq));
    const ageMs = numberIn(headers.get(hubHeaders.ageMs));
    if (!headers.has(hubHeaders.filled) && !this.#kept.reaches(lastSeq))
      return new Response(String(this.#kept.newest), { status: 409 });
    const named = headers.get(hubHeaders.named);
    const holder: Holder = {
      sessionId,
      userId: headers.get(hubHeaders.user) ?? "",
      roles: (headers.get(hubHeaders.roles) ?? "").split(",").map(Number),
      permissions: (headers.get(hubHeaders.permissions) ?? "").split(",") as Permission[],
      openedAt: Date.now(),
      address: headers.get(hubHeaders.address) ?? "local",
      ...(named !== null && { named: JSON.parse(named) as Named }),
    };
    if (!this.#hasRoom(holder.userId)) return new Response(null, { status: 429 });
    const { 0: client, 1: server } = new WebSocketPair();
    const socketId = crypto.randomUUID();
    this.ctx.acceptWebSocket(server, [sessionId, socketId]);
    this.#sockets.set(server, holder);
    const { newest } = this.#kept;
    const begins = ageMs === undefined ? newest : this.#kept.lastBefore(Date.now() - ageMs);
    // A client that comes back compares its number with the newest; a new one begins with what precedes its first
    // event.
    this.#send(server, {
      action: "onOpen",
      seq: lastSeq === undefined ? (begins ?? newest) : newest,
      socketId,
      ...openingOf(holder.named),
    });
    this.#catchUp(server, holder, lastSeq ?? begins);
    return new Response(null, { status: 101, webSocket: client });
  }

  async pass(to: Addressed, event: PassingEvent): Promise<void> {
    this.#sendAll(to, JSON.stringify(event));
  }

  async tell(rows: readonly KeptRow[]): Promise<number> {
    const taken = this.#kept.take(rows);
    // Said before it is written down: the platform holds back what is sent after a write until the disk has it, which
    // takes longer than telling a thousand sockets. The truth is in the enterprise's database.
    for (const { to, text } of taken) this.#sendAll(to, text);
    this.#kept.store(taken);
    await this.#forgetLater();
    return this.#kept.newest;
  }

  /** Nothing more may come: what was said is forgotten all the same. */
  override async alarm(): Promise<void> {
    this.#kept.forgetOld(Date.now());
  }

  async fill(rows: readonly KeptRow[]): Promise<number> {
    const next = rows.find(({ seq }) => seq > this.#kept.newest);
    if (next && next.before > this.#kept.newest) {
      this.#kept.beginAfter(next.before);
      for (const [socket] of this.#sockets.all()) this.#refetch(socket, next.before);
    }
    this.#kept.noteFilled();
    return this.tell(rows);
  }

  async forget(ids: readonly string[]): Promise<void> {
    this.#kept.forgetAbout(ids);
  }

  async forgetAll(): Promise<void> {
    for (const [socket] of this.#sockets.all())
      this.#close(socket, CLOSE_INVALID_TOKEN, "enterprise deleted");
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#kept.beginAnew();
  }

  /** Moves the alarm on, at most once a minute: it comes when nothing else has for a while. */
  async #forgetLater(): Promise<void> {
    const now = Date.now();
    if (now - this.#armedAt < 60_000) return;
    this.#armedAt = now;
    await this.ctx.storage.setAlarm(now + KEPT_MS + 61_000);
  }

  async newest(): Promise<number> {
    return this.#kept.newest;
  }

  async endSessions(sessionIds: readonly string[]): Promise<void> {
    for (const socket of sessionIds.flatMap((id) => this.ctx.getWebSockets(id)))
      this.#close(socket, CLOSE_INVALID_TOKEN, "session ended");
  }

  async changeRights({ sets, user }: RightsChange): Promise<void> {
    for (const [socket, holder] of user ? this.#sockets.of(user.uId) : this.#sockets.all()) {
      const roles = user?.roles ?? holder.roles;
      this.#sockets.set(socket, { ...holder, roles, permissions: permissionsOf(roles, sets) });
    }
  }

  async watch({ socketId, userId, name, topic, edits, place }: Watcher): Promise<boolean> {
    const [socket] = this.ctx.getWebSockets(socketId);
    const holder = socket && this.#sockets.holderOf(socket);
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
    if (before && before.topic !== topic) this.#tellWatchers(before.topic);
    this.#tellWatchers(topic);
    return true;
  }

  async tellTopics(told: readonly { topic: string; event: TopicEvent }[]): Promise<number> {
    let heard = 0;
    for (const { topic, event } of told) {
      const watching = this.#sockets.watching(topic, Date.now());
      if (watching.length === 0) continue;
      const text = JSON.stringify(event);
      for (const { socket } of watching) this.#sendText(socket, text);
      heard += watching.length;
    }
    return heard;
  }

  async ping(): Promise<true> {
    return true;
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void | Promise<void> {
    const length = typeof data === "string" ? data.length : data.byteLength;
    const messages = 1 + Math.floor(length / LONGEST_MESSAGE);
    if (!this.#sockets.maySpeak(socket, Date.now(), messages))
      return this.#close(socket, 1008, "too many messages");
    const said = typeof data === "string" ? parse(data) : null;
    const id = ownIdOf(said);
    if (length > LONGEST_MESSAGE) return this.#refuse(socket, id, hubSays.tooLong);
    const action = socketAction.safeParse(said);
    const holder = this.#sockets.holderOf(socket);
    if (action.success && holder)
      return this.#actions.next(socket, holder, action.data, (answer) =>
        this.#send(socket, { action: "done", ...(id !== undefined && { id }), ...answer }),
      );
    const message = clientMessage.safeParse(said);
    if (!message.success) return this.#refuse(socket, id, hubSays.unknownAction);
    switch (message.data.action) {
      case "ping":
        return this.#send(socket, { action: "pong" });
      case "typing":
        return this.#types(socket, message.data.isTyping);
      case "stopWatching":
        return this.#stopWatching(socket);
      case "auth":
        // The owner of a socket is settled when it opens; a second message about that changes nothing.
        return this.#refuse(socket, id, hubSays.authenticated);
      default:
        return message.data satisfies never;
    }
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    this.#close(socket, code === 1005 || code === 1006 ? 1000 : code);
  }

  override webSocketError(socket: WebSocket): void {
    this.#forget(socket);
  }

  /** Makes room by closing sockets whose clients have gone without a word; a person who still has too many waits. */
  #hasRoom(userId: string): boolean {
    const open = this.#sockets.of(userId);
    if (open.length < SOCKETS_A_PERSON) return true;
    const silentSince = Date.now() - SILENT_MS;
    const silent = open.filter(([socket, { openedAt }]) => {
      const pinged = this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;
      return Math.max(pinged, openedAt) < silentSince;
    });
    for (const [socket] of silent) this.#close(socket, 1001, "no ping");
    return open.length - silent.length < SOCKETS_A_PERSON;
  }

  #refuse(socket: WebSocket, id: string | undefined, message: string): void {
    this.#send(socket, { action: "error", ...(id !== undefined && { id }), message });
  }

  #types(socket: WebSocket, isTyping: boolean): void {
    const topic = this.#sockets.holderOf(socket)?.watches?.topic;
    if (topic === undefined) return;
    this.#sockets.typesUntil(socket, isTyping ? Date.now() + TYPING_MS : 0);
    this.#tellWatchers(topic);
  }

  #stopWatching(socket: WebSocket): void {
    const holder = this.#sockets.holderOf(socket);
    if (!holder?.watches) return;
    const { watches, ...rest } = holder;
    this.#sockets.set(socket, rest);
    this.#tellWatchers(watches.topic);
  }

  #tellWatchers(topic: string): void {
    noteEditor(this.#sockets, topic, Date.now());
    for (const [socket, event] of watchedBy(this.#sockets, topic, Date.now())) this.#send(socket, event);
  }

  #catchUp(socket: WebSocket, holder: Holder, from: number | undefined): void {
    const missed = from === undefined ? undefined : this.#kept.after(from);
    if (!missed) return this.#refetch(socket, this.#kept.newest);
    for (const { to, text } of missed) if (isFor(to, holder)) this.#tellOne(socket, text);
  }

  /** A client's counts, kept by events, are no longer known either. */
  #refetch(socket: WebSocket, seq: number): void {
    const holder = this.#sockets.holderOf(socket);
    if (holder?.named) this.#sockets.set(socket, { ...holder, named: { of: holder.named.of } });
    this.#send(socket, { action: "refetch", seq });
  }

  #sendAll(to: Addressed, text: string): void {
    // Asked once for all of them: the first of a thousand sockets waits for the whole round.
    const isOfChats = text.startsWith(OF_CHATS);
    for (const socket of this.#sockets.hearing(to)) {
      if (isOfChats) this.#tellOne(socket, text);
      else this.#sendText(socket, text);
    }
  }

  /** An event as its client asked for it. */
  #tellOne(socket: WebSocket, text: string): void {
    const holder = this.#sockets.holderOf(socket);
    if (!holder || !text.startsWith(OF_CHATS)) return this.#sendText(socket, text);
    if (!CHATS_HEARD_WITH.some((permission) => holder.permissions.includes(permission))) return;
    if (!holder.named) return this.#sendText(socket, text);
    const event = JSON.parse(text) as Parameters<typeof namedOf>[0];
    const { texts, named } = namedOf(event, holder.named, Date.now());
    this.#sockets.set(socket, { ...holder, named });
    for (const each of texts) this.#sendText(socket, each);
  }

  #send(socket: WebSocket, message: ServerMessage): void {
    this.#sendText(socket, JSON.stringify(message));
  }

  /** A socket that is just closing cannot be written to; its client gets what it missed when it comes back. */
  #sendText(socket: WebSocket, text: string): void {
    try {
      socket.send(text);
    } catch {
      this.#close(socket, 1011, "unreachable");
    }
  }

  #close(socket: WebSocket, code: number, reason?: string): void {
    this.#forget(socket);
    socket.close(code, reason);
  }

  #forget(socket: WebSocket): void {
    const watched = this.#sockets.holderOf(socket)?.watches?.topic;
    this.#sockets.delete(socket);
    if (watched !== undefined) this.#tellWatchers(watched);
  }
}

const numberIn = (header: string | null): number | undefined =>
  header === null ? undefined : Number(header);

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
