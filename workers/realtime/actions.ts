import {
  type ActionAnswer,
  hubSays,
  type SocketAction,
  type SocketActionCalls,
  type SocketHolder,
} from "#workers/contract/chat-socket.ts";

/**
 * Hands the actions of each socket to the api Worker, one after the other, so that they are done and answered in the order
 * in which they were sent. Nothing is kept: what an eviction interrupts is sent again by its client, under the same id.
 */
export class Actions {
  readonly #api: SocketActionCalls;
  readonly #last = new WeakMap<WebSocket, Promise<void>>();

  constructor({ API }: RealtimeEnv) {
    this.#api = API as unknown as SocketActionCalls;
  }

  next(
    socket: WebSocket,
    { sessionId, address }: SocketHolder,
    message: SocketAction,
    answer: (done: ActionAnswer) => void,
  ): Promise<void> {
    const mine = (this.#last.get(socket) ?? Promise.resolve()).then(async () =>
      answer(await this.#api.act({ sessionId, address }, message).catch(unreachable)),
    );
    this.#last.set(socket, mine);
    return mine;
  }
}

/** Nobody knows whether it was done: asked again with its id, it is done once. */
const unreachable = (error: unknown): ActionAnswer => {
  console.log(JSON.stringify({ level: "error", route: "/api/actions", failure: String(error) }));
  return { status: false, message: hubSays.unreachable };
};
