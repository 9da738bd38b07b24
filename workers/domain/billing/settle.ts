import type { DirectoryDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { GatewayLink, GatewayNews } from "#workers/providers/payment-gateway.ts";
import { movingLink } from "../payments/settle.ts";
import { PLATFORM } from "./platform.ts";

type Directory = Pick<DirectoryDb, "$client">;

const OWNER = "SELECT enterprise_id AS enterpriseId FROM payment_links WHERE id = ?1";
/** The whole amount has come, in time or late. Payments that do not agree are left to people. */
const IS_PAID = "(l.state = 'paid' OR l.note = 'paidAfterEnd') AND l.paid >= l.amount";
const PAY = `UPDATE invoices SET paid_at = ?2, paid_by = ?1 WHERE paid_at IS NULL
  AND id = (SELECT l.invoice_id FROM payment_links l WHERE l.id = ?1 AND ${IS_PAID} AND l.currency = invoices.currency)`;
/** Money for an invoice that was paid otherwise is the enterprise's: a credit, once a link. */
const CREDIT = `INSERT INTO credits (id, enterprise_id, currency, amount, cause, at)
  SELECT 'p' || l.id, l.enterprise_id, l.currency, l.paid, 'payment:' || l.id, ?2 FROM payment_links l CROSS JOIN invoices i ON i.id = l.invoice_id
  WHERE l.id = ?1 AND ${IS_PAID} AND i.paid_by IS NOT l.id ON CONFLICT DO NOTHING`;

/** Statements that take what the gateway says of an invoice's link, and pay its invoice, whoever asked. */
export function settlingInvoice(
  { $client }: Directory,
  {
    enterpriseId,
    eventId,
    link,
    now,
  }: { enterpriseId: EnterpriseId; eventId: string; link: GatewayLink; now: number },
): D1PreparedStatement[] {
  const { reference } = link;
  return [
    ...movingLink({ $client }, { enterpriseId, accountId: PLATFORM, eventId, link, now }),
    $client.prepare(PAY).bind(reference, now),
    $client.prepare(CREDIT).bind(reference, now),
  ];
}

/** Money of a link that nobody has (its enterprise was deleted, or the account is used elsewhere) is for people to give back. */
function noteUnknown({ reference, vendorId, state, paid, currency, paymentId }: GatewayLink): void {
  if (paid === 0) return;
  const link = { reference, vendorId, state, paid, currency, paymentId };
  console.log(
    JSON.stringify({ level: "error", source: "payments", failure: "money of an unknown link", ...link }),
  );
}

/** Takes what a signed call of the platform's gateway has told. News of links that are not ours is none, but money is noted. */
export async function takeInvoiceNews(
  db: Directory,
  news: GatewayNews | undefined,
  now: number,
): Promise<void> {
  if (!news) return;
  const enterpriseId = await db.$client
    .prepare(OWNER)
    .bind(news.link.reference)
    .first<EnterpriseId>("enterpriseId");
  if (enterpriseId === null) return noteUnknown(news.link);
  await db.$client.batch(settlingInvoice(db, { enterpriseId, ...news, now }));
}

const LOOK =
  "UPDATE payment_links SET due_at = ?2, tries = 0 WHERE id = ?1 AND ended_at IS NULL AND vendor_id = ?3";

/** Has the gateway asked about a link whose signed page says that it is paid: the page itself settles nothing. */
export async function lookAtInvoiceLink(
  { $client }: Directory,
  { referenceId, linkId }: { referenceId: string; linkId: string },
  now: number,
): Promise<void> {
  await $client.prepare(LOOK).bind(referenceId, now, linkId).run();
}
