import { mediumAt } from "#workers/channels/simulator/wire.ts";
import { type ExchangedFile, isFileList } from "#workers/contract/wa-flows/files.ts";
import { flowFileLimits } from "#workers/contract/wa-flows/versions.ts";
import type { Ctx } from "../ctx.ts";
import { sealFile } from "../wa-flows/file-crypto.ts";
import { type MediaBucket, mediumKey } from "./media.ts";

/** The files of a phone's call as WhatsApp hands them to an endpoint: encrypted, at an address of its own, with what opens them. */
export async function sealedFiles(
  { enterpriseId, newId }: Pick<Ctx, "enterpriseId" | "newId">,
  { bucket }: { bucket: MediaBucket },
  channelId: string,
  data: Readonly<Record<string, unknown>>,
): Promise<{ data: Record<string, unknown>; copies: string[] }> {
  const place = { enterpriseId, channelId };
  const sealed: Record<string, unknown> = {};
  const copies: string[] = [];
  for (const [name, value] of Object.entries(data)) {
    if (!isFileList(value) || value.length > flowFileLimits.aCall) {
      sealed[name] = value;
      continue;
    }
    const files: ExchangedFile[] = [];
    for (const { id, file_name } of value) {
      const held = await bucket.get(mediumKey(place, id));
      const bytes = new Uint8Array(held ? await new Response(held.body).arrayBuffer() : []);
      const { whole, metadata } = await sealFile(bytes);
      const copy = newId();
      copies.push(copy);
      await bucket.put(mediumKey(place, copy), whole);
      files.push({
        media_id: id,
        file_name,
        cdn_url: mediumAt(channelId, copy),
        encryption_metadata: metadata,
      });
    }
    sealed[name] = files;
  }
  return { data: sealed, copies };
}
