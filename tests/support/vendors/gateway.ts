import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
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
 * webhook of the system that made the link, and leads back to that system's page.
 */
export async function startGateway({ port = 0 } = {}): Promise<PlayedGateway> {
  const account = new PlayedRazorpay(ACCOUNT);
  const server = createServer((request, response) => {
    answer(account, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
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

async function answer(
  account: PlayedRazorpay,
  request: IncomingMessage,
  response: ServerResponse,
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
    response.writeHead(said.status, { "content-type": "application/json" });
    return void response.end(await said.text());
  }
  const link = account.links.find(({ id }) => path === `/i/${id}`);
  if (!link) return void response.writeHead(404).end("There is no such link.");
  if (method === "GET") {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    return void response.end(pageOf(link));
  }
  await act(account, link, new URLSearchParams(body).get("act") ?? "");
  response.writeHead(303, { location: returnOf(account, link) });
  response.end();
}

async function act(account: PlayedRazorpay, link: Entity, what: string): Promise<void> {
  const isPaid = what === "pay" || what === "twice";
  const event = isPaid ? account.pay(link) : account.end(link, what === "cancel" ? "cancelled" : "expired");
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

// As a program it says with which settings a system is paid by it, and ends with whoever started it.
if (import.meta.main) {
  const { settings } = await startGateway();
  console.log(JSON.stringify(settings));
  process.stdin.resume().on("end", () => process.exit(0));
}
