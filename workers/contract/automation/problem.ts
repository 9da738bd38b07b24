import type { automationTexts } from "#texts/automation.ts";

/** Something that is wrong with a graph, and where. Errors keep a graph from being published, warnings do not. */
export interface GraphProblem {
  code: keyof typeof automationTexts.problems;
  sentence: string;
  severity: "error" | "warning";
  node?: string;
  port?: string;
  /** Path of the field in the node's data, such as `variants.0.body.text`. */
  field?: string;
  /** The circle of a loop, in order. */
  nodes?: string[];
  /** Stands in for the name that is not known. */
  suggestion?: string;
}
