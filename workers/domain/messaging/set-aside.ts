import type { ChannelPlace } from "#workers/contract/channel-place.ts";

/** Webhooks' bodies that the database could not take, by their channel and what they say: a repeated one is one. */
export const ASIDE = "webhooks/";

interface Bodies {
  put(key: string, value: Uint8Array): Promise<unknown>;
}

/** Keeps a verified body in R2 until it can be brought in. Throws when R2 is away too: then nobody has it. */
export async function setAside(files: Bodies, place: ChannelPlace, body: Uint8Array): Promise<void> {
  const digest = Buffer.from(await crypto.subtle.digest("SHA-256", body as Uint8Array<ArrayBuffer>)).toString(
    "hex",
  );
  await files.put(`${ASIDE}${place.database}/${place.enterpriseId}/${place.channelId}/${digest}`, body);
}

/** The channel of a body that was set aside; undefined for a key that is none of ours. */
export function placeOf(key: string): ChannelPlace | undefined {
  const [database, enterpriseId, channelId, digest] = key.slice(ASIDE.length).split("/");
  if (!database || !enterpriseId || !channelId || !digest) return undefined;
  return { database, enterpriseId: enterpriseId as ChannelPlace["enterpriseId"], channelId };
}
