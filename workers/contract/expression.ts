import { z } from "zod";
import { expressionTexts } from "#texts/expression.ts";

/** Types of what a text, a condition or an expression may name; `any` is JSON of others, such as an HTTP answer. */
export const NAME_TYPES = ["text", "number", "boolean", "date", "list", "map", "any"] as const;
export type NameType = (typeof NAME_TYPES)[number];

/** Kinds of value that an operator asks for: `count` is a number of days, `none` asks for nothing. */
export type OperandKind = "none" | "text" | "number" | "range" | "date" | "count" | "truth" | "item";

export const OPERATORS = {
  is: "text",
  "is not": "text",
  contains: "text",
  "does not contain": "text",
  "starts with": "text",
  "=": "number",
  "≠": "number",
  "<": "number",
  "≤": "number",
  ">": "number",
  "≥": "number",
  between: "range",
  before: "date",
  after: "date",
  "within the last": "count",
  "is exactly": "truth",
  has: "item",
  "has not": "item",
  "is empty": "none",
  "is not empty": "none",
} as const satisfies Record<string, OperandKind>;
export type Operator = keyof typeof OPERATORS;

const ALWAYS = ["is empty", "is not empty"] as const;

/** Operators that a type offers, in the order of a menu. */
export const OPERATORS_OF: Record<NameType, readonly Operator[]> = {
  text: ["is", "is not", "contains", "does not contain", "starts with", ...ALWAYS],
  number: ["=", "≠", "<", "≤", ">", "≥", "between", ...ALWAYS],
  boolean: ["is exactly", ...ALWAYS],
  date: ["before", "after", "within the last", ...ALWAYS],
  list: ["has", "has not", ...ALWAYS],
  map: ALWAYS,
  any: ALWAYS,
};

export const MOST_ROWS = 50;
export const MOST_OPERAND = 500;
/** A longer text of templates or source of an expression is refused when it is saved. */
export const MOST_SOURCE = 4_000;

const texts = expressionTexts.condition;
const scalar = z.union([
  z.string().max(MOST_OPERAND, texts.longValue(MOST_OPERAND)),
  z.number(),
  z.boolean(),
]);

export const conditionRow = z.strictObject({
  field: z.string().min(1, texts.noField).max(200, texts.noField),
  operator: z.enum(Object.keys(OPERATORS) as [Operator, ...Operator[]], texts.noOperator),
  /** Two numbers for `between`, nothing for `is empty`; a date is ISO 8601. */
  value: z.union([scalar, z.tuple([z.number(), z.number()])]).optional(),
});
export type ConditionRow = z.infer<typeof conditionRow>;

/** Rows that must all hold, or of which one is enough; no rows hold always. */
export const condition = z.strictObject({
  match: z.enum(["all", "any"], texts.noMatch),
  rows: z.array(conditionRow).max(MOST_ROWS, texts.manyRows(MOST_ROWS)),
});
export type Condition = z.infer<typeof condition>;
