import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where data sets of others lie; they are not part of the project (docs/reference-data.md). */
export const referenceData = (...path: string[]): string =>
  join(process.env.REFERENCE_DATA_DIR ?? "../shared", "data", ...path);

/** Where collections of test cases of others lie. */
export const referenceCorpus = (...path: string[]): string =>
  join(process.env.REFERENCE_DATA_DIR ?? "../shared", "corpora", ...path);

export type Split = "train" | "val" | "test" | "oos_train" | "oos_val" | "oos_test";

/** CLINC150 as pairs of text and label by split, or undefined where it is absent. */
export function clinc150(): Record<Split, [text: string, label: string][]> | undefined {
  const file = referenceData("clinc150", "data_full.json");
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Record<Split, [string, string][]>)
    : undefined;
}
