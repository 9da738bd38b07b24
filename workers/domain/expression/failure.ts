import type { NameType } from "#workers/contract/expression.ts";
import { expressionTexts } from "#texts/expression.ts";

export type FailureKind = Exclude<keyof typeof expressionTexts.failures, "nameType">;

/** Why something gave no value when it ran; `names` are those that it is about. */
export interface Failure {
  kind: FailureKind;
  sentence: string;
  names?: string[];
}

const texts = expressionTexts.failures;

/** A failure that is about no name. */
export const failureOf = (kind: Exclude<FailureKind, "missing">): Failure => ({
  kind,
  sentence: texts[kind],
});

export const missing = (names: string[]): Failure => ({
  kind: "missing",
  sentence: names.map((name) => texts.missing(name)).join(" "),
  names,
});

export const notOfType = (name: string, type: NameType): Failure => ({
  kind: "wrongType",
  sentence: texts.nameType(name, expressionTexts.types[type]),
  names: [name],
});
