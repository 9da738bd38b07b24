import { z } from "zod";
import { customersTexts as texts } from "#texts/customers.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text, time } from "../fields.ts";
import { customerExport, customerMaster, notBlank, oneCustomer, params } from "./customers.ts";

/** A customer's right to a copy of their data, and to be forgotten. */

/** Why somebody takes out one person's data. */
export const LONGEST_REASON = 500;

export const personalData = endpoint({
  method: "GET",
  path: `${oneCustomer}/data`,
  summary:
    "Everything stored about a customer, also one in the trash, as JSON, as CSV, or as an archive of both with their files (GDPR 15, 20)",
  access: customerExport,
  perMinute: 60,
  params,
  query: z.object({
    format: z.enum(["json", "csv", "zip"]).default("json"),
    reason: text(LONGEST_REASON)
      .default("")
      .meta({ description: "Why, for the audit trail; needed where the enterprise asks for reasons" }),
  }),
  reply: z.null(),
  under: "data",
  file: "application/octet-stream",
});

export const eraseCustomer = endpoint({
  method: "POST",
  path: `${oneCustomer}/erase`,
  summary:
    "Erases a customer everywhere and permanently, also one in the trash, and answers with a receipt (GDPR 17)",
  access: holding("CUSTOMER.ERASE"),
  anew: true,
  params,
  body: z
    .object({ confirm: z.string().max(200) })
    .meta({ description: "`confirm` repeats the customer's name" }),
  reply: z.object({
    receipt: z.object({
      id: z.string(),
      at: time,
      phoneHash: z.string(),
      removed: z.record(z.string(), z.int()),
    }),
  }),
  under: "data",
});

export const verifyReceipt = endpoint({
  method: "POST",
  path: `${customerMaster}/receipts/:id/verify`,
  summary: "Whether the receipt of an erasure was given for this phone number",
  access: holding("CUSTOMER.ERASE"),
  params,
  body: z.object({ phoneNumber: notBlank(texts.phoneNumber) }),
  reply: z.object({ matches: z.boolean(), at: time }),
  under: "data",
});
