import type { Adapter, Hold, RawEvent } from "#workers/channels/adapter.ts";
import { describe } from "../error.ts";

/** A body that is the vendor's and cannot be read is kept, shortened, for an administrator to look at. */
const LONGEST = 16_000;

/** The events of a verified body, whatever it is. Throws only what `hold` throws, when files cannot be kept. */
export async function eventsOf(
  adapter: Pick<Adapter, "split">,
  body: Uint8Array,
  hold: Hold,
): Promise<RawEvent[]> {
  let unkept: { error: unknown } | undefined;
  const holding: Hold = async (bytes) => {
    try {
      return await hold(bytes);
    } catch (error) {
      unkept = { error };
      throw error;
    }
  };
  try {
    return await adapter.split(body, holding);
  } catch (error) {
    if (unkept) throw unkept.error;
    const digest = await crypto.subtle.digest("SHA-256", body as Uint8Array<ArrayBuffer>);
    const raw = {
      unreadable: new TextDecoder().decode(body.subarray(0, LONGEST)),
      failure: describe(error).slice(0, 300),
    };
    return [{ key: `unreadable:${Buffer.from(digest).toString("hex")}`, raw }];
  }
}
