import { useRouteLoaderData } from "react-router";
import { isFramed } from "./workspace.ts";

/** Messages to the page around the workspace. Its own system answers the end of a session with a new code. */
export type HostMessage =
  | { type: "chatbird:session-ended" }
  | { type: "chatbird:counts"; counts: Readonly<Record<string, number>> };

/**
 * Tells the page around ours, where it is one of those that may embed it. A browser that names the page's origin is
 * believed, so that no message is tried in vain, which browsers report as an error.
 */
export function tellHost(embedders: readonly string[], message: HostMessage): void {
  if (!isFramed()) return;
  const around = (location as { ancestorOrigins?: DOMStringList }).ancestorOrigins?.[0];
  for (const origin of embedders) {
    if (around === undefined || around === origin) window.parent.postMessage(message, origin);
  }
}

/** The origins that may embed this page, as the server has told the browser. */
export const useEmbedders = (): readonly string[] =>
  useRouteLoaderData<{ embedders: readonly string[] }>("root")?.embedders ?? NONE;

const NONE: readonly string[] = [];
