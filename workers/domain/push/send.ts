import type { PushPayload } from "#workers/contract/push.ts";
import { RefusedAddress } from "#workers/outbound/address.ts";
import { publicFetch } from "#workers/outbound/call-public.ts";
import type { Resolve } from "#workers/outbound/resolve.ts";
import {
  encrypted,
  headersOf,
  LONGEST_PUSH,
  type PushTerms,
  type Vapid,
} from "#workers/outbound/web-push.ts";

export interface PushDeps {
  vapid: Vapid;
  resolve: Resolve;
  allowPrivate: boolean;
  now: () => number;
}

/** Where a browser is reached, and with which keys. */
export interface Reached {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A push service's answer: `gone` browsers are never asked again, `later` says in how many seconds, if it does. */
export type Outcome =
  | { kind: "taken" }
  | { kind: "gone" }
  | { kind: "later"; seconds: number | undefined }
  | { kind: "refused"; why: string };

/** A push service that asks for more is asked again after this all the same. */
const LONGEST_WAIT = 15 * 60;

/** Sends one push: encrypted, to a public address, in ten seconds at most. Never throws. */
export async function sendPush(
  { vapid, resolve, allowPrivate, now }: PushDeps,
  { endpoint, ...keys }: Reached,
  payload: PushPayload,
  terms: PushTerms,
): Promise<Outcome> {
  try {
    const body = await encrypted(fitting(payload), keys);
    const headers = headersOf(await vapid.authorization(endpoint, now()), terms);
    const call = publicFetch({ resolve, allowPrivate });
    const { status, headers: said } = await call(endpoint, { method: "POST", headers, body });
    if (status >= 200 && status < 300) return { kind: "taken" };
    if (status === 404 || status === 410) return { kind: "gone" };
    if (status === 429 || status >= 500)
      return { kind: "later", seconds: secondsIn(said.get("retry-after"), now()) };
    return { kind: "refused", why: String(status) };
  } catch (error) {
    if (error instanceof RefusedAddress) return { kind: "refused", why: error.message };
    // It did not answer, or the network did not.
    return { kind: "later", seconds: undefined };
  }
}

/** The payload as text, its line cut so far that it can be encrypted. */
function fitting(payload: PushPayload): string {
  const whole = JSON.stringify(payload);
  const over = Buffer.byteLength(whole) - LONGEST_PUSH;
  return over <= 0 ? whole : JSON.stringify({ ...payload, body: "" });
}

/** Seconds of a Retry-After header, which may be a date. */
function secondsIn(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_WAIT);
}
