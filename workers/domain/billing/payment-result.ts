import { createHmac, timingSafeEqual } from "node:crypto";
import { paymentTexts } from "#texts/payment.ts";
import {
  type billingInfo as contract,
  type PaymentFields,
  paymentFields,
  type PaymentState,
} from "#workers/contract/endpoints/billing.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { DomainError } from "../error.ts";

/** Maps the gateway's terms (Razorpay payment links) to ours. */
const STATES: Record<string, PaymentState> = {
  paid: "paid",
  expired: "expired",
  cancelled: "cancelled",
  created: "pending",
  pending: "pending",
  partially_paid: "pending",
};

/**
 * Verifies the result of a payment. Anybody can type the page's address: without the gateway's signature nothing from
 * it is repeated except the ids that support needs.
 */
export function paymentResult(secret: string | undefined, fields: PaymentFields): ReplyOf<typeof contract> {
  const { paymentId, referenceId } = fields;
  const verified = secret !== undefined && secret !== "" && isSigned(secret, fields);
  const state: PaymentState = verified ? (STATES[fields.status.toLowerCase()] ?? "failed") : "unverified";
  return { state, verified, checkable: Boolean(secret), paymentId, referenceId };
}

/** The fields that the page was called with; throws invalid for any other request. */
export function fieldsOf(request: string): PaymentFields {
  try {
    return paymentFields.parse(JSON.parse(request));
  } catch {
    const text = paymentTexts.wrongRequest;
    throw new DomainError("invalid", { message: text, errors: { request: text } });
  }
}

/** HMAC-SHA256 over link, reference, status and payment, as the gateway signs a payment link's return. */
function isSigned(
  secret: string,
  { linkId, referenceId, status, paymentId, signature }: PaymentFields,
): boolean {
  const expected = createHmac("sha256", secret)
    .update([linkId, referenceId, status, paymentId].join("|"))
    .digest("hex");
  // A field that contains the separator would make the signed text ambiguous.
  const plain = [linkId, referenceId, status, paymentId].every((part) => !part.includes("|"));
  const given = Buffer.from(signature.toLowerCase());
  return plain && given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}
