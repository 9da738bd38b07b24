import { z } from "zod";
import { flowJsonLimits } from "./versions.ts";
import { componentOf } from "./components.ts";

/** Flow JSON as it may come: whatever is not as it should be is a problem of the checker's, not a crash. */

export type Json = Record<string, unknown>;

export const waFlowProblem = z.object({
  path: z.string().meta({ description: "JSON pointer into the Flow JSON; empty for the whole" }),
  sentence: z.string(),
  severity: z.enum(["error", "warning"]),
});
export type WaFlowProblem = z.infer<typeof waFlowProblem>;

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const jsonOf = (value: unknown): Json => (isJson(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const pointer = (path: string, ...parts: (string | number)[]): string =>
  parts.reduce<string>(
    (whole, part) => `${whole}/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    path,
  );

/** The parts of a pointer. */
export const partsOf = (path: string): string[] =>
  path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

export const screensOf = (content: unknown): Json[] => listOf(jsonOf(content)["screens"]).map(jsonOf);
export const childrenOf = (screen: Json): unknown[] => listOf(jsonOf(screen["layout"])["children"]);

/** A component, where it is, and how deep in Ifs. */
export interface Found {
  component: Json;
  type: string;
  path: string;
  ifs: number;
  /** The branch it is in; empty right on the screen. */
  branch: string;
}

/** The lists of components that a component holds: a form's, each branch of an If or a Switch. */
export function branchesOf(component: Json, path: string): { path: string; list: unknown[] }[] {
  const of = (part: string) =>
    Array.isArray(component[part]) ? [{ path: pointer(path, part), list: component[part] as unknown[] }] : [];
  switch (component["type"]) {
    case "Form":
      return of("children");
    case "If":
      return [...of("then"), ...of("else")];
    case "Switch":
      return Object.entries(jsonOf(component["cases"])).flatMap(([name, list]) =>
        Array.isArray(list) ? [{ path: pointer(path, "cases", name), list }] : [],
      );
    default:
      return [];
  }
}

/** Every component of a screen in reading order, whatever its branch. */
export function componentsOf(screen: Json, path: string): Found[] {
  const found: Found[] = [];
  const walk = (list: readonly unknown[], at: string, ifs: number, branch: string) => {
    if (ifs > flowJsonLimits.depth) return;
    for (const [index, each] of list.entries()) {
      if (found.length > 20_000) return;
      const component = jsonOf(each);
      const here = pointer(at, index);
      const type = textOf(component["type"]);
      found.push({ component, type, path: here, ifs, branch });
      for (const { path: inner, list: within } of branchesOf(component, here)) {
        walk(within, inner, ifs + 1, type === "Form" ? branch : inner);
      }
    }
  };
  walk(childrenOf(screen), pointer(path, "layout", "children"), 0, "");
  return found;
}

/** Names of answers of a screen, with their component. */
export const answersOf = (screen: Json): Map<string, Found> =>
  new Map(
    componentsOf(screen, "")
      .filter(({ type, component }) => componentOf(type)?.answer && textOf(component["name"]) !== "")
      .map((found) => [textOf(found.component["name"]), found] as const),
  );

export interface FoundAction {
  action: Json;
  path: string;
}

const ACTION_PARTS = ["on-click-action", "on-select-action", "on-unselect-action"] as const;

/** A component's own actions and those of its options and items. */
export function actionsOf({ component, path }: Pick<Found, "component" | "path">): FoundAction[] {
  const own = (holder: Json, at: string) =>
    ACTION_PARTS.flatMap((part) =>
      holder[part] === undefined ? [] : [{ action: jsonOf(holder[part]), path: pointer(at, part) }],
    );
  const within = ["data-source", "list-items"].flatMap((part) =>
    listOf(component[part]).flatMap((each, at) => own(jsonOf(each), pointer(path, part, at))),
  );
  return [...own(component, path), ...within];
}

/** Why JSON is refused before anything of it is read: too deep, too large or circular; undefined: read on. */
export function unfit(content: unknown): "deep" | "large" | undefined {
  const open: [value: unknown, depth: number][] = [[content, 0]];
  for (let nodes = 0; open.length > 0; nodes++) {
    const [value, depth] = open.pop() ?? [undefined, 0];
    if (nodes > flowJsonLimits.nodes) return "large";
    if (depth > flowJsonLimits.depth) return "deep";
    if (typeof value !== "object" || value === null) continue;
    for (const each of Object.values(value)) open.push([each, depth + 1]);
  }
  try {
    const { length } = new TextEncoder().encode(JSON.stringify(content) ?? "");
    return length > flowJsonLimits.bytes ? "large" : undefined;
  } catch {
    return "deep";
  }
}
