import type { TenantDb } from "#db/client.ts";
import { automationTexts } from "#texts/automation.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { CallResult } from "../flow/cause.ts";
import type { Effect } from "../flow/effects.ts";
import { describe } from "../error.ts";
import { goesOn } from "../bare/fenced.ts";

/** A call of which nobody has told for so long is made again, under the same key. */
const LEASE_MS = 90_000;
/** A result is kept as long as its run may wait for it. */
const KEPT_MS = 86_400_000;

const TAKE = `UPDATE run_calls SET due_at = ?1 + ${LEASE_MS}, attempts = attempts + 1 WHERE key = (SELECT key FROM run_calls WHERE due_at <= ?1 AND ${goesOn("enterprise_id")} ORDER BY due_at LIMIT 1)
  RETURNING key, enterprise_id AS enterpriseId, run_id AS runId, seq, kind, effect, attempts`;
const TELL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, seq, data, at, until)
  SELECT c.enterprise_id, 'call:' || c.key, 'call', '', c.run_id, c.seq, ?2, ?3, ?3 + ${KEPT_MS} FROM run_calls c WHERE c.key = ?1 ON CONFLICT DO NOTHING`;
/** A call that breaks off on our side is made again so often: nobody may be waiting who would hear that it was not made. */
const MOST_TRIES = 5;
const AGAIN_MS = 1_000;
const AGAIN = `UPDATE run_calls SET due_at = ?2 + (${AGAIN_MS} << (2 * (attempts - 1))) WHERE key = ?1`;
const END = "DELETE FROM run_calls WHERE key = ?1";

interface Taken {
  key: string;
  enterpriseId: EnterpriseId;
  runId: string;
  seq: number;
  kind: Effect["kind"];
  effect: string;
  attempts: number;
}

/** Makes a call of one kind; what it throws may pass, and it is made again. Nothing where its run hears later what came of it, by a trigger. */
export type Caller = (
  effect: Effect,
  of: Pick<Taken, "enterpriseId" | "runId">,
) => Promise<CallResult | undefined>;
export type Callers = Partial<Record<Effect["kind"], Caller>>;

/** Makes one call after the other until none is due. Tells their runs what came of each, and `told` of it. */
export async function workCalls(
  { $client }: Pick<TenantDb, "$client">,
  callers: Callers,
  now: () => number,
  told: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const taken = await $client.prepare(TAKE).bind(now()).first<Taken>();
    if (!taken) return;
    const result = await resultOf(callers, taken);
    if (result === "again") {
      await $client.prepare(AGAIN).bind(taken.key, now()).run();
      continue;
    }
    await $client.batch([
      ...(result ? [$client.prepare(TELL).bind(taken.key, JSON.stringify(result), now())] : []),
      $client.prepare(END).bind(taken.key),
    ]);
    await told();
  }
}

const NEXT = `SELECT min(due_at) AS at FROM run_calls WHERE ${goesOn("enterprise_id")}`;

/** When the next call of a database is to be made; null where none is. */
export const nextCall = ({ $client }: Pick<TenantDb, "$client">): Promise<number | null> =>
  $client.prepare(NEXT).first<number>("at");

async function resultOf(callers: Callers, taken: Taken): Promise<CallResult | "again" | undefined> {
  const caller = callers[taken.kind];
  if (!caller) {
    return {
      ok: false,
      code: "notAvailable",
      sentence: automationTexts.failures.notAvailable,
      retryable: false,
    };
  }
  try {
    return await caller(JSON.parse(taken.effect) as Effect, taken);
  } catch (error) {
    if (taken.attempts < MOST_TRIES) return "again";
    return { ok: false, code: "broken", sentence: describe(error).slice(0, 300), retryable: true };
  }
}
