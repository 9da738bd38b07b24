import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { GatewayError, type GatewayNews } from "../payment-gateway.ts";
import { linkIn } from "./entity.ts";

/** Of the raw body, in hexadecimal (docs: Webhooks, Validate and Test). */
export const SIGNATURE_HEADER = "x-razorpay-signature";
/** The same in all deliveries of one event (docs: Webhooks, Best Practices, Idempotency). */
const EVENT_HEADER = "x-razorpay-event-id";

/** Whether the call is signed with one of these secrets. Compared in constant time; an empty secret signs nothing. */
export function isSigned(given: string | undefined, body: Uint8Array, secrets: readonly string[]): boolean {
  if (given === undefined) return false;
  const signature = Buffer.from(given.toLowerCase());
  return secrets.some((secret) => {
    if (secret === "") return false;
    const expected = Buffer.from(createHmac("sha256", secret).update(body).digest("hex"));
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  });
}

/** Shapes of docs: Webhooks, Payment Links Payloads. */
const event = z.object({
  event: z.string(),
  payload: z.object({
    payment_link: z.object({ entity: z.unknown() }).optional(),
    payment: z.object({ entity: z.object({ id: z.string().max(100) }) }).optional(),
  }),
});
const TOLD: ReadonlySet<string> = new Set([
  "payment_link.paid",
  "payment_link.partially_paid",
  "payment_link.expired",
  "payment_link.cancelled",
]);

/**
 * The news of a link in a call; undefined for an event of another kind. The entity's own status counts, not the event's
 * name. Throws GatewayError "strange" for a call that cannot be read.
 */
export function newsIn(headers: Pick<Headers, "get">, body: Uint8Array): GatewayNews | undefined {
  const read = event.safeParse(jsonIn(body));
  if (!read.success) throw new GatewayError("strange", "This is no event of Razorpay's.");
  const { event: name, payload } = read.data;
  if (!TOLD.has(name)) return undefined;
  const link = linkIn(payload.payment_link?.entity);
  const eventId = headers.get(EVENT_HEADER) ?? "";
  return {
    eventId: eventId.slice(0, 100),
    link: { ...link, paymentId: payload.payment?.entity.id ?? link.paymentId },
  };
}

function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}
