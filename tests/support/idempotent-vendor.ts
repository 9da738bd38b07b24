import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { play } from "./vendors/played/google-rbm.ts";

export interface IdempotentVendor {
  url: string;
  /** Each call for a message, whatever became of it. */
  called: { id: string; to: string }[];
  /** The people whose message was taken, by the id of the message: the vendor's own log, outside of what is killed. */
  accepted: Map<string, string>;
  stop(): Promise<void>;
}

/** Google's RCS on loopback, which honours our key: a message whose id it has taken before is told so, and taken no second time. */
export async function startIdempotentVendor({ latencyMs = 0 } = {}): Promise<IdempotentVendor> {
  const vendor: Pick<IdempotentVendor, "called" | "accepted"> = { called: [], accepted: new Map() };
  const { answers } = play();
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const isForm = (request.headers["content-type"] ?? "").includes("form");
      const body: unknown = isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || "{}");
      const said = answers({ method: request.method ?? "", path, headers: request.headers, body });
      const answer = (status: number, content: unknown) =>
        setTimeout(() => {
          response.statusCode = status;
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify(content));
        }, latencyMs);
      const { accepted } = said;
      if (accepted) {
        vendor.called.push(accepted);
        if (vendor.accepted.has(accepted.id)) {
          answer(409, { error: { code: 409, status: "ALREADY_EXISTS", message: "It is there already." } });
          return;
        }
        // Taken before the answer: a caller that dies meanwhile does not know it.
        vendor.accepted.set(accepted.id, accepted.to);
      }
      answer(said.status, said.body);
    });
  });
  // Senders keep their connections.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    ...vendor,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/google-rbm`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
