import { SIMULATOR_HOST } from "#workers/channels/simulator/wire.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";

/** A call that our own vendor answers; undefined for a call of anybody else. */
export function callSimulator(
  env: { SIMULATOR: DurableObjectNamespace },
  place: ChannelPlace,
  url: string,
  init: RequestInit,
): Promise<Response> | undefined {
  if (new URL(url).hostname !== SIMULATOR_HOST) return undefined;
  const headers = new Headers(init.headers);
  headers.set("x-place", JSON.stringify(place));
  return env.SIMULATOR.get(env.SIMULATOR.idFromName(place.channelId)).fetch(url, { ...init, headers });
}
