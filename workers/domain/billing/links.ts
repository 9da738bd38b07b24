import type { DirectoryDb } from "#db/client.ts";
import { paymentsTexts as texts } from "#texts/payments.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { LinkState } from "#workers/contract/payments/states.ts";
import { GatewayError, type GatewayLink, type PaymentGateway } from "#workers/providers/payment-gateway.ts";
import { sentenceOf } from "../payments/ask.ts";
import { backoff, cancelled, isOpen } from "../payments/work.ts";
import { describe } from "../error.ts";
import { settlingInvoice } from "./settle.ts";

/** A link that somebody has taken and not settled by then is anybody's again. */
const LEASE_MS = 90_000;
/** Links of one round; the next minute goes on. */
const MOST = 20;
/** About two days, after which only people can say what became of it. */
const MOST_TRIES = 15;

const TAKE = `UPDATE payment_links SET due_at = ?1 + ${LEASE_MS}, tries = tries + 1 WHERE id = (SELECT id FROM payment_links WHERE due_at IS NOT NULL AND due_at <= ?1 ORDER BY due_at LIMIT 1)
  AND due_at <= ?1 RETURNING id, enterprise_id AS enterpriseId, vendor_id AS vendorId, state, until, tries,
    (SELECT i.paid_at IS NOT NULL FROM invoices i WHERE i.id = payment_links.invoice_id) AS isPaid`;
const AGAIN = "UPDATE payment_links SET due_at = ?2, problem = ?3 WHERE id = ?1 AND ended_at IS NULL";
const KNOWN = "UPDATE payment_links SET vendor_id = ?2 WHERE id = ?1 AND vendor_id IS NULL";
const FAIL = `UPDATE payment_links SET state = 'failed', problem = ?2, due_at = NULL, ended_at = ?3, updated_at = ?3 WHERE id = ?1 AND ended_at IS NULL`;
/** A link to an invoice that is paid otherwise is to be cancelled. */
const UNWANTED = `UPDATE payment_links SET due_at = ?1 WHERE ended_at IS NULL AND due_at > ?1 AND EXISTS (SELECT 1 FROM invoices i
  WHERE i.id = payment_links.invoice_id AND i.paid_at IS NOT NULL)`;

interface Taken {
  id: string;
  enterpriseId: EnterpriseId;
  vendorId: string | null;
  state: LinkState;
  until: number;
  tries: number;
  isPaid: number;
}

/** Asks the gateway what became of links of invoices: those past their end, and those whose page said that they are paid. */
export async function workInvoiceLinks(
  db: Pick<DirectoryDb, "$client">,
  gateway: PaymentGateway,
  now: () => number,
): Promise<void> {
  await db.$client.prepare(UNWANTED).bind(now()).run();
  for (let done = 0; done < MOST; done++) {
    const taken = await db.$client.prepare(TAKE).bind(now()).first<Taken>();
    if (!taken) return;
    await settleOne(db, gateway, taken, now);
  }
}

async function settleOne(
  db: Pick<DirectoryDb, "$client">,
  gateway: PaymentGateway,
  { id, enterpriseId, until, tries, isPaid, ...taken }: Taken,
  now: () => number,
): Promise<void> {
  const run = (sql: string, ...values: unknown[]) =>
    db.$client
      .prepare(sql)
      .bind(id, ...values)
      .run();
  const take = (link: GatewayLink) =>
    db.$client.batch(settlingInvoice(db, { enterpriseId, eventId: "", link, now: now() }));
  try {
    const vendorId = taken.vendorId ?? (await gateway.find(id))?.vendorId;
    if (vendorId === undefined) return void (await run(FAIL, texts.problems.neverMade, now()));
    if (taken.vendorId === null) await run(KNOWN, vendorId);
    const link = await gateway.fetch(vendorId);
    if (!link) return void (await run(FAIL, texts.problems.unknownThere, now()));
    await take(link);
    if (!isOpen(link)) return;
    if (until <= now() || isPaid === 1 || taken.state === "asked") await take(await cancelled(gateway, link));
    else await run(AGAIN, Math.max(until, now() + backoff(tries)), "");
  } catch (error) {
    const problem = (error instanceof GatewayError ? sentenceOf(error) : describe(error)).slice(0, 300);
    if (tries >= MOST_TRIES) await run(FAIL, texts.problems.unsettled(problem).slice(0, 300), now());
    else await run(AGAIN, now() + backoff(tries), problem);
  }
}
