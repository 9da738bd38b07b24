import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import { journeyTroublesTexts as texts } from "#texts/journey-troubles.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import { bindable } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, finished, guardLease, underLease } from "../jobs/lease.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { filterOf } from "./runs-filter.ts";
import { retrying } from "./retrying.ts";

type Sweep = JobPayload<"runs.sweep">;

/** Runs of one page, which is one transaction. */
const PAGE = 500;
/** Statements of a page, as a slice counts them. */
const CALLS = 6;

/** Runs that failed at a node (?2) for a reason (?3), until somebody asked (?4). */
const FAILED = `r.instance_id = ?1 AND r.state = 'failed' AND coalesce(r.node_id, '') = ?2 AND coalesce(r.data ->> '$.reason.code', '') = ?3 AND r.ended_at <= ?4`;
/** Runs that wait at a node (?2), came there before a moment (?3, null: whenever), and came in until somebody asked (?4). */
const WAITING = `r.instance_id = ?1 AND r.state = 'waiting' AND r.node_id = ?2 AND (?3 IS NULL OR r.data ->> '$.since' < ?3) AND r.started_at <= ?4`;
/** Of a figure: those of its filter (?2, values as JSON) who are in it; to move, in a version that has the step ?3. */
const IN_FIGURE = ({ filter, what }: Asked): string =>
  `r.instance_id = ?1 AND r.state = 'waiting' AND r.started_at <= ?4 ${filterOf(filter ?? NO_FILTER, "?2").where}
    AND ${
      what === "move"
        ? `r.node_id IS NOT NULL AND r.version_id IN (SELECT w.id FROM automation_instances i CROSS JOIN automation_versions w ON w.automation_id = i.automation_id
      CROSS JOIN json_each(w.graph, '$.nodes') n WHERE i.id = ?1 AND n.value ->> '$.id' = ?3)`
        : "?3 IS NOT NULL"
    }`;
const NO_FILTER = { node: "", code: "", port: "" };

type Asked = Pick<Sweep, "instanceId" | "what" | "node" | "code" | "before" | "at" | "filter" | "to">;

const whereOf = (sweep: Asked): string =>
  sweep.filter ? IN_FIGURE(sweep) : sweep.what === "retry" ? FAILED : WAITING;
/** A filter may ask for the version of a run. */
const RUNS = `runs r LEFT JOIN automation_versions v ON v.id = r.version_id`;

/** The statement that counts whom a sweep is about. */
export const matching = ({ $client }: { $client: D1Database }, sweep: Asked): D1PreparedStatement =>
  $client.prepare(`SELECT count(*) AS runs FROM ${RUNS} WHERE ${whereOf(sweep)}`).bind(...valuesOf(sweep));

function valuesOf({ instanceId, what, node, code, before, at, filter, to }: Asked): unknown[] {
  if (filter) return [instanceId, filterOf(filter, "?2", at).values, to, at];
  return [instanceId, node, what === "retry" ? code : before, at];
}

const NEXT = (sweep: Asked): string =>
  `SELECT r.id FROM ${RUNS} WHERE ${whereOf(sweep)} AND r.id > ?5 ORDER BY r.id LIMIT ${PAGE}`;
/** Ends or moves them at the step where they are: whoever has gone on before the clock comes to it is left alone. */
const TELL = (
  sweep: Asked,
  kind: "leave" | "move",
): string => `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, seq, data, at, until)
  SELECT r.enterprise_id, '${kind === "move" ? "moved" : "end"}:' || r.id || ':' || r.seq, '${kind}', '', r.id, r.seq, ?6, ?5, ?5 + ${KEPT_MS}
  FROM json_each(?7) e CROSS JOIN runs r ON r.id = e.value LEFT JOIN automation_versions v ON v.id = r.version_id WHERE ${whereOf(sweep)} ON CONFLICT DO NOTHING`;

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
            .prepare(TELL(sweep, sweep.what === "move" ? "move" : "leave"))
            .bind(
              ...valuesOf(sweep),
              now(),
              JSON.stringify(
                sweep.what === "move"
                  ? { nodeId: sweep.to }
                  : { state: "cancelled", code: "stopped", sentence: texts.ended(sweep.by) },
              ),
              JSON.stringify(ids),
            ),
        ];
  return async () => {
    const { results } = await $client
      .prepare(NEXT(sweep))
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
