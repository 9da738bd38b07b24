import type { AdapterDeps, ChannelAccount } from "#workers/channels/adapter.ts";
import { keptForAWhile } from "#workers/channels/kept.ts";
import { addressThrough } from "#workers/channels/proxy.ts";

/** A vendor that has not answered by then is not waited for. */
const CALL_MS = 10_000;

/** An adapter's powers for a call that somebody waits for. Access tokens are asked for anew each time. */
export const vendorDeps = (settings: ChannelAccount["settings"]): AdapterDeps => ({
  fetch: (url, init) =>
    fetch(addressThrough(settings, url), {
      redirect: "manual",
      ...init,
      signal: AbortSignal.timeout(CALL_MS),
    }),
  mediaUrl: ({ url }) => Promise.resolve(url ?? ""),
  dataUrl: ({ url }) => Promise.resolve(url ?? ""),
  now: Date.now,
  kept: keptForAWhile(Date.now),
});
