import { z } from "zod";

/** The parts of a Typebot export (version 6) that are read; all else in it is left alone, whatever it is. */

const text = z.string().catch("");
const maybe = z.string().optional().catch(undefined);
const number = z.union([z.number(), z.string()]).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((each) =>
      each.flatMap((one): z.output<Item>[] => {
        const parsed = item.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    );

const comparison = z.object({ variableId: maybe, comparisonOperator: maybe, value: maybe });
const condition = z.object({ logicalOperator: maybe, comparisons: list(comparison) });
const pair = z.object({ key: maybe, value: maybe });
const item = z.object({
  id: text,
  /** Of a button its words, of a condition its comparisons. */
  content: z.union([z.string(), condition]).optional().catch(undefined),
  title: maybe,
  path: maybe,
  outgoingEdgeId: maybe,
  paths: list(z.object({ id: text, text: maybe, outgoingEdgeId: maybe })),
});
export type TypebotItem = z.output<typeof item>;

const options = z.object({
  variableId: maybe,
  labels: z.object({ placeholder: maybe, button: maybe }).optional().catch(undefined),
  isMultipleChoice: flag,
  dynamicVariableId: maybe,
  min: number,
  max: number,
  isRange: flag,
  length: number,
  startsAt: number,
  retryMessageContent: maybe,
  type: maybe,
  expressionToEvaluate: maybe,
  isCode: flag,
  url: maybe,
  typebotId: maybe,
  groupId: maybe,
  blockId: maybe,
  secondsToWaitFor: number,
  aPercent: z.number().optional().catch(undefined),
  recipients: list(z.string()),
  subject: maybe,
  body: maybe,
  webhook: z
    .object({ url: maybe, method: maybe, body: maybe, headers: list(pair), queryParams: list(pair) })
    .optional()
    .catch(undefined),
  responseVariableMapping: list(z.object({ variableId: maybe, bodyPath: maybe })),
});

const block = z.object({
  id: text,
  type: text,
  outgoingEdgeId: maybe,
  content: z
    .object({
      richText: z.array(z.unknown()).optional().catch(undefined),
      html: maybe,
      plainText: maybe,
      url: maybe,
    })
    .optional()
    .catch(undefined),
  items: list(item),
  options: options.optional().catch(undefined),
});
export type TypebotBlock = z.output<typeof block>;
export type TypebotOptions = z.output<typeof options>;

const point = z.object({ x: z.number(), y: z.number() }).catch({ x: 0, y: 0 });
export const typebotFile = z.object({
  version: text,
  id: text,
  name: text,
  events: list(z.object({ id: text, type: text, outgoingEdgeId: maybe })),
  groups: list(z.object({ id: text, title: text, graphCoordinates: point, blocks: list(block) })),
  edges: list(
    z.object({
      id: text,
      from: z.object({ blockId: maybe, itemId: maybe, eventId: maybe }).catch({}),
      to: z.object({ groupId: text, blockId: maybe }),
    }),
  ),
  variables: list(z.object({ id: text, name: text })),
});
export type TypebotFile = z.output<typeof typebotFile>;

/** The words of a rich text, a line for each paragraph; an address stands behind its words. */
export function wordsOfRichText(elements: readonly unknown[]): string {
  const words = (given: unknown): string => {
    if (typeof given !== "object" || given === null) return "";
    const { text: own, children, type, url } = given as Record<string, unknown>;
    if (typeof own === "string") return own;
    const inner = Array.isArray(children) ? children.map(words) : [];
    const isList = type === "ul" || type === "ol";
    const joined = inner.join(isList ? "\n" : "");
    if (typeof url === "string" && url !== "" && !joined.includes(url)) return `${joined} ${url}`.trim();
    return joined;
  };
  return elements.map(words).join("\n").trim();
}
