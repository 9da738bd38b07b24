import { VISITOR_PING, VISITOR_PONG, type VisitorEvent } from "#workers/contract/widget.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A line that is not open by then never will be: proxies swallow what asks for one. */
const OPEN_MS = 8_000;
const PING_MS = 25_000;
/** A line on which no pong has come by then is dead, whatever the browser thinks of it. */
const PONG_MS = 10_000;

interface Ends {
  url: () => string;
  /** The line is open: what was missed must be fetched. */
  opened: () => void;
  /** Before each try but the first. Throws to try again later. */
  again: () => Promise<void>;
  heard: (event: VisitorEvent) => void;
  changed: (open: boolean) => void;
}

/** The socket, opened again whenever it breaks, with waits that grow and differ from visitor to visitor. */
export class Line {
  readonly #ends: Ends;
  #socket: WebSocket | undefined;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #opening: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  #begun = false;

  constructor(ends: Ends) {
    this.#ends = ends;
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.#socket?.close());
    document.addEventListener(
      "visibilitychange",
      () => document.visibilityState === "visible" && this.hurry(),
    );
  }

  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#open();
  }

  /** Tries at once, if a try is waiting. */
  hurry(): void {
    if (this.#retry === undefined) return;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    void this.#tryAgain();
  }

  #open(): void {
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.#ends.url());
    } catch {
      // The site's policy forbids it: the messages are fetched instead, again and again.
      return this.#later();
    }
    this.#socket = socket;
    this.#opening = setTimeout(() => drop(socket), OPEN_MS);
    socket.onopen = () => {
      clearTimeout(this.#opening);
      this.#tries = 0;
      this.#ends.changed(true);
      this.#ends.opened();
      this.#ping = setInterval(() => this.#pinged(socket), PING_MS);
    };
    socket.onmessage = ({ data }) => {
      clearTimeout(this.#pong);
      if (data === VISITOR_PONG) return;
      try {
        this.#ends.heard(JSON.parse(String(data)) as VisitorEvent);
      } catch {
        // Nothing that this version knows.
      }
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      clearTimeout(this.#opening);
      clearInterval(this.#ping);
      clearTimeout(this.#pong);
      this.#ends.changed(false);
      this.#later();
    };
  }

  #pinged(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(VISITOR_PING);
    clearTimeout(this.#pong);
    this.#pong = setTimeout(() => drop(socket), PONG_MS);
  }

  #later(): void {
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#tries++, LONGEST_WAIT_MS);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#tryAgain(), wait * (0.5 + Math.random()));
  }

  async #tryAgain(): Promise<void> {
    this.#retry = undefined;
    try {
      await this.#ends.again();
    } catch {
      return this.#later();
    }
    this.#open();
  }
}

/** Gives a dead line up at once: its own close event may take minutes. */
function drop(socket: WebSocket): void {
  socket.onclose?.(new CloseEvent("close"));
  socket.close();
}
