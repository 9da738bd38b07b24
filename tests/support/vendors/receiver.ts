import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { WebhookCall } from "#workers/channels/adapter.ts";

/** Takes webhook calls and keeps them as the adapters read them. */
export async function startReceiver() {
  const calls: WebhookCall[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      const url = new URL(request.url ?? "/", "http://loopback");
      calls.push({ method: "POST", url, headers, body: new Uint8Array(Buffer.concat(chunks)) });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    calls,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
