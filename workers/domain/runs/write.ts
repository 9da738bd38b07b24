import { isOver } from "#workers/contract/automation/run-states.ts";
import type { Ctx } from "../ctx.ts";
import { keepingChats } from "../live-events/keep-chats.ts";
import { someOf } from "../some-rows.ts";
import type { Carried } from "./carried.ts";
import { ownEffects } from "./effects/own.ts";
import { pastNews } from "./past-news.ts";
import type { Informed } from "./people.ts";
import { keptSteps } from "./kept-steps.ts";
import { hitsOf, rollingUp } from "./roll-ups.ts";
import { dataOf, WAKE_SIGN } from "./run-row.ts";

/** The runs, the inbox, the customers and the chats are as they were read. */
const GUARD = `SELECT CASE WHEN
    NOT EXISTS (SELECT 1 FROM json_each(?1) e LEFT JOIN runs r ON r.id = e.value->>0 WHERE r.seq IS NOT e.value->>1 OR r.state IS NOT e.value->>2
      OR r.version_id IS NOT e.value->>3 OR r.attempts IS NOT e.value->>4)
    AND NOT EXISTS (SELECT 1 FROM json_each(?2) e LEFT JOIN run_inbox x ON x.n = e.value WHERE x.n IS NULL OR x.done_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM json_each(?3) e WHERE (SELECT t.id FROM chats t WHERE t.enterprise_id = ?4 AND t.channel_id = e.value->>0
      AND t.identity_id = e.value->>1 AND t.state NOT IN (3, 4)) IS NOT e.value->>2)
    AND NOT EXISTS (SELECT 1 FROM json_each(?5) e LEFT JOIN customers c ON c.number = e.value->>0 WHERE c.revision IS NOT e.value->>1 OR c.deleted_at IS NOT NULL)
  THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
/** The guard and the key (run, seq) are the fences between two workers; of a step that is not logged, the guard alone. */
const STEPS = `INSERT INTO run_steps (enterprise_id, run_id, seq, node, port, outcome, input, output, at)
  SELECT ?2, value->>0, value->>1, value->>2, value->>3, value->>4, value->'$[5]', value->'$[6]', ?3 FROM json_each(?1)`;
const RUNS = `UPDATE runs SET state = e.value->>1, node_id = e.value->>2, seq = e.value->>3, wake_at = (e.value->>4) * ${WAKE_SIGN}, data = e.value->>5,
    ended_at = CASE WHEN e.value->>6 THEN ?2 END, attempts = 0
  FROM json_each(?1) e WHERE runs.id = e.value->>0`;
const NO_WAITS = `DELETE FROM run_waits WHERE run_id IN (SELECT value FROM json_each(?1))`;
const WAITS = `INSERT OR IGNORE INTO run_waits (enterprise_id, kind, key, run_id) SELECT ?2, value->>0, value->>1, value->>2 FROM json_each(?1)`;
const HITS = `INSERT OR IGNORE INTO milestone_hits (enterprise_id, run_id, milestone_id, instance_id, at, value)
  SELECT ?2, value->>0, value->>1, value->>2, value->>3, value->>4 FROM json_each(?1)`;
const USED = `UPDATE run_inbox SET done_at = ?2, data = '{}' WHERE n IN (SELECT value FROM json_each(?1))`;
/** A look that does nothing to a run must not come again and again. */
const RESTED = `UPDATE runs SET wake_at = CASE WHEN data ->> '$.wakeAt' > ?2 THEN (data ->> '$.wakeAt') * ${WAKE_SIGN} END, attempts = 0
  WHERE id IN (SELECT value FROM json_each(?1)) AND state = 'waiting'`;
/** The statements of a page: everything that its runs came to. The last one keeps live events. */
export function writing(ctx: Ctx, around: Informed, carried: readonly Carried[]): D1PreparedStatement[] {
  const { db, enterpriseId, now } = ctx;
  const at = now();
  const bound = (text: string, ...values: unknown[]) => db.$client.prepare(text).bind(...values);
  const some = someOf(ctx);
  const used = carried.filter(({ advanced }) => advanced.used);
  const effects = ownEffects(ctx, around, carried);
  const numbers = [...new Set(carried.flatMap(({ due }) => due.n ?? []))];
  return [
    bound(
      GUARD,
      JSON.stringify(
        carried.map(({ due: { row } }) => [row.id, row.seq, row.state, row.versionId, row.attempts]),
      ),
      JSON.stringify(numbers),
      JSON.stringify(effects.chats),
      enterpriseId,
      JSON.stringify(effects.customers),
    ),
    ...some(
      used.flatMap(({ due, advanced: { run, steps } }) =>
        keptSteps(steps, around.logLevelOf(due.row.versionId)).map(
          ({ seq, node, port, outcome, in: given, out }) => [run.id, seq, node, port, outcome, given, out],
        ),
      ),
      STEPS,
      enterpriseId,
      at,
    ),
    ...some(
      used.map(({ advanced: { run } }) => [
        run.id,
        run.state,
        run.nodeId,
        run.seq,
        isOver(run.state) ? null : run.wakeAt,
        dataOf(run),
        isOver(run.state) ? 1 : 0,
      ]),
      RUNS,
      at,
    ),
    ...some(
      carried.flatMap(({ due, advanced }) => (advanced.used ? [] : [due.row.id])),
      RESTED,
      at,
    ),
    ...some(
      used.map(({ advanced: { run } }) => run.id),
      NO_WAITS,
    ),
    ...some(
      used.flatMap(({ advanced: { run, waits } }) =>
        isOver(run.state)
          ? []
          : waits.flatMap(({ kind, key }) => (UNTOLD.has(kind) ? [] : [[kind, key, run.id]])),
      ),
      WAITS,
      enterpriseId,
    ),
    ...rollingUp(ctx, used, at),
    ...some(hitsOf(used), HITS, enterpriseId),
    ...some(numbers, USED, at),
    ...effects.statements,
    ...pastNews(
      ctx,
      used.filter(({ advanced: { run } }) => !isOver(run.state)),
    ),
    ...(effects.told.length > 0 ? [keepingChats(ctx, effects.told, effects.noted)] : []),
  ];
}

/** Waits of which a row would tell nobody anything: time wakes the run itself, and a result names it. */
const UNTOLD: ReadonlySet<string> = new Set(["time", "retry", "call"]);
