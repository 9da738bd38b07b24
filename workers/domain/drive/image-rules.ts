import { imageSize } from "image-size";
import { MOST_PIXELS, type MediaType } from "#workers/contract/endpoints/drive.ts";

export interface Size {
  width: number;
  height: number;
}

/** What a picture's header says of its size: nothing is decoded. Undefined for a header that cannot be read. */
export function sizeOf(head: Uint8Array): Size | undefined {
  try {
    const { width, height } = imageSize(head);
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

export const hasTooManyPixels = ({ width, height }: Size): boolean => width * height > MOST_PIXELS;

/** Whether a picture is all there and nothing hangs on its end: a second file behind it, or only half of the first. */
export function isWhole(bytes: Uint8Array, type: MediaType): boolean {
  const end = type === "image/png" ? PNG_END : type === "image/jpeg" ? JPEG_END : [];
  const tail = bytes.subarray(-end.length);
  return end.every((byte, at) => tail[at] === byte);
}

/** The last chunk with its checksum. */
const PNG_END = [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const JPEG_END = [0xff, 0xd9];
