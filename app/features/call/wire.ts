import { ApiError } from "#app/data/api.ts";
import {
  CALL_PING,
  CALL_PONG,
  callClosed,
  type CallFrame,
  type HeardFrame,
} from "#workers/contract/video.ts";

const RETRY_MS = 1_000;
const MOST_RETRY_MS = 10_000;
const PING_EVERY_MS = 25_000;

/** The state of a socket: why it does not come back, or that it does. */
export type WireState = "open" | "trying" | "replaced" | "gone" | "over";

const FINAL: Readonly<Record<number, WireState>> = {
  [callClosed.ended]: "over",
  [callClosed.replaced]: "replaced",
  [callClosed.revoked]: "gone",
};

/** The socket of one end of a call, which comes back by itself for as long as its end is its own. */
export class Wire {
  readonly #page: string;
  readonly #ticket: () => Promise<string>;
  readonly #heard: (frame: HeardFrame) => void;
  readonly #became: (state: WireState) => void;
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #tries = 0;
  #closed = false;

  constructor(options: {
    page: string;
    ticket: () => Promise<string>;
    heard: (frame: HeardFrame) => void;
    became: (state: WireState) => void;
  }) {
    this.#page = options.page;
    this.#ticket = options.ticket;
    this.#heard = options.heard;
    this.#became = options.became;
    void this.#open();
  }

  /** Sends a frame; one sent while nobody hears it is made up for when the ends meet again. */
  say(frame: CallFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pinging);
    this.#socket?.close(1000);
  }

  async #open(): Promise<void> {
    let ticket: string;
    try {
      ticket = await this.#ticket();
    } catch (error) {
      // Refused for good, or not reached: only the second is tried again.
      const status = error instanceof ApiError ? error.status : 0;
      if (status >= 400 && status < 500 && status !== 429) return this.#end(status === 409 ? "over" : "gone");
      return this.#later();
    }
    if (this.#closed) return;
    const url = new URL("/api/call/socket", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.search = new URLSearchParams({ ticket, page: this.#page }).toString();
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#tries = 0;
      this.#pinging = setInterval(() => socket.send(CALL_PING), PING_EVERY_MS);
      this.#became("open");
    });
    socket.addEventListener("message", ({ data }) => {
      if (data === CALL_PONG || this.#closed) return;
      const frame = JSON.parse(String(data)) as HeardFrame;
      const final = frame.type === "closing" && FINAL[frame.code];
      if (final) this.#end(final);
      else this.#heard(frame);
    });
    socket.addEventListener("close", ({ code }) => {
      clearInterval(this.#pinging);
      if (this.#closed) return;
      const final = FINAL[code];
      if (final) this.#end(final);
      else this.#later();
    });
  }

  #later(): void {
    if (this.#closed) return;
    this.#became("trying");
    const wait = Math.min(MOST_RETRY_MS, RETRY_MS * 2 ** this.#tries++);
    this.#timer = setTimeout(() => void this.#open(), wait);
  }

  #end(state: WireState): void {
    if (this.#closed) return;
    this.close();
    this.#became(state);
  }
}
