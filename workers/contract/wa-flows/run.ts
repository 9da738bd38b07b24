import { waFlowRunTexts as texts } from "#texts/wa-flow-check.ts";
import { evaluate, expressionIn, isTrue, type Lookup, parseExpression, resolved } from "./expression.ts";
import {
  answersOf,
  childrenOf,
  isJson,
  type Json,
  jsonOf,
  listOf,
  pointer,
  screensOf,
  textOf,
} from "./flow-json.ts";
import { firstScreen } from "./routes.ts";
import { componentOf } from "./components.ts";
import { judgeAnswer, type Matches } from "./run-answers.ts";

/** A flow as a phone runs it, step by step; nothing of it is kept outside the state. */

type Values = Readonly<Record<string, unknown>>;

export interface RunState {
  screen: string;
  data: Values;
  /** Answers of the screen. */
  form: Values;
  errors: Readonly<Record<string, string>>;
  /** Screens before this one, the way back. */
  stack: readonly Pick<RunState, "screen" | "data" | "form">[];
  /** The answer that is sent, once the flow is completed. */
  done?: Values;
  /** An address that was opened. */
  opened?: string;
  /** Why nothing happened. */
  failure?: string;
}

export interface Shown {
  component: Json;
  type: string;
  path: string;
  /** Each property as it is now. */
  properties: Json;
}

export interface EndpointAnswer {
  /** Empty ends the flow. */
  screen: string;
  data: Values;
}

const MOST_SHOWN = 200;
const MOST_DEPTH = 20;

const screenOf = (content: unknown, id: string): Json | undefined =>
  screensOf(content).find((screen) => screen["id"] === id);

/** Example data of a screen, for what nobody has given. */
export const examplesOf = (screen: Json): Json =>
  Object.fromEntries(
    Object.entries(jsonOf(screen["data"])).map(([name, declared]) => [name, jsonOf(declared)["__example__"]]),
  );

/** A flow as it opens, on its first screen or another one. */
export function begin(content: unknown, screen = firstScreen(content), data: Values = {}): RunState {
  return entered(content, { screen, data: {}, form: {}, errors: {}, stack: [] }, screen, data);
}

function entered(content: unknown, state: RunState, id: string, given: Values): RunState {
  const screen = screenOf(content, id);
  if (!screen) return { ...state, failure: texts.noScreen(id) };
  const next: RunState = {
    screen: id,
    data: { ...examplesOf(screen), ...given },
    form: {},
    errors: {},
    stack: state.stack,
  };
  return { ...next, form: initial(content, screen, next) };
}

function initial(content: unknown, screen: Json, state: RunState): Values {
  const look = lookup(content, state);
  const form: Json = {};
  for (const each of childrenOf(screen).map(jsonOf))
    if (each["type"] === "Form") {
      const values = resolved(each["init-values"], look);
      for (const [name, value] of Object.entries(jsonOf(values))) form[name] = resolved(value, look);
    }
  for (const [name, { component }] of answersOf(screen)) {
    const value = resolved(component["init-value"], look);
    if (value !== undefined) form[name] = value;
  }
  return form;
}

/** The current value of a reference: of this screen's answers and data, or another one's. */
export function lookup(content: unknown, state: RunState): Lookup {
  const within = (values: Values, name: string): unknown =>
    Object.hasOwn(values, name)
      ? values[name]
      : name
          .split(".")
          .reduce<unknown>(
            (value, part) => (isJson(value) && Object.hasOwn(value, part) ? value[part] : undefined),
            values,
          );
  return (path) => {
    const [, id, kind, name = ""] =
      /^(?:screen\.([^.]+)\.)?(form|data)(?:\.(.+))?$/s.exec(path) ?? ([] as undefined[]);
    if (kind === undefined) return undefined;
    const place =
      id === undefined || id === state.screen ? state : state.stack.findLast(({ screen }) => screen === id);
    const values = place?.[kind === "form" ? "form" : "data"] ?? {};
    return name === "" ? values : within(values, name);
  };
}

/** The components that are on the screen, after Ifs, Switches and what is hidden. */
export function show(content: unknown, state: RunState): Shown[] {
  const screen = screenOf(content, state.screen);
  if (!screen) return [];
  const look = lookup(content, state);
  const shown: Shown[] = [];
  const walk = (list: readonly unknown[], path: string, depth: number) => {
    for (const [at, each] of list.entries()) {
      if (shown.length >= MOST_SHOWN || depth > MOST_DEPTH) return;
      const component = jsonOf(each);
      const type = textOf(component["type"]);
      const here = pointer(path, at);
      if (type === "Form") walk(listOf(component["children"]), pointer(here, "children"), depth + 1);
      else if (type === "If") {
        const part = holds(component["condition"], look) ? "then" : "else";
        walk(listOf(component[part]), pointer(here, part), depth + 1);
      } else if (type === "Switch") {
        const value = resolved(component["value"], look);
        const name = typeof value === "string" ? value : JSON.stringify(value ?? "");
        const cases = jsonOf(component["cases"]);
        const chosen = Object.hasOwn(cases, name) ? name : "default";
        walk(listOf(cases[chosen]), pointer(here, "cases", chosen), depth + 1);
      } else if (componentOf(type)) {
        const properties = resolvedParts(component, look);
        const visible = properties["visible"];
        if (visible === undefined || isTrue(visible)) shown.push({ component, type, path: here, properties });
      }
    }
  };
  walk(childrenOf(screen), "", 0);
  return shown;
}

function holds(condition: unknown, look: Lookup): boolean {
  if (typeof condition !== "string") return isTrue(condition);
  const node = parseExpression(expressionIn(condition) ?? condition);
  return node ? isTrue(evaluate(node, look)) : false;
}

/** Each property as it is now; actions stay as they are until they are pressed. */
function resolvedParts(component: Json, look: Lookup): Json {
  const of = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return resolved(value, look);
    if (depth > 4) return value;
    if (Array.isArray(value)) return value.map((each) => of(each, depth + 1));
    if (!isJson(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([part, each]) => [
        part,
        part.endsWith("-action") ? each : of(each, depth + 1),
      ]),
    );
  };
  return jsonOf(of(component, 0));
}

/** Takes an answer; what its choice does (update_data) is done at once. */
export function answer(content: unknown, state: RunState, shown: Shown, value: unknown): RunState {
  const name = textOf(shown.component["name"]);
  const { [name]: _, ...errors } = state.errors;
  const before = state.form[name];
  let next: RunState = { ...plain(state), form: { ...state.form, [name]: value }, errors };
  const options = listOf(shown.properties["data-source"]).map(jsonOf);
  const chosen = (of: unknown) => new Set(Array.isArray(of) ? of : of === true ? [true] : [of]);
  const [was, is] = [chosen(before), chosen(value)];
  for (const option of options) {
    const id = option["id"];
    if (was.has(id) && !is.has(id)) next = select(content, next, option["on-unselect-action"]);
    if (is.has(id) && !was.has(id)) next = select(content, next, option["on-select-action"]);
  }
  const isOff =
    value === false || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  return select(content, next, shown.component[isOff ? "on-unselect-action" : "on-select-action"]);
}

const select = (content: unknown, state: RunState, action: unknown): RunState =>
  jsonOf(action)["name"] === "update_data" ? act(content, state, jsonOf(action)) : state;

const plain = ({ screen, data, form, errors, stack }: RunState): RunState => ({
  screen,
  data,
  form,
  errors,
  stack,
});

/** Presses something. A Footer is held back while an answer is missing or wrong. */
export function press(
  content: unknown,
  state: RunState,
  shown: Pick<Shown, "type">,
  action: unknown,
  { endpoint, matches = () => true }: { endpoint?: EndpointAnswer; matches?: Matches } = {},
): RunState {
  if (state.done) return state;
  const errors = shown.type === "Footer" ? wrongOf(content, state, matches) : {};
  if (Object.keys(errors).length > 0) return { ...plain(state), errors };
  return act(content, { ...plain(state), errors: {} }, jsonOf(action), endpoint);
}

function wrongOf(content: unknown, state: RunState, matches: Matches): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { type, properties } of show(content, state)) {
    const name = textOf(properties["name"]);
    const sentence = judgeAnswer(type, properties, state.form[name], matches);
    if (sentence !== undefined) errors[name] = sentence;
  }
  return errors;
}

function act(content: unknown, state: RunState, action: Json, endpoint?: EndpointAnswer): RunState {
  const look = lookup(content, state);
  const payload = jsonOf(resolvedParts({ payload: action["payload"] }, look)["payload"]);
  const { screen, data, form, stack } = state;
  const onward = { ...state, stack: [...stack, { screen, data, form }] };
  switch (action["name"]) {
    case "navigate":
      return entered(content, onward, textOf(jsonOf(action["next"])["name"]), payload);
    case "complete":
      return { ...state, done: payload };
    case "update_data":
      return { ...state, data: { ...data, ...payload } };
    case "open_url":
      return { ...state, opened: textOf(resolved(action["url"], look)) };
    case "data_exchange":
      if (!endpoint) return { ...state, failure: texts.noEndpoint };
      if (endpoint.screen === "") return { ...state, done: { ...payload, ...endpoint.data } };
      if (endpoint.screen === screen)
        return { ...state, data: { ...data, ...endpoint.data }, ...refusal(endpoint) };
      return entered(content, onward, endpoint.screen, endpoint.data);
    default:
      return { ...state, failure: texts.noAction };
  }
}

/** Why an endpoint lets nobody on: phones show it over the screen. */
function refusal({ data }: EndpointAnswer): Pick<RunState, "failure"> {
  const sentence = textOf(data["error_message"]);
  return sentence === "" ? {} : { failure: sentence };
}

/** The screen before, as it was left. */
export function back(state: RunState): RunState {
  const before = state.stack.at(-1);
  return before ? { ...before, errors: {}, stack: state.stack.slice(0, -1) } : state;
}
