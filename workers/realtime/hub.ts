import { DurableObject } from "cloudflare:workers";
import {
  recipientsOf,
  clientMessage,
  CLOSE_INVALID_TOKEN,
  hubHeaders,
  PING,
  PONG,
  type HubCalls,
  type HubEvent,
  type RightsChange,
  type ServerMessage,
} from "#workers/contract/socket.ts";
import { permissionsOf } from "#workers/contract/roles.ts";

/** Number of events kept for clients that reconnect; those that missed more are told to fetch again. */
const KEPT_EVENTS = 1_000;
const LONGEST_MESSAGE = 8 * 1024;

/** The owner of a socket; it must survive the hub's sleep, so it is in the socket's attachment. */
interface Holder {
  sessionId: string;
  userId: string;
  roles: number[];
  permissions: string[];
}

/**
 * The live wire of one enterprise. Every event gets the next sequence number and is kept before it is sent, so
 * that a client that names the last number it saw gets exactly what it missed. Nothing is in memory only: the
 * hub sleeps between messages and its sockets stay open.
 */
export class Hub extends DurableObject<RealtimeEnv> implements HubCalls {
  private readonly sql = this.ctx.storage.sql;

  constructor(ctx: DurableObjectState, env: RealtimeEnv) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
    this.sql.exec(
      "CREATE TABLE IF NOT EXISTS events (seq INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL)",
    );
  }

  /** Opens a socket for a user the api Worker has verified. Nothing can come between its catch-up and the live wire. */
  override fetch(request: Request): Response {
    const sessionId = request.headers.get(hubHeaders.session);
    if (!sessionId || request.headers.get("upgrade") !== "websocket")
      return new Response(null, { status: 400 });
    const { 0: client, 1: server } = new WebSocketPair();
    const holder: Holder = {
      sessionId,
      userId: request.headers.get(hubHeaders.user) ?? "",
      roles: (request.headers.get(hubHeaders.roles) ?? "").split(",").map(Number),
      permissions: (request.headers.get(hubHeaders.permissions) ?? "").split(","),
    };
    this.ctx.acceptWebSocket(server, [sessionId]);
    server.serializeAttachment(holder);
    const lastSeq = request.headers.get(hubHeaders.lastSeq);
    send(server, { action: "onOpen", seq: this.newestSeq() });
    if (lastSeq !== null) this.catchUp(server, holder, Number(lastSeq));
    return new Response(null, { status: 101, webSocket: client });
  }

  async publish(event: HubEvent): Promise<number> {
    const { seq } = this.sql
      .exec<{ seq: number }>("INSERT INTO events (body) VALUES (?) RETURNING seq", JSON.stringify(event))
      .one();
    this.sql.exec("DELETE FROM events WHERE seq <= ?", seq - KEPT_EVENTS);
    for (const socket of this.ctx.getWebSockets()) {
      if (hears(socket.deserializeAttachment() as Holder, event)) send(socket, { ...event, seq });
    }
    return seq;
  }

  async endSessions(sessionIds: readonly string[]): Promise<void> {
    for (const socket of sessionIds.flatMap((id) => this.ctx.getWebSockets(id)))
      socket.close(CLOSE_INVALID_TOKEN, "session ended");
  }

  async changeRights({ sets, user }: RightsChange): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) {
      const holder = socket.deserializeAttachment() as Holder;
      if (user && user.uId !== holder.userId) continue;
      const roles = user?.roles ?? holder.roles;
      const next: Holder = { ...holder, roles, permissions: permissionsOf(roles, sets) };
      socket.serializeAttachment(next);
    }
  }

  async ping(): Promise<true> {
    return true;
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void {
    if (typeof data !== "string" || data.length > LONGEST_MESSAGE)
      return socket.close(1009, "message too long");
    const message = clientMessage.safeParse(parse(data));
    if (!message.success) return send(socket, { action: "error", message: "unknown action" });
    switch (message.data.action) {
      case "ping":
        return send(socket, { action: "pong" });
      case "auth":
        // The owner of a socket is settled when it opens; a second message about that changes nothing.
        return send(socket, { action: "error", message: "already authenticated" });
      default:
        return message.data satisfies never;
    }
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  private newestSeq(): number {
    return this.sql.exec<{ seq: number }>("SELECT coalesce(max(seq), 0) AS seq FROM events").one().seq;
  }

  private catchUp(socket: WebSocket, holder: Holder, lastSeq: number): void {
    const seq = this.newestSeq();
    const { oldest } = this.sql
      .exec<{ oldest: number }>("SELECT coalesce(min(seq), 1) AS oldest FROM events")
      .one();
    // Older than the kept events, or from another life of this hub: there is no telling what was missed.
    if (lastSeq < oldest - 1 || lastSeq > seq) return send(socket, { action: "refetch", seq });
    const missed = this.sql.exec<{ seq: number; body: string }>(
      "SELECT seq, body FROM events WHERE seq > ? ORDER BY seq",
      lastSeq,
    );
    for (const row of missed) {
      const event = JSON.parse(row.body) as HubEvent;
      if (hears(holder, event)) send(socket, { ...event, seq: row.seq });
    }
  }
}

function hears(holder: Holder, event: HubEvent): boolean {
  const to = recipientsOf(event);
  return to === "everybody" || Boolean(to.permission?.some((each) => holder.permissions.includes(each)));
}

/** A socket that is just closing cannot be written to; its client gets what it missed when it comes back. */
function send(socket: WebSocket, message: ServerMessage): void {
  try {
    socket.send(JSON.stringify(message));
  } catch {
    socket.close(1011, "unreachable");
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
