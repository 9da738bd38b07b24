import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Directory of third-party data sets, which are not part of the project (docs/reference-data.md). */
export const referenceData = (...path: string[]): string =>
  join(process.env.REFERENCE_DATA_DIR ?? "../shared", "data", ...path);

/** Directory of third-party collections of test cases. */
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
