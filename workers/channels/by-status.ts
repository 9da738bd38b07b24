import { adaptersTexts as texts } from "#texts/adapters.ts";
import type { ChannelAccount, SendResult } from "./adapter.ts";
import type { Answer } from "./call.ts";

const MOST_WORDS = 200;

/**
 * The outcome of a message by the HTTP status, at vendors without codes of their own; `words` are the vendor's for a
 * refusal. A server's fault leaves open whether it took the message.
 */
export function outcomeByStatus(
  vendor: string,
  { status, retryAfter }: Answer,
  { code = `HTTP ${status}`, words }: { code?: string | undefined; words?: string | undefined } = {},
): SendResult {
  if (status === 408 || status === 429) {
    const afterMs = retryAfter === undefined ? {} : { afterMs: retryAfter * 1_000 };
    return { outcome: "later", code, reason: texts.busy, ...afterMs };
  }
  if (status < 300 || status >= 500) return { outcome: "unknown", code, reason: texts.unclear };
  return { outcome: "failed", code, reason: reasonOf(vendor, status, code, words) };
}

function reasonOf(vendor: string, status: number, code: string, words: string | undefined): string {
  if (status === 401) return texts.credentials(vendor);
  if (status === 402) return texts.noBalance(vendor);
  return words === undefined ? texts.refused(vendor, code) : texts.refusedBecause(vendor, words);
}

/** A vendor's words as a part of our sentence; undefined where they are a page, or tell nothing. */
export function plainWords(given: string | undefined, { secrets }: Pick<ChannelAccount, "secrets">) {
  const words = (given ?? "").trim().replace(/\s+/g, " ").replace(/\.+$/, "");
  if (words === "" || /^[<{[]/.test(words)) return undefined;
  // Some repeat the call that they refuse, and with it what gives access.
  const repeated = Object.values(secrets).filter((secret) => secret !== "" && repeats(words, secret));
  return repeated.length > 0 ? undefined : words.slice(0, MOST_WORDS);
}

const repeats = (words: string, secret: string): boolean =>
  [secret, encodeURIComponent(secret), String(new URLSearchParams({ s: secret })).slice(2)].some((each) =>
    words.includes(each),
  );
