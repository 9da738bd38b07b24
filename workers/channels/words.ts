import { text } from "./json.ts";

const MOST_DEPTH = 6;

/** The first words in what a vendor says of a refusal, after the fields that lead to them: "media.url: Not valid." */
export function firstWords(value: unknown, path: readonly string[] = []): string | undefined {
  const words = text(value, 500);
  if (words !== undefined) return [path.join("."), words].filter(Boolean).join(": ");
  if (typeof value !== "object" || value === null || path.length > MOST_DEPTH) return undefined;
  for (const [key, each] of Object.entries(value)) {
    const found = firstWords(each, Array.isArray(value) ? path : [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
