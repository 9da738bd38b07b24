import { fileTypeFromBuffer } from "file-type";
import type { MediaType } from "#workers/contract/endpoints/drive.ts";
import { endingOf } from "./file-name.ts";

/** Bytes from the start of a file that suffice to tell its type; an office file's table of parts can lie deep. */
export const HEAD_BYTES = 256 * 1024;

/** Types for which the library uses another name. */
const SAME: Readonly<Record<string, MediaType>> = {
  "audio/x-m4a": "audio/mp4",
  "audio/m4a": "audio/mp4",
  "audio/opus": "audio/ogg",
  "application/ogg": "audio/ogg",
  "video/x-m4v": "video/mp4",
};
const AS_FOUND: readonly string[] = [
  "audio/aac",
  "audio/mpeg",
  "audio/mp4",
  "audio/amr",
  "audio/ogg",
  "image/jpeg",
  "image/png",
  "video/mp4",
  "application/pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
] satisfies MediaType[];
/** One container format is shared by three old programs: only the file name tells which. */
const OLD_OFFICE: Record<string, MediaType> = {
  doc: "application/msword",
  ppt: "application/vnd.ms-powerpoint",
  xls: "application/vnd.ms-excel",
};

/**
 * Detects a file's type by its first bytes; undefined for one that we do not accept. The name counts only where bytes
 * cannot tell.
 */
export async function mediaTypeOf(head: Uint8Array, name: string): Promise<MediaType | undefined> {
  const found = await typeByBytes(head);
  if (found === "application/x-cfb") return OLD_OFFICE[endingOf(name)];
  // A recording is a film without pictures: only its name tells them apart.
  if (found === "video/mp4" && endingOf(name) === "m4a") return "audio/mp4";
  if (found !== undefined) return AS_FOUND.includes(found) ? (found as MediaType) : undefined;
  return endingOf(name) === "csv" && looksLikeText(head) ? "text/csv" : undefined;
}

/** The type by its first bytes alone, by the name that we use; undefined for one without a signature, such as text. */
export async function typeByBytes(head: Uint8Array): Promise<string | undefined> {
  try {
    // Some types are followed by their codec.
    const found = (await fileTypeFromBuffer(head))?.mime.split(";")[0];
    return found === undefined ? undefined : (SAME[found] ?? found);
  } catch {
    // The file ends in the middle of a structure that the library was reading: it is damaged, and has no type.
    return "application/octet-stream";
  }
}

/** Accepts text without control characters and without markup, which has no signature of its own. */
export function looksLikeText(head: Uint8Array): boolean {
  const beginning = head.subarray(0, 64 * 1024);
  // In UTF-8 no other character contains such a byte.
  const controls = beginning.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20));
  return !controls && !/^\s*<[!?a-z]/i.test(new TextDecoder("utf-8").decode(beginning));
}
