import { runLimits } from "#workers/contract/automation/limits.ts";
import type { NameType } from "#workers/contract/expression.ts";
import { expressionTexts } from "#texts/expression.ts";
import { automationTexts } from "#texts/automation.ts";
import { dateOf } from "#workers/contract/condition-row.ts";
import { asType } from "#workers/domain/expression/values.ts";
import { bytesOf, type Json } from "./json.ts";
import { Trouble } from "./trouble.ts";

const texts = automationTexts.failures;

/** The variables with one set anew; null takes a value away. Throws for one that does not fit. */
export function withVariable(
  vars: Readonly<Record<string, Json>>,
  types: ReadonlyMap<string, NameType>,
  name: string,
  value: Json,
): Record<string, Json> {
  const type = types.get(name);
  if (!type) throw new Trouble("unknownVariable", texts.unknownVariable(name));
  const fitting = value === null ? null : fit(value, type);
  if (fitting === undefined) {
    throw new Trouble("variableType", texts.variableType(name, expressionTexts.types[type]));
  }
  if (typeof fitting === "string" && fitting.length > runLimits.variable) {
    throw new Trouble("variableTooLong", texts.variableTooLong(name, runLimits.variable));
  }
  const all = { ...vars, [name]: fitting };
  if (bytesOf(all) > runLimits.varsBytes) throw new Trouble("varsTooLarge", texts.varsTooLarge);
  return all;
}

/** A value as its variable's type has it: columns of files are texts, whatever stands in them. */
function fit(value: Json, type: NameType): Json | undefined {
  if (type === "text") return typeof value === "object" ? undefined : String(value);
  if (type === "number" && typeof value === "string") {
    return value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : undefined;
  }
  if (type === "boolean" && typeof value === "string") {
    return value === "true" ? true : value === "false" ? false : undefined;
  }
  if (type === "date") return dateOf(value) ? value : undefined;
  return asType(value, type) === undefined ? undefined : value;
}
