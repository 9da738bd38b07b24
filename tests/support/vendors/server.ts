import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { graphAnswers, graphError, type GraphState } from "./graph.ts";
import {
  type Account,
  type Call,
  type FileState,
  type Play,
  PLAYED,
  type PlayedFile,
  type Said,
} from "./plays.ts";
import { postStatuses } from "./statuses.ts";
import { botError, telegramAnswers, type TelegramState } from "./telegram.ts";

export interface PlayedVendors extends GraphState, Pick<TelegramState, "blocked" | "webhook"> {
  /** Base address of both vendors. */
  url: string;
  account: Account;
  calls: Call[];
  /** Says what the next requests meet, one each. */
  play(...next: Play[]): void;
  /** Where statuses are posted, signed as Meta signs; nowhere while it is undefined. */
  statusesTo: string | undefined;
  /** Waits for every status that is on its way. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Plays Meta's Graph API and Telegram's Bot API on loopback. */
export async function startVendors({ port = 0, account = PLAYED } = {}): Promise<PlayedVendors> {
  const plays: Play[] = [];
  const posts: Promise<void>[] = [];
  const files: FileState = { files: new Map(), lost: new Set(), addressMs: 300_000 };
  const telegram: TelegramState = {
    ...files,
    get addressMs() {
      return played.addressMs;
    },
    blocked: new Set(),
    webhook: undefined,
    sent: 0,
  };
  const server = createServer((request, response) => {
    answered(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const played: PlayedVendors = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    ...files,
    calls: [],
    outsideWindow: new Set(),
    templates: new Map(),
    sent: 0,
    number: { quality_rating: "GREEN", status: "CONNECTED", limit: "TIER_250" },
    blocked: telegram.blocked,
    get webhook() {
      return telegram.webhook;
    },
    statusesTo: undefined,
    play: (...next) => void plays.push(...next),
    settled: async () => {
      while (posts.length > 0) await posts.shift();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = bodyOf(request, Buffer.concat(chunks));
    const { method = "GET", url: path = "/" } = request;
    if (path === "/played/plays" && method === "POST") {
      plays.push(...[body as Play | Play[]].flat());
      return respond(response, { status: 200, body: { waiting: plays.length } });
    }
    if (path === "/played/calls") return respond(response, { status: 200, body: played.calls });
    const play = plays.shift() ?? {};
    const [, token = "", called = ""] = /^(?:\/file)?\/bot([^/]+)\/(.+)$/.exec(path) ?? [];
    const vendor = token === "" ? "graph" : "telegram";
    const authorization = request.headers.authorization ?? "";
    const said =
      forced(vendor, play) ??
      (vendor === "telegram"
        ? telegramAnswers(account, telegram, {
            token,
            method: called,
            fields: body as Record<string, unknown>,
          })
        : graphAnswers(account, played, {
            method,
            path,
            authorization,
            host: request.headers.host ?? "",
            body,
          }));
    const call = { vendor, method, path, token: token || authorization, body, accepted: false } as Call;
    call.accepted = said.accepted !== undefined && play.hangUp !== "before";
    played.calls.push(call);
    if (play.hangUp === "before") return void response.destroy();
    if (said.accepted && vendor === "graph" && played.statusesTo !== undefined) {
      const to = played.statusesTo;
      posts.push(postStatuses(to, account, said.accepted, play.statuses ?? ["sent", "delivered", "read"]));
    }
    if (play.slowMs !== undefined) await wait(play.slowMs);
    if (play.hangUp === "after") return void response.destroy();
    respond(response, said, play.status === undefined ? undefined : play.retryAfter);
  }
  return played;
}

function bodyOf({ headers }: IncomingMessage, bytes: Buffer): unknown {
  if (!headers["content-type"]?.includes("json")) return {};
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return {};
  }
}

/** The answer that a play wants instead of the vendor's own. */
function forced(vendor: Call["vendor"], { status, code, retryAfter, body }: Play): Said | undefined {
  if (body !== undefined) return { status: status ?? 200, body };
  if (status === undefined && code === undefined) return undefined;
  if (vendor === "telegram" && code !== undefined) {
    return botError(
      status ?? code,
      "Played",
      retryAfter === undefined ? undefined : { retry_after: retryAfter },
    );
  }
  if (code !== undefined) return graphError(status ?? 400, code, "Played");
  return { status: status ?? 500, body: "<html>a gateway's page</html>" };
}

function respond(response: ServerResponse, { status, body }: Said, retryAfter?: number): void {
  if (isFile(body)) {
    response.writeHead(status, { "content-type": body.mime, "content-length": body.bytes.byteLength });
    return void response.end(body.bytes);
  }
  const page = typeof body === "string";
  response.writeHead(status, {
    "content-type": page ? "text/html" : "application/json",
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  });
  response.end(page ? body : JSON.stringify(body));
}

const isFile = (body: unknown): body is PlayedFile =>
  typeof body === "object" && body !== null && "bytes" in body && body.bytes instanceof Uint8Array;

// `npm run vendors -- 8898` plays them by hand.
if (import.meta.main) {
  const played = await startVendors({ port: Number(process.argv[2] ?? 8898) });
  played.statusesTo = process.argv[3];
  const { graph, telegram } = played.account;
  console.log(`WhatsApp Cloud API and Telegram's Bot API are played at ${played.url}

  WhatsApp   baseUrl ${played.url}, phone number id ${graph.phoneNumberId}, account ${graph.wabaId}
             access token ${graph.accessToken}, app secret ${graph.appSecret}
  Telegram   baseUrl ${played.url}, bot ${telegram.username}, token ${telegram.token}
  Statuses   ${played.statusesTo ?? "nowhere (npm run vendors -- PORT ADDRESS posts them, signed, to ADDRESS)"}

  curl ${played.url}/played/calls                                   what was called
  curl -X POST -H 'content-type: application/json' ${played.url}/played/plays -d PLAYS
    {"slowMs":3000} · {"status":503} · {"status":400,"code":131047} · {"status":429,"code":429,"retryAfter":5}
    {"hangUp":"after"} (taken, answer lost) · {"statuses":["read","sent","sent","delivered"]}
`);
}
