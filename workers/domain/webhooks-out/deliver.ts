import type { HookEvent, OffReason, TEST_EVENT } from "#workers/contract/webhooks-out.ts";
import { FAILING_MS } from "#workers/contract/webhooks-out.ts";
import { webhooksOutTexts } from "#texts/webhooks-out.ts";
import { goesOn } from "../bare/fenced.ts";
import type { Ctx } from "../ctx.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { attempt, CALL_MS, type HookDeps, type Tried } from "./attempt.ts";
import { waitAfter } from "./retry.ts";
import { signingSecrets } from "./secrets.ts";

/** Longer than a page's calls and their notes: what its sender died with is due again afterwards. */
export const LEASE_MS = CALL_MS + 15_000;
/** Deliveries of one receiver that are claimed and noted together: each trip to the database costs more than a call. */
const PAGE = 10;
/** No call of a page begins later than that after its claim: a slow receiver's page ends with its first call. */
const PAGE_MS = 5_000;

const HOOK =
  "SELECT url, both_until AS bothUntil FROM hooks WHERE id = ?1 AND enterprise_id = ?2 AND is_on = 1";
/**
 * Takes the oldest that are due, while nobody sends anything to the same receiver: so first tries leave in their order, also
 * after a page was broken off.
 */
const CLAIM = `UPDATE hook_deliveries SET lease_until = ?3 WHERE seq IN (SELECT d.seq FROM hook_deliveries d
    WHERE d.hook_id = ?1 AND d.enterprise_id = ?2 AND d.state = 'waiting' AND d.next_at <= ?4 ORDER BY d.seq LIMIT ${PAGE})
  AND EXISTS (SELECT 1 FROM hooks h WHERE h.id = ?1 AND h.is_on = 1) AND ${goesOn("?2")}
  AND NOT EXISTS (SELECT 1 FROM hook_deliveries l WHERE l.hook_id = ?1 AND l.state = 'waiting' AND l.lease_until > ?4)
  RETURNING seq, id, type, body, attempts`;
/** Only whoever holds it notes what came of it. */
const NOTE = `UPDATE hook_deliveries SET state = ?3, attempts = attempts + 1, next_at = ?4, lease_until = 0, tried_at = ?5, status = ?6, answer = ?7
  WHERE seq = ?1 AND lease_until = ?2`;
const RELEASE = `UPDATE hook_deliveries SET lease_until = 0 WHERE lease_until = ?2 AND seq IN (SELECT value FROM json_each(?1))`;
const TAKES = "UPDATE hooks SET failing_since = NULL WHERE id = ?1 AND failing_since IS NOT NULL";
const FAILS = "UPDATE hooks SET failing_since = ?2 WHERE id = ?1 AND failing_since IS NULL";
const OFF = `UPDATE hooks SET is_on = 0, off_reason = ?2, off_at = ?3, told_at = NULL, revision = revision + 1
  WHERE id = ?1 AND is_on = 1 AND (?2 = 'gone' OR failing_since <= ?4)`;
const GIVE_UP = `UPDATE hook_deliveries SET state = 'failed', lease_until = 0, answer = '${webhooksOutTexts.outcomes.switchedOff}'
  WHERE hook_id = ?1 AND state = 'waiting' AND NOT EXISTS (SELECT 1 FROM hooks h WHERE h.id = ?1 AND h.is_on = 1)`;

export interface ClaimedDelivery {
  seq: number;
  id: string;
  type: HookEvent | typeof TEST_EVENT;
  body: string;
  attempts: number;
  leaseUntil: number;
}

type Place = Pick<Ctx, "db" | "enterpriseId">;

/** Hears of each call of a run, so that the caller knows which receivers are slow. */
export type Heard = (tried: Tried) => void;

/**
 * Sends to one receiver what is due, one after the other, until nothing is, or the time is over. The notes of a page and the
 * next claim are one trip; whoever dies meanwhile leaves at most a page that is sent again under the same ids.
 */
export async function deliverDue(
  ctx: Pick<Ctx, "db" | "enterpriseId" | "now">,
  ring: KeyRing,
  deps: HookDeps,
  hookId: string,
  { until, heard = () => undefined }: { until: number; heard?: Heard },
): Promise<void> {
  const { db, enterpriseId, now } = ctx;
  const { $client } = db;
  const hook = await $client
    .prepare(HOOK)
    .bind(hookId, enterpriseId)
    .first<{ url: string; bothUntil: number }>();
  if (!hook) return;
  const secrets = await signingSecrets(ctx, ring, { id: hookId, bothUntil: hook.bothUntil });
  let page = await claim(ctx, hookId, []);
  while (page.length > 0) {
    const callableUntil = Math.min(until, now() + PAGE_MS);
    const notes: D1PreparedStatement[] = [];
    const waiting = [...page];
    let isGone = false;
    do {
      const next = waiting.shift();
      if (!next) break;
      const tried = await attempt(deps, { url: hook.url, secrets }, next);
      heard(tried);
      notes.push(...noting(ctx, hookId, next, tried));
      isGone = tried.outcome === "gone";
    } while (!isGone && now() < callableUntil);
    const [first] = waiting;
    if (first) {
      const left = JSON.stringify(waiting.map(({ seq }) => seq));
      notes.push($client.prepare(RELEASE).bind(left, first.leaseUntil));
    }
    if (isGone || now() >= until) return void (await $client.batch(notes));
    page = await claim(ctx, hookId, notes);
  }
}

async function claim(
  { db: { $client }, enterpriseId, now }: Pick<Ctx, "db" | "enterpriseId" | "now">,
  hookId: string,
  notes: D1PreparedStatement[],
): Promise<ClaimedDelivery[]> {
  const at = now();
  const leaseUntil = at + LEASE_MS;
  const results = await $client.batch<Omit<ClaimedDelivery, "leaseUntil">>([
    ...notes,
    $client.prepare(CLAIM).bind(hookId, enterpriseId, leaseUntil, at),
  ]);
  const rows = results.at(-1)?.results ?? [];
  return rows.map((row) => ({ ...row, leaseUntil })).toSorted((one, other) => one.seq - other.seq);
}

/**
 * Statements that note a try: delivered, or when it is tried again, or failed for good. A receiver that says it is gone, or
 * has taken nothing for five days, is switched off, and what waits for it is given up.
 */
export function noting(
  { db: { $client }, now }: Place & Pick<Ctx, "now">,
  hookId: string,
  { seq, attempts, leaseUntil }: Pick<ClaimedDelivery, "seq" | "attempts" | "leaseUntil">,
  { outcome, status, answer }: Tried,
): D1PreparedStatement[] {
  const at = now();
  const taken = outcome === "taken";
  const wait = taken ? null : waitAfter(attempts + 1);
  const state = taken ? "delivered" : wait === null || outcome === "gone" ? "failed" : "waiting";
  const note = $client.prepare(NOTE).bind(seq, leaseUntil, state, at + (wait ?? 0), at, status, answer);
  if (taken) return [note, $client.prepare(TAKES).bind(hookId)];
  const reason: OffReason = outcome === "gone" ? "gone" : "failing";
  return [
    note,
    $client.prepare(FAILS).bind(hookId, at),
    $client.prepare(OFF).bind(hookId, reason, at, at - FAILING_MS),
    $client.prepare(GIVE_UP).bind(hookId),
  ];
}
