import { SIMULATOR_HOST } from "#workers/channels/simulator/wire.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";

/** A vendor that has not answered by then is not waited for: what became of the call is not known. */
const MOST_MS = 20_000;

/** Makes a call of an adapter; the simulator's own address leads to its object. */
export async function callVendor(
  env: JobsEnv,
  place: ChannelPlace,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const signal = AbortSignal.timeout(MOST_MS);
  if (new URL(url).hostname !== SIMULATOR_HOST) return fetch(url, { redirect: "manual", ...init, signal });
  const headers = new Headers(init.headers);
  headers.set("x-place", JSON.stringify(place));
  return env.SIMULATOR.get(env.SIMULATOR.idFromName(place.channelId)).fetch(url, { ...init, headers });
}
