import { publicAddress, RefusedAddress } from "./address.ts";
import { refusePrivateHost, type Resolve } from "./resolve.ts";

const MOST_MS = 10_000;
/** Nobody reads more of an answer than this. */
const MOST_TEXT_BYTES = 64 * 1024;
const MOST_BYTES = 512 * 1024;

export interface Question {
  method: string;
  headers: Record<string, string>;
  body?: BodyInit | null | undefined;
}

export interface CallOptions {
  resolve: Resolve;
  /** For a test or a development machine that calls itself; a deployment never sets it. */
  allowPrivate?: boolean;
  /** How long it may take in all; by default 10 seconds. */
  mostMs?: number;
}

/** The answer redirects elsewhere, where the data sent along must not go. */
export class Redirected extends Error {
  override readonly name = "Redirected";
  readonly status: number;

  constructor(status: number) {
    super("redirects");
    this.status = status;
  }
}

/** The answer is longer than its caller takes. */
export class AnswersTooMuch extends RefusedAddress {}

/**
 * Calls an address that somebody gave: https, a host whose addresses are all public, never a redirect (S-37 to S-39),
 * 10 seconds in all unless given. Nothing of the answer has been read. Throws RefusedAddress, or the error of fetch.
 */
async function callPublic(
  given: string,
  { method, headers, body }: Question,
  { resolve, allowPrivate = false, mostMs = MOST_MS }: CallOptions,
): Promise<Response> {
  const url = allowPrivate ? new URL(given) : publicAddress(given);
  if (!allowPrivate) {
    if (url.protocol !== "https:") throw new RefusedAddress("not https");
    await refusePrivateHost(url.hostname, resolve);
  }
  return fetch(url.href, {
    method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(mostMs),
    ...(body !== undefined && { body }),
  });
}

export interface Answered {
  status: number;
  text: string;
}

/** Calls and reads the first 64 kB of the answer. Throws Redirected for a redirect, and as the call does. */
export async function callForText(
  given: string,
  question: Question,
  options: CallOptions,
): Promise<Answered> {
  const response = await answerOf(given, question, options);
  return { status: response.status, text: await textOf(response, MOST_TEXT_BYTES) };
}

/** The same, with the whole of the answer: AnswersTooMuch for one of more bytes than given. */
export async function callForWhole(
  given: string,
  question: Question,
  { mostBytes, ...options }: CallOptions & { mostBytes: number },
): Promise<Answered> {
  const response = await answerOf(given, question, options);
  return { status: response.status, text: await textOf(response, mostBytes, { isWhole: true }) };
}

async function answerOf(given: string, question: Question, options: CallOptions): Promise<Response> {
  const response = await callPublic(given, question, options);
  if (response.status < 300 || response.status >= 400) return response;
  await response.body?.cancel();
  throw new Redirected(response.status);
}

async function textOf(response: Response, most: number, { isWhole = false } = {}): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const rest = most - size;
    text += decoder.decode(chunk.subarray(0, rest), { stream: true });
    size += chunk.byteLength;
    if (isWhole && size > most) throw new AnswersTooMuch("answers too much");
    // Leaving the loop cancels the rest of the stream.
    if (!isWhole && size >= most) break;
  }
  return (text + decoder.decode()).toWellFormed().replaceAll("\0", "");
}

/** The same as a `fetch`, for libraries that take one: an answer of at most half a megabyte, read whole. */
export const publicFetch =
  (options: CallOptions) =>
  async (address: string, question: Question): Promise<Response> => {
    const response = await callPublic(address, question, options);
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MOST_BYTES) throw new AnswersTooMuch("answers too much");
      chunks.push(chunk as Uint8Array<ArrayBuffer>);
    }
    const { status } = response;
    // A status that forbids a body takes none.
    const empty = status === 204 || status === 205 || status === 304;
    return new Response(empty ? null : new Blob(chunks), { status, headers: response.headers });
  };
