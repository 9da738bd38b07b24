import { formsTexts } from "#texts/forms.ts";
import { dateOf, rowHolds } from "../condition-row.ts";
import type { Condition } from "../expression.ts";
import { sentFile } from "../sent-file.ts";
import { FIELD_TYPES, type FormContent, type FormField, ratingMost } from "./form.ts";

/**
 * Which fields of a form are seen, whether answers are right, and how they are kept: one module for the browser, the API
 * and a chat. It knows no clock and no pattern engine but those it is given.
 */

const texts = formsTexts.answers;

export type Answer = string | number | boolean | string[] | { [name: string]: unknown };
export type Answers = Record<string, Answer>;

export interface Judging {
  now: number;
  /** Left out in the browser, where the server has the word. */
  matches?: (text: string, pattern: string) => boolean;
}

interface Judged {
  /** Normalised; hidden and empty fields are left out. */
  answers: Answers;
  /** By field, in the form's order. */
  errors: Record<string, string>;
  shown: string[];
}

type Field = Pick<
  FormField,
  | "id"
  | "type"
  | "required"
  | "showIf"
  | "requireIf"
  | "shortest"
  | "longest"
  | "pattern"
  | "least"
  | "most"
  | "earliest"
  | "latest"
  | "choices"
>;

/** Judges all answers. A hidden field's answer counts for nothing, also where another's rule asks for it. */
export function judge(
  { fields }: { fields: readonly Field[] },
  given: Readonly<Record<string, unknown>>,
  judging: Judging,
): Judged {
  const judged: Judged = { answers: {}, errors: {}, shown: [] };
  const { answers, errors, shown } = judged;
  for (const field of fields) {
    if (!isShown(field, answers, judging.now)) continue;
    shown.push(field.id);
    if (FIELD_TYPES[field.type] === null) continue;
    const read = judgeField(
      field,
      Object.hasOwn(given, field.id) ? given[field.id] : undefined,
      answers,
      judging,
    );
    if ("error" in read) errors[field.id] = read.error;
    else if (read.value !== undefined) answers[field.id] = read.value;
  }
  return judged;
}

/** The first field after one that is seen and asks for something, given the answers so far. */
export const fieldAfter = <Each extends Field>(
  fields: readonly Each[],
  at: number,
  answers: Answers,
  now: number,
): number => fields.findIndex((field, place) => place > at && isShown(field, answers, now));

export const isShown = ({ showIf }: Pick<Field, "showIf">, answers: Answers, now: number): boolean =>
  showIf === undefined || holdsFor(showIf, answers, now);

export const isRequired = (
  { required, requireIf }: Pick<Field, "required" | "requireIf">,
  answers: Answers,
  now: number,
): boolean =>
  required || (requireIf !== undefined && requireIf.rows.length > 0 && holdsFor(requireIf, answers, now));

function holdsFor({ match, rows }: Condition, answers: Answers, now: number): boolean {
  const held = (row: Condition["rows"][number]) => {
    const value = Object.hasOwn(answers, row.field) ? answers[row.field] : undefined;
    // Days are kept as they are written; a comparison of days wants dates, and other texts stay texts.
    const isDay = ["before", "after", "within the last"].includes(row.operator);
    return rowHolds(row, isDay ? dateOf(value) : value, now);
  };
  return rows.length === 0 || (match === "all" ? rows.every(held) : rows.some(held));
}

type Read = { value: Answer | undefined } | { error: string };

/** Judges one answer; undefined is none, which is an error only where one is required. */
export function judgeField(field: Field, given: unknown, answers: Answers, judging: Judging): Read {
  const value = typeof given === "string" ? given.normalize("NFC").trim() : given;
  const isNone =
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (isNone)
    return isRequired(field, answers, judging.now) ? { error: texts.required } : { value: undefined };
  const problem = (error: string): Read => ({ error });
  switch (field.type) {
    case "shortText":
    case "longText":
      return judgeText(field, value, judging);
    case "number": {
      const number = typeof value === "string" ? Number(value.replaceAll(",", "")) : value;
      if (typeof number !== "number" || !Number.isFinite(number)) return problem(texts.number);
      if (field.least !== undefined && number < field.least) return problem(texts.least(field.least));
      if (field.most !== undefined && number > field.most) return problem(texts.most(field.most));
      return { value: number };
    }
    case "email":
      return typeof value === "string" && value.length <= 254 && EMAIL.test(value)
        ? { value: value.toLowerCase() }
        : problem(texts.email);
    case "phone": {
      const digits = typeof value === "string" && value.length <= 40 ? value.replace(/[\s().-]/g, "") : "";
      return /^\+?\d{6,15}$/.test(digits) ? { value: digits } : problem(texts.phone);
    }
    case "date": {
      if (typeof value !== "string" || value.length !== 10 || dateOf(value) === undefined)
        return problem(texts.date);
      if (field.earliest !== undefined && value < field.earliest)
        return problem(texts.earliest(field.earliest));
      if (field.latest !== undefined && value > field.latest) return problem(texts.latest(field.latest));
      return { value };
    }
    case "time": {
      const [, hour = "", minute = ""] =
        /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/.exec(typeof value === "string" ? value : "") ?? [];
      return hour !== "" && Number(hour) < 24 && Number(minute) < 60
        ? { value: `${hour.padStart(2, "0")}:${minute}` }
        : problem(texts.time);
    }
    case "choice":
      return typeof value === "string" && field.choices.includes(value) ? { value } : problem(texts.choice);
    case "several": {
      const chosen: unknown[] = Array.isArray(value) ? value : [value];
      if (!chosen.every((each) => field.choices.includes(each as string))) return problem(texts.several);
      // As the form has them, whatever the order of the presses.
      return { value: field.choices.filter((each) => chosen.includes(each)) };
    }
    case "yesNo": {
      const truth = value === "true" ? true : value === "false" ? false : value;
      return typeof truth === "boolean" ? { value: truth } : problem(texts.yesNo);
    }
    case "rating": {
      const [number, most] = [Number(value), ratingMost(field)];
      return Number.isInteger(number) && number >= 1 && number <= most
        ? { value: number }
        : problem(texts.rating(most));
    }
    case "location":
      return judgePlace(value);
    case "file":
      // A chat alone sends files, as it has received them.
      return typeof value === "object" && ("file" in value || "fileId" in value)
        ? { value: value as Answer }
        : problem(texts.file);
    case "statement":
      return { value: undefined };
    default:
      return field.type satisfies never;
  }
}

const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u;
const MOST_SHORT = 500;
const MOST_LONG = 5_000;

function judgeText({ type, shortest, longest, pattern }: Field, value: unknown, { matches }: Judging): Read {
  if (typeof value !== "string") return { error: texts.text };
  const most = Math.min(longest ?? Infinity, type === "shortText" ? MOST_SHORT : MOST_LONG);
  const length = [...value].length;
  if (shortest !== undefined && length < shortest) return { error: texts.shortest(shortest) };
  if (length > most) return { error: texts.longest(most) };
  if (pattern && matches && !matches(value, pattern)) return { error: texts.pattern };
  return { value };
}

/** A place is a name, or where it is; a chat may tell both. */
function judgePlace(value: unknown): Read {
  const place = (typeof value === "string" ? { name: value } : value) as Record<string, unknown>;
  if (typeof place !== "object" || Array.isArray(place)) return { error: texts.location };
  const { name, address, latitude, longitude } = place;
  const said = (text: unknown): text is string =>
    typeof text === "string" && text.trim() !== "" && text.length <= 500;
  const isAt =
    typeof latitude === "number" &&
    typeof longitude === "number" &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180;
  if (!isAt && !said(name)) return { error: texts.location };
  return {
    value: {
      ...(isAt && { latitude, longitude }),
      ...(said(name) && { name: name.trim() }),
      ...(said(address) && { address: address.trim() }),
    },
  };
}

/** The values of the customer's fields that a form's answers fill. */
export const mapped = (
  { fields }: Pick<FormContent, "fields">,
  answers: Readonly<Record<string, unknown>>,
): { field: string; value: Answer }[] =>
  fields.flatMap(({ id, saveTo }) =>
    saveTo && Object.hasOwn(answers, id) ? [{ field: saveTo, value: answers[id] as Answer }] : [],
  );

/** An answer as a table and a file show it. */
export function answerText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? formsTexts.words.yes : formsTexts.words.no;
  if (Array.isArray(value)) return value.map(String).join(", ");
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (typeof value !== "object") return "";
  const file = sentFile(value);
  if (file) return file.name || formsTexts.words.file;
  const { name, address, latitude, longitude, fileId } = value as Record<string, unknown>;
  return [
    name,
    address,
    latitude === undefined ? undefined : `${Number(latitude)}, ${Number(longitude)}`,
    name === undefined ? fileId : undefined,
  ]
    .filter((each) => each !== undefined)
    .map(String)
    .join(", ");
}
