import { publicAddress, RefusedAddress } from "./address.ts";
import { refusePrivateHost, type Resolve } from "./resolve.ts";

/** Tells the readers of an access log who we are and why we came. */
export const USER_AGENT = "ChatbirdKnowledge/1.0 (+https://chatbird.example/bot)";
const MOST_REDIRECTS = 3;
export const MOST_BYTES = 5 * 1024 * 1024;
const MOST_MS = 10_000;
const TYPES = [
  "text/html",
  "application/xhtml+xml",
  "text/plain",
  "application/pdf",
  "application/xml",
  "text/xml",
];

export interface FetchedPage {
  /** Its final address, after redirects. */
  address: string;
  status: number;
  type: string;
  /** As the header says; empty when it does not. */
  charset: string;
  etag: string | null;
  /** Directives of X-Robots-Tag that apply to us, in lower case. */
  robotsTag: string;
  /** Empty for 304. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Something answered, but not with the page. */
export class AnsweredBadly extends Error {
  override readonly name = "AnsweredBadly";
  readonly status: number;

  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

export interface FetchOptions {
  resolve: Resolve;
  etag?: string | null;
  /** Asked of every hop: robots rules, the crawl's own limits. Throws RefusedAddress. */
  mayFetch?: (url: URL) => Promise<void> | void;
  /** For a development machine that crawls itself; a deployment never sets it. */
  allowPrivate?: boolean;
  fetcher?: typeof fetch;
  /** Ends the call and its answer; by default after 10 seconds. */
  signal?: AbortSignal;
}

/**
 * Fetches a page of the public internet: 10 seconds in all, 5 MB after unpacking, text and PDF only. Throws
 * RefusedAddress for an address that may not be fetched, other errors for failures.
 */
export async function fetchPublic(given: string, { etag, ...options }: FetchOptions): Promise<FetchedPage> {
  const { url, response } = await askPublic(given, options, {
    accept: "text/html, text/plain, application/pdf;q=0.9",
    ...(etag && { "if-none-match": etag }),
  });
  return readPage(url, response);
}

/**
 * Asks an address of the public internet and answers what it says, of which nothing has been read: every hop is checked
 * before it is asked, at most three redirects and never from https to http, 10 seconds in all or as long as `signal` says.
 */
export async function askPublic(
  given: string,
  {
    resolve,
    mayFetch,
    allowPrivate = false,
    fetcher = fetch,
    signal = AbortSignal.timeout(MOST_MS),
  }: Omit<FetchOptions, "etag">,
  headers: Record<string, string>,
): Promise<{ url: URL; response: Response }> {
  let url = allowPrivate ? new URL(given) : publicAddress(given);
  for (let hop = 0; ; hop++) {
    if (!allowPrivate) await refusePrivateHost(url.hostname, resolve);
    await mayFetch?.(url);
    const response = await fetcher(url.href, {
      redirect: "manual",
      signal,
      headers: { "user-agent": USER_AGENT, ...headers },
    });
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && response.status !== 304 && location) {
      await response.body?.cancel();
      if (hop >= MOST_REDIRECTS) throw new RefusedAddress("too many redirects");
      const next = new URL(location, url);
      if (url.protocol === "https:" && next.protocol === "http:")
        throw new RefusedAddress("redirects to http");
      url = allowPrivate ? next : publicAddress(next.href);
      continue;
    }
    return { url, response };
  }
}

async function readPage(url: URL, response: Response): Promise<FetchedPage> {
  const [type = "", ...parameters] = (response.headers.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((each) => /charset=["']?([\w-]+)/.exec(each)?.[1]).find(Boolean) ?? "";
  const page = {
    address: url.href,
    status: response.status,
    type: type.trim(),
    charset,
    etag: response.headers.get("etag"),
    robotsTag: (response.headers.get("x-robots-tag") ?? "").toLowerCase(),
  };
  if (response.status === 304) return { ...page, bytes: new Uint8Array() };
  if (!response.ok) {
    await response.body?.cancel();
    throw new AnsweredBadly(response.status);
  }
  if (!TYPES.includes(page.type)) {
    await response.body?.cancel();
    throw new RefusedAddress(`is ${page.type || "of no known type"}`);
  }
  return { ...page, bytes: await readAtMost(response, MOST_BYTES) };
}

/** Counts after unpacking: a small answer that unfolds without end is stopped at the cap. */
async function readAtMost(response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new RefusedAddress(`is larger than ${most / 1024 / 1024} MB`);
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Text of a page in the encoding that its header, its first bytes or its own tags declare; UTF-8 when none does. */
export function decodeText({ bytes, charset }: Pick<FetchedPage, "bytes" | "charset">): string {
  const label = markOf(bytes) ?? (charset || tagOf(bytes));
  try {
    return new TextDecoder(label).decode(bytes).toWellFormed();
  } catch {
    return new TextDecoder().decode(bytes).toWellFormed();
  }
}

/** The byte order mark outranks all else (WHATWG Encoding, "decode"). */
function markOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

const tagOf = (bytes: Uint8Array): string =>
  /<(?:meta|\?xml)\b[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?\s*([\w-]{2,40})/i.exec(
    new TextDecoder("latin1").decode(bytes.subarray(0, 1_024)),
  )?.[1] ?? "utf-8";
