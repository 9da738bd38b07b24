import { createHmac } from "node:crypto";
import type { Adapter, AdapterDeps, ChannelAccount } from "#workers/channels/adapter.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import { vendorCodes } from "#workers/contract/vendors.ts";
import type { Address } from "#workers/contract/inbound.ts";
import type { Outcome } from "#workers/contract/message.ts";
import { type Play, PLAYED } from "./plays.ts";

/** One vendor in the contract test: all that differs between them. */
export interface Row {
  name: string;
  adapter: Adapter;
  channel: (baseUrl: string) => ChannelAccount;
  to: Address[];
  /** Folder of tests/fixtures/webhooks. */
  fixtures: string;
  /** Headers by which a body is the vendor's. */
  signed: (body: Uint8Array, secret?: string) => Record<string, string>;
  /** What it says, what that makes of the message, and the wait that it asks for. */
  answers: [
    title: string,
    play: Play,
    outcome: Outcome,
    more?: { code?: string; afterMs?: number; growth?: number },
  ][];
}

const named = (vendor: number): Adapter => {
  const adapter = adapterOf(vendor);
  if (!adapter) throw new Error(`no adapter for ${vendor}`);
  return adapter;
};
const { graph, telegram } = PLAYED;

export const deps = (patienceMs = 2_000): AdapterDeps => ({
  fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) }),
  mediaUrl: async ({ fileId }) => `https://files.example/${fileId}`,
  now: () => 1_750_000_000_000,
});

/** Answers that mean the same with every vendor. */
const common: Row["answers"] = [
  ["a gateway's page with 500", { status: 500 }, "unknown"],
  ["a gateway's page with 502", { status: 502 }, "unknown"],
  ["408", { status: 408 }, "later", { code: "HTTP 408" }],
  ["a redirect", { status: 302 }, "failed", { code: "HTTP 302" }],
  ["a bare 400", { status: 400 }, "failed", { code: "HTTP 400" }],
  ["200 with a page", { body: "<html></html>" }, "unknown"],
  ["200 with JSON of another shape", { body: "[]" }, "unknown"],
  ["200 with nothing", { body: "" }, "unknown"],
  ["a connection that breaks at once", { hangUp: "before" }, "unknown"],
  ["a connection that breaks once it was taken", { hangUp: "after" }, "unknown"],
];

export const rows: Row[] = [
  {
    name: "WhatsApp Cloud API",
    adapter: named(vendorCodes.whatsAppCloud),
    channel: (baseUrl) => ({
      id: "channel-1",
      type: 4,
      contactId: graph.number,
      settings: { phoneNumberId: graph.phoneNumberId, wabaId: graph.wabaId, baseUrl },
      secrets: { accessToken: graph.accessToken, appSecret: graph.appSecret },
      webhookToken: "verify-me",
    }),
    to: [{ kind: "number", scope: "", value: "+919812345678" }],
    fixtures: "whatsapp-cloud",
    signed: (body, secret = graph.appSecret) => ({
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    }),
    answers: [
      ...common,
      ["that the token ran out", { status: 401, code: 190 }, "failed", { code: "190" }],
      ["that the window is closed", { code: 131047 }, "failed", { code: "131047" }],
      ["that the window is closed, with a server's status", { status: 500, code: 131047 }, "failed"],
      ["undeliverable", { code: 131026 }, "failed", { code: "131026" }],
      ["that marketing is capped", { code: 131049 }, "failed", { code: "131049" }],
      ["a wrong parameter", { code: 131009 }, "failed", { code: "131009" }],
      ["a missing template", { status: 404, code: 132001 }, "failed", { code: "132001" }],
      ["too many", { status: 400, code: 130429 }, "later", { code: "130429" }],
      ["too many of this account", { status: 429, code: 80007, retryAfter: 9 }, "later", { afterMs: 9_000 }],
      ["too many to one person", { code: 131056 }, "later", { code: "131056", afterMs: 4_000, growth: 4 }],
      ["spam", { code: 131048 }, "later", { code: "131048" }],
      ["a passing fault", { status: 500, code: 131000 }, "later", { code: "131000" }],
      ["an unknown fault of its own", { status: 500, code: 139999 }, "unknown"],
      ["a bare 429", { status: 429, retryAfter: 4 }, "later", { code: "HTTP 429", afterMs: 4_000 }],
      ["a bare 503", { status: 503 }, "later", { code: "HTTP 503" }],
    ],
  },
  {
    name: "Telegram Bot API",
    adapter: named(vendorCodes.telegramBot),
    channel: (baseUrl) => ({
      id: "channel-2",
      type: 5,
      contactId: telegram.username,
      settings: { baseUrl },
      secrets: { token: telegram.token },
      webhookToken: "telegram-secret_token",
    }),
    to: [{ kind: "user", scope: telegram.username, value: "1111222233" }],
    fixtures: "telegram",
    signed: (_body, secret = "telegram-secret_token") => ({ "x-telegram-bot-api-secret-token": secret }),
    answers: [
      ...common,
      ["that the token is wrong", { status: 401, code: 401 }, "failed", { code: "401" }],
      ["that the bot is blocked", { status: 403, code: 403 }, "failed", { code: "403" }],
      ["a wrong parameter", { status: 400, code: 400 }, "failed", { code: "400" }],
      ["too many", { status: 429, code: 429, retryAfter: 5 }, "later", { code: "429", afterMs: 5_000 }],
      ["a bare 429", { status: 429, retryAfter: 4 }, "later", { code: "HTTP 429", afterMs: 4_000 }],
      ["a fault of its own", { status: 500, code: 500 }, "unknown"],
      ["a bare 503", { status: 503 }, "unknown"],
    ],
  },
];
