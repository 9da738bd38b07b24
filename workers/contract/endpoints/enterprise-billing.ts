import { z } from "zod";
import { detailFields } from "#workers/contract/billing/details.ts";
import { planTerms, taxNames } from "#workers/contract/billing/money.ts";
import { usageKindNames } from "#workers/contract/billing/usage.ts";
import { endpoint, holding } from "../endpoint.ts";
import { revision, time } from "../fields.ts";
import { linkNotes, linkStates } from "#workers/contract/payments/states.ts";
import { said } from "../said.ts";

/** An enterprise's usage, its plan, and its invoices. Amounts are in the currency's smallest unit. */

const all = "/e/enterprise/billing";
const kind = z.enum(usageKindNames);
const minor = z.int().meta({ description: "In the smallest unit of the currency: paise, cents" });
const month = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
  .meta({ description: "2026-11, in UTC" });

const plan = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  base: minor,
  terms: planTerms,
});
export type PlanOnWire = z.infer<typeof plan>;

const meter = z.object({
  kind,
  used: z.int(),
  forecast: z.int().nullable().meta({ description: "Null for a month that is over" }),
  full: z
    .int()
    .nullable()
    .meta({ description: "Its limit, else what is included; null where there is neither" }),
  level: z.union([z.literal(80), z.literal(100)]).nullable(),
});
export type Meter = z.infer<typeof meter>;

const seesUsage = holding("ENTERPRISE.VIEW", "ENTERPRISE.MANAGE_BILLING");
const manages = holding("ENTERPRISE.MANAGE_BILLING");

export const getUsage = endpoint({
  method: "GET",
  path: `${all}/usage`,
  summary: "What is used in a month by kind and day, with the forecast, and the plan that it counts against",
  access: seesUsage,
  query: z.object({ month: month.optional().meta({ description: "Without it the present one" }) }),
  reply: z.object({
    month,
    first: month.meta({ description: "The earliest month of which there is use" }),
    plan: plan.nullable(),
    countedFrom: z.iso.date().nullable().meta({
      description: "The day within the month from which meters count, as the first plan was chosen on it",
    }),
    isStopped: z.boolean().meta({ description: "A hard limit is reached: broadcasts wait" }),
    meters: z.array(meter),
    days: z.array(z.object({ day: z.iso.date(), kind, count: z.int() })),
  }),
  under: "response",
});

export const usageCsv = endpoint({
  method: "GET",
  path: `${all}/usage/csv`,
  summary: "The same by day as a CSV",
  access: seesUsage,
  query: z.object({ month }),
  reply: z.null(),
  under: "response",
  file: "text/csv; charset=utf-8",
});

const details = z.object({
  legalName: z.string(),
  address: z.string(),
  country: z.string(),
  state: z.string(),
  taxId: z.string(),
  email: z.string(),
});

const subscription = z.object({
  plan,
  nextPlan: z.object({ id: z.string(), name: z.string() }).nullable(),
  details,
  revision: z.int(),
});
export type SubscriptionOnWire = z.infer<typeof subscription>;

export const invoiceStates = ["open", "overdue", "paid", "carried", "corrected", "creditNote"] as const;
const invoice = z.object({
  id: z.string(),
  number: z.string(),
  month,
  currencyCode: z.string(),
  net: minor,
  taxes: z.array(z.object({ name: z.enum(taxNames), amount: minor })),
  total: minor,
  toPay: minor,
  state: z.enum(invoiceStates),
  issuedAt: time,
  dueAt: time,
});
export type InvoiceOnWire = z.infer<typeof invoice>;

const payment = z.object({
  id: z.string(),
  invoice: z.string().meta({ description: "Its number" }),
  at: time,
  amount: minor,
  paid: minor,
  currency: z.string(),
  state: z.enum(linkStates),
  note: z.enum(linkNotes),
  problem: said(),
  paymentId: z.string(),
  verified: z.boolean().meta({ description: "The gateway has said itself what became of it" }),
});
export type PaymentOnWire = z.infer<typeof payment>;

export const creditCauses = ["invoice", "carried", "creditNote", "payment", "given"] as const;
const credit = z.object({
  id: z.string(),
  at: time,
  amount: minor,
  currency: z.string(),
  cause: z.enum(creditCauses),
  note: z.string(),
});
export type CreditOnWire = z.infer<typeof credit>;

const account = z.object({
  subscription: subscription.nullable(),
  plans: z.array(plan),
  balance: minor,
  credits: z.array(credit),
  invoices: z.array(invoice),
  payments: z.array(payment),
  takesPayments: z.boolean(),
});

export const getBilling = endpoint({
  method: "GET",
  path: `${all}/account`,
  summary: "The subscription, the plans that are offered, credits, and the latest invoices and payments",
  access: manages,
  reply: account,
  under: "response",
});

export const choosePlan = endpoint({
  method: "PUT",
  path: `${all}/plan`,
  summary:
    "Chooses a plan: a dearer one holds for all of the present month, a cheaper one from the next. The present one takes a change back",
  access: manages,
  body: z.object({ planId: z.string().max(64), revision }),
  reply: subscription,
  under: "response",
});

export const saveBillingDetails = endpoint({
  method: "PUT",
  path: `${all}/details`,
  summary: "Whom the next invoices are for; those that are issued stay as they are",
  access: manages,
  body: detailFields.extend({ revision }),
  reply: subscription,
  under: "response",
});

const params = z.object({ id: z.string().max(64) });

export const invoicePdf = endpoint({
  method: "GET",
  path: `${all}/invoices/:id/pdf`,
  summary: "An invoice or a credit note as a PDF",
  access: manages,
  params,
  reply: z.null(),
  under: "response",
  file: "application/pdf",
});

export const invoiceCsv = endpoint({
  method: "GET",
  path: `${all}/invoices/:id/csv`,
  summary: "The lines of an invoice or a credit note as a CSV",
  access: manages,
  params,
  reply: z.null(),
  under: "response",
  file: "text/csv; charset=utf-8",
});

export const payInvoice = endpoint({
  method: "POST",
  path: `${all}/invoices/:id/pay`,
  summary: "The address at which an invoice is paid; asked for again it is the same one",
  access: manages,
  params,
  body: z.object({}),
  reply: z.object({ url: z.string() }),
  under: "response",
});
