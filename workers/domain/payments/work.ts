import type { TenantDb } from "#db/client.ts";
import { paymentsTexts as texts } from "#texts/payments.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { LinkState } from "#workers/contract/payments/states.ts";
import { GatewayError, type GatewayLink, type PaymentGateway } from "#workers/providers/payment-gateway.ts";
import { describe } from "../error.ts";
import { ORPHAN_MS, sentenceOf } from "./ask.ts";
import { type GatewayDeps, gatewayOf } from "./gateway-of.ts";
import { SECRETS_OF, type SealedRow } from "./secrets.ts";
import { settling } from "./settle.ts";
import { passedOver } from "../bare/fenced.ts";

/** A link that somebody has taken and not settled by then is anybody's again. */
const LEASE_MS = 90_000;
/** Links that one round settles: a gateway that is slow must not hold up the next round for ever. */
const MOST = 50;
const FIRST_MS = 30_000;
const LONGEST_MS = 6 * 3_600_000;
/** About two days, after which only people can say what became of it. */
const MOST_TRIES = 15;

const TAKE = `UPDATE payment_links SET due_at = ?1 + ${LEASE_MS}, tries = tries + 1 WHERE id = (SELECT id FROM payment_links WHERE due_at IS NOT NULL AND due_at <= ?1 AND ${passedOver("enterprise_id")} ORDER BY due_at LIMIT 1)
  AND due_at <= ?1 RETURNING id, enterprise_id AS enterpriseId, account_id AS accountId, vendor_id AS vendorId, state, until, is_unwanted AS isUnwanted, tries`;
const ACCOUNT = `SELECT a.key_id AS keyId, EXISTS (SELECT 1 FROM payment_links l CROSS JOIN runs r ON r.id = l.run_id AND r.state = 'waiting' WHERE l.id = ?2) AS isAwaited
  FROM payment_accounts a WHERE a.enterprise_id = ?1 AND a.id = ?3`;
const AGAIN = `UPDATE payment_links SET due_at = ?2, tries = ?3, problem = ?4 WHERE id = ?1 AND ended_at IS NULL`;
const KNOWN = `UPDATE payment_links SET vendor_id = ?2 WHERE id = ?1 AND vendor_id IS NULL`;
const FAIL = `UPDATE payment_links SET state = 'failed', problem = ?2, due_at = NULL, ended_at = ?3, updated_at = ?3 WHERE id = ?1 AND ended_at IS NULL`;

interface Taken {
  id: string;
  enterpriseId: EnterpriseId;
  accountId: string;
  vendorId: string | null;
  state: LinkState;
  until: number;
  isUnwanted: number;
  tries: number;
}

const NEXT = `SELECT min(due_at) AS at FROM payment_links WHERE due_at IS NOT NULL AND ${passedOver("enterprise_id")}`;

/** When a gateway is to be asked about a link of a database next; null where none is open. */
export const nextLink = ({ $client }: Pick<TenantDb, "$client">): Promise<number | null> =>
  $client.prepare(NEXT).first<number>("at");

/**
 * Asks gateways what became of links that are due: those past their end, those whose page said that they are paid, and those
 * that nobody waits for any more, which are cancelled there. `told` hears of each: a run may wait for it.
 */
export async function workLinks(
  db: Pick<TenantDb, "$client">,
  deps: GatewayDeps,
  told: () => Promise<void> = async () => undefined,
): Promise<void> {
  for (let done = 0; done < MOST; done++) {
    const taken = await db.$client.prepare(TAKE).bind(deps.now()).first<Taken>();
    if (!taken) return;
    await settleOne(db, deps, taken);
    await told();
  }
}

async function settleOne(db: Pick<TenantDb, "$client">, deps: GatewayDeps, taken: Taken): Promise<void> {
  const { $client } = db;
  const { id, enterpriseId, accountId, tries } = taken;
  const run = (sql: string, ...values: unknown[]) =>
    $client
      .prepare(sql)
      .bind(id, ...values)
      .run();
  const fail = (problem: string) => run(FAIL, problem.slice(0, 300), deps.now());
  const later = (ms: number, { count = tries, problem = "" } = {}) =>
    run(AGAIN, deps.now() + ms, count, problem.slice(0, 300));
  const [account, secrets] = await $client.batch([
    $client.prepare(ACCOUNT).bind(enterpriseId, id, accountId),
    $client.prepare(SECRETS_OF).bind(enterpriseId),
  ]);
  const [known] = (account?.results ?? []) as { keyId: string; isAwaited: number }[];
  if (!known) return void (await fail(texts.problems.accountRemoved));
  const keys = { enterpriseId, accountId, keyId: known.keyId };
  const gateway = await gatewayOf(deps, keys, (secrets?.results ?? []) as unknown as SealedRow[]);
  if (!gateway) return void (await fail(texts.failures.secretBroken));
  const isOver = taken.isUnwanted === 1 || taken.until <= deps.now();
  // Its run tries again by itself.
  if (taken.state === "asked" && known.isAwaited === 1 && !isOver) {
    return void (await later(ORPHAN_MS, { count: 0 }));
  }
  try {
    const take = (link: GatewayLink) =>
      $client.batch(settling(db, { enterpriseId, accountId, eventId: "", link, now: deps.now() }));
    const vendorId = taken.vendorId ?? (await gateway.find(id))?.vendorId;
    if (vendorId === undefined) return void (await fail(texts.problems.neverMade));
    if (taken.vendorId === null) await run(KNOWN, vendorId);
    const link = await gateway.fetch(vendorId);
    if (!link) return void (await fail(texts.problems.unknownThere));
    await take(link);
    if (!isOpen(link)) return;
    if (isOver || taken.state === "asked") await take(await cancelled(gateway, link));
    else await later(Math.min(backoff(tries), Math.max(taken.until + FIRST_MS - deps.now(), FIRST_MS)));
  } catch (error) {
    const problem = error instanceof GatewayError ? sentenceOf(error) : describe(error);
    if (tries >= MOST_TRIES) await fail(texts.problems.unsettled(problem));
    else await later(backoff(tries), { problem });
  }
}

export const isOpen = ({ state }: GatewayLink): boolean => state === "created" || state === "partiallyPaid";

export const backoff = (tries: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** tries);

/** Cancels a link; one that is over meanwhile is what the gateway says. */
export async function cancelled(gateway: PaymentGateway, { vendorId }: GatewayLink): Promise<GatewayLink> {
  try {
    return await gateway.cancel(vendorId);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.failure !== "refused") throw error;
    const link = await gateway.fetch(vendorId);
    if (link && !isOpen(link)) return link;
    throw error;
  }
}
