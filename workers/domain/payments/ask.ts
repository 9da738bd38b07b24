import type { TenantDb, TenantDatabase } from "#db/client.ts";
import { paymentsTexts as texts } from "#texts/payments.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { linkMoves, type LinkState, RETURN_PATH } from "#workers/contract/payments/states.ts";
import { GatewayError, type GatewayLink, type PaymentGateway } from "#workers/providers/payment-gateway.ts";
import { type GatewayDeps, gatewayOf } from "./gateway-of.ts";
import { referenceOf } from "./reference.ts";
import { SECRETS_OF, type SealedRow } from "./secrets.ts";
import { settling } from "./settle.ts";

/** Gateways end a link at its time by themselves; so long after that we ask what became of it. */
const LATE_MS = 30_000;
/** A link of which nobody has heard for so long was perhaps made, and is looked for. */
export const ORPHAN_MS = 15 * 60_000;

/** A link that somebody wants. `askedAs` is the same however often they ask. */
export interface Wanted {
  enterpriseId: EnterpriseId;
  askedAs: string;
  /** Under which a run waits for what becomes of it. */
  key: string;
  runId: string | null;
  /** In the smallest unit. */
  amount: number;
  currency: string;
  description: string;
  until: number;
}

export interface AskDeps extends GatewayDeps {
  database: TenantDatabase;
  /** The console's own place, to which people are led back. */
  origin: string;
  newId: () => string;
}

export type Asked =
  | { ok: true; url: string; reference: string }
  | { ok: false; code: string; sentence: string; retryable: boolean };

const BEFORE = "SELECT 1 FROM payment_links WHERE enterprise_id = ?1 AND asked_as = ?2";
/** The intent, before the gateway hears of it; nobody's whose run is over. */
const INTEND = `INSERT INTO payment_links (id, enterprise_id, account_id, asked_as, key, run_id, instance_id, customer, identity_id, amount, currency, description,
    until, state, due_at, created_at, updated_at)
  SELECT ?3, ?1, a.id, ?2, ?4, ?5, r.instance_id, i.customer, r.identity_id, ?6, ?7, ?8, ?9, 'asked', ?10 + ${ORPHAN_MS}, ?10, ?10
  FROM payment_accounts a LEFT JOIN runs r ON r.id = ?5 AND r.enterprise_id = ?1 LEFT JOIN identities i ON i.id = r.identity_id AND i.enterprise_id = ?1
  WHERE a.enterprise_id = ?1 AND (?5 IS NULL OR r.state = 'waiting')
  ON CONFLICT (enterprise_id, asked_as) DO UPDATE SET key = excluded.key`;
const READ = `SELECT a.id AS accountId, a.key_id AS keyId, l.id, l.state, l.vendor_id AS vendorId, l.url, coalesce(c.name, '') AS name, coalesce(c.phone, '') AS phone
  FROM payment_accounts a LEFT JOIN payment_links l ON l.enterprise_id = ?1 AND l.asked_as = ?2 AND l.account_id = a.id
  LEFT JOIN customers c ON c.enterprise_id = ?1 AND c.number = l.customer AND c.deleted_at IS NULL WHERE a.enterprise_id = ?1`;
const MADE = `UPDATE payment_links SET state = CASE state WHEN 'asked' THEN 'created' ELSE state END, vendor_id = ?3, url = ?4, tries = 0, problem = '',
    due_at = CASE is_unwanted WHEN 1 THEN ?5 ELSE until + ${LATE_MS} END, updated_at = ?5 WHERE enterprise_id = ?1 AND id = ?2 AND ended_at IS NULL`;
const TROUBLE = `UPDATE payment_links SET problem = ?3, updated_at = ?4, state = CASE ?5 WHEN 1 THEN 'failed' ELSE state END,
    due_at = CASE ?5 WHEN 1 THEN NULL ELSE due_at END, ended_at = CASE ?5 WHEN 1 THEN ?4 END WHERE enterprise_id = ?1 AND id = ?2 AND ended_at IS NULL`;

interface Row {
  accountId: string;
  keyId: string;
  id: string | null;
  state: LinkState;
  vendorId: string | null;
  url: string;
  name: string;
  phone: string;
}

/**
 * Makes a payment link: a row first, then the call under its id. Asked for again (after a kill, or a try that failed) it is
 * looked for before another one is made, so that nobody can pay twice.
 */
export async function askForLink(
  db: Pick<TenantDb, "$client">,
  deps: AskDeps,
  wanted: Wanted,
): Promise<Asked> {
  const { enterpriseId, amount, currency, description, until } = wanted;
  const { isAgain, row, secrets } = await intend(db, deps, wanted);
  if (!row) return failed("noAccount", texts.failures.noAccount);
  const { id, accountId, keyId, state, vendorId, url } = row;
  if (id === null) return failed("gone", texts.failures.gone);
  if (linkMoves[state].length === 0) return failed("linkEnded", texts.failures.linkEnded);
  if (vendorId !== null) return { ok: true, url, reference: id };
  const trouble = (problem: string, isFinal: boolean) =>
    db.$client
      .prepare(TROUBLE)
      .bind(enterpriseId, id, problem.slice(0, 300), deps.now(), isFinal ? 1 : 0)
      .run();
  const gateway = await gatewayOf(deps, { enterpriseId, accountId, keyId }, secrets);
  if (!gateway) {
    await trouble(texts.failures.secretBroken, true);
    return failed("secretBroken", texts.failures.secretBroken);
  }
  try {
    const link = await madeOnce(gateway, isAgain, {
      reference: id,
      amount,
      currency,
      description,
      until,
      customer: { name: row.name, phone: row.phone },
      returnUrl: new URL(RETURN_PATH, deps.origin).href,
    });
    const at = deps.now();
    await db.$client.batch([
      db.$client.prepare(MADE).bind(enterpriseId, id, link.vendorId, link.url, at),
      ...settling(db, { enterpriseId, accountId, eventId: "", link, now: at }),
    ]);
    return { ok: true, url: link.url, reference: id };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const sentence = sentenceOf(error);
    // One that may have been made before is looked for later, whatever was refused now.
    await trouble(sentence, error.failure === "refused" || (error.failure === "keysRefused" && !isAgain));
    return { ...failed(error.failure, sentence), retryable: error.passes };
  }
}

const failed = (code: string, sentence: string) => ({ ok: false, code, sentence, retryable: false }) as const;

/** Explains the error to the author of the journey and to whoever looks at the list. */
export function sentenceOf({ failure, field, message }: GatewayError): string {
  if (failure === "refused") return texts.failures.refused(message, field);
  return texts.failures[failure];
}

async function intend({ $client }: Pick<TenantDb, "$client">, deps: AskDeps, wanted: Wanted) {
  const { enterpriseId, askedAs, key, runId, amount, currency, description, until } = wanted;
  const id = referenceOf(deps.database, deps.newId());
  const [before, , read, secrets] = await $client.batch([
    $client.prepare(BEFORE).bind(enterpriseId, askedAs),
    $client
      .prepare(INTEND)
      .bind(enterpriseId, askedAs, id, key, runId, amount, currency, description, until, deps.now()),
    $client.prepare(READ).bind(enterpriseId, askedAs),
    $client.prepare(SECRETS_OF).bind(enterpriseId),
  ]);
  const [row] = (read?.results ?? []) as Row[];
  return {
    isAgain: (before?.results.length ?? 0) > 0,
    row,
    secrets: (secrets?.results ?? []) as unknown as SealedRow[],
  };
}

/** The gateway's own link under our reference, made now unless it is there. */
export async function madeOnce(
  gateway: PaymentGateway,
  isAgain: boolean,
  wanted: Parameters<PaymentGateway["create"]>[0],
): Promise<GatewayLink> {
  const there = isAgain ? await gateway.find(wanted.reference) : undefined;
  if (there) return there;
  try {
    return await gateway.create(wanted);
  } catch (error) {
    // Somebody else's call under the same reference may have been faster.
    if (!(error instanceof GatewayError) || error.failure !== "refused" || !isAgain) throw error;
    const made = await gateway.find(wanted.reference);
    if (made) return made;
    throw error;
  }
}
