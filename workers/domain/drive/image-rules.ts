import { imageSize } from "image-size";
import { MOST_PIXELS, type MediaType } from "#workers/contract/endpoints/drive.ts";

export interface Size {
  width: number;
  height: number;
}

/** Reads an image's dimensions from its header without decoding it. Undefined for a header that cannot be read. */
export function sizeOf(head: Uint8Array): Size | undefined {
  try {
    const { width, height } = imageSize(head);
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

export const hasTooManyPixels = ({ width, height }: Size): boolean => width * height > MOST_PIXELS;

/** Tells whether an image is complete with nothing after its end: neither truncated nor followed by a second file. */
export function isWhole(bytes: Uint8Array, type: MediaType): boolean {
  const end = type === "image/png" ? PNG_END : type === "image/jpeg" ? JPEG_END : [];
  const tail = bytes.subarray(-end.length);
  return end.every((byte, at) => tail[at] === byte);
}

/** The last chunk with its checksum. */
const PNG_END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const JPEG_END = [0xff, 0xd9];
