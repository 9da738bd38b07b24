import type { Capabilities } from "#workers/contract/capabilities.ts";
import { endingsOf, mediaGroups, type MediaType } from "#workers/contract/endpoints/drive.ts";
import { mediaKinds, type MediaKind } from "#workers/contract/message-body.ts";
import { endingOf, safeName } from "../drive/file-name.ts";
import { looksLikeText, mediaTypeOf, typeByBytes } from "../drive/media-type.ts";

/** The largest file of a kind for which a channel names no size. */
const USUAL_BYTES = 20 * 1024 * 1024;

/** People's phones and their stickers have types that no channel lets us send. */
const RECEIVED: Partial<Record<MediaKind, readonly string[]>> = {
  image: ["image/webp", "image/gif"],
  video: ["video/3gpp", "video/quicktime", "video/webm"],
};

/** Endings of the types that the drive's own uploads do not have. */
const ENDINGS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ...endingsOf,
  "image/webp": ["webp"],
  "image/gif": ["gif"],
  "video/3gpp": ["3gp"],
  "video/quicktime": ["mov"],
  "video/webm": ["webm"],
  "text/plain": ["txt", "text", "log", "md"],
};

/** The most bytes of a file of this kind that a channel's people may send. */
export const mostBytesOf = (kind: MediaKind, { media }: Pick<Capabilities, "media">): number =>
  media[kind]?.bytes ?? USUAL_BYTES;

const typesOf = (kind: MediaKind, { media }: Pick<Capabilities, "media">): readonly string[] => [
  ...(media[kind]?.types ?? mediaGroups[kind]),
  ...(RECEIVED[kind] ?? []),
];

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
  const kinds = kind === "document" ? mediaKinds : [kind];
  if (kinds.some((each) => typesOf(each, can).includes(found))) return found;
  // A recording is a film without pictures: only what its sender says tells them apart.
  return kind === "audio" && found === "video/mp4" && typesOf(kind, can).includes("audio/mp4")
    ? "audio/mp4"
    : undefined;
}

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
  const [ending, ...others] = ENDINGS[type] ?? ["bin"];
  if (name === "") return `${kind}.${ending}`;
  return [ending, ...others].includes(endingOf(name)) ? name : `${name}.${ending}`;
}
