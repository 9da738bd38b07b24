import { WEB_HOST } from "#workers/channels/web/wire.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import type { VisitorEvent } from "#workers/contract/widget.ts";
import { callSimulator } from "#workers/domain/simulator/call.ts";
import { visitorOf } from "#workers/domain/widget/visitor.ts";

/** A vendor that has not answered by then is not waited for: what became of the call is not known. */
const MOST_MS = 20_000;

/** Makes a call of an adapter and reads its answer; the simulator's own address and the widget's lead to their objects. */
export async function callVendor(
  env: JobsEnv,
  place: ChannelPlace,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const simulated = callSimulator(env, place, url, init);
  if (simulated) return simulated;
  if (new URL(url).hostname === WEB_HOST) {
    const [channelId = "", visitorId = ""] = new URL(url).pathname.slice(1).split("/");
    await visitorOf(env, channelId, visitorId).deliver(
      (await new Response(init.body).json()) as VisitorEvent,
    );
    return Response.json({});
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
