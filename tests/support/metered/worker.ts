import api from "#workers/api/app.ts";
import { metered } from "./bindings.ts";
import { Meter } from "./meter.ts";

export { SocketActions } from "#workers/api/socket-actions.ts";

/** The api Worker, whose responses say in which waves its bindings were called. */
export default {
  async fetch(request, env, ctx) {
    const meter = new Meter();
    const response = await api.fetch(request, metered(env, meter), ctx);
    const headers = new Headers(response.headers);
    headers.set("x-waves", encodeURIComponent(JSON.stringify(meter.waves)));
    headers.set("x-most-read", encodeURIComponent(JSON.stringify(meter.mostRead)));
    return new Response(response.body, { status: response.status, headers });
  },
} satisfies ExportedHandler<ApiEnv>;
