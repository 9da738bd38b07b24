import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface SentMessage {
  key: string;
  message: { to: { email: string }[]; subject: string; metadata: Record<string, string> } & Record<
    string,
    unknown
  >;
}

/** The answer to the next call: a message's status, an API error, a bare HTTP status, or no answer at all. */
export type Play =
  | { status: "sent" | "queued" | "scheduled" | "rejected" | "invalid"; reject_reason?: string }
  | { error: string; code: number; http?: number }
  | { http: number; body?: string }
  | "silence"
  | "hang up";

/** Mailchimp Transactional's messages/send on loopback, in its real HTTP shape. */
export async function startMailchimp(key = "md-canary") {
  const received: SentMessage[] = [];
  const plays: Play[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const say = (status: number, body: unknown) => {
        outgoing.writeHead(status, { "content-type": "application/json; charset=utf-8" });
        outgoing.end(typeof body === "string" ? body : JSON.stringify(body));
      };
      if (incoming.method !== "POST" || incoming.url !== "/api/1.0/messages/send.json") {
        return say(404, { status: "error", code: -1, name: "Unknown_Method", message: "Unknown method" });
      }
      const sent = JSON.parse(Buffer.concat(chunks).toString()) as SentMessage;
      received.push(sent);
      const play = plays.shift() ?? { status: "sent" };
      if (play === "silence") return;
      if (play === "hang up") return outgoing.destroy();
      if (sent.key !== key) {
        return say(401, {
          status: "error",
          code: -1,
          name: "Invalid_Key",
          message: `Invalid API key ${sent.key}`,
        });
      }
      if ("error" in play) {
        const { error: name, code, http = 500 } = play;
        return say(http, { status: "error", code, name, message: `${name} ${sent.key}` });
      }
      if ("http" in play) return say(play.http, play.body ?? "<html>busy</html>");
      say(
        200,
        sent.message.to.map(({ email }) => ({
          email,
          status: play.status,
          reject_reason: play.reject_reason ?? null,
          queued_reason: null,
          _id: `id-${received.length}`,
        })),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/1.0`,
    key,
    received,
    /** Queues the next answers; afterwards every mail is reported as sent again. */
    play: (...next: Play[]) => plays.push(...next),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
