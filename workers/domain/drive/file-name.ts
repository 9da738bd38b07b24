import { endingsOf, type MediaType } from "#workers/contract/endpoints/drive.ts";

const MOST_CHARACTERS = 200;
/** Names of devices on Windows, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A name to show and to save under, never a path: the last part, without what a file system, a header or a reader
 * could misread (control and direction signs), and not longer than a file system takes.
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

/** What stands after the last point, in lower case; empty when nothing does or it is no ending. */
export function endingOf(name: string): string {
  const found = /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1];
  return found?.toLowerCase() ?? "";
}

/** Whether the name's ending is one of the type's; a name without an ending claims nothing. */
export function endingFits(name: string, type: MediaType): boolean {
  const ending = endingOf(name);
  return ending === "" || endingsOf[type].includes(ending);
}

/** The name with an ending, so that it opens with the right program after it is saved. */
export const withEnding = (name: string, type: MediaType): string =>
  endingOf(name) ? name : `${name || "file"}.${endingsOf[type][0]}`;
