import {
  type Condition,
  type ConditionRow,
  type NameType,
  OPERATORS,
  OPERATORS_OF,
} from "#workers/contract/expression.ts";
import { dateOf, rowHolds as fits } from "#workers/contract/condition-row.ts";
import { expressionTexts } from "#texts/expression.ts";
import { type Failure, notOfType } from "./failure.ts";
import { type Known, unknownName, valueOf } from "./names.ts";
import { asType, idsBeside } from "./values.ts";

/** A remark about a row, and about which part of it. */
export interface RowProblem {
  row: number;
  part: "field" | "operator" | "value";
  sentence: string;
  suggestion?: string;
}

const texts = expressionTexts.condition;
const MOST_DAYS = 3_650;

/** Everything that is wrong with a condition before it is saved. */
export const checkCondition = ({ rows }: Condition, known: Known): RowProblem[] =>
  rows.flatMap((row, at) => {
    const problem = rowProblem(row, known);
    return problem ? [{ row: at, ...problem }] : [];
  });

function rowProblem(
  { field, operator, value }: ConditionRow,
  known: Known,
): Omit<RowProblem, "row"> | undefined {
  const type = known.get(field);
  if (!type) {
    const { sentence, suggestion } = unknownName(field, known, 0, field.length);
    return { part: "field", sentence, ...(suggestion !== undefined && { suggestion }) };
  }
  if (!OPERATORS_OF[type].includes(operator)) {
    return { part: "operator", sentence: texts.notOffered(operator, expressionTexts.types[type]) };
  }
  const kind = OPERATORS[operator];
  if (OPERANDS[kind](value)) return undefined;
  return { part: "value", sentence: kind === "count" ? texts.operand.count(MOST_DAYS) : texts.operand[kind] };
}

const isNumber = (value: unknown): value is number => Number.isFinite(value);

/** Whether a value is what a kind of operator asks for. */
const OPERANDS = {
  none: (value: unknown) => value === undefined,
  text: (value: unknown) => typeof value === "string" && value.trim() !== "",
  number: isNumber,
  range: (value: unknown) =>
    Array.isArray(value) &&
    value.length === 2 &&
    value.every(isNumber) &&
    Number(value[0]) <= Number(value[1]),
  date: (value: unknown) => dateOf(value) !== undefined,
  count: (value: unknown) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_DAYS,
  truth: (value: unknown) => typeof value === "boolean",
  item: (value: unknown) =>
    isNumber(value) || typeof value === "boolean" || (typeof value === "string" && value.trim() !== ""),
};

export type Held = { ok: true; value: boolean } | { ok: false; failure: Failure };

/** Tells whether a condition holds; rows that were checked before it was saved. `now` is for the last days. */
export function holds({ match, rows }: Condition, known: Known, values: unknown, now: number): Held {
  const all = match === "all";
  for (const row of rows) {
    const held = rowHolds(row, known, values, now);
    // All rows before are true, or false: the first that differs decides.
    if (!held.ok || held.value !== all) return held;
  }
  return { ok: true, value: all || rows.length === 0 };
}

function rowHolds(row: ConditionRow, known: Known, values: unknown, now: number): Held {
  const type: NameType = known.get(row.field) ?? "any";
  const given = valueOf(values, row.field) ?? undefined;
  const value = given === undefined ? undefined : asType(given, type);
  if (given !== undefined && value === undefined) return { ok: false, failure: notOfType(row.field, type) };
  // A thing is chosen by its id, which stays when it is renamed; a name that was typed is looked for as well.
  const ids = OPERATORS[row.operator] === "item" ? valueOf(values, idsBeside(row.field)) : undefined;
  const things = Array.isArray(value) && Array.isArray(ids) ? [...value, ...ids] : value;
  return { ok: true, value: fits(row, things, now) };
}
