import { fileTypeFromBuffer } from "file-type";
import type { MediaType } from "#workers/contract/endpoints/drive.ts";
import { endingOf } from "./file-name.ts";

/** So much of a file's beginning is enough to tell its type; the table of an office file's parts can lie deep. */
export const HEAD_BYTES = 256 * 1024;

/** Types that the library names otherwise. */
const SAME: Record<string, MediaType> = {
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
/** One container for three programs of old: only the name tells which. */
const OLD_OFFICE: Record<string, MediaType> = {
  doc: "application/msword",
  ppt: "application/vnd.ms-powerpoint",
  xls: "application/vnd.ms-excel",
};

/** The type of a file by its first bytes, or undefined for one that we do not take. The name is only asked where bytes cannot tell. */
export async function mediaTypeOf(head: Uint8Array, name: string): Promise<MediaType | undefined> {
  const found = await typeByBytes(head);
  if (found === "application/x-cfb") return OLD_OFFICE[endingOf(name)];
  if (found !== undefined)
    return SAME[found] ?? (AS_FOUND.includes(found) ? (found as MediaType) : undefined);
  return endingOf(name) === "csv" && looksLikeTable(head) ? "text/csv" : undefined;
}

async function typeByBytes(head: Uint8Array): Promise<string | undefined> {
  try {
    // Some types have their codec behind them.
    return (await fileTypeFromBuffer(head))?.mime.split(";")[0];
  } catch {
    // Breaks off in the middle of what the library wanted to read: a damaged file, of no type.
    return "application/octet-stream";
  }
}

/** Text without the signs that no text has, and no markup: a table has no signs of its own to tell it by. */
function looksLikeTable(head: Uint8Array): boolean {
  const beginning = head.subarray(0, 64 * 1024);
  // In UTF-8 no other sign has such a byte in it.
  const controls = beginning.some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20));
  return !controls && !/^\s*<[!?a-z]/i.test(new TextDecoder("utf-8").decode(beginning));
}
