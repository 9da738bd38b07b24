import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";

export interface HostSite {
  readonly origin: string;
  /** The address of its page, with a frame around an address. */
  embedding(address: string): string;
  stop(): Promise<void>;
}

/** Another system on loopback, whose page shows an address in a frame and keeps what the frame tells it. */
export async function startHost(): Promise<HostSite> {
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? "/", "http://host").searchParams.get("frame") ?? "";
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><html lang="en"><title>Another system</title>
<link rel="icon" href="data:,"><style>body{margin:0}iframe{border:0;width:100vw;height:100vh;display:block}</style>
<script>window.heard = []; addEventListener("message", ({ origin, data }) => heard.push({ origin, data }));</script>
<main><iframe title="Chats" src="${address.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></iframe></main></html>`);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    embedding: (address) => `${origin}/?${new URLSearchParams({ frame: address })}`,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

interface Heard {
  origin: string;
  data: { type: string; counts?: Record<string, number> };
}

/** The messages to the host's page, the first first. */
export const heardBy = (page: Page): Promise<Heard[]> =>
  page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
