import { providersTexts as texts } from "#texts/providers.ts";
import { badAnswer } from "../bad-answer.ts";
import { Deadline, type Patience } from "../deadline.ts";
import { piecesOf } from "../pieces.ts";
import { ProviderError } from "../provider.ts";

export interface Limits extends Patience {
  /** A Retry-After up to this is waited for, once; a longer one is passed on. */
  longestWaitMs: number;
  /** Before asking a provider again that had a fault of its own. */
  pauseMs: number;
  /** Attempts of a call at most. */
  attempts: number;
}

export const usualLimits: Limits = {
  silenceMs: 10_000,
  overallMs: 30_000,
  longestWaitMs: 3_000,
  pauseMs: 300,
  attempts: 2,
};

export interface Question {
  url: string;
  apiKey: string;
  /** Sent as JSON, or as the form that it is. */
  body: unknown;
  /** A longer answer is not read to its end. */
  maxBytes: number;
}

/** The answer as it arrives: pieces of at most `maxBytes` in all, within the deadline. */
export interface Arriving {
  contentType: string;
  pieces: AsyncIterable<Uint8Array>;
}

/**
 * Posts JSON or a form and hands a good answer to `read`. A provider that is too busy or has a fault of its own is asked once
 * more, as long as nothing of the answer was read. Throws ProviderError, in our own words.
 */
export async function ask<T>(
  question: Question,
  limits: Limits,
  read: (arriving: Arriving) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await once(question, limits, read);
    if (!("failure" in outcome)) return outcome.value;
    if (attempt >= limits.attempts || outcome.againInMs === undefined) throw outcome.failure;
    await new Promise((resolve) => setTimeout(resolve, outcome.againInMs));
  }
}

type Outcome<T> = { value: T } | { failure: ProviderError; againInMs: number | undefined };

async function once<T>(
  { url, apiKey, body, maxBytes }: Question,
  limits: Limits,
  read: (arriving: Arriving) => Promise<T>,
): Promise<Outcome<T>> {
  const deadline = new Deadline(limits);
  const isForm = body instanceof FormData;
  let began = false;
  try {
    const response = await deadline.race(
      fetch(url, {
        method: "POST",
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(!isForm && { "content-type": "application/json" }),
        },
        body: isForm ? body : JSON.stringify(body),
        // The key goes to the address that was given and nowhere else.
        redirect: "manual",
        signal: deadline.signal,
      }),
    );
    deadline.heard();
    if (!response.ok) return refusal(response, limits);
    began = true;
    const pieces = piecesOf(response.body, maxBytes, deadline);
    return { value: await read({ contentType: response.headers.get("content-type") ?? "", pieces }) };
  } catch (error) {
    if (error instanceof ProviderError) return { failure: error, againInMs: undefined };
    // fetch's own words may hold the address, so they go no further.
    const failure = new ProviderError("unavailable", texts.unavailable);
    return { failure, againInMs: began ? undefined : limits.pauseMs };
  } finally {
    deadline.close();
  }
}

/** The failure that a status means. The provider's page is not read: it may carry anything, our key included. */
function refusal({ status, headers }: Response, { longestWaitMs, pauseMs }: Limits): Outcome<never> {
  const fails = (failure: ProviderError, againInMs?: number) => ({ failure, againInMs });
  if (status === 401 || status === 403) return fails(new ProviderError("unauthorized", texts.unauthorized));
  if (status === 429) {
    const waitMs = retryAfterMs(headers);
    const seconds = waitMs === undefined ? undefined : Math.ceil(waitMs / 1_000);
    const short = waitMs !== undefined && waitMs <= longestWaitMs;
    return fails(new ProviderError("rateLimited", texts.rateLimited, seconds), short ? waitMs : undefined);
  }
  if (status === 408 || status >= 500) {
    return fails(new ProviderError("unavailable", texts.unavailable), pauseMs);
  }
  return fails(badAnswer(texts.refused(status)));
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  const milliseconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

/** The whole of an answer as it is; badAnswer when there is nothing. */
export async function bytesOf({ pieces }: Arriving): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  const bytes = Buffer.concat(parts);
  if (bytes.length === 0) throw badAnswer();
  return bytes;
}

/** The whole of an answer as JSON; badAnswer when it is none. */
export async function jsonOf({ pieces }: Arriving): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true });
  try {
    return JSON.parse(text + decoder.decode());
  } catch {
    throw badAnswer();
  }
}
