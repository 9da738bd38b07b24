import type { Capabilities } from "#workers/contract/capabilities.ts";
import type { MediaType } from "#workers/contract/endpoints/drive.ts";
import type { MediaKind } from "#workers/contract/message-body.ts";
import { receivedEndings, receivedTypes } from "#workers/contract/received-media.ts";
import { endingOf, safeName } from "../drive/file-name.ts";
import { looksLikeText, mediaTypeOf, typeByBytes } from "../drive/media-type.ts";

/**
 * The type of a file by its first bytes, where a message of this kind may have it; undefined where it may not. A picture or
 * a film may also come as a document.
 */
export async function receivedType(
  head: Uint8Array,
  { kind, name, mime }: { kind: MediaKind; name: string; mime: string },
  can: Pick<Capabilities, "media">,
): Promise<string | undefined> {
  const found = await foundType(head, name, mime);
  if (found === undefined) return undefined;
  const types = receivedTypes(kind, can);
  if (types.includes(found)) return found;
  // A recording is a film without pictures: only what its sender says tells them apart.
  const heard = kind === "audio" ? SOUND_OF[found] : undefined;
  return heard !== undefined && types.includes(heard) ? heard : undefined;
}

/** Containers of films, and what they are without pictures. */
const SOUND_OF: Readonly<Record<string, string>> = { "video/mp4": "audio/mp4", "video/webm": "audio/webm" };

async function foundType(head: Uint8Array, name: string, mime: string): Promise<string | undefined> {
  const found = await typeByBytes(head);
  if (found === "application/x-cfb") return (await mediaTypeOf(head, name)) ?? oldOffice(mime);
  if (found !== undefined) return found;
  if (!looksLikeText(head)) return undefined;
  return endingOf(name) === "csv" || mime === "text/csv" ? "text/csv" : "text/plain";
}

/** One container is shared by three old programs: where the name does not tell, the sender does. */
const oldOffice = (mime: string): MediaType | undefined =>
  (["application/msword", "application/vnd.ms-powerpoint", "application/vnd.ms-excel"] as const).find(
    (type) => type === mime,
  );

/** A name whose ending is the type's: another one would be opened by another program. */
export function receivedName(given: string, kind: MediaKind, type: string): string {
  const name = safeName(given);
  const [ending, ...others] = receivedEndings[type] ?? ["bin"];
  if (name === "") return `${kind}.${ending}`;
  return [ending, ...others].includes(endingOf(name)) ? name : `${name}.${ending}`;
}
