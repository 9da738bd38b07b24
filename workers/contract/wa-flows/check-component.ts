import { waFlowCheckTexts as texts } from "#texts/wa-flow-check.ts";
import { checkAction } from "./check-action.ts";
import { checkFlag, checkParts, checkText, checkTexts, isDynamic, type OnScreen } from "./check-context.ts";
import { checkInitValues, checkPicker } from "./check-files.ts";
import { checkItems, checkOptions, checkPictures } from "./check-lists.ts";
import { isPicker } from "./files.ts";
import { type Found, isJson, type Json, pointer, textOf } from "./flow-json.ts";
import { type ActionName, actionNames, isThere } from "./versions.ts";
import { type FlowProperty } from "./properties.ts";
import { componentOf, type FlowComponent } from "./components.ts";

/** Everything of one component but the components within it. */
export function checkComponent(screen: OnScreen, { component, type, path }: Found): void {
  const { problem, version } = screen;
  const known = componentOf(type);
  if (type === "") return problem(path, texts.component);
  if (!known) return problem(pointer(path, "type"), texts.componentType(type));
  if (!isThere(known.since, version)) return problem(pointer(path, "type"), texts.since(type, known.since));
  const { properties }: FlowComponent = known;
  checkParts(screen, component, path, ["type", ...Object.keys(properties)]);
  for (const [part, property] of Object.entries(properties)) {
    const value = component[part];
    const at = pointer(path, part);
    if (value === undefined) {
      if (property.required) problem(path, texts.needed(part));
      continue;
    }
    if (!isThere(property.since, version)) problem(at, texts.since(part, property.since ?? ""));
    checkProperty(screen, property, value, at);
  }
  checkWhole(screen, component, type, path);
}

function checkProperty(screen: OnScreen, property: FlowProperty, value: unknown, path: string): void {
  const { problem } = screen;
  switch (property.kind) {
    case "components":
      if (!Array.isArray(value)) problem(path, texts.list);
      else if (value.length < (property.least ?? 0)) problem(path, texts.noComponents);
      return;
    case "cases":
      return checkCases(screen, value, path);
    case "condition":
      if (typeof value === "boolean") return problem(path, texts.conditionFixed);
      if (typeof value !== "string") return problem(path, texts.condition);
      return checkText(screen, value, path, true);
    case "action":
      checkAction(screen, value, path, property.actions ?? (actionNames as readonly ActionName[]));
      return checkTexts(screen, value, path);
    case "options":
      checkOptions(screen, property, value, path);
      return checkTexts(screen, value, path);
    case "items":
      checkItems(screen, property, value, path);
      return checkTexts(screen, value, path);
    case "images":
      checkPictures(screen, property, value, path);
      return checkTexts(screen, value, path);
    default:
      checkPlain(screen, property, value, path);
      return checkTexts(screen, value, path);
  }
}

function checkCases({ problem }: OnScreen, value: unknown, path: string): void {
  if (!isJson(value) || Object.keys(value).length === 0) return problem(path, texts.cases);
  for (const [name, list] of Object.entries(value))
    if (!Array.isArray(list) || list.length === 0) problem(pointer(path, name), texts.cases);
}

/** A value that is not a list or an action; one that is filled in later is judged then. */
function checkPlain(screen: OnScreen, property: FlowProperty, value: unknown, path: string): void {
  const { problem } = screen;
  const { ends, ...own } = property;
  if (ends && isJson(value)) {
    checkParts(screen, value, path, ["start-date", "end-date"]);
    return Object.entries(value).forEach(([end, each]) =>
      checkPlain(screen, { ...own, kind: property.kind }, each, pointer(path, end)),
    );
  }
  if (property.kind !== "name" && isDynamic(value)) return;
  switch (property.kind) {
    case "text":
    case "name":
      return checkWords(screen, property, value, path);
    case "texts":
      if (!Array.isArray(value)) return checkWords(screen, property, value, path);
      return value.forEach((each, at) =>
        isDynamic(each)
          ? undefined
          : typeof each === "string"
            ? checkLength(screen, property, each, pointer(path, at))
            : problem(pointer(path, at), texts.text),
      );
    case "boolean":
      return checkFlag(screen, value, path);
    case "number":
      return checkNumber(screen, property, value, path);
    case "choice":
      if (!property.choices?.includes(textOf(value)))
        problem(path, texts.oneOf((property.choices ?? []).join(", ")));
      return;
    case "date":
      if (typeof value !== "string" || !/^(?:\d{4}-\d{2}-\d{2}|\d{10,13})$/.test(value))
        problem(path, texts.date);
      return;
    case "strings":
      if (!Array.isArray(value) || value.some((each) => typeof each !== "string"))
        return problem(path, texts.listOfNames);
      for (const [at, each] of value.entries())
        if (property.choices && !property.choices.includes(each as string))
          problem(pointer(path, at), texts.oneOf(property.choices.join(", ")));
      return;
    case "picture":
      if (typeof value !== "string" || value === "") problem(path, texts.picture);
      return;
    case "reference":
      return problem(path, texts.conditionFixed);
    case "record":
      if (!isJson(value)) problem(path, texts.record);
      return;
    default:
  }
}

function checkWords(screen: OnScreen, property: FlowProperty, value: unknown, path: string): void {
  if (typeof value !== "string") screen.problem(path, property.ends ? texts.ends : texts.text);
  else if (value.trim() === "" && property.required) screen.problem(path, texts.empty);
  else checkLength(screen, property, value, path);
}

function checkLength({ problem }: OnScreen, { most }: FlowProperty, value: string, path: string): void {
  if (most !== undefined && value.length > most) problem(path, texts.long(most));
}

function checkNumber(
  { problem }: OnScreen,
  { least, most }: FlowProperty,
  value: unknown,
  path: string,
): void {
  // Numbers are taken as texts, too.
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return problem(path, texts.number);
  if (least !== undefined && most !== undefined && (number < least || number > most))
    problem(path, texts.between(least, most));
  else if (least !== undefined && number < least) problem(path, texts.atLeast(least));
}

/** Pairs of properties that must agree. */
const PAIRS = [
  ["min-chars", "max-chars"],
  ["min-selected-items", "max-selected-items"],
  ["min-days", "max-days"],
  ["min-date", "max-date"],
] as const;

function checkWhole(screen: OnScreen, component: Json, type: string, path: string): void {
  const { problem } = screen;
  for (const [low, high] of PAIRS) {
    const [least, most] = [component[low], component[high]];
    if (isDynamic(least) || isDynamic(most) || least === undefined || most === undefined) continue;
    const [a, b] = low === "min-date" ? [textOf(least), textOf(most)] : [Number(least), Number(most)];
    if (a > b) problem(pointer(path, low), texts.minMost);
  }
  if (isPicker(type)) checkPicker(screen, component, type, path);
  if (type === "Form") checkInitValues(screen, component, path);
  if (type === "Footer" && component["center-caption"] !== undefined)
    for (const part of ["left-caption", "right-caption"] as const)
      if (component[part] !== undefined) problem(pointer(path, part), texts.captions);
  const pattern = component["pattern"];
  if (typeof pattern === "string" && !isDynamic(pattern) && !canBeRead(pattern))
    problem(pointer(path, "pattern"), texts.pattern);
}

/** Brackets that close and nothing cut off; whether a phone reads the rest is Meta's to say. */
function canBeRead(pattern: string): boolean {
  let open = 0;
  let isInClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern[at];
    if (sign === "\\") {
      at++;
      if (at >= pattern.length) return false;
    } else if (isInClass) isInClass = sign !== "]";
    else if (sign === "[") isInClass = true;
    else if (sign === "(") open++;
    else if (sign === ")" && --open < 0) return false;
  }
  return open === 0 && !isInClass;
}
