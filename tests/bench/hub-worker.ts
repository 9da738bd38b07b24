import { DurableObject } from "cloudflare:workers";
import { hubHeaders, type HubCalls } from "#workers/contract/socket.ts";

export { Hub } from "#workers/realtime/hub.ts";

interface Env {
  HUB: DurableObjectNamespace;
  BARE: DurableObjectNamespace<Bare>;
}

/** The least that a Durable Object can be to send a text to its sockets: the platform's share of the hub's time. */
export class Bare extends DurableObject<Env> {
  readonly #sockets: WebSocket[] = [];

  override fetch(): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    this.#sockets.push(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  async say(text: string): Promise<void> {
    for (const socket of this.#sockets) socket.send(text);
  }
}

/** Opens sockets of the hub and of the bare object, and hands them what is posted, each by one call of one method. */
export default {
  async fetch(request, { HUB, BARE }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const bare = BARE.get(BARE.idFromName("one"));
    const hub = HUB.get(HUB.idFromName("one")) as unknown as HubCalls & Fetcher;
    if (request.headers.get("upgrade") === "websocket") {
      if (pathname === "/bare") return bare.fetch(request);
      const headers = new Headers(request.headers);
      headers.set(hubHeaders.session, crypto.randomUUID());
      headers.set(hubHeaders.user, searchParams.get("person") ?? "");
      headers.set(hubHeaders.roles, "3");
      headers.set(hubHeaders.permissions, "CHAT.HANDLE,CHAT.VIEW");
      headers.set(hubHeaders.filled, "yes");
      return hub.fetch(new Request(request, { headers }));
    }
    if (pathname === "/bare") await bare.say(await request.text());
    else await hub.tell(await request.json());
    return new Response();
  },
} satisfies ExportedHandler<Env>;
