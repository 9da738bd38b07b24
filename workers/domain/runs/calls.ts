import type { TenantDb } from "#db/client.ts";
import { automationTexts } from "#texts/automation.ts";
import type { CallResult } from "../flow/cause.ts";
import type { Effect } from "../flow/effects.ts";
import { describe } from "../error.ts";

/** Calls at a time, as many as production opens of one invocation. */
const AT_ONCE = 6;
/** A call of which nobody has told for so long is made again, under the same key. */
const LEASE_MS = 90_000;
/** A result is kept as long as its run may wait for it. */
const KEPT_MS = 86_400_000;

const TAKE = `UPDATE run_calls SET due_at = ?1 + ${LEASE_MS} WHERE key IN (SELECT key FROM run_calls WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2)
  RETURNING key, enterprise_id AS enterpriseId, run_id AS runId, seq, kind, effect`;
const TELL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, seq, data, at, until)
  SELECT c.enterprise_id, 'call:' || c.key, 'call', '', c.run_id, c.seq, ?2, ?3, ?3 + ${KEPT_MS} FROM run_calls c WHERE c.key = ?1 ON CONFLICT DO NOTHING`;
const END = "DELETE FROM run_calls WHERE key = ?1";

interface Taken {
  key: string;
  enterpriseId: string;
  runId: string;
  seq: number;
  kind: Effect["kind"];
  effect: string;
}

/** Makes a call of one kind; it throws for what may pass. */
export type Caller = (effect: Effect, of: Pick<Taken, "enterpriseId" | "runId">) => Promise<CallResult>;
export type Callers = Partial<Record<Effect["kind"], Caller>>;

/** Makes the calls that are due, six at a time, and tells their runs what came of them. Answers how many it made. */
export async function workCalls(
  { $client }: Pick<TenantDb, "$client">,
  callers: Callers,
  now: () => number,
): Promise<number> {
  const { results } = await $client.prepare(TAKE).bind(now(), AT_ONCE).all<Taken>();
  await Promise.all(
    results.map(async (taken) => {
      const result = await resultOf(callers, taken);
      await $client.batch([
        $client.prepare(TELL).bind(taken.key, JSON.stringify(result), now()),
        $client.prepare(END).bind(taken.key),
      ]);
    }),
  );
  return results.length;
}

async function resultOf(callers: Callers, taken: Taken): Promise<CallResult> {
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
    return { ok: false, code: "broken", sentence: describe(error).slice(0, 300), retryable: true };
  }
}
