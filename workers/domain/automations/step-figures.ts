import { journeyTroublesTexts } from "#texts/journey-troubles.ts";
import { medianStay } from "#workers/contract/automation/stay-classes.ts";
import type { StepCounts } from "#workers/contract/automation/report-rows.ts";
import { DomainError } from "../error.ts";

/**
 * SQL for the steps of instances (`source`, which ends where a row `i` of an instance is known) within the days ?4 to ?5; of the
 * versions that `version` (SQL about a version's id) lets through. From the roll-ups: a year of a busy journey is as quick as a day.
 */
export const stepsSql = (source: string, version: (id: string) => string = () => "1") => ({
  counts: `SELECT d.node, d.port, sum(d.entered) AS entered, sum(d.left) AS "left", sum(d.errors) AS errors, sum(d.timed_out) AS timedOut, sum(d.expired) AS expired
    ${source} CROSS JOIN node_daily d ON d.instance_id = i.id AND d.day BETWEEN ?4 AND ?5 AND ${version("d.version_id")} GROUP BY d.node, d.port`,
  stays: `SELECT t.node, t.class, sum(t.runs) AS runs
    ${source} CROSS JOIN node_stays t ON t.instance_id = i.id AND t.day BETWEEN ?4 AND ?5 AND ${version("t.version_id")} GROUP BY t.node, t.class`,
  here: `SELECT r.node_id AS node, count(*) AS here ${source}
    CROSS JOIN runs r ON r.instance_id = i.id AND r.state = 'waiting' AND ${version("r.version_id")} WHERE r.node_id IS NOT NULL GROUP BY r.node_id`,
});

/** The version ?6 alone of a row `i` of an instance, where one is asked for. */
export const ofVersion = (versionId: string): string =>
  `(?6 IS NULL OR ${versionId} = (SELECT w.id FROM automation_versions w WHERE w.automation_id = i.automation_id AND w.number = ?6))`;

export function noVersion(version: number): DomainError {
  const message = journeyTroublesTexts.versionWrong(version);
  return new DomainError("invalid", { message, errors: { version: message } });
}

export interface CountRow {
  node: string;
  port: string;
  entered: number;
  left: number;
  errors: number;
  timedOut: number;
  expired: number;
}
export interface StayRow {
  node: string;
  class: number;
  runs: number;
}

/** One row a step, with the ways by which it was left. */
export function stepsOf(
  counts: readonly CountRow[],
  stays: readonly StayRow[],
  here: readonly { node: string; here: number }[],
): StepCounts[] {
  const of = Map.groupBy(counts, ({ node }) => node);
  const staysOf = Map.groupBy(stays, ({ node }) => node);
  const hereOf = new Map(here.map((each) => [each.node, each.here]));
  const sum = (each: readonly CountRow[], key: "entered" | "left" | "errors" | "timedOut" | "expired") =>
    each.reduce((total, row) => total + row[key], 0);
  return [...new Set([...of.keys(), ...hereOf.keys()])].map((node) => {
    const own = of.get(node) ?? [];
    const left = sum(own, "left");
    return {
      node,
      entered: sum(own, "entered"),
      left,
      here: hereOf.get(node) ?? 0,
      errors: sum(own, "errors"),
      timedOut: sum(own, "timedOut"),
      expired: sum(own, "expired"),
      medianMs: medianOf(left, staysOf.get(node) ?? []),
      ways: own.flatMap((row) =>
        row.port !== "" && row.left > 0 ? [{ port: row.port, left: row.left }] : [],
      ),
    };
  });
}

/** The median time at a node that so many have left; whoever has no class of time left at once. */
export const medianOf = (left: number, stays: readonly Pick<StayRow, "class" | "runs">[]): number | null =>
  medianStay(left - stays.reduce((total, { runs }) => total + runs, 0), stays);
