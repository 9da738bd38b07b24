import { z } from "zod";
import { automationPropertiesTexts as propertiesTexts } from "#texts/automation-properties.ts";
import { automationTexts } from "#texts/automation.ts";
import { condition, NAME_TYPES } from "../expression.ts";
import { graphLimits } from "./limits.ts";
import { pin } from "./pin.ts";
import { graphProperty, PROPERTY } from "./properties.ts";

/**
 * A graph as it is stored, sent and exported. It may be unfinished or wrong: nothing here looks into a node's data, which is
 * the validator's, so that a draft can always be saved.
 */

export const GRAPH_FORMAT = "chatbird.graph/1";

const texts = automationTexts.graph;
const id = z.string(texts.id).regex(/^[\w-]{1,64}$/, texts.id);
const place = z.object({ x: z.number(), y: z.number() });
const size = z.object({ width: z.number().min(0), height: z.number().min(0) });

export const graphNode = z.strictObject({
  id,
  type: z.string().min(1).max(40),
  name: z.string().max(100, texts.name).default(""),
  position: place.default({ x: 0, y: 0 }),
  data: z.record(z.string(), z.unknown()).default({}),
  /** Answers in tests; no run of a customer looks at it. */
  pin: pin.optional(),
});
export type GraphNode = z.infer<typeof graphNode>;

export const graphEdge = z.strictObject({ from: id, port: z.string().min(1).max(100), to: id });
export type GraphEdge = z.infer<typeof graphEdge>;

const value = z.union([z.string().max(4_000), z.number(), z.boolean(), z.null()]);
export const graphVariable = z.strictObject({
  name: z.string().regex(/^[a-z_]\w{0,63}$/i, texts.variable),
  type: z.enum(NAME_TYPES),
  default: value.optional(),
});
export type GraphVariable = z.infer<typeof graphVariable>;

export const graph = z.strictObject({
  format: z.literal(GRAPH_FORMAT, texts.format),
  nodes: z.array(graphNode).max(graphLimits.nodes, texts.nodes(graphLimits.nodes)),
  edges: z.array(graphEdge).max(graphLimits.edges, texts.edges(graphLimits.edges)).default([]),
  variables: z.array(graphVariable).max(graphLimits.variables, texts.variables).default([]),
  /** The values that a launch asks for. */
  properties: z.array(graphProperty).max(PROPERTY.most, propertiesTexts.many(PROPERTY.most)).optional(),
  /** Where a run goes on after an error whose node has nothing at its port "error". */
  errorHandler: id.optional(),
  /** A customer of whom this holds leaves before anything else happens. */
  exit: condition.optional(),
  /** Drawn and never executed. */
  notes: z
    .array(z.strictObject({ id, text: z.string().max(4_000), position: place, size: size.optional() }))
    .max(1_000)
    .default([]),
  frames: z
    .array(z.strictObject({ id, title: z.string().max(100), position: place, size }))
    .max(1_000)
    .default([]),
});
export type Graph = z.infer<typeof graph>;

/** Whether a draft is small enough to be stored. */
export const fitsDraft = (json: string): boolean =>
  json.length <= graphLimits.draftBytes && new TextEncoder().encode(json).length <= graphLimits.draftBytes;
