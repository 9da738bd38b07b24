import { importsTexts as texts } from "#texts/imports.ts";
import type { ColumnTarget } from "#workers/contract/endpoints/imports.ts";

export interface MappingProblems {
  /** Problems of the mapping as a whole: required targets that no column has. */
  whole: string[];
  /** Problems by column index. */
  columns: ReadonlyMap<number, string>;
}

/** Returns the mapping problems that the server would reject, while the columns are still being chosen. */
export function problemsOfMapping(
  mapping: readonly ColumnTarget[],
  labelOf: (target: ColumnTarget) => string,
): MappingProblems {
  const columns = new Map<number, string>();
  for (const [at, target] of mapping.entries()) {
    if (target !== "" && mapping.indexOf(target) < at) columns.set(at, texts.columnTwice(labelOf(target)));
  }
  const whole = [
    ...(mapping.includes("name") ? [] : [texts.noName]),
    ...(mapping.includes("phoneNumber") ? [] : [texts.noPhone]),
  ];
  return { whole, columns };
}
