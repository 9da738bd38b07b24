import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface PlayedDesigner {
  /** Address of the designer, as set in the console's deployment. */
  readonly url: string;
  /** The addresses that were opened, the first one first. */
  readonly opened: URL[];
  stop(): Promise<void>;
}

/** A designer's site on loopback: a page that reports when it is ready, with buttons that report an expired session. */
export async function playDesigner(): Promise<PlayedDesigner> {
  const opened: URL[] = [];
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? "/", "http://designer");
    if (address.pathname.startsWith("/app/")) opened.push(address);
    response.setHeader("content-type", "text/html");
    response.end(address.pathname === "/inner" ? INNER : PAGE);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/app/`,
    opened,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

const SAY = `parent.postMessage({ type: "session-out" }, "*")`;

/** The designer's page, with a frame of the same site that sends messages to the console directly. */
const PAGE = `<!doctype html><title>Designer</title>
<button onclick='${SAY}'>End the session</button>
<button onclick='parent.postMessage({ type: "something-else" }, "*")'>Say something else</button>
<iframe src="/inner"></iframe>
<script>parent.postMessage({ type: "ready" }, "*")</script>`;
const INNER = `<!doctype html><button onclick='${SAY.replace("parent", "top")}'>End it from within</button>`;
