import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { PlayedRazorpay, type Entity } from "../played-razorpay.ts";

/** The platform's account at the gateway: a local system's invoices are paid to it. */
const ACCOUNT = { keyId: "rzp_test_local", keySecret: "local-secret", webhookSecret: "local-webhook-secret" };
const HOOK = "/api/webhooks/payments/razorpay/platform";
const ACTS = {
  pay: "Pay",
  twice: "Pay, and tell it twice",
  cancel: "Cancel",
  expire: "Let it expire",
} as const;

export interface PlayedGateway {
  url: string;
  account: PlayedRazorpay;
  /** Settings of a local system that is to be paid by it. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Plays a payment gateway on loopback: its API, and the page on which somebody pays, cancels, or lets a link expire, an ended one too. Each tells the
 * webhook of the system that made the link, and leads back to that system's page. Its links outlive it in `file`.
 */
export async function startGateway({ port = 0, file = "" } = {}): Promise<PlayedGateway> {
  const account = new PlayedRazorpay(ACCOUNT);
  account.links.push(...linksIn(file));
  const server = createServer((request, response) => {
    answer(account, request, response, () => keep(file, account.links)).catch(() => response.destroy());
  });
  // Links of before lead to the port; where something else has it, new ones are paid all the same.
  await listening(server, port).catch(() => listening(server, 0));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  account.pages = `${url}/i/`;
  return {
    url,
    account,
    settings: {
      PAYMENT_GATEWAY_URL: url,
      PAYMENT_KEY_ID: ACCOUNT.keyId,
      PAYMENT_SECRET: ACCOUNT.keySecret,
      PAYMENT_WEBHOOK_SECRET: ACCOUNT.webhookSecret,
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });

const linksIn = (file: string): Entity[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Entity[]) : [];

/** Whole or not at all: whoever starts it may be ended at any moment. */
function keep(file: string, links: readonly Entity[]): void {
  if (file === "") return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(links));
  renameSync(`${file}.new`, file);
}

async function answer(
  account: PlayedRazorpay,
  request: IncomingMessage,
  response: ServerResponse,
  kept: () => void,
): Promise<void> {
  const { method = "GET", url: path = "/", headers } = request;
  const body = await text(request);
  if (path.startsWith("/v1/")) {
    const keys = Buffer.from((headers.authorization ?? "").slice("Basic ".length), "base64").toString();
    const said =
      keys === `${account.keyId}:${account.keySecret}`
        ? account.answer(
            method,
            path.slice("/v1".length),
            (body === "" ? {} : JSON.parse(body)) as Record<string, unknown>,
          )
        : Response.json(
            { error: { description: "The api key/secret provided is invalid" } },
            { status: 401 },
          );
    if (method !== "GET") kept();
    response.writeHead(said.status, { "content-type": "application/json" });
    return void response.end(await said.text());
  }
  const link = account.links.find(({ id }) => path === `/i/${id}`);
  if (!link) return void response.writeHead(404).end("There is no such link.");
  if (method === "GET") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    return void response.end(pageOf(link));
  }
  await act(account, link, new URLSearchParams(body).get("act") ?? "", kept);
  response.writeHead(303, { location: returnOf(account, link) });
  response.end();
}

async function act(account: PlayedRazorpay, link: Entity, what: string, kept: () => void): Promise<void> {
  const isPaid = what === "pay" || what === "twice";
  const event = isPaid ? account.pay(link) : account.end(link, what === "cancel" ? "cancelled" : "expired");
  kept();
  const { origin } = new URL(link.callback_url);
  const system = { fetch: (path: string, init: RequestInit) => fetch(origin + path, init) };
  // A system that is away isn't told: it asks by itself, later.
  for (let times = what === "twice" ? 2 : 1; times > 0; times--)
    await account.deliver(system, HOOK, event).catch(() => undefined);
}

function returnOf(account: PlayedRazorpay, link: Entity): string {
  const back = new URL(link.callback_url);
  const { paymentId, linkId, referenceId, status, signature } = account.returnQuery(link);
  const query = {
    razorpay_payment_id: paymentId,
    razorpay_payment_link_id: linkId,
    razorpay_payment_link_reference_id: referenceId,
    razorpay_payment_link_status: status,
    razorpay_signature: signature,
  };
  for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value ?? "");
  return back.href;
}

const escaped = (words: string): string => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const pageOf = ({ description, amount, currency, status }: Entity): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Played gateway</title>
<h1>${escaped(currency)} ${(amount / 100).toFixed(2)}</h1><p>${escaped(description)}</p><p>Status: ${status}</p>
${Object.entries(ACTS)
  .map(([name, label]) => `<form method="post"><button name="act" value="${name}">${label}</button></form>`)
  .join("\n")}</html>`;

// As a program (PORT, FILE) it says with which settings a system is paid by it, and ends with whoever started it.
if (import.meta.main) {
  const [port = "0", file] = process.argv.slice(2);
  const { settings } = await startGateway({ port: Number(port), ...(file !== undefined && { file }) });
  console.log(JSON.stringify(settings));
  process.stdin.resume().on("end", () => process.exit(0));
}
