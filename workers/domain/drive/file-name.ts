import { endingsOf, type MediaType } from "#workers/contract/endpoints/drive.ts";

const MOST_CHARACTERS = 200;
/** Names of devices on Windows, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Returns a name for display and for saving, never a path: the last segment, without characters that a file system, a
 * header or a reader could misread (control and direction characters), and cut to the length that file systems allow.
 */
export function safeName(given: string): string {
  const last = given.normalize("NFC").toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*]/gu, "")
    .replace(/\s+/gu, " ")
    .replace(/^[\s.]+|[\s.]+$/gu, "");
  const name = DEVICE.test(plain) ? `_${plain}` : plain;
  const ending = endingOf(name);
  const stem = ending ? name.slice(0, -ending.length - 1) : name;
  const short = [...stem]
    .slice(0, MOST_CHARACTERS - ending.length - 1)
    .join("")
    .trimEnd();
  return short + name.slice(stem.length);
}

/** The extension after the last dot, in lower case; empty when there is none. */
export function endingOf(name: string): string {
  const found = /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1];
  return found?.toLowerCase() ?? "";
}

/** Tells whether the name's extension belongs to the type; a name without an extension always fits. */
export function endingFits(name: string, type: MediaType): boolean {
  const ending = endingOf(name);
  return ending === "" || endingsOf[type].includes(ending);
}

/** Adds an extension to the name, so that the saved file opens with the right program. */
export const withEnding = (name: string, type: MediaType): string =>
  endingOf(name) ? name : `${name || "file"}.${endingsOf[type][0]}`;
