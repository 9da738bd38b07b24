import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A website of somebody else on loopback, which embeds the widget under a policy as strict as it can be. */
export async function startOtherSite(
  host: string,
): Promise<{ origin: string; embed: (channelId: string) => string; stop: () => Promise<void> }> {
  const policy = [
    "default-src 'none'",
    `script-src ${host}`,
    `connect-src ${host} ${host.replace(/^http/, "ws")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://site");
    if (pathname === "/favicon.ico") return void response.writeHead(204).end();
    response.writeHead(200, { "content-type": "text/html", "content-security-policy": policy });
    const channel = encodeURIComponent(searchParams.get("channel") ?? "");
    const language = encodeURIComponent(searchParams.get("language") ?? "");
    response.end(`<!doctype html><html lang="en"><title>Another site</title><main><h1>Another site</h1></main>
      <script src="${host}/widget.js" data-channel="${channel}" data-language="${language}" async></script></html>`);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    embed: (channelId) => `${origin}/?channel=${channelId}`,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}
