import { sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { type InvoiceBody, type Seller, sumOf, taxesOf } from "#workers/contract/billing/money.ts";
import type { DirectoryCtx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import type { Subscription } from "./subscriptions.ts";
import { writeInvoice } from "./write-invoice.ts";

/** A credit note after which its month is billed once more. */
export interface Reissue {
  noteId: string;
  enterpriseId: string;
  month: number;
  currency: string;
  body: string;
}

const DUE = `SELECT n.id AS noteId, n.enterprise_id AS enterpriseId, n.month, n.currency, n.body FROM invoices n
  WHERE n.is_reissued = 1 AND NOT EXISTS (SELECT 1 FROM invoices i WHERE i.corrects = n.id) ORDER BY n.issued_at, n.id`;

/** Credit notes, of all enterprises, after which no invoice has come yet. */
export async function reissuesDue({ $client }: DirectoryDb): Promise<Reissue[]> {
  const { results } = await $client.prepare(DUE).all<Reissue>();
  return results;
}

/**
 * Bills a month once more: the lines and prices of the invoice that was taken back, since they are what was used and agreed, with
 * the seller's and the recipient's details as they are now, and the taxes that follow from them. Answers whether it was written.
 */
export async function reissueInvoice(
  ctx: DirectoryCtx,
  { details }: Pick<Subscription, "details">,
  { noteId, month, currency, body: before }: Reissue,
  { seller, ring, link }: { seller: Seller; ring: KeyRing; link: string },
): Promise<boolean> {
  const { results } = await ctx.db.$client
    .prepare(
      "SELECT coalesce(sum(amount), 0) AS balance FROM credits WHERE enterprise_id = ?1 AND currency = ?2",
    )
    .bind(ctx.enterpriseId, currency)
    .all<{ balance: number }>();
  const old = JSON.parse(before) as InvoiceBody;
  const taxes = taxesOf(sumOf(old.lines), currency, details, seller);
  return writeInvoice(
    ctx,
    {
      month,
      currency,
      body: { ...old, seller, buyer: details, taxes },
      balance: results[0]?.balance ?? 0,
      corrects: noteId,
    },
    {
      unchanged: sql`NOT EXISTS (SELECT 1 FROM invoices WHERE corrects = ${noteId})`,
      ...{ ring, link, beside: [] },
    },
  );
}
