import { z } from "zod";
import { decimalsOf } from "#workers/contract/payments/amount.ts";
import { callForText, type CallOptions, Redirected } from "#workers/outbound/call-public.ts";
import { GatewayError, type PaymentGateway, type WantedLink } from "../payment-gateway.ts";
import { linkIn } from "./entity.ts";

/** Where all of its calls go: the keys are sent nowhere else, but where a local system plays the gateway. */
const RAZORPAY = "https://api.razorpay.com";
/** The address is our own, so that nothing of it is to be looked up, unlike one that somebody gave. */
const CALLING: CallOptions = { resolve: async () => [], allowPrivate: true, mostMs: 15_000 };

/** The earliest and the latest end of a link (docs: Payment Links, FAQs and Create a Standard Payment Link). */
const LEAST_MS = 15 * 60_000;
const MOST_MS = 180 * 86_400_000;
/** So that a call that takes its time still names an end that is far enough away. */
const MARGIN_MS = 60_000;
const MOST_DESCRIPTION = 2_048;
const MOST_NAME = 50;
const MOST_SHOWN = 300;

export interface RazorpayKeys {
  keyId: string;
  keySecret: string;
}

/** An account at Razorpay (docs: API, Payment Links: create, fetch all, fetch by id, cancel). */
export function razorpay(
  { keyId, keySecret }: RazorpayKeys,
  now: () => number = Date.now,
  origin: string = RAZORPAY,
): PaymentGateway {
  const headers = {
    "user-agent": "Chatbird/1.0",
    accept: "application/json",
    authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`,
  };
  const ask = (method: string, path: string, body?: object): Promise<unknown> =>
    answerOf(`${origin}/v1${path}`, { method, headers, body });
  return {
    create: async (link) => linkIn(await ask("POST", "/payment_links", wanted(link, now()))),
    async find(reference) {
      const query = new URLSearchParams({ reference_id: reference });
      const found = listIn(await ask("GET", `/payment_links?${query}`));
      // A filter that the gateway has overlooked would give somebody else's link.
      const ours = found.find((each) => each.reference_id === reference);
      return ours && linkIn(ours);
    },
    async fetch(vendorId) {
      try {
        return linkIn(await ask("GET", `/payment_links/${encodeURIComponent(vendorId)}`));
      } catch (error) {
        if (error instanceof GatewayError && error.failure === "refused") return undefined;
        throw error;
      }
    },
    cancel: async (vendorId) =>
      linkIn(await ask("POST", `/payment_links/${encodeURIComponent(vendorId)}/cancel`, {})),
    async check() {
      await ask("GET", "/payment_links?count=1");
    },
  };
}

/** The body of a new link. We send it to the customer ourselves, and remind them ourselves. */
function wanted(
  { reference, amount, currency, description, until, customer, returnUrl }: WantedLink,
  now: number,
) {
  // "You should pass the last decimal number as 0 for three decimal currencies" (docs: Create a Standard Payment Link).
  if (decimalsOf(currency) === 3 && amount % 10 !== 0) {
    throw new GatewayError("refused", `Razorpay takes ${currency} with two decimals only.`, "amount");
  }
  const end = Math.min(Math.max(until, now + LEAST_MS + MARGIN_MS), now + MOST_MS - MARGIN_MS);
  return {
    amount,
    currency,
    accept_partial: false,
    expire_by: Math.floor(end / 1_000),
    reference_id: reference,
    description: description.slice(0, MOST_DESCRIPTION),
    customer: {
      ...(customer.name !== "" && { name: customer.name.slice(0, MOST_NAME) }),
      ...(customer.phone !== "" && { contact: customer.phone }),
    },
    notify: { sms: false, email: false },
    reminder_enable: false,
    callback_url: returnUrl,
    callback_method: "get",
  };
}

const list = z.object({ payment_links: z.array(z.looseObject({ reference_id: z.string().nullish() })) });

function listIn(given: unknown): z.infer<typeof list>["payment_links"] {
  const read = list.safeParse(given);
  if (!read.success)
    throw new GatewayError("strange", "Razorpay answered something that is no list of links.");
  return read.data.payment_links;
}

async function answerOf(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: object | undefined },
): Promise<unknown> {
  const question = {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  };
  const { status, text } = await callForText(url, question, CALLING).catch((error: unknown) => {
    throw failureOf(error);
  });
  const answer = jsonIn(text);
  if (status >= 200 && status < 300) return answer;
  const { description, field } = errorIn(answer);
  if (status === 401 || status === 403) throw new GatewayError("keysRefused", description);
  if (status === 429) throw new GatewayError("tooOften", description);
  if (status >= 500 || status === 408) throw new GatewayError("unavailable", description || String(status));
  throw new GatewayError("refused", description || String(status), field);
}

function failureOf(error: unknown): unknown {
  if (error instanceof DOMException && error.name === "TimeoutError")
    return new GatewayError("timeout", "Razorpay did not answer in time.");
  if (error instanceof Redirected) return new GatewayError("strange", "Razorpay's address leads elsewhere.");
  return new GatewayError("unavailable", "Razorpay could not be reached.");
}

/** Razorpay's errors (docs: API, Errors): a description for people, and the field that it is about. */
const failure = z.object({
  error: z.object({ description: z.string().nullish(), field: z.string().nullish() }),
});

function errorIn(answer: unknown): { description: string; field: string } {
  const { description, field } = failure.safeParse(answer).data?.error ?? {};
  return { description: (description ?? "").slice(0, MOST_SHOWN), field: (field ?? "").slice(0, 100) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
