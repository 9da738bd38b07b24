import type { WaFlowContent, WaFlowRules } from "#workers/contract/wa-flows/flow.ts";
import type { WaFlowProblem } from "#workers/contract/wa-flows/flow-json.ts";
import { waFlowsTexts } from "#texts/wa-flows.ts";

const texts = waFlowsTexts.rules;

/** Meta's name of the end of a flow that asks an endpoint. */
export const SUCCESS = "SUCCESS";

const record = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
const said = (value: unknown): string => (typeof value === "string" ? value.slice(0, 100) : "");

export interface Screen {
  id: string;
  terminal: boolean;
  /** Names that the screen declares; undefined where it declares none. */
  data: readonly string[] | undefined;
}

export const screensOf = ({ screens }: WaFlowContent): Screen[] =>
  (Array.isArray(screens) ? screens : []).map((each) => {
    const { id, terminal, data } = record(each);
    return {
      id: said(id),
      terminal: terminal === true,
      data: data === undefined ? undefined : Object.keys(record(data)),
    };
  });

/** Screens that follow one by the routing model. */
export function routesFrom({ routing_model: model }: WaFlowContent, screen: string): string[] {
  const routes = record(model);
  const to = Object.hasOwn(routes, screen) ? routes[screen] : [];
  return Array.isArray(to) ? to.map(said) : [];
}

/** The parts of a flow that lists and runs need: the first screen is one that no other leads to. */
export function shapeOf(content: WaFlowContent): {
  jsonVersion: string;
  firstScreen: string;
  asksEndpoint: boolean;
} {
  const ids = screensOf(content).map(({ id }) => id);
  const reached = new Set(ids.flatMap((id) => routesFrom(content, id)));
  return {
    jsonVersion: said(content["version"]).slice(0, 10),
    firstScreen: ids.find((id) => !reached.has(id)) ?? ids[0] ?? "",
    asksEndpoint: said(content["data_api_version"]) !== "",
  };
}

const PLACEHOLDER = /\{([^{}\n]{1,100})\}/g;

/** Problems in the rules of our endpoint; their places are named by their screens. */
export function checkRules(content: WaFlowContent, rules: WaFlowRules): WaFlowProblem[] {
  const ids = new Set(screensOf(content).map(({ id }) => id));
  const problem = (sentence: string): WaFlowProblem => ({
    path: "/routing_model",
    sentence,
    severity: "error",
  });
  return Object.entries(rules).flatMap(([screen, { next, data }]) => {
    if (!ids.has(screen)) return [problem(texts.screen(screen))];
    const routes = routesFrom(content, screen);
    const isEnd = next === "" || next === SUCCESS;
    const names = Object.values(data).flatMap((value) => [...value.matchAll(PLACEHOLDER)]);
    return [
      ...(isEnd || ids.has(next) ? [] : [problem(texts.screen(next))]),
      ...(isEnd || !ids.has(next) || next === screen || routes.includes(next)
        ? []
        : [problem(texts.way(screen, next))]),
      ...names.flatMap(([, name = ""]) =>
        /^(form|data)\.[\w-]+$/.test(name) ? [] : [problem(texts.placeholder(name))],
      ),
    ];
  });
}

type Values = Readonly<Record<string, unknown>>;

/** A rule's text with its values; one that is a single placeholder keeps the value's own kind, such as a list. */
export function filledIn(template: string, { form, data }: { form: Values; data: Values }): unknown {
  const valueOf = (name: string): unknown => {
    const [of, ...rest] = name.split(".");
    const key = rest.join(".");
    const values = of === "form" ? form : of === "data" ? data : {};
    return Object.hasOwn(values, key) ? values[key] : undefined;
  };
  const whole = /^\{([^{}\n]{1,100})\}$/.exec(template)?.[1];
  if (whole !== undefined) return valueOf(whole) ?? "";
  return template.replace(PLACEHOLDER, (_, name: string) => {
    const value = valueOf(name);
    if (value === undefined || value === null) return "";
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}
