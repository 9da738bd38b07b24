import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import { paymentLink } from "#db/payment-link.ts";
import type { BillingDetails, InvoiceBody, PlanTerms } from "#workers/contract/billing/money.ts";
import type { UsageKind } from "#workers/contract/billing/usage.ts";

/** Plans that a deployment sells. They are data: `scripts/billing.ts` adds and withdraws them. */
export const plans = sqliteTable("plans", {
  ...id,
  name: text("name").notNull(),
  currency: text("currency").notNull(),
  /** For a month, in the smallest unit. */
  base: integer("base").notNull(),
  terms: text("terms", { mode: "json" }).$type<PlanTerms>().notNull(),
  position: integer("position").notNull().default(0),
  /** Enterprises may choose it; one that is not offered is given by the script. */
  isOffered: integer("is_offered", { mode: "boolean" }).notNull().default(true),
});

export const subscriptions = sqliteTable("subscriptions", {
  enterpriseId: text("enterprise_id").primaryKey(),
  planId: text("plan_id").notNull(),
  /** From the first of the next month; null: it stays. */
  nextPlanId: text("next_plan_id"),
  /** The day on which it began, UTC: the base price of that month is for the rest of it. */
  begunOn: integer("begun_on").notNull(),
  /** The last month that is billed. */
  closed: integer("closed").notNull(),
  details: text("details", { mode: "json" }).$type<BillingDetails>().notNull(),
  ...edited,
  ...timestamps,
});

/** The usage by day, as the enterprise's database has counted it, and how much of it is in invoices. */
export const usageDaily = sqliteTable(
  "usage_daily",
  {
    ...tenant,
    kind: text("kind").$type<UsageKind>().notNull(),
    day: integer("day").notNull(),
    count: integer("count").notNull(),
    billed: integer("billed").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.day, table.kind] })],
);

/** Invoices and credit notes. Triggers refuse to change one: only how it was paid is added. */
export const invoices = sqliteTable(
  "invoices",
  {
    ...id,
    ...tenant,
    kind: text("kind", { enum: ["invoice", "creditNote"] }).notNull(),
    year: integer("year").notNull(),
    /** Without a gap in its kind and year. */
    number: integer("number").notNull(),
    /** The month that it is for. */
    month: integer("month").notNull(),
    currency: text("currency").notNull(),
    body: text("body", { mode: "json" }).$type<InvoiceBody>().notNull(),
    net: integer("net").notNull(),
    tax: integer("tax").notNull(),
    total: integer("total").notNull(),
    /** The part that credits paid. */
    credit: integer("credit").notNull(),
    issuedAt: integer("issued_at").notNull(),
    dueAt: integer("due_at").notNull(),
    /** A credit note's: the invoice that it takes back. An invoice's: the credit note after which it bills the month once more. */
    corrects: text("corrects"),
    /** A credit note's: another invoice of its month follows. */
    isReissued: integer("is_reissued", { mode: "boolean" }).notNull().default(false),
    paidAt: integer("paid_at"),
    /** The link, `credit`, `carried`, or the credit note's id. */
    paidBy: text("paid_by"),
  },
  (table) => [
    uniqueIndex("invoices_number").on(table.kind, table.year, table.number),
    uniqueIndex("invoices_month")
      .on(table.enterpriseId, table.month)
      .where(sql`kind = 'invoice' AND corrects IS NULL`),
    uniqueIndex("invoices_corrects")
      .on(table.corrects)
      .where(sql`corrects IS NOT NULL`),
    index("invoices_reissued")
      .on(table.enterpriseId)
      .where(sql`is_reissued = 1`),
    index("invoices_newest").on(table.enterpriseId, table.issuedAt, table.id),
  ],
);

/** Credits, as a ledger: a row a change, never changed itself. Each has one cause, so that nothing is given twice. */
export const credits = sqliteTable(
  "credits",
  {
    ...id,
    ...tenant,
    currency: text("currency").notNull(),
    amount: integer("amount").notNull(),
    /** `invoice:ID`, `carried:ID`, `creditNote:ID`, `payment:ID` or `given:ID`. */
    cause: text("cause").notNull(),
    note: text("note").notNull().default(""),
    at: integer("at").notNull(),
  },
  (table) => [uniqueIndex("credits_cause").on(table.enterpriseId, table.cause)],
);

/** Alerts that were told: each once a month. */
export const billingAlerts = sqliteTable(
  "billing_alerts",
  {
    ...tenant,
    month: integer("month").notNull(),
    kind: text("kind").$type<UsageKind>().notNull(),
    /** 80 or 100 percent. */
    level: integer("level").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.enterpriseId, table.month, table.kind, table.level] })],
);

/**
 * Links by which invoices are paid, to the platform's own account. The columns are those of an enterprise's links, so that
 * the same statements settle both (domain/payments/settle.ts).
 */
export const invoiceLinks = sqliteTable(
  "payment_links",
  {
    ...id,
    ...tenant,
    ...paymentLink,
    invoiceId: text("invoice_id").notNull(),
    ...timestamps,
  },
  (table) => [
    // An invoice has one link that somebody can pay.
    uniqueIndex("payment_links_open")
      .on(table.invoiceId)
      .where(sql`ended_at IS NULL`),
    index("payment_links_newest").on(table.enterpriseId, table.createdAt, table.id),
    index("payment_links_due")
      .on(table.dueAt)
      .where(sql`due_at IS NOT NULL`),
  ],
);
