import { and, eq, type SQL, sql } from "drizzle-orm";
import { paymentLinks } from "#db/tenant/payments.ts";
import { unitsOf } from "#workers/contract/payments/amount.ts";
import { iso, isoOrNull, type Ctx } from "../ctx.ts";

const PAGE = 500;
const THEIRS = `SELECT l.id, l.created_at AS at, l.ended_at AS endedAt, l.state, l.amount, l.paid, l.currency, l.description, l.url, l.payment_id AS paymentId
  FROM payment_links l WHERE l.enterprise_id = ?1 AND l.id > ?2 AND (l.identity_id IN (SELECT value FROM json_each(?3))
    OR l.customer = (SELECT number FROM customers WHERE enterprise_id = ?1 AND id = ?4)) ORDER BY l.id LIMIT ${PAGE}`;

interface Row {
  id: string;
  at: number;
  endedAt: number | null;
  state: string;
  amount: number;
  paid: number;
  currency: string;
  description: string;
  url: string;
  paymentId: string;
}

/** Pages of what a customer was asked to pay and has paid, for a copy of their data. */
export async function* theirPayments(
  { db, enterpriseId }: Ctx,
  customerId: string,
  identities: readonly string[],
): AsyncGenerator<unknown[]> {
  for (let last = ""; ;) {
    const { results } = await db.$client
      .prepare(THEIRS)
      .bind(enterpriseId, last, JSON.stringify(identities), customerId)
      .all<Row>();
    if (results.length > 0)
      yield results.map(({ id: reference, at, endedAt, amount, paid, currency, ...row }) => ({
        reference,
        at: iso(at),
        endedAt: isoOrNull(endedAt),
        amount: unitsOf(amount, currency),
        paid: unitsOf(paid, currency),
        currency,
        ...row,
      }));
    if (results.length < PAGE) return;
    last = results.at(-1)?.id ?? "";
  }
}

/**
 * The statement that makes payments of customers nobody's, by their numbers or as whom a channel knows. Amounts and states
 * stay, which are the enterprise's books. A link that is open is cancelled at the gateway: nobody is to pay it any more.
 */
export const erasingPayments = (
  { db, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  numbers: SQL,
  theirs: SQL,
) =>
  db
    .update(paymentLinks)
    .set({
      customer: null,
      identityId: null,
      runId: null,
      description: "",
      url: "",
      problem: "",
      key: "",
      isUnwanted: true,
      dueAt: sql`CASE WHEN ${paymentLinks.endedAt} IS NULL THEN ${now()} END`,
    })
    .where(
      and(
        eq(paymentLinks.enterpriseId, enterpriseId),
        sql`(${paymentLinks.customer} IN (${numbers}) OR ${paymentLinks.identityId} IN (${theirs}))`,
      ),
    );
