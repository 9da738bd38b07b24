import { DurableObject } from "cloudflare:workers";
import {
  clientMessage,
  CLOSE_INVALID_TOKEN,
  KEPT_MS,
  hubHeaders,
  PING,
  PONG,
  SILENT_MS,
  SOCKETS_A_PERSON,
  type Addressed,
  type HubCalls,
  type KeptRow,
  type PassingEvent,
  type RightsChange,
  type TopicEvent,
  type Watcher,
} from "#workers/contract/socket.ts";
import {
  hubSays,
  LONGEST_MESSAGE,
  ownIdOf,
  type SocketActionCalls,
  socketAction,
} from "#workers/contract/chat-socket.ts";
import { permissionsOf } from "#workers/contract/roles.ts";
import { Actions } from "./actions.ts";
import { openingOf } from "./named.ts";
import { Kept } from "./kept.ts";
import { Presence, type Sign } from "./presence.ts";
import { holderIn, numberIn, Sockets } from "./sockets.ts";
import { Watching } from "./watching.ts";
import { Wire } from "./wire.ts";

/**
 * The live wire of one enterprise. It has no database: writers hand it the events that they have kept, numbered by the
 * database, and it hands them on to those they are addressed to. It sleeps between messages; its sockets stay open.
 */
export class Hub extends DurableObject<RealtimeEnv> implements HubCalls {
  readonly #kept: Kept;
  readonly #sockets: Sockets;
  readonly #actions: Actions;
  readonly #wire: Wire;
  readonly #watching: Watching;
  readonly #presence: Presence;
  /** When the alarm comes, if it is set. */
  #alarmAt: number | undefined;

  constructor(ctx: DurableObjectState, env: RealtimeEnv) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    this.#kept = new Kept(ctx.storage.sql);
    this.#sockets = new Sockets(ctx.getWebSockets());
    this.#actions = new Actions(env);
    this.#wire = new Wire(this.#sockets, (socket) => this.#close(socket, 1011, "unreachable"));
    this.#watching = new Watching(this.#sockets, this.#wire);
    this.#presence = new Presence(ctx.storage.sql, () => this.#signs());
    void ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = (await ctx.storage.getAlarm()) ?? undefined;
    });
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
    const holder = holderIn(headers, sessionId, Date.now());
    if (!this.#hasRoom(holder.userId)) return new Response(null, { status: 429 });
    const { 0: client, 1: server } = new WebSocketPair();
    const socketId = crypto.randomUUID();
    this.ctx.acceptWebSocket(server, [sessionId, socketId]);
    this.#sockets.set(server, holder);
    this.#noteHere(holder.userId, headers);
    const { newest } = this.#kept;
    const begins = ageMs === undefined ? newest : this.#kept.lastBefore(Date.now() - ageMs);
    // A client that comes back compares its number with the newest; a new one begins with what precedes its first
    // event.
    this.#wire.send(server, {
      action: "onOpen",
      seq: lastSeq === undefined ? (begins ?? newest) : newest,
      socketId,
      ...openingOf(holder.named),
    });
    const from = lastSeq ?? begins;
    this.#wire.catchUp(server, holder, {
      missed: from === undefined ? undefined : this.#kept.after(from),
      newest,
    });
    return new Response(null, { status: 101, webSocket: client });
  }

  async pass(to: Addressed, event: PassingEvent): Promise<void> {
    this.#wire.sendAll(to, JSON.stringify(event));
  }

  async tell(rows: readonly KeptRow[]): Promise<number> {
    const taken = this.#kept.take(rows);
    // Said before it is written down: the platform holds back what is sent after a write until the disk has it, which
    // takes longer than telling a thousand sockets. The truth is in the enterprise's database.
    for (const { to, text } of taken) this.#wire.sendAll(to, text);
    this.#kept.store(taken);
    this.#arm(Date.now() + KEPT_MS + 61_000);
    return this.#kept.newest;
  }

  /** Forgets what was said, also where nothing more comes, and looks who is still there. */
  override async alarm(): Promise<void> {
    this.#alarmAt = undefined;
    const now = Date.now();
    this.#kept.forgetOld(now);
    for (const { socket, pingedAt } of this.#presence.silent(now)) {
      this.#forget(socket, pingedAt);
      socket.close(1001, "no ping");
    }
    const api = this.env.API as unknown as SocketActionCalls;
    const next = await this.#presence.settle((id, people) => api.notePresence(id, people), Date.now);
    for (const at of [next, this.#kept.forgetsAt()]) if (at !== undefined) this.#arm(at);
  }

  async fill(rows: readonly KeptRow[]): Promise<number> {
    const next = rows.find(({ seq }) => seq > this.#kept.newest);
    if (next && next.before > this.#kept.newest) {
      this.#kept.beginAfter(next.before);
      for (const [socket] of this.#sockets.all()) this.#wire.refetch(socket, next.before);
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
    this.#alarmAt = undefined;
    this.#kept.beginAnew();
    this.#presence.makeTable();
  }

  /** Has the alarm come by then. */
  #arm(at: number): void {
    if (this.#alarmAt !== undefined && this.#alarmAt <= at) return;
    this.#alarmAt = at;
    this.ctx.waitUntil(this.ctx.storage.setAlarm(at));
  }

  #noteHere(userId: string, headers: Headers): void {
    const enterpriseId = headers.get(hubHeaders.enterprise);
    const now = Date.now();
    const wasGone = headers.has(hubHeaders.gone);
    if (enterpriseId) this.#arm(this.#presence.opened(userId, enterpriseId, { wasGone, now }));
  }

  #signs = (): Sign[] =>
    this.#sockets.all().map(([socket, { userId }]) => ({ socket, userId, pingedAt: this.#pingedAt(socket) }));

  #pingedAt = (socket: WebSocket): number =>
    this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0;

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
      const permissions = permissionsOf(roles, sets);
      // A topic was opened by the rights of then: who has lost one is asked for them again.
      if (holder.permissions.some((each) => !permissions.includes(each))) this.#watching.stop(socket);
      this.#sockets.set(socket, { ...(this.#sockets.holderOf(socket) ?? holder), roles, permissions });
    }
  }

  async watch(watcher: Watcher): Promise<boolean> {
    const [socket] = this.ctx.getWebSockets(watcher.socketId);
    return socket !== undefined && this.#watching.begin(socket, watcher);
  }

  async tellTopics(told: readonly { topic: string; event: TopicEvent }[]): Promise<number> {
    let heard = 0;
    for (const { topic, event } of told) {
      const watching = this.#sockets.watching(topic, Date.now());
      if (watching.length === 0) continue;
      const text = JSON.stringify(event);
      for (const { socket } of watching) this.#wire.sendText(socket, text);
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
        this.#wire.send(socket, { action: "done", ...(id !== undefined && { id }), ...answer }),
      );
    const message = clientMessage.safeParse(said);
    if (!message.success) return this.#refuse(socket, id, hubSays.unknownAction);
    switch (message.data.action) {
      case "ping":
        return this.#wire.send(socket, { action: "pong" });
      case "typing":
        return this.#watching.types(socket, message.data.isTyping);
      case "stopWatching":
        return this.#watching.stop(socket);
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
    const silent = open.filter(
      ([socket, { openedAt }]) => Math.max(this.#pingedAt(socket), openedAt) < silentSince,
    );
    for (const [socket] of silent) this.#close(socket, 1001, "no ping");
    return open.length - silent.length < SOCKETS_A_PERSON;
  }

  #refuse(socket: WebSocket, id: string | undefined, message: string): void {
    this.#wire.send(socket, { action: "error", ...(id !== undefined && { id }), message });
  }

  #close(socket: WebSocket, code: number, reason?: string): void {
    this.#forget(socket);
    socket.close(code, reason);
  }

  /** Takes a socket out, whose person was last there at a time. */
  #forget(socket: WebSocket, at = Date.now()): void {
    const holder = this.#sockets.holderOf(socket);
    this.#sockets.delete(socket);
    if (!holder) return;
    if (holder.watches) this.#watching.tell(holder.watches.topic);
    if (this.#sockets.of(holder.userId).length === 0) this.#arm(this.#presence.left(holder.userId, at));
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
