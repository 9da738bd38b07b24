import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import type { DirectoryDb, TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { comesFrom, type LinkState, linkStates } from "#workers/contract/payments/states.ts";
import type { GatewayLink } from "#workers/providers/payment-gateway.ts";

/** Used news of a run is removed after 30 days: what is told again later than this is told to nobody. */
const TOLD_MS = 25 * 86_400_000;
const MOST_EVENTS = 10;

/** States from which each state may be come to: `{"paid": ["asked", …]}`. */
const FROM = JSON.stringify(Object.fromEntries(linkStates.map((state) => [state, comesFrom(state)])));
/** States that end a link. */
const ENDS: ReadonlySet<LinkState> = new Set(["paid", "expired", "cancelled"]);

const THIS = `enterprise_id = ?1 AND id = ?2 AND account_id = ?3 AND (vendor_id IS NULL OR vendor_id = ?4)`;
const UNUSED = `(?5 = '' OR NOT EXISTS (SELECT 1 FROM json_each(event_ids) e WHERE e.value = ?5))`;
const FITS = `amount = ?7 AND currency = ?8 AND (?6 <> 'paid' OR ?9 >= amount)`;
/** Whoever cancels a link that is over, does so because it is over. */
const COMES_TO = `CASE WHEN ?6 = 'cancelled' AND until <= ?11 THEN 'expired' ELSE ?6 END`;
/** The first statement notes what does not agree, and the second moves: an event is marked as used by the second alone. */
const NOTE = `UPDATE payment_links SET updated_at = ?11, note = CASE WHEN NOT (${FITS}) THEN 'wrongAmount' ELSE 'paidAfterEnd' END, paid = max(paid, ?9),
    payment_id = CASE ?10 WHEN '' THEN payment_id ELSE ?10 END
  WHERE ${THIS} AND ${UNUSED} AND ((?6 IN ('paid', 'partiallyPaid') AND NOT (${FITS})) OR (?6 = 'paid' AND state IN ('expired', 'cancelled', 'failed')))`;
const MOVE = `UPDATE payment_links SET state = ${COMES_TO}, vendor_id = ?4, paid = max(paid, ?9), payment_id = CASE ?10 WHEN '' THEN payment_id ELSE ?10 END,
    problem = '', event_ids = CASE ?5 WHEN '' THEN event_ids ELSE (SELECT json_group_array(value) FROM (SELECT value FROM (SELECT value, key FROM json_each(json_insert(event_ids, '$[#]', ?5))
      ORDER BY key DESC LIMIT ${MOST_EVENTS}) ORDER BY key)) END,
    due_at = CASE WHEN ?6 IN ('paid', 'expired', 'cancelled') THEN NULL ELSE due_at END, ended_at = CASE WHEN ?6 IN ('paid', 'expired', 'cancelled') THEN ?11 END, updated_at = ?11
  WHERE ${THIS} AND ${UNUSED} AND ${FITS} AND state IN (SELECT value FROM json_each('${FROM}', '$.' || ?6))`;
/** A run waits for the link's key; it may begin to do so later. */
const TELL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, data, at, until)
  SELECT enterprise_id, 'payment:' || id || ':' || state, 'payment', key, json_object('status', state, 'data', json_object('reference', id, 'status', state, 'id', payment_id)), ?3, ?3 + ${KEPT_MS} FROM payment_links
  WHERE enterprise_id = ?1 AND id = ?2 AND key <> '' AND state IN ('paid', 'expired', 'cancelled') AND ended_at > ?3 - ${TOLD_MS} ON CONFLICT DO NOTHING`;

export interface Told {
  enterpriseId: EnterpriseId;
  accountId: string;
  /** Empty for what we have asked ourselves. */
  eventId: string;
  link: GatewayLink;
  now: number;
}

/**
 * Statements that take what a gateway says of a link, whether it has told us or was asked. A state that it cannot come to,
 * another account's link, another amount, and an event that was used change nothing; runs hear once.
 */
export function settling(db: Pick<TenantDb, "$client">, told: Told): D1PreparedStatement[] {
  const { enterpriseId, link, now } = told;
  return [
    ...movingLink(db, told),
    ...(ENDS.has(link.state) ? [db.$client.prepare(TELL).bind(enterpriseId, link.reference, now)] : []),
  ];
}

/** Those of them that move the link itself: links to the platform's own account are rows of the same columns. */
export function movingLink(
  { $client }: Pick<TenantDb | DirectoryDb, "$client">,
  { enterpriseId, accountId, eventId, link, now }: Told,
): D1PreparedStatement[] {
  const { reference, vendorId, state, amount, currency, paid, paymentId } = link;
  const values = [
    enterpriseId,
    reference,
    accountId,
    vendorId,
    eventId,
    state,
    amount,
    currency,
    paid,
    paymentId,
    now,
  ];
  return [$client.prepare(NOTE).bind(...values), $client.prepare(MOVE).bind(...values)];
}
