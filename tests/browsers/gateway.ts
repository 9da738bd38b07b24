import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Stands between a browser and the server, and can lose either of them, or one file, as a network does. */
export class Gateway {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #isDown = false;
  #refused: RegExp | undefined;
  #port = 0;
  readonly #server = createServer((asked, answer) => this.#pass(asked, answer));

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server.on("connection", (socket: Socket) => {
      if (this.#isDown) {
        socket.destroy();
        return;
      }
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
    this.#server.on("upgrade", (asked: IncomingMessage, near: Duplex, head: Buffer) =>
      this.#upgrade(asked, near, head),
    );
  }

  static async before(target: string): Promise<Gateway> {
    const gateway = new Gateway(target);
    await new Promise<void>((resolve) => gateway.#server.listen(0, "127.0.0.1", resolve));
    gateway.#port = (gateway.#server.address() as AddressInfo).port;
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Ends each connection, and lets nobody in until `back()`. */
  down(): void {
    this.#isDown = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  back(): void {
    this.#isDown = false;
  }

  /** Lets no file through whose address this fits; nothing lets all through again. */
  refuse(address: RegExp | undefined): void {
    this.#refused = address;
  }

  async close(): Promise<void> {
    this.down();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    if (this.#refused?.test(asked.url ?? "")) {
      asked.socket.destroy();
      return;
    }
    const { hostname, port } = this.#target;
    const far = request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      },
    );
    far.on("error", () => asked.socket.destroy());
    answer.on("close", () => far.destroy());
    asked.pipe(far);
  }

  #upgrade(asked: IncomingMessage, near: Duplex, head: Buffer): void {
    const far = connect(Number(this.#target.port), this.#target.hostname, () => {
      const headers = asked.rawHeaders.reduce(
        (all, each, at) => all + (at % 2 === 0 ? `${each}: ` : `${each}\r\n`),
        "",
      );
      far.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers}\r\n`);
      far.write(head);
      far.pipe(near).pipe(far);
    });
    const end = () => {
      near.destroy();
      far.destroy();
    };
    far.on("error", end).on("close", end);
    near.on("error", end).on("close", end);
  }
}
