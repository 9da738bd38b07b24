import { journeyTroublesTexts as texts } from "#texts/journey-troubles.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, underLease } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { retrying } from "./retrying.ts";

type Sweep = JobPayload<"runs.sweep">;

/** Runs of one page, which is one transaction. */
const PAGE = 500;
/** Statements of a page, as a slice counts them. */
const CALLS = 6;
/** As long as a run may be. */
const KEPT_MS = 400 * 86_400_000;

/** Runs that failed at a node (?2) for a reason (?3), until somebody asked (?4). */
const FAILED = `r.instance_id = ?1 AND r.state = 'failed' AND coalesce(r.node_id, '') = ?2 AND coalesce(r.data ->> '$.reason.code', '') = ?3 AND r.ended_at <= ?4`;
/** Runs that wait at a node (?2), came there before a moment (?3, null: whenever), and came in until somebody asked (?4). */
const WAITING = `r.instance_id = ?1 AND r.state = 'waiting' AND r.node_id = ?2 AND (?3 IS NULL OR r.data ->> '$.since' < ?3) AND r.started_at <= ?4`;
const OF = { retry: FAILED, end: WAITING } as const;

/** The statement that counts whom a sweep is about. */
export const matching = (
  { $client }: { $client: D1Database },
  sweep: Pick<Sweep, "instanceId" | "what" | "node" | "code" | "before" | "at">,
): D1PreparedStatement =>
  $client.prepare(`SELECT count(*) AS runs FROM runs r WHERE ${OF[sweep.what]}`).bind(...valuesOf(sweep));

const valuesOf = ({
  instanceId,
  what,
  node,
  code,
  before,
  at,
}: Pick<Sweep, "instanceId" | "what" | "node" | "code" | "before" | "at">): unknown[] => [
  instanceId,
  node,
  what === "retry" ? code : before,
  at,
];

const NEXT = (what: Sweep["what"]): string =>
  `SELECT r.id FROM runs r WHERE ${OF[what]} AND r.id > ?5 ORDER BY r.id LIMIT ${PAGE}`;
/** Ends them at the step where they are: whoever has gone on before the clock comes to it is left alone. */
const LEAVE = `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, seq, data, at, until)
  SELECT r.enterprise_id, 'end:' || r.id || ':' || r.seq, 'leave', '', r.id, r.seq, ?6, ?5, ?5 + ${KEPT_MS}
  FROM json_each(?7) e CROSS JOIN runs r ON r.id = e.value WHERE ${WAITING} ON CONFLICT DO NOTHING`;

/**
 * Tries runs again or ends them, a page a transaction, with the cursor in it. Only inboxes are written: the clock carries each on
 * as the engine would, so that no state is left but as its table says.
 */
export function sweepPages(ctx: Ctx, held: HeldJob, sweep: Sweep): () => Promise<PageEnd> {
  const { db, now } = ctx;
  const { $client } = db;
  const { job } = held;
  let { cursor, done } = sweep;
  const telling = (ids: readonly string[]): D1PreparedStatement[] =>
    sweep.what === "retry"
      ? retrying(db, ids, { ...sweep, at: now() })
      : [
          $client
            .prepare(LEAVE)
            .bind(
              ...valuesOf(sweep),
              now(),
              JSON.stringify({ state: "cancelled", code: "stopped", sentence: texts.ended(sweep.by) }),
              JSON.stringify(ids),
            ),
        ];
  return async () => {
    const { results } = await $client
      .prepare(NEXT(sweep.what))
      .bind(...valuesOf(sweep), cursor)
      .all<{ id: string }>();
    const ids = results.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) {
      await underLease(
        $client.batch([
          bindable(ctx, guardLease(ctx, job)),
          bindable(ctx, finished(ctx, job, texts.job[sweep.what](done))),
        ]),
      );
      return "done";
    }
    const share = Math.min(done / Math.max(sweep.total, 1), 0.99);
    const written = await underLease(
      $client.batch<{ payload: string }>([
        bindable(ctx, guardLease(ctx, job)),
        ...telling(ids),
        bindable(ctx, advancing(ctx, job, { progress: share, payload: { cursor: last }, counting: "done" })),
      ]),
    );
    const [row] = written.at(-1)?.results ?? [];
    done = row === undefined ? done : (JSON.parse(row.payload) as Sweep).done;
    cursor = last;
    ctx.after.clock = true;
    held.did(CALLS);
    await held.tell(share, { result: { what: sweep.what, total: sweep.total, done } });
    return "next";
  };
}
