import type { FrameMessage } from "#app/components/frame/frame-message.ts";

/** Returns whether the console shows this page in a frame, rather than in a tab of its own. */
export const isEmbedded = (): boolean => window.parent !== window;

/** Posts to our own origin only: the CSP of these pages lets no other site frame them. */
export function tellConsole(message: FrameMessage): void {
  if (isEmbedded()) window.parent.postMessage(message, location.origin);
}
