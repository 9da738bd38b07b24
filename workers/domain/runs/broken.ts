import type { TenantDb } from "#db/client.ts";
import { isOver } from "#workers/contract/automation/run-states.ts";
import { ctxOf, nothingLeft } from "../ctx.ts";
import { someOf } from "../some-rows.ts";
import type { Run } from "../flow/run.ts";
import type { Due } from "./due.ts";
import { OtherRuns } from "./effects/journeys.ts";
import { Payments } from "./effects/payments.ts";
import { Waits } from "./effects/waits.ts";
import { failedInMinute } from "./roll-ups.ts";
import { runOf, WAKE_SIGN } from "./run-row.ts";

/** Tries of a run that cannot be carried on; then it is failed, so that it holds up no other. */
const MOST_ATTEMPTS = 5;
const AGAIN_MS = 1_000;
/** ?1 is the run, ?2 its step, ?4 the reason. */
const AGAIN = `UPDATE runs SET attempts = attempts + 1, wake_at = (?3 + (${AGAIN_MS} << (2 * attempts))) * ${WAKE_SIGN}
  WHERE id = ?1 AND seq = ?2 AND state = 'waiting'`;
/** Without tries, so that what lies in its inbox is looked at, and goes on to whoever answers. */
const FAILED = `UPDATE runs SET state = 'failed', attempts = 0, wake_at = NULL, ended_at = ?3,
    data = json_set(data, '$.reason', json_object('code', 'broken', 'sentence', ?4, 'nodeId', node_id))
  WHERE id = ?1 AND seq = ?2 AND state = 'waiting'`;
/** Whoever was faster has carried it on, and then it is not to be ended. */
const GUARD = `SELECT CASE WHEN EXISTS (SELECT 1 FROM runs WHERE id = ?1 AND seq = ?2 AND state = 'waiting' AND attempts = ?3)
  THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
const NO_WAITS = "DELETE FROM run_waits WHERE run_id = ?1";
/** A failed run that breaks off as it is tried again stays failed; whoever asked may ask again. */
const AGAIN_FAILED = `UPDATE runs SET data = json_set(data, '$.reason', json_object('code', 'broken', 'sentence', ?2, 'nodeId', node_id)) WHERE id = ?1 AND state = 'failed'`;
/** A failure may pass within this time; only afterwards is the news spent. */
const PASSES_MS = 60_000;
const SPENT = "UPDATE run_inbox SET done_at = ?2, data = '{}' WHERE n = ?1 AND at <= ?3";

/**
 * The statements by which a run that cannot be carried on is looked at again later, or, after its last try, ends as other runs
 * do: it has the floor no more, waits for nobody, and whoever waits for it hears so.
 */
export function brokenOff(
  db: TenantDb,
  { row, cause, n }: Due,
  sentence: string,
  now: () => number,
): D1PreparedStatement[] {
  const bound = (text: string, ...values: unknown[]) => db.$client.prepare(text).bind(...values);
  const { id, seq, attempts, state } = row;
  if (isOver(state))
    return [
      ...(cause.kind === "retry" ? [bound(AGAIN_FAILED, id, sentence)] : []),
      // News for nobody would be looked at for ever; a try that somebody asked for is spent at once.
      ...(n === null ? [] : [bound(SPENT, n, now(), cause.kind === "retry" ? now() : now() - PASSES_MS)]),
    ];
  if (attempts + 1 < MOST_ATTEMPTS) return [bound(AGAIN, id, seq, now())];
  return [
    bound(GUARD, id, seq, attempts),
    bound(FAILED, id, seq, now(), sentence),
    bound(NO_WAITS, id),
    failedInMinute(db, row, cause.kind === "start", now()),
    ...ending(db, row, now),
  ];
}

/** Statements that end a run's ties to others once it is over, as a page of runs does. */
function ending(db: TenantDb, row: Due["row"], now: () => number): D1PreparedStatement[] {
  const actor = { userId: "system", name: "", address: "", requestId: "", after: nothingLeft() };
  const ctx = ctxOf(db, row.enterpriseId, actor, { now });
  const [waits, others, payments] = [new Waits(ctx), new OtherRuns(ctx), new Payments(ctx)];
  // Its own row may be the cause of the break.
  const { vars, sent, waits: waited }: Partial<Run> = runOf(row);
  waits.askNoMore(row);
  waits.end(row);
  payments.leave(
    { sent: sent ?? {}, nodeId: row.nodeId },
    { waits: [], nodeId: row.nodeId, state: "failed" },
  );
  others.tellParent(row, { state: "failed", vars: vars ?? {} });
  for (const { kind, key } of waited ?? []) if (kind === "child") others.cancel(key, row);
  return [waits, others, payments].flatMap((each) => each.statements(someOf(ctx)));
}
