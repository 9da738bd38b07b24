import { MOST_SOURCE } from "#workers/contract/expression.ts";
import { expressionTexts } from "#texts/expression.ts";
import { type Failure, failureOf, missing, notOfType } from "./failure.ts";
import { MOST_CHARACTERS } from "./meter.ts";
import { type Known, lookUp, type Problem, unknownName, valueAt, valueOf } from "./names.ts";

/** A piece of a text: words as they are, or a name with what stands in for a missing value. */
export type Part = string | { name: string; fallback?: string; start: number };

const texts = expressionTexts.text;
const LONGEST_NAME = 200;
const TOKEN = /\{\{|\}\}|\{([^{}\n]*)\}|[^{}]+|[{}]/g;

/** Reads `{name}` and `{name|fallback}`; `{{` and `}}` are braces of the text, and so is a lone `}`. */
export function parseText(source: string): { parts: Part[]; problems: Problem[] } {
  const parts: Part[] = [];
  const problems: Problem[] = [];
  const add = (words: string): void => {
    const last = parts.at(-1);
    if (typeof last === "string") parts[parts.length - 1] = last + words;
    else parts.push(words);
  };
  for (const { 0: token, 1: inside, index: start } of source.matchAll(TOKEN)) {
    const end = start + token.length;
    if (token === "{") problems.push({ start, end, sentence: texts.open });
    if (inside === undefined) {
      add(token === "{{" || token === "}}" ? token.slice(1) : token);
      continue;
    }
    const bar = inside.indexOf("|");
    const name = (bar < 0 ? inside : inside.slice(0, bar)).trim();
    if (name === "") problems.push({ start, end, sentence: texts.empty });
    else if (name.length > LONGEST_NAME) {
      problems.push({ start, end, sentence: texts.longName(LONGEST_NAME) });
    }
    parts.push({ name, ...(bar >= 0 && { fallback: inside.slice(bar + 1) }), start });
  }
  return { parts, problems };
}

/** Writes parts as the source that parses into them. */
export const printText = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (typeof part === "string") return part.replace(/[{}]/g, "$&$&");
      return part.fallback === undefined ? `{${part.name}}` : `{${part.name}|${part.fallback}}`;
    })
    .join("");

/** The names that a text uses, each once, as they come. */
export const namesOfText = (parts: readonly Part[]): string[] => [
  ...new Set(parts.flatMap((part) => (typeof part === "string" ? [] : [part.name]))),
];

/** Everything that is wrong with a text before it is saved. */
export function checkText(source: string, known: Known): Problem[] {
  if (source.length > MOST_SOURCE) {
    return [{ start: MOST_SOURCE, end: source.length, sentence: texts.long(MOST_SOURCE) }];
  }
  const { parts, problems } = parseText(source);
  for (const part of parts) {
    if (typeof part === "string" || part.name === "" || part.name.length > LONGEST_NAME) continue;
    // The name's own place: a suggestion replaces the name and keeps the fallback.
    const start = source.indexOf(part.name, part.start);
    const end = start + part.name.length;
    const found = lookUp(part.name.split("."), known);
    if (!found || (found.rest.length > 0 && found.type !== "map" && found.type !== "any")) {
      problems.push(unknownName(part.name, known, start, end));
    } else if (found.type === "map" && found.rest.length === 0) {
      problems.push({ start, end, sentence: texts.notShown(part.name) });
    }
  }
  return problems.toSorted((a, b) => a.start - b.start);
}

/** How a value is written into the place where it stands; lone surrogates would break an address. */
const WRITTEN_AS = {
  text: (value: string) => value,
  url: (value: string) => encodeURIComponent(value.toWellFormed()),
  json: (value: string) => JSON.stringify(value).slice(1, -1),
} as const;

export type RenderOptions = { as?: keyof typeof WRITTEN_AS; known?: Known };

/**
 * Puts values into a text: answers the text, or the names without a value and without a fallback, all of them at once.
 * A blank value counts as missing, since a customer's empty name is no name. Values are never read as texts again.
 */
export function renderText(
  parts: readonly Part[],
  values: unknown,
  { as = "text", known }: RenderOptions = {},
): { ok: true; text: string } | { ok: false; failure: Failure } {
  const without = new Set<string>();
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else {
      const found = known && lookUp(part.name.split("."), known);
      const value = found ? valueAt(valueOf(values, found.name), found.rest) : valueOf(values, part.name);
      const shown = show(value);
      if (shown === undefined) return { ok: false, failure: notOfType(part.name, "text") };
      if (shown.trim() !== "") text += WRITTEN_AS[as](shown);
      else if (part.fallback !== undefined) text += WRITTEN_AS[as](part.fallback);
      else without.add(part.name);
    }
    if (text.length > MOST_CHARACTERS) return { ok: false, failure: failureOf("tooLarge") };
  }
  return without.size > 0 ? { ok: false, failure: missing([...without]) } : { ok: true, text };
}

/** A value as people read it, empty for a missing one; undefined if it cannot be shown, such as a group of fields. */
function show(value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  if (value instanceof Date) return Number.isFinite(value.getTime()) ? showDate(value) : undefined;
  if (!Array.isArray(value) || value.some((each) => typeof each === "object" && each !== null)) {
    return undefined;
  }
  const items = value.slice(0, MOST_CHARACTERS).map(show);
  return items.includes(undefined) ? undefined : items.join(", ");
}

/** A day where the time is midnight in UTC, else both. */
function showDate(date: Date): string {
  const iso = date.toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, -14) : iso.replace(/\.\d{3}Z$/, "Z");
}
