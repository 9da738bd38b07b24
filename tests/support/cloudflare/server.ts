import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type Answer, type Asked, Refused, type Routes } from "./asked.ts";
import { Pages } from "./pages.ts";
import { Scripts } from "./scripts.ts";
import { Storage } from "./storage.ts";

/**
 * The fault of a call: the API fails, it has had too many, or its answer is lost although it was carried out (as a
 * time-out looks from here).
 */
export type Fault = "500" | "429" | "lost";

const ACCOUNT = "0123456789abcdef0123456789abcdef";

/** Cloudflare's API, as far as a deploy asks it, on this machine. */
export class Cloudflare {
  readonly storage = new Storage();
  readonly scripts = new Scripts(this.storage);
  readonly pages = new Pages();
  /** Calls in their order, such as `POST /d1/database`. */
  readonly calls: string[] = [];
  /** Calls that nothing here answers: a wrangler that asks something new. */
  readonly unknown: string[] = [];
  /** The fault of a call, or none; asked before each. */
  fault: (call: string) => Fault | undefined = () => undefined;
  readonly #server: Server;
  readonly #routes: Routes = { ...this.storage.routes, ...this.scripts.routes, ...this.pages.routes };

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<Cloudflare> {
    const cloudflare = new Cloudflare();
    await new Promise<void>((resolve) => cloudflare.#server.listen(0, "127.0.0.1", resolve));
    return cloudflare;
  }

  /** Environment by which wrangler asks this instead of Cloudflare. */
  get environment(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: "played",
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://api");
    const path = url.pathname.replace(/^\/client\/v4/, "").replace(`/accounts/${ACCOUNT}`, "");
    const call = `${request.method} ${path}`;
    const body = await buffer(request);
    this.calls.push(call);
    const fault = this.fault(call);
    if (fault === "500" || fault === "429") {
      return send(response, Number(fault), { code: fault === "429" ? 971 : 10_013, message: "try again" });
    }
    const { status, result, error } = await this.#worked(call, url.searchParams, body, request);
    if (fault === "lost") return void response.destroy();
    return send(response, status, error, result);
  }

  async #worked(
    call: string,
    query: URLSearchParams,
    body: Buffer,
    { headers }: IncomingMessage,
  ): Promise<Worked> {
    const asked: Asked = {
      query,
      body,
      jurisdiction: String(headers["cf-r2-jurisdiction"] ?? ""),
      json: () => JSON.parse(body.toString()) as Record<string, unknown>,
      form: () =>
        new Response(new Uint8Array(body), {
          headers: { "content-type": headers["content-type"] ?? "" },
        }).formData(),
    };
    try {
      const [answer, names] = this.#routeOf(call);
      return { status: 200, result: await answer(asked, ...names) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: error.status, error: { code: error.code, message: error.message } };
    }
  }

  #routeOf(call: string): [Answer, string[]] {
    for (const [route, answer] of Object.entries(this.#routes)) {
      const found = new RegExp(`^${route.replaceAll("*", "([^/]+)")}$`).exec(call);
      if (found) return [answer, found.slice(1)];
    }
    this.unknown.push(call);
    throw new Refused(404, 7003, `Nothing here answers ${call}`);
  }
}

interface Problem {
  code: number;
  message: string;
}
interface Worked {
  status: number;
  result?: unknown;
  error?: Problem;
}

function send(response: ServerResponse, status: number, error?: Problem, result: unknown = null): void {
  const text = JSON.stringify({ success: !error, errors: error ? [error] : [], messages: [], result });
  response.writeHead(status, { "content-type": "application/json" }).end(text);
}
