import { dateOf } from "#workers/contract/condition-row.ts";
import type { NameType } from "#workers/contract/expression.ts";
import { type Failure, failureOf, notOfType } from "./failure.ts";
import { MOST_CHARACTERS, MOST_ITEMS } from "./meter.ts";
import { type Known, lookUp, valueOf } from "./names.ts";

export type Value = string | number | boolean | null | Date | Value[] | { [name: string]: Value };

type Answer<T> = { ok: true; value: T } | { ok: false; failure: Failure };
type Group = Record<string, unknown>;

const DEEPEST = 64;
/** Parts and characters of one answer, all together. */
const MOST_RESULT = 100_000;

/** The values of the names that an expression uses, in groups as the library reads them; missing ones are left out. */
export function contextOf(names: readonly string[], known: Known, values: unknown): Answer<Group> {
  const root = emptyGroup();
  for (const written of names) {
    const found = lookUp(written.split("."), known);
    if (!found) continue;
    const path = found.name.split(".");
    let group = root;
    for (const key of path.slice(0, -1)) group = (group[key] ??= emptyGroup()) as Group;
    const value = valueOf(values, found.name);
    // Null is no value, but in the JSON of others, where it may be asked for.
    if (value === undefined || (value === null && found.type !== "any")) continue;
    const read = asType(value, found.type);
    if (read === undefined) return { ok: false, failure: notOfType(found.name, found.type) };
    group[path.at(-1) ?? ""] = read;
  }
  return { ok: true, value: root };
}

/** Where the ids of the things that a list names lie, beside the list and under no name that anybody may use. */
export const idsBeside = (name: string): string => `${name}:ids`;

/** Without a prototype: a name such as `__proto__` is a name like any other. */
const emptyGroup = (): Group => Object.create(null) as Group;

/** A value as the library wants it; undefined if it is not of the type. */
export function asType(value: unknown, type: NameType): unknown {
  switch (type) {
    case "text":
      return typeof value === "string" ? value : undefined;
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "date":
      return dateOf(value);
    case "list":
      return Array.isArray(value) ? value : undefined;
    case "map":
      return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)
        ? value
        : undefined;
    case "any":
      return value;
    default:
      return type satisfies never;
  }
}

/** The library's result as it may go into JSON: no integer beyond the safe range, nothing endless or hidden. */
export function toValue(given: unknown): Answer<Value> {
  let left = MOST_RESULT;
  let failed: Parameters<typeof failureOf>[0] | undefined;
  const fail = (kind: NonNullable<typeof failed>): null => {
    failed ??= kind;
    return null;
  };
  const read = (value: unknown, depth: number): Value => {
    left -= typeof value === "string" ? 1 + value.length : 1;
    if (failed || left < 0 || depth > DEEPEST) return fail("tooLarge");
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "string") return value.length > MOST_CHARACTERS ? fail("tooLarge") : value;
    if (typeof value === "number") return Number.isFinite(value) ? value : fail("numberTooLarge");
    if (typeof value === "bigint") {
      return Number.isSafeInteger(Number(value)) ? Number(value) : fail("numberTooLarge");
    }
    if (typeof value !== "object") return fail("wrongType");
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? fail("outOfRange") : value;
    if (Array.isArray(value)) {
      return value.length > MOST_ITEMS ? fail("tooLarge") : value.map((each) => read(each, depth + 1));
    }
    if (![Object.prototype, null].includes(Object.getPrototypeOf(value))) return fail("wrongType");
    const fields = Object.entries(value);
    if (fields.length > MOST_ITEMS) return fail("tooLarge");
    return Object.fromEntries(fields.map(([key, each]) => [key, read(each, depth + 1)]));
  };
  const value = read(given, 0);
  return failed ? { ok: false, failure: failureOf(failed) } : { ok: true, value };
}
