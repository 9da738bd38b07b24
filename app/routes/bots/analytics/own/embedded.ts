import type { FrameMessage } from "#app/components/frame/frame-message.ts";

/** Whether the console shows this page in a frame, rather than a tab of its own. */
export const isEmbedded = (): boolean => window.parent !== window;

/** Only our own console frames our own pages: the policy of their document says so. */
export function tellConsole(message: FrameMessage): void {
  if (isEmbedded()) window.parent.postMessage(message, location.origin);
}
