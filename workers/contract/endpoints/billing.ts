import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { paymentTexts } from "#texts/payment.ts";
import { endpoint, publicAccess } from "../endpoint.ts";

const part = z.string().max(200).default("");
/** Query parameters that the payment gateway adds to the result page's address. */
export const paymentFields = z.object({
  paymentId: part,
  linkId: part,
  referenceId: part,
  status: part,
  signature: part,
});
export type PaymentFields = z.infer<typeof paymentFields>;

export const paymentStates = ["paid", "expired", "pending", "cancelled", "failed", "unverified"] as const;
export type PaymentState = (typeof paymentStates)[number];

export const billingInfo = endpoint({
  method: "POST",
  path: "/e/enterprise/billing",
  summary: "The state of a payment, as far as the gateway's signature proves it",
  access: publicAccess("It says nothing but what a valid signature in the same request proves already."),
  body: z.object({
    requestType: z.literal("update_payment_status", paymentTexts.wrongRequest),
    request: z
      .string(paymentTexts.wrongRequest)
      .max(4_000, errorsTexts.tooLong(4_000))
      .meta({ description: "JSON of paymentId, linkId, referenceId, status and signature" }),
  }),
  reply: z.object({
    state: z.enum(paymentStates),
    verified: z.boolean(),
    /** False: this deployment has no secret to check a signature with. */
    checkable: z.boolean(),
    paymentId: z.string(),
    referenceId: z.string(),
  }),
  under: "data",
});
