import { driveTexts as texts } from "#texts/drive.ts";
import { reasonAgainst } from "#workers/contract/channel-file.ts";
import { askPublic, type FetchOptions } from "#workers/outbound/fetch-public.ts";
import { DomainError } from "../error.ts";
import type { DriveRow } from "./file.ts";
import { HEAD_BYTES, mediaTypeOf } from "./media-type.ts";

interface Verdict {
  valid: boolean;
  reason: string;
  mediaType: string;
  bytes: number | null;
}

/**
 * Tells whether a channel accepts the media at an address, or a file of the drive. Of an address only the start is
 * read.
 */
export async function validateMedia(
  given: { url?: string | undefined; fileId?: string | undefined; channelType: number },
  file: (id: string) => Promise<DriveRow>,
  asking: Pick<FetchOptions, "resolve" | "allowPrivate">,
): Promise<Verdict> {
  if ((given.url === undefined) === (given.fileId === undefined)) {
    throw new DomainError("invalid", { message: texts.mediaOne, errors: { url: texts.mediaOne } });
  }
  const found = given.fileId === undefined ? await probe(given.url ?? "", asking) : await file(given.fileId);
  if (!found) return { valid: false, reason: texts.mediaUnreachable, mediaType: "", bytes: null };
  const { mediaType, bytes } = found;
  const reason = reasonAgainst(mediaType, bytes, given.channelType);
  return { valid: reason === "", reason, mediaType, bytes };
}

/**
 * Returns the type and the length of the media at an address; null for an error response, or when we may not call it.
 */
async function probe(
  address: string,
  asking: Pick<FetchOptions, "resolve" | "allowPrivate">,
): Promise<{ mediaType: string; bytes: number | null } | null> {
  try {
    const { url, response } = await askPublic(address, asking, {
      accept: "*/*",
      "accept-encoding": "identity",
    });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const length = Number(response.headers.get("content-length") ?? Number.NaN);
    const head = await readBeginning(response);
    const name = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
    return {
      mediaType: (await mediaTypeOf(head, name)) ?? "",
      bytes: Number.isInteger(length) ? length : null,
    };
  } catch {
    // Refused, unreachable, too slow: the caller gets the same answer, which reveals nothing about our network.
    return null;
  }
}

async function readBeginning(response: Response): Promise<Uint8Array> {
  const beginning = new Uint8Array(HEAD_BYTES);
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const taken = chunk.subarray(0, HEAD_BYTES - size);
    beginning.set(taken, size);
    size += taken.byteLength;
    // Leaving the loop ends the transfer.
    if (size === HEAD_BYTES) break;
  }
  return beginning.subarray(0, size);
}
