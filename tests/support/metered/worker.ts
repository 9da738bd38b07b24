import api from "#workers/api/app.ts";
import { randomOf } from "../import-load.ts";
import { metered } from "./bindings.ts";
import { type Fails, failing } from "./failing.ts";
import { Meter } from "./meter.ts";
import { refuseManyRounds } from "./rounds.ts";

export { SocketActions } from "#workers/api/socket-actions.ts";

refuseManyRounds(crypto.subtle);

/** Sockets that this Worker has made for itself: they end with it. */
let pairs = 0;
Object.assign(globalThis, {
  WebSocketPair: new Proxy(WebSocketPair, {
    construct(target) {
      pairs++;
      return new target();
    },
  }),
});

/**
 * The api Worker, whose responses say in which waves its bindings were called, and how many sockets hang on it. With
 * `x-faults: share seed` calls to its databases fail instead, and the response says which.
 */
export default {
  async fetch(request, env, ctx) {
    const [share, seed] = (request.headers.get("x-faults") ?? "").split(" ").map(Number);
    const meter = new Meter();
    const failed: Fails[] = [];
    const bound = share ? failing(env, { share, random: randomOf(seed ?? 1), failed }) : metered(env, meter);
    const response = await api.fetch(request, bound, ctx);
    // A response with a socket cannot be made anew.
    if (response.status === 101) return response;
    const headers = new Headers(response.headers);
    headers.set("x-waves", encodeURIComponent(JSON.stringify(meter.waves)));
    headers.set("x-most-read", encodeURIComponent(JSON.stringify(meter.mostRead)));
    headers.set("x-failed", JSON.stringify(failed));
    headers.set("x-pairs", String(pairs));
    return new Response(response.body, { status: response.status, headers });
  },
} satisfies ExportedHandler<ApiEnv>;
