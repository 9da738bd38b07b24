import { existsSync, readFileSync } from "node:fs";
import { referenceCorpus } from "#db/seed/reference-data.ts";
import type { NameType } from "#workers/contract/expression.ts";
import { compileExpression } from "#workers/domain/expression/cel.ts";

/** A value with its CEL type: whole numbers as text, so that none is rounded. */
type Typed =
  | { null: true }
  | { bool: boolean }
  | { int: string }
  | { double: string }
  | { string: string }
  | { timestamp: [seconds: string, nanos: string] }
  | { list: Typed[] }
  | { map: [Typed, Typed][] }
  | { uint: string }
  | { bytes: number[] }
  | { type: string }
  | { duration: [string, string] };

/** A case of the CEL specification's conformance tests, converted from its textproto; see docs/expressions.md. */
export interface CelCase {
  id: string;
  expr: string;
  vars?: Record<string, Typed>;
  declared?: string[];
  value?: Typed;
  error?: true;
}

const file = referenceCorpus("cel-spec", "cases.json");

/** Empty where the corpus is absent. */
export const celCases: CelCase[] = existsSync(file)
  ? (JSON.parse(readFileSync(file, "utf8")) as CelCase[])
  : [];

/** Stands for a value that our language does not have. */
const NONE = Symbol("none");

function plain(typed: Typed): unknown {
  if ("null" in typed) return null;
  if ("bool" in typed) return typed.bool;
  if ("string" in typed) return typed.string;
  if ("int" in typed) return BigInt(typed.int);
  if ("double" in typed) return Number(typed.double.replace("inf", "Infinity"));
  if ("timestamp" in typed) {
    const [seconds, nanos] = typed.timestamp;
    return new Date(Number(seconds) * 1000 + Number(nanos) / 1e6);
  }
  if ("list" in typed) return typed.list.map(plain);
  if ("map" in typed) {
    return Object.fromEntries(typed.map.map(([key, value]) => [String(plain(key)), plain(value)]));
  }
  return NONE;
}

/** As JSON carries it: whole numbers are numbers, and fields have no order. */
const answered = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === "bigint") return Number(each);
    if (typeof each === "object" && each !== null && !Array.isArray(each)) {
      return Object.fromEntries(Object.entries(each).toSorted());
    }
    return typeof each === "symbol" || (typeof each === "number" && !Number.isFinite(each))
      ? String(each)
      : each;
  });

/** `passed`, or how the answer differs: the first sentence of a refusal, the kind of a failure, or the other value. */
export function outcomeOf({ expr, vars = {}, declared = [], value, error }: CelCase): string {
  const names = [...Object.keys(vars), ...declared].map((name): [string, NameType] => [name, "any"]);
  const compiled = compileExpression(expr, new Map(names));
  if (!compiled.ok) return error ? "passed" : `refused: ${compiled.problems[0]?.sentence}`;
  const result = compiled.expression.evaluate(
    Object.fromEntries(Object.entries(vars).map(([name, each]) => [name, plain(each)])),
  );
  if (!result.ok) return error ? "passed" : `failed: ${result.failure.kind}`;
  if (error || !value) return `answered: ${answered(result.value)}`;
  return answered(result.value) === answered(plain(value)) ? "passed" : `answered: ${answered(result.value)}`;
}
