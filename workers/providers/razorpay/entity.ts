import { z } from "zod";
import type { GatewayState } from "#workers/contract/payments/states.ts";
import { GatewayError, type GatewayLink } from "../payment-gateway.ts";

/** Razorpay's statuses of a link (docs: API, Payment Links, Payment Links Entity). */
const STATES: Readonly<Record<string, GatewayState>> = {
  created: "created",
  partially_paid: "partiallyPaid",
  paid: "paid",
  expired: "expired",
  cancelled: "cancelled",
};

/** The fields that we read of it; `payments` is null, a list, or (in older answers) an object. */
const entity = z.object({
  id: z.string().min(1).max(100),
  reference_id: z.string().max(100).nullish(),
  short_url: z.string().max(2_000).nullish(),
  status: z.string(),
  amount: z.int(),
  amount_paid: z.int().nullish(),
  currency: z.string(),
  payments: z.unknown().optional(),
});

/** An entity as ours; throws GatewayError "strange" for what is none. */
export function linkIn(given: unknown): GatewayLink {
  const read = entity.safeParse(given);
  const state = read.success ? STATES[read.data.status] : undefined;
  if (!read.success || state === undefined) {
    throw new GatewayError("strange", "Razorpay answered something that is no payment link.");
  }
  const { id, reference_id, short_url, amount, amount_paid, currency, payments } = read.data;
  return {
    vendorId: id,
    reference: reference_id ?? "",
    url: short_url ?? "",
    state,
    amount,
    currency,
    paid: amount_paid ?? 0,
    paymentId: paymentIn(payments),
  };
}

const payment = z.object({ payment_id: z.string().max(100), status: z.string().nullish() });

/** The payment of a link that is paid: the latest one that was captured. */
function paymentIn(payments: unknown): string {
  const all = Array.isArray(payments) ? payments : [payments];
  const read = all.flatMap((each) => payment.safeParse(each).data ?? []);
  return (read.findLast(({ status }) => status === "captured") ?? read.at(-1))?.payment_id ?? "";
}
