import { DurableObject } from "cloudflare:workers";
import {
  SOCKETS_A_VISITOR,
  VISITOR_PING,
  VISITOR_PONG,
  type VisitorCalls,
  type VisitorEvent,
} from "#workers/contract/widget.ts";

/**
 * The open tabs of one visitor of a website. It stores nothing: messages are rows of the database, and a client that was
 * away fetches them. It sleeps between messages; its sockets stay open.
 */
export class Visitor extends DurableObject<RealtimeEnv> implements VisitorCalls {
  constructor(ctx: DurableObjectState, env: RealtimeEnv) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(VISITOR_PING, VISITOR_PONG));
  }

  /** Opens a socket for a visitor whom the api Worker has verified. */
  override fetch({ headers }: Request): Response {
    if (headers.get("upgrade") !== "websocket") return new Response(null, { status: 400 });
    const open = this.ctx.getWebSockets();
    // The oldest makes room: a tab that has gone without a word must not lock the visitor out.
    for (const socket of open.slice(0, Math.max(0, open.length + 1 - SOCKETS_A_VISITOR)))
      socket.close(1001, "too many tabs");
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  async deliver(event: VisitorEvent): Promise<void> {
    const text = JSON.stringify(event);
    for (const socket of this.ctx.getWebSockets()) {
      try {
        socket.send(text);
      } catch {
        // It is just closing; its client fetches what it missed.
        socket.close(1011, "unreachable");
      }
    }
  }

  /** Clients speak by the API: here they only ping, which is answered by the platform. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(1008, "nothing is heard here");
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }
}
