import { waFlowCheckTexts as texts } from "#texts/wa-flow-check.ts";
import { expressionIn, parseExpression, referenceIn, referencesIn } from "./expression.ts";
import { type DeclaredFiles, filesDeclared } from "./files.ts";
import { answersOf, isJson, type Json, jsonOf, pointer, textOf, type WaFlowProblem } from "./flow-json.ts";
import { type FlowVersion, isThere } from "./versions.ts";

const MOST_PROBLEMS = 200;

/** Names that may be referred to on a screen. */
export interface Declared {
  answers: ReadonlySet<string>;
  data: ReadonlySet<string>;
  /** Those of the answers that are files. */
  files: DeclaredFiles;
}

export interface Checking {
  version: FlowVersion;
  hasEndpoint: boolean;
  screens: ReadonlyMap<string, Declared>;
  problem: (path: string, sentence: string, severity?: WaFlowProblem["severity"]) => void;
  isFull: () => boolean;
}

export interface OnScreen extends Checking {
  id: string;
  isTerminal: boolean;
  here: Declared;
}

export function problemsKept() {
  const problems: WaFlowProblem[] = [];
  return {
    problems,
    isFull: () => problems.length > MOST_PROBLEMS,
    problem(path: string, sentence: string, severity: WaFlowProblem["severity"] = "error") {
      if (problems.length < MOST_PROBLEMS) problems.push({ path, sentence, severity });
      else if (problems.length === MOST_PROBLEMS)
        problems.push({ path: "", sentence: texts.more, severity: "warning" });
    },
  };
}

export const declaredBy = (screen: Json): Declared => ({
  answers: new Set(answersOf(screen).keys()),
  data: new Set(Object.keys(jsonOf(screen["data"]))),
  files: filesDeclared(screen),
});

/** Parts that nothing knows are refused; `known` has those that are. */
export function checkParts(checking: Checking, value: Json, path: string, known: readonly string[]): void {
  for (const part of Object.keys(value))
    if (!known.includes(part)) checking.problem(pointer(path, part), texts.unknownPart(part));
}

export function checkFlag(checking: Checking, value: unknown, path: string): void {
  if (value !== undefined && typeof value !== "boolean") checking.problem(path, texts.flag);
}

/** Whether a text is a value to be filled in, and not words. */
export const isDynamic = (value: unknown): value is string =>
  typeof value === "string" && (referenceIn(value) !== undefined || expressionIn(value) !== undefined);

/** Each reference in a text is declared, and an expression can be read. */
export function checkText(screen: OnScreen, text: string, path: string, isCondition = false): void {
  for (const reference of referencesIn(text)) checkReference(screen, reference, path);
  const source = isCondition ? (expressionIn(text) ?? text) : expressionIn(text);
  if (source === undefined) {
    if (referenceIn(text) === undefined && text.includes("${")) screen.problem(path, texts.around, "warning");
    return;
  }
  if (!isCondition && !isThere("6.0", screen.version)) screen.problem(path, texts.expressionSince);
  else if (!parseExpression(source)) screen.problem(path, isCondition ? texts.condition : texts.expression);
  else if (isCondition && referencesIn(source).length === 0) screen.problem(path, texts.conditionFixed);
}

/** Every text of a value, however deep; it was measured before. */
export function checkTexts(screen: OnScreen, value: unknown, path: string): void {
  if (screen.isFull()) return;
  if (typeof value === "string") checkText(screen, value, path);
  else if (Array.isArray(value)) value.forEach((each, at) => checkTexts(screen, each, pointer(path, at)));
  else if (isJson(value))
    for (const [part, each] of Object.entries(value)) checkTexts(screen, each, pointer(path, part));
}

function checkReference(screen: OnScreen, reference: string, path: string): void {
  const { problem } = screen;
  const [, id, kind, name = ""] =
    /^(?:screen\.([^.]+)\.)?(form|data)\.(.+)$/s.exec(reference) ?? ([] as undefined[]);
  if (kind === undefined) return problem(path, texts.reference(reference));
  const place = id === undefined ? screen.here : screen.screens.get(id);
  if (!place) return problem(path, texts.noScreen(textOf(id)));
  const known = kind === "form" ? place.answers : place.data;
  if (known.has(name) || known.has(name.split(/[.[]/)[0] ?? "")) return;
  if (id === undefined) problem(path, kind === "form" ? texts.noAnswer(name) : texts.noData(name));
  else problem(path, kind === "form" ? texts.noAnswerThere(name, id) : texts.noDataThere(name, id));
}
