import { connect, createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A TCP proxy before a server; it cuts connections as a lost network would: without a word to either end. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      const pair: [Socket, Socket] = [near, far];
      this.#pairs.add(pair);
      const end = () => {
        this.#pairs.delete(pair);
        for (const socket of pair) socket.destroy();
      };
      for (const socket of pair) socket.on("error", end).on("close", end);
      near.pipe(far).pipe(near);
    });
  }

  static async before(target: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(new URL(target));
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts each open connection that `chosen` names, in the order of their opening; answers how many. */
  cut(chosen: (index: number) => boolean = () => true): number {
    const cut = [...this.#pairs].filter((_, index) => chosen(index));
    for (const socket of cut.flat()) socket.resetAndDestroy();
    return cut.length;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
