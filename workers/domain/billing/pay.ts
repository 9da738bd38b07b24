import { billingTexts as texts } from "#texts/billing.ts";
import { monthName } from "#workers/contract/billing/usage.ts";
import { numberOf } from "#workers/contract/billing/money.ts";
import { RETURN_PATH } from "#workers/contract/payments/states.ts";
import { GatewayError, type PaymentGateway } from "#workers/providers/payment-gateway.ts";
import { auditedInDirectory } from "../audit.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { madeOnce, sentenceOf } from "../payments/ask.ts";
import { invoiceReference, PLATFORM } from "./platform.ts";
import { settlingInvoice } from "./settle.ts";

/** A link lives so long; whoever comes later gets another one. */
const LIVES_MS = 7 * 86_400_000;
/** One that ends sooner is not given to anybody any more. */
const LEAST_MS = 10 * 60_000;
/** Gateways end a link at its time by themselves; so long after that they are asked. */
const LATE_MS = 30_000;
const ORPHAN_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

const INVOICE = `SELECT i.id, i.kind, i.year, i.number, i.month, i.currency, i.total - i.credit AS amount, i.paid_at AS paidAt, i.body ->> '$.buyer.legalName' AS name
  FROM invoices i WHERE i.enterprise_id = ?1 AND i.id = ?2 AND i.kind = 'invoice'`;
const OPEN = `SELECT id, url, vendor_id AS vendorId, until FROM payment_links WHERE enterprise_id = ?1 AND invoice_id = ?2 AND ended_at IS NULL`;
/** The intent, before the gateway hears of it: an invoice has one open link, whoever presses at once. */
const INTEND = `INSERT INTO payment_links (id, enterprise_id, account_id, invoice_id, amount, currency, description, until, state, due_at, created_at, updated_at)
  SELECT ?3, ?1, '${PLATFORM}', i.id, i.total - i.credit, i.currency, ?4, ?5, 'asked', ?6 + ${ORPHAN_MS}, ?6, ?6 FROM invoices i
  WHERE i.enterprise_id = ?1 AND i.id = ?2 AND i.paid_at IS NULL ON CONFLICT DO NOTHING`;
const MADE = `UPDATE payment_links SET state = CASE state WHEN 'asked' THEN 'created' ELSE state END, vendor_id = ?3, url = ?4, problem = '', tries = 0,
  due_at = until + ${LATE_MS}, updated_at = ?5 WHERE enterprise_id = ?1 AND id = ?2 AND ended_at IS NULL`;
const TROUBLE = `UPDATE payment_links SET problem = ?3, updated_at = ?4, state = iif(?5, 'failed', state), due_at = iif(?5, NULL, due_at),
  ended_at = iif(?5, ?4, NULL) WHERE enterprise_id = ?1 AND id = ?2 AND ended_at IS NULL`;

interface Invoice {
  id: string;
  year: number;
  number: number;
  month: number;
  currency: string;
  amount: number;
  paidAt: number | null;
  name: string;
}
interface Open {
  id: string;
  url: string;
  vendorId: string | null;
  until: number;
}

/**
 * The address at which an invoice is paid. Its row comes before the call and there is one open link an invoice, so that two
 * presses, or a press after a crash, lead to the same link: nobody pays twice by it.
 */
export async function payInvoice(
  ctx: DirectoryCtx,
  invoiceId: string,
  { gateway, origin }: { gateway: PaymentGateway | undefined; origin: string },
): Promise<{ url: string }> {
  const { db, enterpriseId, now, newId } = ctx;
  const { $client } = db;
  if (!gateway) throw new DomainError("invalid", { message: texts.noGateway });
  const at = now();
  const reference = invoiceReference(newId());
  const [invoices, before] = await $client.batch([
    $client.prepare(INVOICE).bind(enterpriseId, invoiceId),
    $client.prepare(OPEN).bind(enterpriseId, invoiceId),
  ]);
  const [invoice] = (invoices?.results ?? []) as unknown as Invoice[];
  if (!invoice) throw new DomainError("notFound");
  if (invoice.paidAt !== null) throw new DomainError("invalid", { message: texts.paidAlready });
  const [known] = (before?.results ?? []) as unknown as Open[];
  if (known && known.vendorId !== null && known.until + LATE_MS > at) {
    if (known.until - LEAST_MS > at) return { url: known.url };
    // Until it has ended there is no other one: money on both would be paid twice.
    throw ending(Math.ceil((known.until + LATE_MS - at) / MINUTE_MS));
  }
  const number = numberOf("invoice", invoice.year, invoice.number);
  const description = texts.payFor(number, monthName(invoice.month));
  const open = known ?? (await intended(ctx, { invoice, reference, description, at }));
  const isAgain = open.id !== reference;
  try {
    const link = await madeOnce(gateway, isAgain, {
      reference: open.id,
      amount: invoice.amount,
      currency: invoice.currency,
      description,
      until: open.until,
      customer: { name: invoice.name, phone: "" },
      returnUrl: new URL(RETURN_PATH, origin).href,
    });
    await $client.batch([
      $client.prepare(MADE).bind(enterpriseId, open.id, link.vendorId, link.url, at),
      ...settlingInvoice(db, { enterpriseId, eventId: "", link, now: at }),
    ]);
    // Its end is known by now, or will be: the next one is another link.
    if (open.until <= at) throw ending(1);
    return { url: link.url };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const sentence = sentenceOf(error);
    const isFinal = !isAgain && (error.failure === "refused" || error.failure === "keysRefused");
    await $client
      .prepare(TROUBLE)
      .bind(enterpriseId, open.id, sentence.slice(0, 300), at, isFinal ? 1 : 0)
      .run();
    throw new DomainError("invalid", { message: sentence });
  }
}

const ending = (minutes: number): DomainError =>
  new DomainError("invalid", { message: texts.payLinkEnds(minutes) });

/** The open link's row: ours, or that of whoever was faster. */
async function intended(
  ctx: DirectoryCtx,
  {
    invoice,
    reference,
    description,
    at,
  }: { invoice: Invoice; reference: string; description: string; at: number },
): Promise<Open> {
  const {
    db: { $client },
    enterpriseId,
  } = ctx;
  const audit = auditedInDirectory(ctx, {
    action: "pay",
    kind: "invoice",
    object: { id: invoice.id, name: numberOf("invoice", invoice.year, invoice.number) },
  });
  const [, , open] = await $client.batch([
    $client.prepare(INTEND).bind(enterpriseId, invoice.id, reference, description, at + LIVES_MS, at),
    bindable(ctx, audit),
    $client.prepare(OPEN).bind(enterpriseId, invoice.id),
  ]);
  const [row] = (open?.results ?? []) as unknown as Open[];
  if (!row) throw new DomainError("invalid", { message: texts.paidAlready });
  return row;
}
