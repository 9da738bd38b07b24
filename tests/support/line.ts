import * as accountApi from "#workers/contract/endpoints/account.ts";
import type { Harness } from "./harness.ts";
import type { Person } from "./people.ts";

const opened: Line[] = [];

/** A socket that keeps the messages it has received, to be awaited. */
export class Line {
  readonly received: Record<string, unknown>[] = [];
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  readonly #open: Promise<void>;
  #waiting: (() => void)[] = [];

  constructor(harness: Pick<Harness, "socket">, path = "/api/actions") {
    this.#socket = harness.socket(path);
    this.#open = new Promise((resolve) => this.#socket.addEventListener("open", () => resolve()));
    this.closed = new Promise((resolve) =>
      this.#socket.addEventListener("close", ({ code }) => resolve(code)),
    );
    this.#socket.addEventListener("message", ({ data }) => {
      this.received.push(JSON.parse(String(data)) as Record<string, unknown>);
      for (const wake of this.#waiting.splice(0)) wake();
    });
    opened.push(this);
  }

  async say(message: unknown): Promise<this> {
    await this.#open;
    this.#socket.send(typeof message === "string" ? message : JSON.stringify(message));
    return this;
  }

  /** Waits for the first matching message, already received or still to come. */
  async hears(fits: (message: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    for (;;) {
      const found = this.received.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  close(): void {
    this.#socket.close();
  }
}

// Benches open lines too, and close them themselves.
if (process.env.VITEST) {
  const { afterEach } = await import("vitest");
  afterEach(() => {
    for (const line of opened.splice(0)) line.close();
  });
}

/** Opens a socket with a ticket, as the console does. */
export async function openDirect(
  harness: Pick<Harness, "socket">,
  person: Pick<Person, "call">,
  lastSeq?: number,
  ageMs?: number,
): Promise<Line> {
  const { ticket } = await person.call(accountApi.socketTicket);
  const seen = lastSeq === undefined ? "" : `&lastSeq=${lastSeq}`;
  const age = ageMs === undefined ? "" : `&ageMs=${ageMs}`;
  const line = new Line(harness, `/api/actions?ticket=${ticket}${seen}${age}`);
  await line.hears(({ action }) => action === "onOpen");
  return line;
}

/** Opens a socket that has been authenticated and accepted. */
export async function openLine(
  harness: Harness,
  { token }: Pick<Person, "token">,
  lastSeq?: number,
  ageMs?: number,
): Promise<Line> {
  const line = await new Line(harness).say({
    action: "auth",
    token,
    ...(lastSeq !== undefined && { lastSeq }),
    ...(ageMs !== undefined && { ageMs }),
  });
  await line.hears(({ action }) => action === "onOpen");
  return line;
}
