import type { NameType } from "#workers/contract/expression.ts";
import { distance } from "#workers/nlu/entities/custom.ts";
import { expressionTexts } from "#texts/expression.ts";

/** Names that a text, a condition or an expression may use, with dots between a group and its field. */
export type Known = ReadonlyMap<string, NameType>;

/** A remark about a place of a source, in UTF-16 units from 0; `suggestion` replaces what stands there. */
export interface Problem {
  start: number;
  end: number;
  sentence: string;
  suggestion?: string;
}

const texts = expressionTexts.names;
/** Comparing every name with a long one would take time, and nobody mistypes that much. */
const LONGEST_COMPARED = 60;

/** The candidate nearest to a name: the same without case, else within a third of its letters, at most three edits. */
export function suggest(name: string, all: Iterable<string>): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  const candidates = [...all];
  const wanted = name.toLowerCase();
  let least = Math.min(3, Math.max(1, Math.floor(name.length / 3))) + 1;
  let best: string | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const edits = distance(candidate.toLowerCase(), wanted, least);
    if (edits < least) [least, best] = [edits, candidate];
  }
  return best ?? byLastPart(wanted, candidates);
}

/** The only candidate whose field has that name: `city` is meant as `contact.city`. */
function byLastPart(wanted: string, candidates: readonly string[]): string | undefined {
  const last = wanted.slice(wanted.lastIndexOf(".") + 1);
  const same = candidates.filter((each) => each.toLowerCase().endsWith(`.${last}`));
  return same.length === 1 ? same[0] : undefined;
}

/** The known name that a path begins with, and the rest of the path. */
export function lookUp(
  path: readonly string[],
  known: Known,
): { name: string; type: NameType; rest: readonly string[] } | undefined {
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join(".");
    const type = known.get(name);
    if (type) return { name, type, rest: path.slice(length) };
  }
  return undefined;
}

/** Says that a name is not known, and which one was probably meant. */
export function unknownName(name: string, known: Known, start: number, end: number): Problem {
  if ([...known.keys()].some((each) => each.startsWith(`${name}.`))) {
    return { start, end, sentence: texts.group(name) };
  }
  const suggestion = suggest(name, known.keys());
  if (suggestion === undefined) return { start, end, sentence: texts.unknown(name) };
  return { start, end, sentence: texts.unknownButLike(name, suggestion), suggestion };
}

/** Reads a path of own properties; anything else, such as `constructor`, is not there. */
export function valueAt(values: unknown, path: readonly string[]): unknown {
  let value = values;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** The value of a known name, whose own key may contain dots. */
export const valueOf = (values: unknown, name: string): unknown => {
  const own = valueAt(values, [name]);
  return own === undefined ? valueAt(values, name.split(".")) : own;
};
