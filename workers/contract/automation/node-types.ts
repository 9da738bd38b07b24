import { error, next, type NodeType, type Port } from "./node-type.ts";
import type { GraphNode } from "./graph.ts";
import { form, whatsappFlow } from "./nodes/forms.ts";
import { http } from "./nodes/http.ts";
import { sendMail, sendMessage, sendSms, sendTemplate } from "./nodes/messages.ts";
import { condition, end, goTo, milestone, runJourney, split } from "./nodes/paths.ts";
import { ask, buttons } from "./nodes/questions.ts";
import { bot, handOver, knowledge, payment } from "./nodes/services.ts";
import { start } from "./nodes/start.ts";
import { setVariables, updateCustomer } from "./nodes/values.ts";
import { wait, waitFor } from "./nodes/waits.ts";

/** All types of node, in the order of the palette: the one table for palette, validator, list editor and engine. */
export const nodeTypes = {
  start,
  sendMessage,
  sendTemplate,
  ask,
  buttons,
  form,
  whatsappFlow,
  condition,
  split,
  setVariables,
  updateCustomer,
  wait,
  waitFor,
  bot,
  knowledge,
  http,
  handOver,
  sendMail,
  sendSms,
  payment,
  milestone,
  runJourney,
  goTo,
  end,
} as const;
export type NodeTypeName = keyof typeof nodeTypes;

/** A type whose data are read by its own schema, so that nothing else need know of which type they are. */
export type AnyNodeType = NodeType;

/** The type of that name; undefined if there is none. */
export const nodeTypeOf = (name: string): AnyNodeType | undefined =>
  Object.hasOwn(nodeTypes, name) ? (nodeTypes[name as NodeTypeName] as unknown as AnyNodeType) : undefined;

/** The ports of a node as it is drawn, also of one whose data are not whole yet, as far as they can be seen. */
export function portsOf({ type, data }: Pick<GraphNode, "type" | "data">): Port[] {
  const found = nodeTypeOf(type);
  if (!found) return [next, error];
  const parsed = found.schema.safeParse(data);
  return (parsed.success ? found.ports(parsed.data) : portsInHalf(found, data)) ?? [next, error];
}

function portsInHalf(found: AnyNodeType, data: GraphNode["data"]): Port[] | undefined {
  try {
    const ports = found.ports(data);
    return ports.every(({ id, label }) => typeof id === "string" && typeof label === "string")
      ? ports
      : undefined;
  } catch {
    return undefined;
  }
}

/** One line about a node for the list editor. */
export function describeNode({ type, data }: Pick<GraphNode, "type" | "data">): string {
  const found = nodeTypeOf(type);
  const parsed = found?.schema.safeParse(data);
  return found && parsed?.success ? found.describe(parsed.data) : (found?.label ?? type);
}
