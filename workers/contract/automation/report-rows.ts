import { journeyReportTexts as texts } from "#texts/journey-report.ts";
import type { Graph } from "./graph.ts";
import { nodeTitle } from "./node-title.ts";
import { readingOrder } from "./reading-order.ts";

/** Rows of a report as its screens show them and as its file has them, so that the two say the same. */

/** A step's counts of some days. */
export interface StepCounts {
  node: string;
  entered: number;
  /** By whatever way, also the last ones. */
  left: number;
  here: number;
  errors: number;
  timedOut: number;
  /** People who were in it for too long, and left from here. */
  expired: number;
  medianMs: number | null;
  ways: { port: string; left: number }[];
}

export interface StepFigures extends Omit<StepCounts, "node" | "ways"> {
  id: string;
  title: string;
  /** People who came, and have neither left by a way nor are there: failed, ended, or gone elsewhere. */
  dropped: number;
  ways: { port: string; label: string; left: number }[];
}

const NOTHING = {
  entered: 0,
  left: 0,
  here: 0,
  errors: 0,
  timedOut: 0,
  expired: 0,
  medianMs: null,
  ways: [],
};

const droppedOf = ({ entered, left, here }: Pick<StepCounts, "entered" | "left" | "here">): number =>
  Math.max(entered - left - here, 0);

/** All steps in the order of reading, also those where nobody came; then those of other versions that are not in it. */
export function figuresOf(graph: Graph | null, steps: readonly StepCounts[]): StepFigures[] {
  const of = new Map(steps.map((step) => [step.node, step]));
  const rows = graph ? readingOrder(graph) : [];
  const drawn = rows.map(({ node, number, exits }): StepFigures => {
    const { node: _, ways, ...figures } = of.get(node.id) ?? { node: "", ...NOTHING };
    return {
      ...figures,
      id: node.id,
      title: graph ? `${number}. ${nodeTitle(node, graph, undefined)}` : node.id,
      dropped: droppedOf(figures),
      ways: ways.map(({ port, left }) => ({
        port,
        left,
        label: exits.find((exit) => exit.port === port)?.label || port,
      })),
    };
  });
  const known = new Set(drawn.map(({ id }) => id));
  const gone = steps
    .filter(({ node }) => !known.has(node))
    .map(({ node, ways, ...figures }): StepFigures => ({
      ...figures,
      id: node,
      title: texts.gone(node),
      dropped: droppedOf(figures),
      ways: ways.map((way) => ({ ...way, label: way.port })),
    }));
  return [...drawn, ...gone];
}

/** Everybody who came in: those who entered the Start. */
export function cameIn(graph: Graph | null, steps: readonly StepCounts[]): number {
  const starts = new Set(graph?.nodes.filter(({ type }) => type === "start").map(({ id }) => id));
  return steps.filter(({ node }) => starts.has(node)).reduce((sum, { entered }) => sum + entered, 0);
}

export interface MilestoneCounts {
  id: string;
  reached: number;
  value: number | null;
  medianMs: number | null;
}
export interface MilestoneFigures extends MilestoneCounts {
  /** People who reached the one before it in the order of reading; for the first, those who came in. */
  before: number;
}

/** Milestones in the order in which a reader meets them; those that are not in the graph any more are the last. */
export function milestonesOf(
  graph: Graph | null,
  milestones: readonly MilestoneCounts[],
  entered: number,
): MilestoneFigures[] {
  const of = new Map(milestones.map((each) => [each.id, each]));
  const drawn = (graph ? readingOrder(graph) : []).flatMap(({ node }) =>
    node.type === "milestone" && typeof node.data.milestoneId === "string" ? [node.data.milestoneId] : [],
  );
  const ids = [...new Set([...drawn, ...of.keys()])];
  const rows = ids.map((id) => of.get(id) ?? { id, reached: 0, value: null, medianMs: null });
  return rows.map((row, at) => ({ ...row, before: rows[at - 1]?.reached ?? entered }));
}

/** A path as the titles of its steps. */
export const pathTitle = (graph: Graph | null, nodes: readonly string[]): string =>
  nodes
    .map((id) => {
      const node = graph?.nodes.find((each) => each.id === id);
      return graph && node ? nodeTitle(node, graph, undefined) : texts.gone(id);
    })
    .join(" → ");

/** A step's title, and that of a way out of it. */
export function wayTitle(graph: Graph | null, nodeId: string, port: string): { step: string; way: string } {
  const row = graph && readingOrder(graph).find(({ node }) => node.id === nodeId);
  return {
    step: graph && row ? nodeTitle(row.node, graph, undefined) : texts.gone(nodeId),
    way: row?.exits.find((exit) => exit.port === port)?.label || port,
  };
}

/** The hours of a week as rows of days, Monday first. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
export const byWeekday = (hours: readonly { weekday: number; hour: number; entered: number }[]): number[][] =>
  texts.weekdays.map((_, weekday) =>
    HOURS.map((hour) => hours.find((each) => each.weekday === weekday && each.hour === hour)?.entered ?? 0),
  );
