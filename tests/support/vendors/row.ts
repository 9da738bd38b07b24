import type { Adapter, AdapterDeps, ChannelAccount } from "#workers/channels/adapter.ts";
import { keptForAWhile } from "#workers/channels/kept.ts";
import { adapterOf } from "#workers/channels/registry.ts";
import type { VendorCode } from "#workers/contract/vendors.ts";
import type { Address } from "#workers/contract/inbound.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { Outcome } from "#workers/contract/message.ts";
import type { Call, Play } from "./plays.ts";

const NOW = 1_750_000_000_000;
/** Tokens are kept as the sender keeps them: for all tests of a file. */
const kept = keptForAWhile(() => NOW);

/** One vendor, on one type of channel, in the contract test: all that differs between them. */
export interface Row {
  name: string;
  adapter: Adapter;
  channel: (baseUrl: string) => ChannelAccount;
  to: Address[];
  /** The conversation that the person opened, at vendors that take answers only under its name. */
  session?: string;
  /** Folder of tests/fixtures/webhooks. */
  fixtures: string;
  /** Headers by which a body is the vendor's; none where the address has our token ("address"). */
  signed: "address" | ((body: Uint8Array, secret?: string) => Record<string, string>);
  /** A delivery as the vendor writes it, where that is not JSON. */
  encode?: (body: unknown) => string;
  /** Calls that a send makes besides its own, such as one for an access token. */
  isBeside?: (call: Call) => boolean;
  /** A file comes in the answer to the one call that asks for it, and not at an address of its own. */
  filesAtOnce?: true;
  /** Files come within the event that tells of them, so nobody is asked for one. */
  filesWithin?: true;
  /** Whether it refuses a message uncalled though it carries messages of the kind. */
  declines?: (body: MessageBody) => boolean;
  /** The code of a refusal because of wrong credentials, how a test of the channel says it, and names the account. */
  refusal?: RegExp;
  wrongCredentials?: RegExp;
  account?: RegExp;
  /** A secret with this word in it, where one that is the word alone would never be called with. */
  worded?: (name: string, word: string) => string | undefined;
  /** Answers of the vendor, the outcome that each makes of the message, and the wait that it asks for. */
  answers: [
    title: string,
    play: Play,
    outcome: Outcome,
    more?: { code?: string; afterMs?: number; growth?: number },
  ][];
}

export const named = (vendor: VendorCode): Adapter => {
  const adapter = adapterOf(vendor);
  if (!adapter) throw new Error(`no adapter for ${vendor}`);
  return adapter;
};

export const deps = (patienceMs = 2_000): AdapterDeps => ({
  fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(patienceMs) }),
  mediaUrl: async ({ fileId }) => `https://files.example/${fileId}`,
  // Like the drive of a deployment: one file, whatever is asked for.
  dataUrl: async ({ fileId, url = "" }) =>
    fileId === undefined ? url : "data:application/pdf;base64,JVBERi0=",
  webhookUrl: "https://us.example/api/webhooks/x/channel-1?token=t0ken",
  now: () => NOW,
  kept,
});

/** Answers that mean the same with every vendor. */
export const common: Row["answers"] = [
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
