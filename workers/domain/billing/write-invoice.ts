import { type SQL, sql } from "drizzle-orm";
import { type InvoiceBody, isTooLittle, moneyText, sumOf } from "#workers/contract/billing/money.ts";
import { monthName } from "#workers/contract/billing/usage.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { bindable, guard, guardFailed } from "../guard.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { writingMails } from "./people.ts";

const DUE_MS = 14 * 86_400_000;
/** The next number in its year is taken in the statement that writes it, so no number is taken twice or left out. */
const ISSUE = `INSERT INTO invoices (id, enterprise_id, kind, year, number, month, currency, body, net, tax, total, credit, issued_at, due_at, corrects, paid_at, paid_by)
  SELECT ?1, ?2, 'invoice', ?3, (SELECT coalesce(max(number), 0) + 1 FROM invoices WHERE kind = 'invoice' AND year = ?3), ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?14,
    CASE WHEN ?13 OR ?9 = ?10 THEN ?11 END, CASE WHEN ?13 THEN 'carried' WHEN ?9 = ?10 THEN 'credit' END`;
const SPEND = `INSERT INTO credits (id, enterprise_id, currency, amount, cause, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)`;

export interface InvoiceDraft {
  month: number;
  currency: string;
  body: InvoiceBody;
  /** The credits that were there when it was drawn up. */
  balance: number;
  /** The credit note after which it bills the month once more; null for the first. */
  corrects: string | null;
}

/**
 * Writes an invoice with its number, pays of it what credits pay, and tells people. Answers whether it was written: what `unchanged`
 * says, and the credits, must be as they were read.
 */
export async function writeInvoice(
  ctx: DirectoryCtx,
  { month, currency, body, balance, corrects }: InvoiceDraft,
  {
    unchanged,
    ring,
    link,
    beside,
  }: { unchanged: SQL; ring: KeyRing; link: string; beside: D1PreparedStatement[] },
): Promise<boolean> {
  const {
    db: { $client },
    enterpriseId,
    newId,
  } = ctx;
  const net = sumOf(body.lines);
  const total = net + sumOf(body.taxes);
  // Below nothing is what an earlier invoice had too little of.
  const credit = Math.min(balance, total);
  const left = total - credit;
  const isCarried = isTooLittle(left, currency);
  const at = ctx.now();
  const id = newId();
  const year = new Date(at).getUTCFullYear();
  const mails = await writingMails(ctx, ring, {
    template: "invoiceIssued",
    facts: [monthName(month), moneyText(total, currency), moneyText(isCarried ? 0 : left, currency)],
    link,
  });
  const amounts = [net, total - net, total, credit, at, at + DUE_MS, isCarried ? 1 : 0, corrects];
  try {
    await $client.batch([
      bindable(
        ctx,
        guard(
          ctx,
          sql`${unchanged}
            AND (SELECT coalesce(sum(amount), 0) FROM credits WHERE enterprise_id = ${enterpriseId} AND currency = ${currency}) = ${balance}`,
        ),
      ),
      $client.prepare(ISSUE).bind(id, enterpriseId, year, month, currency, JSON.stringify(body), ...amounts),
      ...[
        { amount: -credit, cause: `invoice:${id}` },
        { amount: isCarried ? -left : 0, cause: `carried:${id}` },
      ]
        .filter(({ amount }) => amount !== 0)
        .map(({ amount, cause }) =>
          $client.prepare(SPEND).bind(newId(), enterpriseId, currency, amount, cause, at),
        ),
      ...beside,
      ...mails,
    ]);
    return true;
  } catch (error) {
    if (guardFailed(error)) return false;
    throw error;
  }
}
