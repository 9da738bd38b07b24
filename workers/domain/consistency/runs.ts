import type { CheckKind } from "#workers/contract/data-checks.ts";
import { type Check, rowOf } from "./check.ts";

const PAGE = 1_000;
const HOUR_MS = 3_600_000;

/** Whether a figure of the instance `i` differs from its rows. What a log keeps may be less than what was done, never more. */
const DRIFTS = {
  entered: `(SELECT coalesce(sum(h.entered), 0) FROM entry_hours h WHERE h.instance_id = i.id)
    <> (SELECT count(*) FROM runs r WHERE r.instance_id = i.id AND r.node_id IS NOT NULL)`,
  milestones: `EXISTS (SELECT 1 FROM (SELECT d.milestone_id, sum(d.reached) AS n FROM milestone_daily d WHERE d.instance_id = i.id GROUP BY 1) m
    WHERE m.n <> (SELECT count(*) FROM milestone_hits x WHERE x.instance_id = i.id AND x.milestone_id = m.milestone_id))`,
  weeks: `EXISTS (SELECT 1 FROM (SELECT e.goal, e.milestone_id, sum(e.runs) AS n FROM entry_weeks e WHERE e.instance_id = i.id GROUP BY 1, 2) w
    WHERE w.n > CASE w.goal WHEN 'milestone' THEN (SELECT count(*) FROM milestone_hits x WHERE x.instance_id = i.id AND x.milestone_id = w.milestone_id)
      ELSE (SELECT count(*) FROM runs r WHERE r.instance_id = i.id AND iif(w.goal = 'entered', r.node_id IS NOT NULL, r.state = 'completed')) END)`,
  stays: `EXISTS (SELECT 1 FROM (SELECT s.node, sum(s.runs) AS n FROM node_stays s WHERE s.instance_id = i.id GROUP BY 1) t
    WHERE t.n > (SELECT coalesce(sum(d.left), 0) FROM node_daily d WHERE d.instance_id = i.id AND d.node = t.node))`,
  left: `EXISTS (SELECT 1 FROM (SELECT s.node, count(*) AS n FROM runs r CROSS JOIN run_steps s ON s.run_id = r.id
      WHERE r.instance_id = i.id AND (s.port IS NOT NULL OR s.output ->> '$.outcome' IS NOT NULL OR s.output ->> '$.to' IS NOT NULL) GROUP BY 1) l
    WHERE l.n > (SELECT coalesce(sum(d.left), 0) FROM node_daily d WHERE d.instance_id = i.id AND d.node = l.node))`,
};
const NAMES = Object.keys(DRIFTS) as (keyof typeof DRIFTS)[];
/** The next instance behind ?2; its rows are counted where it has had no more than ?3 steps. */
const FIGURES = `SELECT i.id, i.many, ${NAMES.map((name) => `CASE WHEN i.many THEN 0 ELSE ${DRIFTS[name]} END AS ${name}`).join(", ")}
  FROM (SELECT o.id, (SELECT coalesce(sum(d.left), 0) FROM node_daily d WHERE d.instance_id = o.id) > ?3 AS many
    FROM (SELECT min(id) AS id FROM automation_instances WHERE enterprise_id = ?1 AND id > ?2) o) i WHERE i.id IS NOT NULL`;

type FiguresRow = { id: string; many: 0 | 1 } & Record<keyof typeof DRIFTS, 0 | 1>;

/** One journey on a channel, or one launch, a page. Which of both is right nobody knows, so people look at them. */
const figures: Check = {
  kind: "runFigures",
  async page({ tenant, enterpriseId, most = Number.MAX_SAFE_INTEGER }, after) {
    const row = await rowOf<FiguresRow>(tenant, FIGURES, enterpriseId, after, most);
    if (!row) return { looked: 0, wrong: 0, example: null, next: null };
    if (row.many) return { looked: 0, wrong: 0, example: null, next: row.id, failure: "too many for a page" };
    const wrong = NAMES.filter((name) => row[name]);
    return {
      looked: NAMES.length,
      wrong: wrong.length,
      example: wrong.length > 0 ? `${row.id} ${wrong.join(", ")}` : null,
      next: row.id,
    };
  },
};

interface OfRuns {
  kind: CheckKind;
  table: string;
  /** By which a page goes on: an index begins with the enterprise and these, or the first of them. */
  columns: readonly string[];
  first: string;
  /** Condition of a row `e` that is of use to nobody; ?3 is an hour ago. */
  isLeft: string;
}

/** Rows that only a run that waits has a use for. */
const ofRuns = ({ kind, table, columns, first, isLeft }: OfRuns): Check => {
  const place = (value: (column: string, at: number) => string) => `(${columns.map(value).join(", ")})`;
  const own = place((column) => `e.${column}`);
  const behind = `e.enterprise_id = ?1 AND ${own} > ${place((_, at) => `?2 ->> ${at}`)}`;
  const order = (way: "ASC" | "DESC") => columns.map((column) => `p.${column} ${way}`).join(", ");
  return {
    kind,
    async page({ tenant, enterpriseId, now, repair }, after) {
      const from = after || first;
      const found = await rowOf<{
        looked: number;
        wrong: number;
        example: string | null;
        last: string | null;
      }>(
        tenant,
        `WITH p AS MATERIALIZED (SELECT ${columns.map((column) => `e.${column}`).join(", ")}, ${isLeft} AS wrong FROM ${table} e WHERE ${behind}
            ORDER BY ${columns.map((column) => `e.${column}`).join(", ")} LIMIT ${PAGE})
          SELECT count(*) AS looked, coalesce(sum(wrong), 0) AS wrong, min(iif(wrong, json_array(${columns.join(", ")}), NULL)) AS example,
            (SELECT json_array(${columns.map((column) => `p.${column}`).join(", ")}) FROM p ORDER BY ${order("DESC")} LIMIT 1) AS last FROM p`,
        enterpriseId,
        from,
        now - HOUR_MS,
      );
      const { looked = 0, wrong = 0, example = null, last = null } = found ?? {};
      if (repair && wrong > 0 && last !== null) {
        const mending = `DELETE FROM ${table} AS e WHERE ${behind} AND ${own} <= ${place((_, at) => `?4 ->> ${at}`)} AND ${isLeft}`;
        await tenant.batch([tenant.prepare(mending).bind(enterpriseId, from, now - HOUR_MS, last)]);
      }
      return { looked, wrong, example, next: looked < PAGE ? null : last };
    },
  };
};

export const runChecks: readonly Check[] = [
  figures,
  ofRuns({
    kind: "waitsOfRuns",
    table: "run_waits",
    columns: ["kind", "key", "run_id"],
    first: '["","",""]',
    isLeft: "(?3 > 0 AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = e.run_id AND r.state = 'waiting'))",
  }),
  // A mail that somebody asked for is sent whatever became of them; what nobody waits for any more goes when its turn comes.
  ofRuns({
    kind: "callsOfRuns",
    table: "run_calls",
    columns: ["due_at", "key"],
    first: '[0,""]',
    isLeft:
      "(e.due_at < ?3 AND e.kind NOT IN ('mail', 'sms') AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = e.run_id AND r.state = 'waiting'))",
  }),
];
