import type { GraphVariable } from "#workers/contract/automation/graph.ts";

/** The typed value of a variable of that type; text that does not fit stays a text, which is refused. */
export function typedValue(text: string, type: GraphVariable["type"]): GraphVariable["default"] {
  if (text === "") return undefined;
  if (type === "number" && Number.isFinite(Number(text))) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
