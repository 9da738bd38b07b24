import type { Capabilities } from "./capabilities.ts";
import { endingsOf, mediaGroups } from "./endpoints/drive.ts";
import { mediaKinds, type MediaKind } from "./message-body.ts";

/** The largest file of a kind for which a channel names no size. */
const USUAL_BYTES = 20 * 1024 * 1024;

/** People's phones, their stickers and browsers that record have types that no channel lets us send. */
const RECEIVED: Partial<Record<MediaKind, readonly string[]>> = {
  image: ["image/webp", "image/gif"],
  video: ["video/3gpp", "video/quicktime", "video/webm"],
  audio: ["audio/webm"],
};

/** Endings of the types that a message may come with, by type. */
export const receivedEndings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  ...endingsOf,
  "image/webp": ["webp"],
  "image/gif": ["gif"],
  "video/3gpp": ["3gp"],
  "video/quicktime": ["mov"],
  "video/webm": ["webm"],
  "audio/webm": ["webm", "weba"],
  "text/plain": ["txt", "text", "log", "md"],
};

/** The most bytes of a file of this kind that a channel's people may send. */
export const mostBytesOf = (
  kind: MediaKind,
  { media, takesBytes }: Pick<Capabilities, "media" | "takesBytes">,
): number => takesBytes ?? media[kind]?.bytes ?? USUAL_BYTES;

const typesOf = (kind: MediaKind, { media }: Pick<Capabilities, "media">): readonly string[] => [
  ...(media[kind]?.types ?? mediaGroups[kind]),
  ...(RECEIVED[kind] ?? []),
];

/** Types that a file of a message of this kind may have when it comes in; a picture or a film may also come as a document. */
export const receivedTypes = (kind: MediaKind, can: Pick<Capabilities, "media">): readonly string[] =>
  kind === "document" ? mediaKinds.flatMap((each) => typesOf(each, can)) : typesOf(kind, can);

/** "jpg, png, webp, gif": the usual endings of those types, for people. */
export const endingsText = (kind: MediaKind, can: Pick<Capabilities, "media">): string => {
  const endings = receivedTypes(kind, can).map((type) => receivedEndings[type]?.[0] ?? type);
  return [...new Set(endings)].join(", ");
};
