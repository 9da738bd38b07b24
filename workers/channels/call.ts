import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import type { Adapter, AdapterDeps, ChannelAccount, OutgoingMessage, SendResult } from "./adapter.ts";
import { whyNot } from "./fits.ts";
import { linked } from "./media.ts";

/** A call as an adapter describes it, or the sentence why there is none. */
export type Formed = { url: string; init: RequestInit } | { refused: string; code?: string };

export interface Answer {
  status: number;
  /** The body where it is JSON. */
  json: unknown;
  /** The body as it came: some vendors answer with a bare id or a few words. */
  body: string;
  /** Seconds to wait, where the vendor says so in a header. */
  retryAfter: number | undefined;
}

export const refusal = (reason: string, code = "refused"): SendResult => ({
  outcome: "failed",
  code,
  reason,
  ofMessage: true,
});

/** A file that cannot be sent, and the sentence why; whatever else fails about a file may be tried again. */
export class MediumRefused extends Error {
  override readonly name = "MediumRefused";
}

/**
 * Makes a vendor's sender: it refuses what the channel cannot carry, gives files an address by `addressOf` unless their
 * bytes are in the call, and calls once. A failure before the call is certain, a later one is not.
 */
export function sendBy(
  can: (channelType: number) => Capabilities,
  form: (message: OutgoingMessage, channel: ChannelAccount, deps: AdapterDeps) => Formed,
  outcomeOf: (answer: Answer, channel: ChannelAccount, message: OutgoingMessage) => SendResult,
  addressOf: "mediaUrl" | "dataUrl" = "mediaUrl",
): Adapter["send"] {
  return async (message, channel, deps) => {
    const carried = can(channel.type);
    const reason = whyNot(message.body, carried);
    if (reason !== undefined)
      return refusal(reason, carried.kinds.includes(message.body.kind) ? "tooLong" : "kind");
    let body: MessageBody;
    try {
      body = await linked(message.body, deps[addressOf]);
    } catch (error) {
      if (error instanceof MediumRefused) return refusal(error.message, "medium");
      return { outcome: "later", code: "medium", reason: texts.mediumLater };
    }
    let formed: Formed;
    try {
      formed = form({ ...message, body }, channel, deps);
    } catch {
      return refusal(texts.notMade, "form");
    }
    if ("refused" in formed) return refusal(formed.refused, formed.code);
    const answer = await called(deps, formed.url, formed.init);
    if (!answer) return { outcome: "unknown", code: "noAnswer", reason: texts.lost };
    try {
      return outcomeOf(answer, channel, message);
    } catch {
      return { outcome: "unknown", code: "badAnswer", reason: texts.unclear };
    }
  };
}

/** One call; undefined when no answer came. A redirect is an answer: it would repeat the call elsewhere. */
export async function called(
  { fetch }: Pick<AdapterDeps, "fetch">,
  url: string,
  init: RequestInit,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, { ...init, redirect: "manual" });
    const body = await response.text().catch(() => "");
    const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
    const retryAfter = Number.isFinite(wait) ? wait : undefined;
    return { status: response.status, json: jsonOf(body), body, retryAfter };
  } catch {
    return undefined;
  }
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** A call with a JSON body. */
export const jsonPost = (value: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(value),
});
