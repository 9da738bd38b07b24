/** Whether a log kept something of a step's values. */
export const isKept = (value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  (typeof value !== "object" || Object.values(value).some((each) => each !== undefined));

/** Why a step went wrong, as its log says it. */
export function sentenceIn(output: unknown): string {
  if (typeof output !== "object" || output === null || !("sentence" in output)) return "";
  return typeof output.sentence === "string" ? output.sentence : "";
}
