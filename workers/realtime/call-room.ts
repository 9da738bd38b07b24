import { DurableObject } from "cloudflare:workers";
import type { SocketActionCalls } from "#workers/contract/chat-socket.ts";
import {
  CALL_LOST_MS,
  CALL_PING,
  CALL_PONG,
  callClosed,
  callFrame,
  callHeaders,
  type CallRoomCalls,
  FRAMES_A_MINUTE,
  type HeardFrame,
  LONGEST_FRAME,
  type RoomFrame,
  TICKET_MS,
  type VideoEnd,
  type VideoPlace,
  type VideoSide,
  videoSides,
} from "#workers/contract/video.ts";

/** The data kept of a socket while the object sleeps. */
interface Seat {
  side: VideoSide;
  /** The browser's page: another one needs another connection. */
  page: string;
  endsAt: number;
}

/** Where the room is, for its end, and whether its customer has ever come. */
interface Kept {
  place: VideoPlace;
  came: boolean;
}
const KEPT = "room";
/** How the room ended, for whoever was let in just before and comes by a ticket that is still good. */
const ENDED = "ended";

/**
 * One video call: it hands one browser's messages about the connection to the other, and to nobody else, and stores
 * none of them. The api Worker has checked who may sit at which end; nobody else reaches it.
 */
export class CallRoom extends DurableObject<RealtimeEnv> implements CallRoomCalls {
  readonly #said = new WeakMap<WebSocket, { since: number; count: number }>();

  constructor(ctx: DurableObjectState, env: RealtimeEnv) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(CALL_PING, CALL_PONG));
  }

  override async fetch({ headers }: Request): Promise<Response> {
    const side = videoSides.find((each) => each === headers.get(callHeaders.side));
    const page = headers.get(callHeaders.page);
    const room = headers.get(callHeaders.room);
    const endsAt = Number(headers.get(callHeaders.endsAt));
    if (!side || !page || !room || !endsAt || headers.get("upgrade") !== "websocket")
      return new Response(null, { status: 400 });
    // One browser at each end: who opens it again takes it from their other tab.
    this.#close(this.#of(side), callClosed.replaced);
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [side]);
    server.serializeAttachment({ side, page, endsAt } satisfies Seat);
    const ended = await this.ctx.storage.get<VideoEnd>(ENDED);
    if (ended) {
      this.#send([server], { type: "ended", by: ended });
      this.#close([server], callClosed.ended);
      return new Response(null, { status: 101, webSocket: client });
    }
    const before = await this.ctx.storage.get<Kept>(KEPT);
    const came = side === "customer" || before?.came === true;
    await this.ctx.storage.put<Kept>(KEPT, { place: JSON.parse(room) as VideoPlace, came });
    await this.ctx.storage.setAlarm(endsAt);
    const other = side === "agent" ? "customer" : "agent";
    this.#send([server], { type: "here", peer: this.#pageOf(other) });
    this.#send(this.#of(other), { type: "here", peer: page });
    return new Response(null, { status: 101, webSocket: client });
  }

  async tell(frame: RoomFrame): Promise<void> {
    this.#send(this.#open(), frame);
  }

  async end(by: VideoEnd): Promise<void> {
    this.#send(this.#open(), { type: "ended", by });
    this.#close(this.#open(), callClosed.ended);
    await this.ctx.storage.deleteAll();
    await this.ctx.storage.put<VideoEnd>(ENDED, by);
    await this.ctx.storage.setAlarm(Date.now() + 2 * TICKET_MS);
  }

  async forgetAll(): Promise<void> {
    this.#close(this.#open(), callClosed.ended);
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  async drop(side: VideoSide): Promise<void> {
    const sockets = this.#of(side);
    this.#close(sockets, callClosed.revoked);
    for (const socket of sockets) await this.#left(socket.deserializeAttachment() as Seat);
  }

  /** The call's time is over, or both have been away for too long: the clock of the database or this call ends its row. */
  override async alarm(): Promise<void> {
    const kept = await this.ctx.storage.get<Kept>(KEPT);
    if (!kept) return this.ctx.storage.deleteAll();
    if (this.#open().length > 0) return this.end(kept.came ? "tooLong" : "nobody");
    await (this.env.API as unknown as SocketActionCalls).endLostCall(kept.place);
    await this.ctx.storage.deleteAll();
  }

  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void {
    if (!this.#maySpeak(socket)) return socket.close(callClosed.refused, "too many frames");
    const frame = typeof data === "string" && data.length <= LONGEST_FRAME ? frameIn(data) : undefined;
    if (!frame) return socket.close(callClosed.refused, "not a frame");
    const { side } = socket.deserializeAttachment() as Seat;
    this.#send(this.#of(side === "agent" ? "customer" : "agent"), frame);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
    await this.#left(socket.deserializeAttachment() as Seat);
  }

  /** Tells the other end who is gone; a room that both have left is over soon. */
  async #left({ side, endsAt }: Seat): Promise<void> {
    // Somebody who came back at once is there already.
    if (this.#of(side).length > 0) return;
    this.#send(this.#of(side === "agent" ? "customer" : "agent"), { type: "here", peer: null });
    if (this.#open().length === 0 && (await this.ctx.storage.get(KEPT)) !== undefined)
      await this.ctx.storage.setAlarm(Math.min(Date.now() + CALL_LOST_MS, endsAt));
  }

  #close(sockets: readonly WebSocket[], code: number): void {
    this.#send(sockets, { type: "closing", code });
    for (const socket of sockets) socket.close(code);
  }

  #open(): WebSocket[] {
    return this.ctx.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN);
  }

  #of(side: VideoSide): WebSocket[] {
    return this.ctx.getWebSockets(side).filter((socket) => socket.readyState === WebSocket.OPEN);
  }

  #pageOf(side: VideoSide): string | null {
    const [socket] = this.#of(side);
    return socket ? (socket.deserializeAttachment() as Seat).page : null;
  }

  #maySpeak(socket: WebSocket): boolean {
    const now = Date.now();
    const said = this.#said.get(socket);
    const counted = said !== undefined && now - said.since < 60_000 ? said : { since: now, count: 0 };
    counted.count += 1;
    this.#said.set(socket, counted);
    return counted.count <= FRAMES_A_MINUTE;
  }

  #send(to: readonly WebSocket[], frame: HeardFrame): void {
    const text = JSON.stringify(frame);
    for (const socket of to) {
      try {
        socket.send(text);
      } catch {
        // It is just closing; its page comes back and says anew what it needs.
        socket.close(1011, "unreachable");
      }
    }
  }
}

/** A frame as the contract knows it, made anew: nothing else that stood in it passes. */
function frameIn(data: string): HeardFrame | undefined {
  try {
    return callFrame.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
