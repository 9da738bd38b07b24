import { publicAddress, RefusedAddress } from "./address.ts";
import { refusePrivateHost, type Resolve } from "./resolve.ts";

const MOST_MS = 10_000;
/** More of an answer nobody reads. */
const MOST_BYTES = 64 * 1024;

export interface Question {
  method: string;
  headers: Record<string, string>;
  body?: string;
}

export interface AskOptions {
  resolve: Resolve;
  /** For a development machine that calls itself; a deployment never sets it. */
  allowPrivate?: boolean;
  fetcher?: typeof fetch;
}

export interface Answered {
  status: number;
  /** Its first 64 kB. */
  text: string;
}

/** Somewhere else was answered for: what was sent along must not go there. */
export class Redirected extends Error {
  override readonly name = "Redirected";
}

/**
 * Calls an address that somebody gave, with what belongs to it: https only, a public host by all of its addresses,
 * never a redirect (S-37 to S-39), 10 seconds in all. Throws RefusedAddress, Redirected, or what fetch threw.
 */
export async function askPublic(
  given: string,
  { method, headers, body }: Question,
  { resolve, allowPrivate = false, fetcher = fetch }: AskOptions,
): Promise<Answered> {
  const url = allowPrivate ? new URL(given) : publicAddress(given);
  if (!allowPrivate) {
    if (url.protocol !== "https:") throw new RefusedAddress("not https");
    await refusePrivateHost(url.hostname, resolve);
  }
  const response = await fetcher(url.href, {
    method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(MOST_MS),
    ...(body !== undefined && { body }),
  });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new Redirected("redirects");
  }
  return { status: response.status, text: await beginningOf(response) };
}

async function beginningOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const rest = MOST_BYTES - size;
    text += decoder.decode(chunk.subarray(0, rest), { stream: true });
    size += chunk.byteLength;
    // Leaving the loop cancels what is still to come.
    if (size >= MOST_BYTES) break;
  }
  return (text + decoder.decode()).toWellFormed().replaceAll("\0", "");
}
