import { videoTexts as texts } from "#texts/video.ts";
import type { CallView } from "./call.ts";

/** Where the call is, in a sentence. */
export function statusOf({ wire, peer, here, came }: CallView, name: string): string {
  if (peer === "connected") return texts.connected(name);
  if (wire === "trying") return texts.offline;
  if (!here) return came ? texts.left(name) : texts.waiting(name);
  return peer === "broken" ? texts.reconnecting : texts.connecting;
}

/** The state of the other side's switches, in words. */
export function theirsOf({ theirs, here }: CallView, name: string): string[] {
  if (!theirs || !here) return [];
  return [
    ...(theirs.muted ? [texts.muted(name)] : []),
    ...(theirs.sharing ? [texts.sharing(name)] : theirs.camera ? [] : [texts.theirCameraOff(name)]),
  ];
}
