import { SIMULATOR_HOST } from "#workers/channels/simulator/wire.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";

/** A vendor that has not answered by then is not waited for: what became of the call is not known. */
const MOST_MS = 20_000;

/** Makes a call of an adapter and reads its answer; the simulator's own address leads to its object. */
export async function callVendor(
  env: JobsEnv,
  place: ChannelPlace,
  url: string,
  init: RequestInit,
): Promise<Response> {
  if (new URL(url).hostname === SIMULATOR_HOST) {
    const headers = new Headers(init.headers);
    headers.set("x-place", JSON.stringify(place));
    return env.SIMULATOR.get(env.SIMULATOR.idFromName(place.channelId)).fetch(url, { ...init, headers });
  }
  // Not AbortSignal.timeout: its timer goes on after the answer, and an object with a timer is kept awake.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), MOST_MS);
  try {
    const response = await fetch(url, { ...init, redirect: "manual", signal: controller.signal });
    const { status, headers } = response;
    const body = await response.arrayBuffer();
    // Some statuses may have no body.
    return new Response(body.byteLength > 0 ? body : null, { status, headers });
  } finally {
    clearTimeout(timer);
  }
}
