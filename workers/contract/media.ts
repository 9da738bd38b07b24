import type { MediaKind, Medium } from "./message-body.ts";

/** Files that come in with messages. */

/** The most bytes of a file that goes in a vendor's call: six calls at once have it three times in memory, of 128 MB in all. */
export const MOST_IN_CALL = 3_000_000;

/** The longest voice message that is recorded, in seconds. */
export const LONGEST_VOICE = 120;

/** `expired`: the vendor no longer has it, or never gave it while it had; `refused`: it is not taken. */
export const mediumStates = ["waiting", "kept", "expired", "refused"] as const;
export type MediumState = (typeof mediumStates)[number];

/** Reasons why a medium is not there (yet): too large, of no accepted type, empty, gone, an address that is not called, no answer. */
export const mediumFailures = ["tooLarge", "wrongType", "empty", "gone", "badAddress", "noAnswer"] as const;
export type MediumFailure = (typeof mediumFailures)[number];

/** The kind of a medium that says none, such as a card's. */
export function kindOf({ mime = "image/" }: Medium): MediaKind {
  const [kind] = mime.split("/");
  return kind === "image" || kind === "video" || kind === "audio" ? kind : "document";
}
