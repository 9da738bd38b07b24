import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { Graph } from "./graph.ts";
import { cameIn, figuresOf, type MilestoneCounts, milestonesOf, type StepCounts } from "./report-rows.ts";

/** Two reports in one table: the rows of both, each once. */

interface Half {
  graph: Graph | null;
  steps: readonly StepCounts[];
  milestones: readonly MilestoneCounts[];
}

interface BesideSide {
  entered: number;
  /** All people who came in on this side. */
  all: number;
  /** Null for a milestone, which nobody leaves. */
  left: number | null;
  dropped: number | null;
  medianMs: number | null;
}

export interface BesideRow {
  id: string;
  title: string;
  sides: readonly [BesideSide, BesideSide];
  /** The side whose drawing alone has the step; null where both or neither have it. */
  only: 0 | 1 | null;
}

interface Row extends BesideSide {
  id: string;
  title: string;
}

function rowsOf({ graph, steps, milestones }: Half): Row[] {
  const all = cameIn(graph, steps);
  return [
    ...figuresOf(graph, steps).map(({ id, title, entered, left, dropped, medianMs }) => ({
      ...{ id, title, entered, left, dropped, medianMs, all },
    })),
    ...milestonesOf(graph, milestones, all).map(({ id, reached, medianMs }) => ({
      ...{ id: `milestone ${id}`, title: texts.milestoneNamed(id), entered: reached, all },
      ...{ left: null, dropped: null, medianMs },
    })),
  ];
}

/**
 * Steps and, where both sides count them, milestones in the order of the first one's drawing; then those that only the other
 * has.
 */
export function besideRows(own: Half, other: Half, hasMilestones: boolean): BesideRow[] {
  const half = (of: Half) => rowsOf(of).filter(({ left }) => hasMilestones || left !== null);
  const [ours, theirs] = [half(own), half(other)];
  const nothing = (of: readonly Row[]): BesideSide => ({
    ...{ entered: 0, left: 0, dropped: 0, medianMs: null, all: of[0]?.all ?? 0 },
  });
  const drawn = ({ graph }: Half) => new Set(graph?.nodes.map(({ id }) => id));
  const [inOurs, inTheirs] = [drawn(own), drawn(other)];
  const known = new Set(ours.map(({ id }) => id));
  return [...ours, ...theirs.filter(({ id }) => !known.has(id))].map(({ id, title }) => {
    const isOurs = inOurs.has(id);
    return {
      id,
      title,
      sides: [
        ours.find((each) => each.id === id) ?? nothing(ours),
        theirs.find((each) => each.id === id) ?? nothing(theirs),
      ],
      only: isOurs === inTheirs.has(id) ? null : isOurs ? 0 : 1,
    };
  });
}
