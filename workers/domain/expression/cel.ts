import { EvaluationError, ParseError, type ParseResult } from "@marcbachmann/cel-js";
import { MOST_SOURCE, type NameType } from "#workers/contract/expression.ts";
import { expressionTexts } from "#texts/expression.ts";
import { type Node, nodeOf, pathOf } from "./ast.ts";
import { type Failure, failureOf, type FailureKind, missing } from "./failure.ts";
import { fence } from "./fence.ts";
import { environmentOf, loosen, MOST_DEPTH, MOST_NODES } from "./library.ts";
import { meterNodes } from "./metered.ts";
import { Meter } from "./meter.ts";
import type { Known, Problem } from "./names.ts";
import { contextOf, toValue, type Value } from "./values.ts";
import { readable, typeOf } from "./words.ts";

/** An expression that passed the fence. */
export interface Expression {
  source: string;
  /** The names that it uses, as written. */
  names: readonly string[];
  type: NameType;
  evaluate: (values: unknown) => { ok: true; value: Value } | { ok: false; failure: Failure };
}

export type Compiled = { ok: true; expression: Expression } | { ok: false; problems: Problem[] };

const texts = expressionTexts.problems;
const refused = (...problems: Problem[]): Compiled => ({ ok: false, problems });

/** Reads an expression and refuses everything that is wrong with it; `expected` is the type that it must give. */
export function compileExpression(source: string, known: Known, expected?: NameType): Compiled {
  const { length: end } = source;
  if (source.trim() === "") return refused({ start: 0, end, sentence: texts.empty });
  if (end > MOST_SOURCE) return refused({ start: MOST_SOURCE, end, sentence: texts.long(MOST_SOURCE) });
  let parsed: ParseResult;
  try {
    parsed = environmentOf(known).parse(source);
  } catch (error) {
    return refused(parseProblem(error, end));
  }
  const root = nodeOf(parsed.ast);
  const { problems, names } = fence(root, known);
  if (problems.length > 0) return refused(...problems);
  loosen(root);
  const checked = parsed.check();
  if (!checked.valid) {
    const { range, summary = "" } = checked.error ?? {};
    return refused({
      start: range?.start ?? 0,
      end: range?.end ?? end,
      sentence: texts.types(readable(summary)),
    });
  }
  const type = typeOf(checked.type ?? "");
  if (!type) return refused({ start: 0, end, sentence: texts.notSupported });
  if (expected && type !== "any" && expected !== "any" && type !== expected) {
    const sentence = texts.result(expressionTexts.types[expected], expressionTexts.types[type]);
    return refused({ start: 0, end, sentence });
  }
  const evaluate = metered(parsed, root, (values) => contextOf(names, known, values));
  return { ok: true, expression: { source, names, type, evaluate } };
}

function parseProblem(error: unknown, length: number): Problem {
  if (!(error instanceof ParseError))
    return { start: 0, end: length, sentence: texts.syntax("it cannot be read") };
  const { range, summary } = error;
  const [start, end] = [range?.start ?? 0, range?.end ?? length];
  if (summary.includes("maxDepth")) return { start, end, sentence: texts.tooDeep(MOST_DEPTH) };
  if (summary.startsWith("Exceeded")) return { start, end, sentence: texts.tooManyParts(MOST_NODES) };
  return { start, end, sentence: texts.syntax(readable(summary)) };
}

/** A new meter for each run: a run is never interrupted, so that its nodes may share it. */
function metered(
  parsed: ParseResult,
  root: Node,
  contextFor: (values: unknown) => ReturnType<typeof contextOf>,
): Expression["evaluate"] {
  let meter = new Meter(root.end);
  meterNodes(root, () => meter);
  return (values) => {
    const context = contextFor(values);
    if (!context.ok) return context;
    const running = (meter = new Meter(root.end));
    try {
      const given: unknown = parsed(context.value);
      return running.failure ? { ok: false, failure: running.failure } : toValue(given);
    } catch (error) {
      return { ok: false, failure: running.failure ?? failureFrom(error) };
    } finally {
      meter = new Meter(root.end);
    }
  };
}

const KINDS: Record<string, Exclude<FailureKind, "missing">> = {
  index_out_of_bounds: "outOfRange",
  index_out_of_range: "outOfRange",
  division_by_zero: "divisionByZero",
  modulo_by_zero: "divisionByZero",
  numeric_overflow: "numberTooLarge",
  bool_conversion_error: "notConvertible",
  double_conversion_error: "notConvertible",
  int_conversion_error: "notConvertible",
  invalid_duration: "notConvertible",
  invalid_timestamp: "notConvertible",
};

/** Names what went wrong; the library's own sentences may hold a customer's values, and stay here. */
function failureFrom(error: unknown): Failure {
  // A time zone that does not exist.
  if (error instanceof RangeError) return failureOf("notConvertible");
  if (!(error instanceof EvaluationError)) return failureOf("wrongType");
  if (error.code === "no_such_key" || error.code === "unknown_variable") {
    const path = error.node && pathOf(nodeOf(error.node));
    return missing([path ? path.join(".") : ((error.node && sourceOf(error.node)) ?? "")]);
  }
  return failureOf(KINDS[error.code] ?? "wrongType");
}

const sourceOf = ({ input, start, end }: { input: string; start: number; end: number }): string =>
  input.slice(start, end);
