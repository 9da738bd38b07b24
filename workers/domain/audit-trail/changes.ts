import { auditTrailTexts } from "#texts/audit-trail.ts";
import type { AuditChange } from "#workers/contract/endpoints/audit-trail.ts";
import { masked } from "#workers/contract/mask.ts";
import type { BothTrails, TrailRow } from "./trails.ts";

/** Limits per entry: the number of fields shown, and the length of each. */
const MOST_FIELDS = 200;
const MOST_LETTERS = 5_000;

/** Rules write no secret into the trail; should one ever do so by mistake, it is not shown here either. */
const SECRET = /pass(word|wd)?$|secret|token|api_?key|sealed|hash|recovery|authorization|credential/i;

/** Returns the differences between an object's two forms, field by field, as text that the reader may see. */
export function changesOf(
  { before, after, objectKind }: Pick<TrailRow, "before" | "after" | "objectKind">,
  { seesCustomers }: Pick<BothTrails, "seesCustomers">,
): { changes: AuditChange[]; more: boolean } {
  const masks = objectKind === "customer" && !seesCustomers;
  const seen = (field: string, value: string | undefined): string | null => {
    const text = shown(field, value);
    return masks && text !== null ? masked(text) : text;
  };
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    // The name of the person who acted is shown separately.
    (field) => field !== "by" && was.get(field) !== is.get(field),
  );
  return {
    changes: changed.slice(0, MOST_FIELDS).map((field) => ({
      field,
      before: seen(field, was.get(field)),
      after: seen(field, is.get(field)),
    })),
    more: changed.length > MOST_FIELDS,
  };
}

function shown(field: string, value: string | undefined): string | null {
  if (value === undefined) return null;
  if (SECRET.test(field.split(".").at(-1) ?? "") && value !== "true" && value !== "false") {
    return auditTrailTexts.hidden;
  }
  return value.length > MOST_LETTERS ? `${value.slice(0, MOST_LETTERS)}…` : value;
}

/** Returns a value's leaves by their path. A list of plain values is one leaf. */
function fieldsOf(value: unknown, path = "", into = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) return into;
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each !== "object" || each === null)) {
      into.set(path, value.map((each) => String(each ?? "")).join(", "));
    } else for (const [at, each] of value.entries()) fieldsOf(each, below(path, String(at + 1)), into);
  } else if (typeof value === "object") {
    for (const [name, each] of Object.entries(value)) fieldsOf(each, below(path, name), into);
  } else {
    into.set(path, typeof value === "string" ? value : JSON.stringify(value));
  }
  return into;
}

const below = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);
