import type { TenantDb } from "#db/client.ts";
import { automationTexts } from "#texts/automation.ts";
import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { CallResult } from "../flow/cause.ts";
import type { Effect } from "../flow/effects.ts";
import { describe } from "../error.ts";
import { goesOn } from "../bare/fenced.ts";

/** A call of which nobody has told for so long is made again, under the same key. */
const LEASE_MS = 90_000;

const TAKING = (
  which: string,
) => `UPDATE run_calls SET due_at = ?1 + ${LEASE_MS}, attempts = attempts + 1 WHERE key = (${which})
  RETURNING key, enterprise_id AS enterpriseId, run_id AS runId, seq, kind, effect, attempts,
    kind IN ('mail', 'sms') OR EXISTS (SELECT 1 FROM runs r WHERE r.id = run_calls.run_id AND r.seq = run_calls.seq AND r.state = 'waiting') AS isAwaited`;
/** The next call of whichever enterprise's turn it is, after ?2 and none of ?3: looks at one row of each, however many they have. */
const TAKE = TAKING(`WITH RECURSIVE turns(id) AS (SELECT min(enterprise_id) FROM run_calls
    UNION ALL SELECT (SELECT min(c.enterprise_id) FROM run_calls c WHERE c.enterprise_id > t.id) FROM turns t WHERE t.id IS NOT NULL)
  SELECT key FROM (SELECT t.id, (SELECT c.key FROM run_calls c INDEXED BY run_calls_turn WHERE c.enterprise_id = t.id AND c.due_at <= ?1 ORDER BY c.due_at LIMIT 1) AS key
    FROM turns t WHERE t.id IS NOT NULL AND t.id NOT IN (SELECT value FROM json_each(?3)) AND ${goesOn("t.id")})
  WHERE key IS NOT NULL ORDER BY id <= ?2, id LIMIT 1`);
const TAKE_OWN = TAKING(
  `SELECT key FROM run_calls INDEXED BY run_calls_own WHERE kind IN ('mail', 'sms') AND due_at <= ?1 AND ${goesOn("enterprise_id")} ORDER BY due_at LIMIT 1`,
);
const TELL = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, seq, data, at, until)
  SELECT c.enterprise_id, 'call:' || c.key, 'call', '', c.run_id, c.seq, ?2, ?3, ?3 + ${KEPT_MS} FROM run_calls c WHERE c.key = ?1 ON CONFLICT DO NOTHING`;
/** A call that breaks off on our side is made again so often: nobody may be waiting who would hear that it was not made. */
export const MOST_TRIES = 5;
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
  /** Whether the run has not gone on without it; who has asked for a mail or an SMS goes on, and is to get it all the same. */
  isAwaited: 0 | 1;
}

/** Lines that one enterprise's calls have at most: whoever calls a system that hangs leaves some to the others. */
const MOST_OF_ONE = 4;

/** Whose call is made next: one enterprise after the other, none in all of the lines at a time. */
export class CallTurns {
  #last = "";
  #before: Promise<unknown> = Promise.resolve();
  readonly #open = new Map<EnterpriseId, number>();

  /** One after the other: each has to know what those before it have taken. */
  take({ $client }: Pick<TenantDb, "$client">, now: () => number): Promise<Taken | null> {
    const taking = this.#before.then(async () => {
      const full = [...this.#open].flatMap(([id, open]) => (open < MOST_OF_ONE ? [] : [id]));
      const taken = await $client.prepare(TAKE).bind(now(), this.#last, JSON.stringify(full)).first<Taken>();
      if (taken) this.#last = taken.enterpriseId;
      if (taken) this.#count(taken.enterpriseId, 1);
      return taken;
    });
    this.#before = taking.catch(() => undefined);
    return taking;
  }

  done({ enterpriseId }: Pick<Taken, "enterpriseId">): void {
    this.#count(enterpriseId, -1);
  }

  #count(id: EnterpriseId, more: 1 | -1): void {
    const open = (this.#open.get(id) ?? 0) + more;
    if (open > 0) this.#open.set(id, open);
    else this.#open.delete(id);
  }
}

/** Mails and SMS alone, which are rows of ours: they wait for nobody's system. */
export const OWN_CALLS: Pick<CallTurns, "take" | "done"> = {
  take: ({ $client }, now) => $client.prepare(TAKE_OWN).bind(now()).first<Taken>(),
  done: () => undefined,
};

/** Makes a call of one kind; what it throws may pass, and it is made again. Nothing where its run hears later what came of it, by a trigger. */
export type Caller = (
  effect: Effect,
  of: Pick<Taken, "enterpriseId" | "runId">,
) => Promise<CallResult | undefined>;
export type Callers = Partial<Record<Effect["kind"], Caller>>;

/**
 * Makes one call after the other until none is due. Tells their runs what came of each, and `told` of it. One that its run has
 * gone on without is not made.
 */
export async function workCalls(
  { $client }: Pick<TenantDb, "$client">,
  callers: Callers,
  now: () => number,
  told: () => Promise<void>,
  turns: Pick<CallTurns, "take" | "done"> = new CallTurns(),
): Promise<void> {
  for (;;) {
    const taken = await turns.take({ $client }, now);
    if (!taken) return;
    try {
      await make($client, callers, taken, now, told);
    } finally {
      turns.done(taken);
    }
  }
}

async function make(
  $client: D1Database,
  callers: Callers,
  taken: Taken,
  now: () => number,
  told: () => Promise<void>,
): Promise<void> {
  if (!taken.isAwaited) {
    await $client.prepare(END).bind(taken.key).run();
    return;
  }
  const result = await resultOf(callers, taken);
  if (result === "again") {
    await $client.prepare(AGAIN).bind(taken.key, now()).run();
    return;
  }
  await $client.batch([
    ...(result ? [$client.prepare(TELL).bind(taken.key, JSON.stringify(result), now())] : []),
    $client.prepare(END).bind(taken.key),
  ]);
  await told();
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
