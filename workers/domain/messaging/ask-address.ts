import type { FoundMedium } from "#workers/channels/adapter.ts";
import { RefusedAddress } from "#workers/outbound/address.ts";
import { askPublic } from "#workers/outbound/fetch-public.ts";
import type { Resolve } from "#workers/outbound/resolve.ts";

/** Statuses that say nothing about the file itself. */
const LATER = [408, 425, 429];

/** Asks for a file at an address that came with a message: the public internet only, each hop checked. Never throws. */
export async function askAddress(
  url: string,
  { resolve, allowPrivate, signal }: { resolve: Resolve; allowPrivate: boolean; signal: AbortSignal },
): Promise<FoundMedium> {
  try {
    const asked = { resolve: lookedUp(resolve), allowPrivate, signal };
    const { response } = await askPublic(url, asked, { accept: "*/*", "accept-encoding": "identity" });
    if (response.ok) return { ok: true, response };
    await response.body?.cancel();
    const { status } = response;
    if (status >= 500 || LATER.includes(status)) return { ok: false, final: false, failure: "noAnswer" };
    return { ok: false, final: true, failure: "gone" };
  } catch (error) {
    return error instanceof RefusedAddress
      ? { ok: false, final: true, failure: "badAddress" }
      : { ok: false, final: false, failure: "noAnswer" };
  }
}

/** A name that cannot be looked up just now is not refused for ever. */
const lookedUp =
  (resolve: Resolve): Resolve =>
  async (host) => {
    try {
      return await resolve(host);
    } catch (error) {
      throw new Error("the name was not looked up", { cause: error });
    }
  };
