import { webhooksOutTexts } from "#texts/webhooks-out.ts";
import { RefusedAddress } from "#workers/outbound/address.ts";
import { callForText, Redirected } from "#workers/outbound/call-public.ts";
import type { Resolve } from "#workers/outbound/resolve.ts";
import { signedHeaders } from "#workers/outbound/standard-webhooks.ts";

const { outcomes: texts } = webhooksOutTexts;

export interface HookDeps {
  resolve: Resolve;
  allowPrivate: boolean;
  now: () => number;
}

/** A receiver's response to a call: one that is `gone` is never called again. */
export interface Tried {
  outcome: "taken" | "refused" | "gone";
  status: number | null;
  /** How its answer began, or why there was none. */
  answer: string;
  tookMs: number;
}

export const CALL_MS = 15_000;
const ANSWER_KEPT = 500;

/** Calls a receiver once, signed with each of the secrets: a public https address, 15 seconds, no redirect. Never throws. */
export async function attempt(
  { resolve, allowPrivate, now }: HookDeps,
  { url, secrets }: { url: string; secrets: readonly string[] },
  { id, body }: { id: string; body: string },
): Promise<Tried> {
  const at = now();
  const none = (answer: string): Tried => ({ outcome: "refused", status: null, answer, tookMs: now() - at });
  if (secrets.length === 0) return none(texts.noSecret);
  try {
    const { status, text } = await callForText(
      url,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "user-agent": "Chatbird/1.0",
          ...signedHeaders(secrets, { id, at, body }),
        },
        body,
      },
      { resolve, allowPrivate, mostMs: CALL_MS },
    );
    const taken = status >= 200 && status < 300;
    return {
      outcome: taken ? "taken" : status === 410 ? "gone" : "refused",
      status,
      answer: text.slice(0, ANSWER_KEPT).toWellFormed(),
      tookMs: now() - at,
    };
  } catch (error) {
    if (error instanceof RefusedAddress) return none(texts.refused);
    if (error instanceof Redirected) return none(texts.redirected);
    if (error instanceof DOMException && error.name === "TimeoutError") return none(texts.tooSlow);
    return none(texts.notReached);
  }
}
