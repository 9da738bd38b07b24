import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { WaFlowMetaError } from "#workers/contract/endpoints/wa-flows.ts";
import type { WaFlowCategory, WaFlowContent, WaFlowState } from "#workers/contract/wa-flows/flow.ts";
import type { HealthFact } from "#workers/contract/channel-health.ts";
import type { Address, InboundEvent } from "#workers/contract/inbound.ts";
import type { MediumFailure } from "#workers/contract/media.ts";
import type { Outcome } from "#workers/contract/message.ts";
import type { Medium, MessageBody } from "#workers/contract/message-body.ts";
import type { RegisteredText } from "#workers/contract/templates/registered.ts";
import type { Template } from "#workers/contract/templates/template.ts";
import type { Submitted, SubmittedFlow, VendorTemplate } from "./templates.ts";

/** A channel as an adapter needs it: its account at the vendor and how to act for it. */
export interface ChannelAccount {
  id: string;
  /** Channel type of the specification, such as WhatsApp. */
  type: number;
  contactId: string;
  /** The credentials' fields that are no secret, and other settings. */
  settings: Readonly<Record<string, string>>;
  /** The sealed fields in clear, for a call or a check of a signature and nothing else. */
  secrets: Readonly<Record<string, string>>;
  /** The secret part of the webhook's address, where the vendor signs nothing. */
  webhookToken: string;
}

/** A webhook call, its body read once and not yet believed. */
export interface WebhookCall {
  method: "GET" | "POST";
  url: URL;
  headers: Headers;
  body: Uint8Array;
}

/** One event of a body: deliveries are batched anew when they are repeated, so each has a key of its own. */
export interface RawEvent {
  /** The vendor's id of the event; else message, status and time; else a digest of this event alone. */
  key: string;
  raw: unknown;
}

/** A message for one person, ready to be called. */
export interface OutgoingMessage {
  /** Our own id: sent along where the vendor echoes it, and the key where it honours one. */
  id: string;
  to: readonly Address[];
  body: MessageBody;
  /** The vendor's id of the message that this one answers. */
  quoted?: string | undefined;
  /** The vendor's name of the conversation, by the person's latest message. */
  session?: string | undefined;
  /** For a mail with an offer: where its person says that they want no more of them. */
  unsubscribeUrl?: string | undefined;
  /** For SMS: the texts of the channel that are registered with the operators. */
  registered?: readonly RegisteredText[];
}

export interface SendResult {
  outcome: Outcome;
  vendorId?: string;
  /** The vendor's code, and a sentence for people. */
  code?: string;
  reason?: string;
  /** It was about this message or its person, and says nothing about how the channel is. */
  ofMessage?: true;
  /** For what may be tried again: when, in milliseconds. */
  afterMs?: number;
  /** For what may be tried again: what that time is multiplied by at each further try. */
  growth?: number;
}

/** Deps of an adapter: it makes no call of its own. */
export interface AdapterDeps {
  /** Calls the vendor; throws when nobody answers in time. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** A public address of a file of the drive, for vendors that fetch media themselves. */
  mediaUrl: (medium: Medium) => Promise<string>;
  /** The bytes of a file of the drive, as a `data:` address, for vendors that take them in the call; throws MediumRefused. */
  dataUrl: (medium: Medium) => Promise<string>;
  /** Where the vendor calls about this channel, for vendors that are told so with each message. */
  webhookUrl?: string | undefined;
  now: () => number;
  /**
   * Something that costs a call of its own, such as an access token: made once, and again when it is about to end
   * (milliseconds since 1970). The key names the account, its secrets by a digest. Throws what `make` throws.
   */
  kept: (key: string, make: () => Promise<{ value: string; endsAt: number }>) => Promise<string>;
}

/** The answer to a call for a file, of whose bytes none is read; `final` where no other try can help. */
export type FoundMedium =
  | { ok: true; response: Response; mime?: string | undefined; bytes?: number | undefined }
  | { ok: false; final: boolean; failure: MediumFailure };

/** Keeps bytes that an event brings itself for a day, and answers the id under which they are found. */
export type Hold = (bytes: Uint8Array) => Promise<string>;

/** Files of messages that came in, at vendors that give an id instead of the bytes. */
export interface AdapterMedia {
  /** As long as the vendor keeps a file, in milliseconds from its message. */
  keptMs: number;
  /** Asks for a file. Each call asks for its address anew, since addresses live for minutes. Never throws. */
  find: (
    medium: Medium,
    channel: ChannelAccount,
    /** Its answers are streams, nothing of which is read, and redirects are answers. `held` is what `split` held. */
    deps: Pick<AdapterDeps, "fetch"> & { held?: (id: string) => Promise<Response | undefined> },
  ) => Promise<FoundMedium>;
}

/** Templates at vendors that approve them. None of these throws. */
export interface AdapterTemplates {
  /** Has the vendor decide; `vendorId` names the one that it has already and that is changed. */
  submit: (
    template: Template & { vendorId: string | null; flow?: SubmittedFlow | undefined },
    channel: ChannelAccount,
    deps: AdapterDeps,
  ) => Promise<Submitted>;
  /** All that the account has; undefined where the vendor did not answer with them. */
  list: (channel: ChannelAccount, deps: AdapterDeps) => Promise<VendorTemplate[] | undefined>;
  /** Whether the vendor has it no more. */
  remove: (
    template: Pick<VendorTemplate, "name" | "language"> & { vendorId: string | null },
    channel: ChannelAccount,
    deps: AdapterDeps,
  ) => Promise<boolean>;
}
/** A flow's answer of the vendor: taken, with what is wrong with its contents; refused, with a sentence; or none. */
export type FlowAnswer =
  | { outcome: "taken"; vendorId: string; errors: WaFlowMetaError[] }
  | { outcome: "refused"; reason: string }
  | { outcome: "unclear" };
/** WhatsApp Flows at the vendor. None of these throws. */
export interface AdapterFlows {
  /** Makes a draft, or changes the one that it has. */
  upload: (
    flow: Pick<OutgoingFlow, "name" | "categories" | "content" | "endpointUrl"> & { vendorId: string | null },
    channel: ChannelAccount,
    deps: AdapterDeps,
  ) => Promise<FlowAnswer>;
  change: (
    what: "publish" | "deprecate" | "delete",
    vendorId: string,
    channel: ChannelAccount,
    deps: AdapterDeps,
  ) => Promise<Exclude<FlowAnswer, { outcome: "taken" }> | { outcome: "taken" }>;
  /** Undefined where the vendor did not answer with it. */
  read: (vendorId: string, channel: ChannelAccount, deps: AdapterDeps) => Promise<FlowAtVendor | undefined>;
  /** Where files lie that people choose in a flow: these hosts, and those below them. */
  fileHosts: readonly string[];
  /** Whether the vendor has the number's public key now. */
  setKey: (publicKey: string, channel: ChannelAccount, deps: AdapterDeps) => Promise<boolean>;
  /** Whether the key that the vendor has is the number's; undefined where it does not say. */
  keyState: (channel: ChannelAccount, deps: AdapterDeps) => Promise<"valid" | "invalid" | undefined>;
}
export interface OutgoingFlow {
  name: string;
  categories: readonly WaFlowCategory[];
  content: WaFlowContent;
  /** Where our endpoint is, for a flow that asks it. */
  endpointUrl: string | undefined;
}
export interface FlowAtVendor {
  state: WaFlowState;
  previewUrl: string;
  errors: WaFlowMetaError[];
  health: string;
}

/** `health`: what the same call told of the account. */
export type Tested = { ok: true; text: string; health?: HealthFact[] } | { ok: false; text: string };

/**
 * A vendor: the same five files for each (index, verify, parse, format, send), and one contract test over all. `parse`
 * and `format` are pure.
 */
export interface Adapter {
  vendor: number;
  capabilities: (channelType: number) => Capabilities;
  /** Whether the call comes from the vendor; constant time. */
  verify: (call: WebhookCall, channel: ChannelAccount) => Promise<boolean>;
  /** The answer to the question that some vendors ask when an address is set up; undefined for any other call. */
  challenge?: (call: WebhookCall, channel: ChannelAccount) => string | undefined;
  /** The body of our answer to the vendor's call, once the events are stored; by default that they are. */
  answer?: (events: readonly RawEvent[]) => Record<string, unknown> | undefined;
  /**
   * The events of a body that was verified. Files whose bytes stand in it are held, so that no event is longer than its
   * row. Throws when it cannot be read at all.
   */
  split: (body: Uint8Array, hold?: Hold) => Promise<RawEvent[]>;
  /** The most bytes of the vendor's call, where they are more than usual. */
  mostBytes?: number;
  /** An event in the words of the house; what it does not know becomes `unsupported`, never nothing. */
  parse: (raw: unknown, channel: Pick<ChannelAccount, "type" | "contactId">) => InboundEvent[];
  /** Makes the one call of a message. Never throws: a call that broke off is `unknown`. */
  send: (message: OutgoingMessage, channel: ChannelAccount, deps: AdapterDeps) => Promise<SendResult>;
  media?: AdapterMedia;
  /** Where the vendor approves templates. */
  templates?: AdapterTemplates;
  /** Where the vendor has WhatsApp Flows. */
  flows?: AdapterFlows;
  /** The vendor's cheapest real call. */
  test: (channel: ChannelAccount, deps: AdapterDeps) => Promise<Tested>;
}
