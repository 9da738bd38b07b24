import { z } from "zod";
import { decimalsOf } from "#workers/contract/payments/amount.ts";
import { type UsageKind, usageKindNames, usageKinds } from "./usage.ts";

/**
 * Prices and invoices as whole numbers: amounts in the smallest unit of a currency (paise, cents), prices in millionths of
 * the currency itself. Each line is rounded once, half up; sums and tax are of what is rounded.
 */

const whole = z.int().min(0).max(1_000_000_000_000);
const term = z.object({
  included: whole,
  /** In millionths of the currency, for `per` of the kind. */
  price: whole,
  limit: z.object({ at: whole, isHard: z.boolean() }).nullable(),
});
export type Term = z.infer<typeof term>;
/** A plan's terms for each kind; one that it does not name is free and without a limit. */
export const planTerms = z.partialRecord(z.enum(usageKindNames), term);
export type PlanTerms = z.infer<typeof planTerms>;

/** Whom an invoice is for. */
export interface BillingDetails {
  legalName: string;
  address: string;
  /** ISO 3166-1. */
  country: string;
  /** The code of an Indian state by the GST's list; empty elsewhere. */
  state: string;
  /** The GSTIN in India, else whatever their tax office calls it. */
  taxId: string;
  email: string;
}
export const noDetails: BillingDetails = {
  legalName: "",
  address: "",
  country: "IN",
  state: "",
  taxId: "",
  email: "",
};

/** The seller: a setting of the deployment. `taxRate` is in hundredths of a percent. */
export const seller = z.object({
  name: z.string().min(1),
  address: z.string().default(""),
  taxId: z.string().default(""),
  state: z.string().default(""),
  taxRate: z.int().min(0).max(10_000).default(0),
});
export type Seller = z.infer<typeof seller>;

export const taxNames = ["CGST", "SGST", "IGST"] as const;
export type TaxName = (typeof taxNames)[number];
export interface Tax {
  name: TaxName;
  rate: number;
  amount: number;
}

export interface InvoiceLine {
  what: "base" | UsageKind;
  /** The month in which it was used: an earlier one than the invoice's for what was counted late. */
  month: number;
  quantity: number;
  included: number;
  billable: number;
  price: number;
  amount: number;
}

export interface InvoiceBody {
  planName: string;
  terms: PlanTerms;
  seller: Seller;
  buyer: BillingDetails;
  lines: InvoiceLine[];
  taxes: Tax[];
}

/** A ratio of whole numbers, rounded half up. */
function rounded(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** The price of so many, in the smallest unit. */
export function amountOf(
  { kind, quantity, price }: { kind: UsageKind; quantity: number; price: number },
  currency: string,
): number {
  const scale = 10n ** BigInt(decimalsOf(currency));
  return rounded(BigInt(quantity) * BigInt(price) * scale, 1_000_000n * BigInt(usageKinds[kind].per));
}

/** Of so many in a month, those beyond what is included that no invoice has yet. */
export const billableOf = (total: number, billed: number, included: number): number =>
  Math.max(0, total - included) - Math.max(0, billed - included);

export interface MonthUse {
  kind: UsageKind;
  month: number;
  total: number;
  /** The part that earlier invoices have of it. */
  billed: number;
}

/** The line of what was used of a kind in a month. */
export function lineOf(
  { kind, month, total, billed }: MonthUse,
  terms: PlanTerms,
  currency: string,
): InvoiceLine {
  const { included = 0, price = 0 } = terms[kind] ?? {};
  const billable = billableOf(total, billed, included);
  const amount = amountOf({ kind, quantity: billable, price }, currency);
  return { what: kind, month, quantity: total - billed, included, billable, price, amount };
}

/** The line of the base price: of a month that began with it so many days late, for the rest of the month. */
export function baseLine(base: number, month: number, days: { all: number; used: number }): InvoiceLine {
  const amount = rounded(BigInt(base) * BigInt(days.used), BigInt(days.all));
  return { what: "base", month, quantity: 1, included: 0, billable: 1, price: 0, amount };
}

/** The least that a gateway takes: one rupee, one dollar. */
export const leastPayable = (currency: string): number => 10 ** decimalsOf(currency);

/** Whether so much is left of an invoice that nobody could pay it: it is asked for with the next one. */
export const isTooLittle = (left: number, currency: string): boolean =>
  left > 0 && left < leastPayable(currency);

export const rateOf = (net: number, rate: number): number => rounded(BigInt(net) * BigInt(rate), 10_000n);

/**
 * GST on invoices in rupees: half to the state and half to the union where the place of supply is the seller's own state,
 * else to the union. Without a state the place of supply is the seller's. A sale abroad has none.
 */
export function taxesOf(
  net: number,
  currency: string,
  buyer: BillingDetails,
  { state, taxRate }: Seller,
): Tax[] {
  if (currency !== "INR" || taxRate === 0 || buyer.country !== "IN") return [];
  if (buyer.state !== "" && buyer.state !== state)
    return [{ name: "IGST", rate: taxRate, amount: rateOf(net, taxRate) }];
  const half = taxRate / 2;
  const amount = rounded(BigInt(net) * BigInt(taxRate), 20_000n);
  return [
    { name: "CGST", rate: half, amount },
    { name: "SGST", rate: half, amount },
  ];
}

export const sumOf = (rows: readonly { amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

/** "INV-2026-000001": at most 16 letters, as GST wants it. */
export const numberOf = (kind: "invoice" | "creditNote", year: number, number: number): string =>
  `${kind === "invoice" ? "INV" : "CN"}-${year}-${String(number).padStart(6, "0")}`;

/** ₹ for rupees, else $, as the console shows an invoice's amounts; digits are grouped as the currency's readers do. */
export function moneyText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const locale = currency === "INR" ? "en-IN" : "en-US";
  const digits = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(Math.abs(amount) / 10 ** decimals);
  return `${amount < 0 ? "-" : ""}${currency === "INR" ? "₹" : "$"}${digits}`;
}

/** A price of millionths, with as many decimals as it has, two at least. */
export function priceText(price: number, currency: string): string {
  const digits = new Intl.NumberFormat(currency === "INR" ? "en-IN" : "en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(price / 1_000_000);
  return `${currency === "INR" ? "₹" : "$"}${digits}`;
}
