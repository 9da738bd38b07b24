import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { Hold } from "#workers/channels/adapter.ts";

/**
 * Bytes that came within an event, until its lane has made a file of them. They lie under the enterprise's part of the
 * drive without a row, so the night's tidying takes them a day later, and by what they are, so the same ones twice are one.
 */
const keyOf = (enterpriseId: EnterpriseId, id: string): string => `${enterpriseId}/drive/held/${id}`;

interface Bytes {
  put(key: string, value: Uint8Array): Promise<unknown>;
  get(key: string): Promise<{ body: ReadableStream<Uint8Array>; size: number } | null>;
}

export const holding =
  (bucket: Pick<Bytes, "put">, enterpriseId: EnterpriseId): Hold =>
  async (bytes) => {
    const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
    const id = Buffer.from(digest).toString("hex");
    await bucket.put(keyOf(enterpriseId, id), bytes);
    return id;
  };

/** The bytes that are held under an id; undefined where there are none, or none any more. */
export async function heldBytes(
  bucket: Pick<Bytes, "get">,
  enterpriseId: EnterpriseId,
  id: string,
): Promise<Response | undefined> {
  if (!/^[0-9a-f]{64}$/.test(id)) return undefined;
  const object = await bucket.get(keyOf(enterpriseId, id));
  return object
    ? new Response(object.body, { headers: { "content-length": String(object.size) } })
    : undefined;
}
