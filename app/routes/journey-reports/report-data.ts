import { nodeTitle } from "#workers/contract/automation/node-title.ts";
import { readingOrder } from "#workers/contract/automation/reading-order.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { journeyReport } from "#workers/contract/endpoints/journey-report.ts";
import { journeyReportTexts as texts } from "#texts/journey-report.ts";

export type Report = ReplyOf<typeof journeyReport>;

export interface StepFigures {
  id: string;
  title: string;
  entered: number;
  here: number;
  errors: number;
  timedOut: number;
  ways: { port: string; label: string; left: number }[];
}

const NOTHING = { entered: 0, here: 0, errors: 0, timedOut: 0, ways: [] };

/** All steps in the order of reading, also those where nobody came; then those of older versions that are gone. */
export function figuresOf({ graph, steps }: Pick<Report, "graph" | "steps">): StepFigures[] {
  const of = new Map(steps.map((step) => [step.node, step]));
  const rows = graph ? readingOrder(graph) : [];
  const drawn = rows.map(({ node, number, exits }): StepFigures => {
    const { ways, ...figures } = of.get(node.id) ?? NOTHING;
    return {
      ...figures,
      id: node.id,
      title: graph ? `${number}. ${nodeTitle(node, graph, undefined)}` : node.id,
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
      ways: ways.map((way) => ({ ...way, label: way.port })),
    }));
  return [...drawn, ...gone];
}

/** Everybody who came in: those who entered the Start. */
export const cameIn = ({ graph, steps }: Pick<Report, "graph" | "steps">): number => {
  const starts = new Set(graph?.nodes.filter(({ type }) => type === "start").map(({ id }) => id));
  return steps.filter(({ node }) => starts.has(node)).reduce((sum, { entered }) => sum + entered, 0);
};
