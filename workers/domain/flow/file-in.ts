import { type MediaKind, mediumOf } from "#workers/contract/message-body.ts";
import type { RunEvent } from "./cause.ts";

/** The file that somebody has sent, as it is kept; in a test beside the canvas no message has brought it. */
export function fileIn({
  body,
  file,
}: Extract<RunEvent, { kind: "reply" }>): { kind: MediaKind; [part: string]: unknown } | undefined {
  const about = mediumOf(body);
  return about && { ...(file ?? about.medium), kind: about.kind };
}
