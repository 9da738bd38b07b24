import { existsSync, readdirSync } from "node:fs";
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
  type PlayedRequest,
  type PlayedVendor,
  type Said,
} from "./plays.ts";
import { postStatuses } from "./statuses.ts";
import { botError, telegramAnswers, type TelegramState } from "./telegram.ts";

/** The token and the method in an address of Telegram's Bot API. */
const BOT = /^(?:\/file)?\/bot([^/]+)\/(.+)$/;

export interface PlayedVendors extends GraphState, Pick<TelegramState, "blocked" | "webhook"> {
  /** Base address of Meta and Telegram; the others are below it, at their names. */
  url: string;
  account: Account;
  calls: Call[];
  /** How a channel of each is filled in. */
  hints: string[];
  /** Says what the next requests meet, one each. */
  play(...next: Play[]): void;
  /** Takes back what no call has met yet. */
  forgetPlays(): void;
  /** Where statuses are posted, signed as Meta signs; nowhere while it is undefined. */
  statusesTo: string | undefined;
  /** Waits for every status that is on its way. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const folder = new URL("played/", import.meta.url);
const others = await Promise.all(
  (existsSync(folder) ? readdirSync(folder).toSorted() : []).map(
    async (name) =>
      (await import(/* @vite-ignore */ new URL(name, folder).href)) as {
        play: (files: FileState) => PlayedVendor;
      },
  ),
);

/** Plays Meta's Graph API, Telegram's Bot API and the vendors of played/ on loopback. */
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
    get hints() {
      return vendors.map(({ hint }) => hint(played.url));
    },
    outsideWindow: new Set(),
    templates: new Map(),
    submitted: [],
    flows: [],
    sent: 0,
    number: { quality_rating: "GREEN", status: "CONNECTED", limit: "TIER_250" },
    blocked: telegram.blocked,
    get webhook() {
      return telegram.webhook;
    },
    statusesTo: undefined,
    play: (...next) => void plays.push(...next),
    forgetPlays: () => void plays.splice(0),
    settled: async () => {
      while (posts.length > 0) await posts.shift();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const bots: PlayedVendor = {
    name: "telegram",
    owns: (path) => BOT.test(path),
    tokenOf: ({ path }) => BOT.exec(path)?.[1] ?? "",
    answers: ({ path, body }) => {
      const [, token = "", method = ""] = BOT.exec(path) ?? [];
      return telegramAnswers(account, telegram, { token, method, fields: body as Record<string, unknown> });
    },
    refuses: ({ status, code, retryAfter }) =>
      botError(status ?? code, "Played", retryAfter === undefined ? undefined : { retry_after: retryAfter }),
    hint: (url) =>
      `Telegram   baseUrl ${url}, bot ${account.telegram.username}, token ${account.telegram.token}`,
  };
  const graph: PlayedVendor = {
    name: "graph",
    answers: ({ method, path, headers, body }) =>
      graphAnswers(account, played, {
        method,
        path,
        authorization: headers.authorization ?? "",
        host: headers.host ?? "",
        body,
      }),
    refuses: ({ status, code }) => graphError(status ?? 400, code, "Played"),
    postStatuses: (address, accepted, statuses) => postStatuses(address, account, accepted, statuses),
    hint: (
      url,
    ) => `WhatsApp   baseUrl ${url}, phone number id ${account.graph.phoneNumberId}, account ${account.graph.wabaId}
             access token ${account.graph.accessToken}, app secret ${account.graph.appSecret}`,
  };
  // Requests that are nobody else's are Meta's.
  const vendors = [bots, ...others.map(({ play }) => play(played)), graph];

  async function answered(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = bodyOf(request, Buffer.concat(chunks));
    const { method = "GET", url: path = "/", headers } = request;
    if (path === "/played/plays" && method === "POST") {
      plays.push(...[body as Play | Play[]].flat());
      return respond(response, { status: 200, body: { waiting: plays.length } });
    }
    if (path === "/played/calls") return respond(response, { status: 200, body: played.calls });
    const play = plays.shift() ?? {};
    const asked: PlayedRequest = { method, path, headers, body };
    const vendor = vendors.find(({ name, owns }) => owns?.(path) ?? path.startsWith(`/${name}/`)) ?? graph;
    const said = forced(vendor, play) ?? vendor.answers(asked);
    const token = vendor.tokenOf?.(asked) ?? headers.authorization ?? "";
    const accepted = said.accepted !== undefined && play.hangUp !== "before";
    played.calls.push({ vendor: vendor.name, method, path, token, body, accepted });
    if (play.hangUp === "before") return void response.destroy();
    if (said.accepted && vendor.postStatuses && played.statusesTo !== undefined) {
      const statuses = play.statuses ?? ["sent", "delivered", "read"];
      posts.push(vendor.postStatuses(played.statusesTo, said.accepted, statuses));
    }
    if (play.slowMs !== undefined) await wait(play.slowMs);
    if (play.hangUp === "after") return void response.destroy();
    respond(response, said, play.status === undefined ? undefined : play.retryAfter);
  }
  return played;
}

function bodyOf({ headers }: IncomingMessage, bytes: Buffer): unknown {
  if (headers["content-type"]?.includes("x-www-form-urlencoded")) {
    return Object.fromEntries(new URLSearchParams(bytes.toString()));
  }
  if (!headers["content-type"]?.includes("json")) return {};
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return {};
  }
}

/** The answer that a play wants instead of the vendor's own. */
function forced(vendor: PlayedVendor, play: Play): Said | undefined {
  const { status, code, body } = play;
  if (body !== undefined) return { status: status ?? 200, body };
  if (code !== undefined) return vendor.refuses({ ...play, code });
  return status === undefined ? undefined : { status, body: "<html>a gateway's page</html>" };
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
  const { startGateway } = await import("./gateway.ts");
  const gateway = await startGateway({ port: Number(process.argv[2] ?? 8898) + 1 });
  const settings = Object.entries(gateway.settings).map(([name, value]) => `${name}=${value}`);
  console.log(`${played.hints.length} vendors are played at ${played.url}

  ${played.hints.join("\n  ")}
  Payments   the gateway of invoices is played at ${gateway.url}; start the system with
             ${settings.join(" ")} BILLING_SELLER='{"name":"Chatbird"}' npm start

  Statuses   ${played.statusesTo ?? "nowhere (npm run vendors -- PORT ADDRESS posts them, signed, to ADDRESS)"}

  curl ${played.url}/played/calls                                   what was called
  curl -X POST -H 'content-type: application/json' ${played.url}/played/plays -d PLAYS
    {"slowMs":3000} · {"status":503} · {"status":400,"code":131047} · {"status":429,"code":429,"retryAfter":5}
    {"hangUp":"after"} (taken, answer lost) · {"statuses":["read","sent","sent","delivered"]}
`);
}
