import { sql } from "drizzle-orm";
import {
  baseLine,
  type InvoiceBody,
  type InvoiceLine,
  lineOf,
  numberOf,
  type PlanTerms,
  type Seller,
  sumOf,
  taxesOf,
} from "#workers/contract/billing/money.ts";
import { daysOf, monthOf, usageKindNames, type UsageKind } from "#workers/contract/billing/usage.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { OPERATOR } from "../operators/entry.ts";
import type { Counted } from "../counted.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import type { Subscription } from "./subscriptions.ts";
import { writeInvoice } from "./write-invoice.ts";

/** Usage in the last seconds of a month has been carried by then; usage that comes later is in the next invoice. */
const SETTLED_MS = 10 * 60_000;

const MONTH = `CAST(strftime('%Y', day * 86400, 'unixepoch') AS INTEGER) * 12 + CAST(strftime('%m', day * 86400, 'unixepoch') AS INTEGER) - 1`;
/** Months of which no invoice has everything, and the month that is billed; the days before ?3, from the first plan's (?4) on. */
const USED = `SELECT kind, ${MONTH} AS month, sum(count) AS total, sum(billed) AS billed FROM usage_daily WHERE enterprise_id = ?1 AND day >= ?4 AND day < ?3
  GROUP BY 1, 2 HAVING month = ?2 OR total <> sum(billed) ORDER BY 2, 1`;
const SUMS = `SELECT (SELECT coalesce(sum(count - billed), 0) FROM usage_daily WHERE enterprise_id = ?1 AND day < ?3) AS unbilled,
  (SELECT coalesce(sum(amount), 0) FROM credits WHERE enterprise_id = ?1 AND currency = ?2) AS balance`;
const TERMS = `SELECT month, body -> '$.terms' AS terms FROM invoices WHERE enterprise_id = ?1 AND kind = 'invoice'`;
const BILLED =
  "UPDATE usage_daily SET billed = count WHERE enterprise_id = ?1 AND day < ?2 AND billed <> count";
/** Where it changes the plan, whoever has read the one before is told so. */
const CLOSE = `UPDATE subscriptions SET closed = ?2, plan_id = coalesce(next_plan_id, plan_id), next_plan_id = NULL,
  revision = revision + (next_plan_id IS NOT NULL) WHERE enterprise_id = ?1`;

interface Used {
  kind: UsageKind;
  month: number;
  total: number;
  billed: number;
}

/** The month that a subscription is to be billed for now; null: none is over. */
export const monthDue = ({ closed }: Pick<Subscription, "closed">, now: number): number | null =>
  closed + 1 < monthOf(now - SETTLED_MS) ? closed + 1 : null;

/** The lines of an invoice: the base price, the month's use, then what was counted late of months that were billed. */
export function linesOf(
  { plan, begunOn }: Pick<Subscription, "plan" | "begunOn">,
  month: number,
  used: readonly Used[],
  earlier: ReadonlyMap<number, PlanTerms>,
): InvoiceLine[] {
  const { from, to } = daysOf(month);
  const days = { all: to - from, used: to - Math.min(Math.max(from, begunOn), to) };
  const ofMonth = usageKindNames.flatMap((kind) => {
    const use = used.find((each) => each.kind === kind && each.month === month);
    return use ? [lineOf(use, plan.terms, plan.currency)] : [];
  });
  // Of a month without an invoice nothing is billed: it was before the subscription.
  const late = used.flatMap((use) => {
    const terms = use.month < month ? earlier.get(use.month) : undefined;
    return terms ? [lineOf(use, terms, plan.currency)] : [];
  });
  return [baseLine(plan.base, month, days), ...ofMonth, ...late];
}

/**
 * Writes the invoice of a month, once: whatever changed between reading and writing (another run, late use, a credit) has it
 * read anew by the next round. Answers whether it was written.
 */
export async function issueInvoice(
  ctx: DirectoryCtx,
  subscription: Subscription,
  month: number,
  { seller, ring, link }: { seller: Seller; ring: KeyRing; link: string },
): Promise<boolean> {
  const {
    db: { $client },
    enterpriseId,
  } = ctx;
  const { plan, details } = subscription;
  const { to } = daysOf(month);
  const [used, terms, sums] = await $client.batch([
    $client.prepare(USED).bind(enterpriseId, month, to, subscription.begunOn),
    $client.prepare(TERMS).bind(enterpriseId),
    $client.prepare(SUMS).bind(enterpriseId, plan.currency, to),
  ]);
  const { unbilled, balance } = (sums?.results ?? [])[0] as { unbilled: number; balance: number };
  const earlier = new Map(
    ((terms?.results ?? []) as { month: number; terms: string }[]).map((each): [number, PlanTerms] => [
      each.month,
      JSON.parse(each.terms) as PlanTerms,
    ]),
  );
  const lines = linesOf(subscription, month, (used?.results ?? []) as unknown as Used[], earlier);
  const taxes = taxesOf(sumOf(lines), plan.currency, details, seller);
  const body: InvoiceBody = { planName: plan.name, terms: plan.terms, seller, buyer: details, lines, taxes };
  const unchanged = sql`(SELECT closed FROM subscriptions WHERE enterprise_id = ${enterpriseId} AND plan_id = ${plan.id}) = ${month - 1}
    AND (SELECT coalesce(sum(count - billed), 0) FROM usage_daily WHERE enterprise_id = ${enterpriseId} AND day < ${to}) = ${unbilled}`;
  return writeInvoice(
    ctx,
    { month, currency: plan.currency, body, balance, corrects: null },
    {
      unchanged,
      ring,
      link,
      beside: [
        $client.prepare(BILLED).bind(enterpriseId, to),
        $client.prepare(CLOSE).bind(enterpriseId, month),
      ],
    },
  );
}

const NOTE = `INSERT INTO invoices (id, enterprise_id, kind, year, number, month, currency, body, net, tax, total, credit, issued_at, due_at, corrects, is_reissued, paid_at, paid_by)
  SELECT ?2, i.enterprise_id, 'creditNote', ?3, (SELECT coalesce(max(number), 0) + 1 FROM invoices WHERE kind = 'creditNote' AND year = ?3), i.month, i.currency,
    i.body, -i.net, -i.tax, -i.total, 0, ?4, ?4, i.id, ?5, ?4, 'creditNote' FROM invoices i WHERE i.id = ?1 AND i.kind = 'invoice'`;
/** The amount paid of it comes back as a credit, however it was paid; of one that isn't paid, what credits paid, or the debt that it took along. */
const GIVE_BACK = `INSERT INTO credits (id, enterprise_id, currency, amount, cause, at)
  SELECT ?2, i.enterprise_id, i.currency, CASE WHEN i.paid_at IS NULL THEN i.credit ELSE i.total END, 'creditNote:' || ?3, ?4 FROM invoices i WHERE i.id = ?1
    AND CASE WHEN i.paid_at IS NULL THEN i.credit ELSE i.total END <> 0`;
/** The trail of the enterprise has it, too, where the note was written. */
const TOLD = `INSERT INTO directory_audit (id, enterprise_id, at, user_id, action, object_kind, object_id, object_name, before, after, address, request_id)
  SELECT ?2, n.enterprise_id, n.issued_at, '${OPERATOR}', 'takeBack', 'invoice', n.corrects, printf('INV-%d-%06d', i.year, i.number), NULL,
    json_object('isReissued', n.is_reissued), '', 'npm run billing' FROM invoices n JOIN invoices i ON i.id = n.corrects WHERE n.id = ?1`;
const NOTHING_TO_PAY = "UPDATE invoices SET paid_at = ?2, paid_by = ?3 WHERE id = ?1 AND paid_at IS NULL";

/**
 * Takes an invoice back whole, by a credit note with a number of its own; a second one is refused by the database. Reissued, the
 * next round of its database writes another invoice of the same lines (reissue.ts): without it the month stays unpaid.
 */
export async function creditInvoice(
  directory: Counted,
  invoiceId: string,
  { newId, now, isReissued = false }: { newId: () => string; now: number; isReissued?: boolean },
): Promise<string> {
  const id = newId();
  const year = new Date(now).getUTCFullYear();
  const bound = (text: string, ...values: (string | number)[]) => directory.prepare(text).bind(...values);
  await directory.batch([
    bound(NOTE, invoiceId, id, year, now, isReissued ? 1 : 0),
    bound(GIVE_BACK, invoiceId, newId(), id, now),
    bound(NOTHING_TO_PAY, invoiceId, now, id),
    bound(TOLD, id, newId()),
  ]);
  const { results } = await bound("SELECT number FROM invoices WHERE id = ?1", id).all<{ number: number }>();
  const [note] = results;
  if (!note) throw new Error("There is no such invoice.");
  return numberOf("creditNote", year, note.number);
}
