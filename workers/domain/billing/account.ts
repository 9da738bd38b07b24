import { type InvoiceBody, numberOf, type TaxName } from "#workers/contract/billing/money.ts";
import { monthName } from "#workers/contract/billing/usage.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { creditCauses, getBilling } from "#workers/contract/endpoints/enterprise-billing.ts";
import type { LinkNote, LinkState } from "#workers/contract/payments/states.ts";
import { type DirectoryCtx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import type { InvoiceRow } from "./document.ts";
import { planIn, type PlanRow, PLANS, wireOf } from "./plans.ts";
import { SUBSCRIBED, type SubscribedRow, subscriptionIn } from "./subscriptions.ts";

/** Ten years of invoices, and as many payments. */
const MOST = 120;

const INVOICES = `SELECT i.id, i.kind, i.year, i.number, i.month, i.currency, i.net, i.total, i.credit, i.issued_at AS issuedAt, i.due_at AS dueAt, i.paid_at AS paidAt,
    i.body -> '$.taxes' AS taxes, i.paid_by = 'carried' AS isCarried, EXISTS (SELECT 1 FROM invoices c WHERE c.corrects = i.id) AS isCorrected
  FROM invoices i WHERE i.enterprise_id = ?1 ORDER BY i.issued_at DESC, i.id DESC LIMIT ${MOST}`;
const PAYMENTS = `SELECT l.id, l.amount, l.paid, l.currency, l.state, l.note, l.problem, l.payment_id AS paymentId, l.created_at AS createdAt, l.ended_at AS endedAt,
    i.year, i.number FROM payment_links l CROSS JOIN invoices i ON i.id = l.invoice_id WHERE l.enterprise_id = ?1 ORDER BY l.created_at DESC, l.id DESC LIMIT ${MOST}`;
const CREDITS = `SELECT id, at, amount, currency, cause, note FROM credits WHERE enterprise_id = ?1 ORDER BY at DESC, id DESC LIMIT ${MOST}`;

interface ListedInvoice extends Omit<InvoiceRow, "body" | "tax" | "of"> {
  taxes: string;
  paidAt: number | null;
  isCorrected: number;
  isCarried: number | null;
}
interface ListedPayment {
  id: string;
  amount: number;
  paid: number;
  currency: string;
  state: LinkState;
  note: LinkNote;
  problem: string;
  paymentId: string;
  createdAt: number;
  endedAt: number | null;
  year: number;
  number: number;
}
interface ListedCredit {
  id: string;
  at: number;
  amount: number;
  currency: string;
  cause: string;
  note: string;
}
function stateOf({ kind, isCorrected, isCarried, paidAt, dueAt }: ListedInvoice, now: number) {
  if (kind === "creditNote") return "creditNote";
  if (isCorrected === 1) return "corrected";
  if (isCarried === 1) return "carried";
  if (paidAt !== null) return "paid";
  return dueAt < now ? "overdue" : "open";
}

/** The page of whoever manages billing: one batch. */
export async function billingOf(
  ctx: DirectoryCtx,
  takesPayments: boolean,
): Promise<ReplyOf<typeof getBilling>> {
  const {
    db: { $client },
    enterpriseId,
    now,
  } = ctx;
  const bound = (text: string) => $client.prepare(text).bind(enterpriseId);
  const [subscriptions, plans, invoices, payments, credits, balances] = await $client.batch([
    bound(`${SUBSCRIBED} WHERE s.enterprise_id = ?1`),
    $client.prepare(PLANS),
    bound(INVOICES),
    bound(PAYMENTS),
    bound(CREDITS),
    bound("SELECT currency, sum(amount) AS balance FROM credits WHERE enterprise_id = ?1 GROUP BY currency"),
  ]);
  const [row] = (subscriptions?.results ?? []) as unknown as SubscribedRow[];
  const subscription = row && subscriptionIn(row);
  const known = (plans?.results ?? []) as unknown as PlanRow[];
  const currency = subscription?.plan.currency;
  const at = now();
  return {
    subscription: subscription ? wireOf(subscription, known) : null,
    plans: known
      .filter((each) => each.isOffered === 1 && (currency === undefined || each.currency === currency))
      .map(planIn),
    balance:
      ((balances?.results ?? []) as { currency: string; balance: number }[]).find(
        (each) => each.currency === currency,
      )?.balance ?? 0,
    credits: ((credits?.results ?? []) as unknown as ListedCredit[]).map(
      ({ at: given, cause, ...credit }) => ({
        ...credit,
        at: iso(given),
        cause: cause.slice(0, cause.indexOf(":")) as (typeof creditCauses)[number],
      }),
    ),
    invoices: ((invoices?.results ?? []) as unknown as ListedInvoice[]).map((each) => ({
      id: each.id,
      number: numberOf(each.kind, each.year, each.number),
      month: monthName(each.month),
      currencyCode: each.currency,
      net: each.net,
      taxes: (JSON.parse(each.taxes) as { name: TaxName; amount: number }[]).map(({ name, amount }) => ({
        name,
        amount: each.kind === "invoice" ? amount : -amount,
      })),
      total: each.total,
      toPay: each.paidAt === null ? each.total - each.credit : 0,
      state: stateOf(each, at),
      issuedAt: iso(each.issuedAt),
      dueAt: iso(each.dueAt),
    })),
    payments: ((payments?.results ?? []) as unknown as ListedPayment[]).map(
      ({ createdAt, endedAt, year, number, ...payment }) => ({
        ...payment,
        invoice: numberOf("invoice", year, number),
        at: iso(endedAt ?? createdAt),
        verified: ["paid", "expired", "cancelled"].includes(payment.state) && payment.note !== "wrongAmount",
      }),
    ),
    takesPayments,
  };
}

/** An invoice or a credit note of the enterprise. Throws notFound. */
export async function invoiceOf(
  { db: { $client }, enterpriseId }: DirectoryCtx,
  id: string,
): Promise<InvoiceRow> {
  const row = await $client
    .prepare(
      `SELECT i.id, i.kind, i.year, i.number, i.month, i.currency, i.body, i.net, i.tax, i.total, i.credit, i.issued_at AS issuedAt, i.due_at AS dueAt,
        c.kind AS ofKind, c.year AS ofYear, c.number AS ofNumber FROM invoices i LEFT JOIN invoices c ON c.id = i.corrects WHERE i.enterprise_id = ?1 AND i.id = ?2`,
    )
    .bind(enterpriseId, id)
    .first<
      Omit<InvoiceRow, "body" | "of"> & {
        body: string;
        ofKind: InvoiceRow["kind"] | null;
        ofYear: number | null;
        ofNumber: number | null;
      }
    >();
  if (!row) throw new DomainError("notFound");
  const { body, ofKind, ofYear, ofNumber, ...rest } = row;
  const of =
    ofKind === null || ofYear === null || ofNumber === null
      ? null
      : { kind: ofKind, year: ofYear, number: ofNumber };
  return { ...rest, body: JSON.parse(body) as InvoiceBody, of };
}
