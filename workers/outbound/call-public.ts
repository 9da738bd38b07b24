import { publicAddress, RefusedAddress } from "./address.ts";
import { refusePrivateHost, type Resolve } from "./resolve.ts";

const MOST_MS = 10_000;
const MOST_BYTES = 512 * 1024;

export interface CallOptions {
  resolve: Resolve;
  /** For a test or a development machine; a deployment never sets it. */
  allowPrivate?: boolean;
}

/**
 * A `fetch` for calls to systems whose address somebody has given us: https only, never a private host, no redirects
 * followed, ten seconds, an answer of at most half a megabyte. Throws RefusedAddress for what may not be called.
 */
export const callPublic =
  ({ resolve, allowPrivate = false }: CallOptions) =>
  async (
    address: string,
    {
      method,
      headers,
      body,
    }: { method: string; headers: Record<string, string>; body?: BodyInit | null | undefined },
  ): Promise<Response> => {
    const url = allowPrivate ? new URL(address) : publicAddress(address);
    if (!allowPrivate) {
      if (url.protocol !== "https:") throw new RefusedAddress("not https");
      await refusePrivateHost(url.hostname, resolve);
    }
    const response = await fetch(url.href, {
      method,
      headers,
      ...(body !== undefined && { body }),
      redirect: "manual",
      signal: AbortSignal.timeout(MOST_MS),
    });
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MOST_BYTES) throw new RefusedAddress("answers too much");
      chunks.push(chunk as Uint8Array<ArrayBuffer>);
    }
    const { status } = response;
    // What has no body by its status takes none.
    const empty = status === 204 || status === 205 || status === 304;
    return new Response(empty ? null : new Blob(chunks), { status, headers: response.headers });
  };
