import { createHmac, timingSafeEqual } from "node:crypto";
import * as messages from "#app/messages.ts";
import {
  type billingInfo as contract,
  type PaymentFields,
  paymentFields,
  type PaymentState,
} from "#workers/contract/endpoints/billing.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { DomainError } from "../error.ts";

/** The gateway's words (Razorpay payment links) and ours. */
const STATES: Record<string, PaymentState> = {
  paid: "paid",
  expired: "expired",
  cancelled: "cancelled",
  created: "pending",
  pending: "pending",
  partially_paid: "pending",
};

/**
 * What is proven of a payment. The address of the page is anybody's to type: without the gateway's signature over it
 * nothing of what it says is repeated but the ids to ask with.
 */
export function paymentResult(secret: string | undefined, request: string): ReplyOf<typeof contract> {
  const fields = fieldsOf(request);
  const { paymentId, referenceId } = fields;
  const verified = secret !== undefined && secret !== "" && isSigned(secret, fields);
  const state: PaymentState = verified ? (STATES[fields.status.toLowerCase()] ?? "failed") : "unverified";
  return { state, verified, checkable: Boolean(secret), paymentId, referenceId };
}

function fieldsOf(request: string): PaymentFields {
  try {
    return paymentFields.parse(JSON.parse(request));
  } catch {
    const text = messages.payment.wrongRequest;
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
  // A field that holds the separator could be read in two ways.
  const plain = [linkId, referenceId, status, paymentId].every((part) => !part.includes("|"));
  const given = Buffer.from(signature.toLowerCase());
  return plain && given.length === expected.length && timingSafeEqual(given, Buffer.from(expected));
}
