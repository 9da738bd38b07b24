import { z } from "zod";
import { paymentsTexts as texts } from "#texts/payments.ts";
import { endpoint, holding } from "../endpoint.ts";
import { revision, text, time } from "../fields.ts";
import { gateways, linkNotes, linkStates } from "#workers/contract/payments/states.ts";
import { said } from "../said.ts";

/** Payments by an enterprise's customers: the account that they pay to, and the links by which they do. */

const account = z.object({
  id: z.string(),
  gateway: z.enum(gateways),
  keyId: z.string(),
  hints: z.object({ keySecret: z.string(), webhookSecret: z.string() }).meta({
    description: "The last characters of each stored secret",
  }),
  webhookPath: z.string().meta({ description: "Where the gateway is to call" }),
  lastEventAt: time.nullable(),
  revision: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type PaymentAccount = z.infer<typeof account>;

const keyId = text(100)
  .min(1, texts.keyIdEmpty)
  .regex(/^rzp_[A-Za-z0-9_]+$/, texts.keyIdWrong);

export const accountFields = z.object({
  keyId,
  keySecret: text(200).optional().meta({ description: "Stays as it is where it is left out or empty" }),
  webhookSecret: text(200)
    .refine((value) => value === "" || value.length >= 12, texts.webhookSecretShort)
    .optional()
    .meta({ description: "The same; the one before is believed for another 24 hours" }),
  revision,
});

const payment = z.object({
  id: z.string().meta({ description: "Our reference of it at the gateway" }),
  at: time,
  until: time,
  endedAt: time.nullable(),
  state: z.enum(linkStates),
  note: z.enum(linkNotes).meta({ description: "What the gateway told and does not agree with what we know" }),
  problem: said(),
  amount: z.number().meta({ description: "In the currency's own unit, such as rupees" }),
  paid: z.number(),
  currency: z.string(),
  description: z.string(),
  paymentId: z.string().meta({ description: "The gateway's; empty before somebody has paid" }),
  automation: z
    .object({ id: z.string(), name: z.string(), kind: z.enum(["journey", "encap"]), instanceId: z.string() })
    .nullable()
    .meta({ description: "The journey or encap that asked for it" }),
  customer: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: "Null without CUSTOMER.VIEW, and for somebody who is gone" }),
});
export type Payment = z.infer<typeof payment>;

const all = "/e/enterprise/payments";
const state = z.enum(linkStates, texts.stateUnknown).optional();

export const getPaymentAccount = endpoint({
  method: "GET",
  path: `${all}/account`,
  summary:
    "The account at a payment gateway to which customers pay, without its secrets; null where there is none",
  access: holding("INTEGRATIONS.VIEW"),
  reply: z.object({ account: account.nullable(), webhook: z.string().nullable() }),
  under: "response",
});

export const savePaymentAccount = endpoint({
  method: "PUT",
  path: `${all}/account`,
  summary: "Adds the account, or replaces its keys; secrets are sealed and never answered",
  access: holding("INTEGRATIONS.EDIT"),
  body: accountFields,
  reply: account,
  under: "response",
});

export const checkPaymentAccount = endpoint({
  method: "POST",
  path: `${all}/account/test`,
  summary: "Asks the gateway for one link by the stored keys, which changes nothing there",
  access: holding("INTEGRATIONS.EDIT"),
  body: z.object({}),
  reply: z.object({ ok: z.boolean(), message: said() }),
  under: "response",
});

export const deletePaymentAccount = endpoint({
  method: "DELETE",
  path: `${all}/account`,
  summary: "Removes the account with its secrets; links that are open count as failed",
  access: holding("INTEGRATIONS.DELETE"),
  reply: z.null(),
  under: "response",
});

export const listPayments = endpoint({
  method: "GET",
  path: all,
  summary: "What customers were asked to pay and what became of it, the newest first",
  access: holding("INTEGRATIONS.VIEW"),
  query: z.object({
    state,
    before: z.string().max(100).optional().meta({ description: "`next` of the page before" }),
    perPage: z.int().min(1).max(100).default(25),
  }),
  reply: z.object({ payments: z.array(payment), next: z.string().nullable() }),
  under: "response",
});

export const paymentsCsv = endpoint({
  method: "GET",
  path: `${all}/csv`,
  summary: "The same as a CSV, all of it",
  access: holding("INTEGRATIONS.VIEW"),
  query: z.object({ state }),
  reply: z.null(),
  under: "response",
  file: "text/csv; charset=utf-8",
});
