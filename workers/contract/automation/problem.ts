import { z } from "zod";
import { automationTexts } from "#texts/automation.ts";

const codes = Object.keys(automationTexts.problems) as (keyof typeof automationTexts.problems)[];

/** Something that is wrong with a graph, and where. Errors keep a graph from being published, warnings do not. */
export const graphProblem = z.object({
  code: z.enum(codes),
  sentence: z.string(),
  severity: z.enum(["error", "warning"]),
  node: z.string().optional(),
  port: z.string().optional(),
  /** Path of the field in the node's data, such as `variants.0.body.text`. */
  field: z.string().optional(),
  /** The circle of a loop, in order. */
  nodes: z.array(z.string()).optional(),
  /** Stands in for the name that is not known. */
  suggestion: z.string().optional(),
});
export type GraphProblem = z.infer<typeof graphProblem>;
