import type { ConditionRow } from "./expression.ts";

/** One row of a condition against a value, the same for journeys, broadcasts and forms, in the browser too. */

const DAY_MS = 86_400_000;

/** Begins like an ISO date, with a zone if there is a time: Date.parse alone reads "2" and takes the machine's zone. */
const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** A Date, or ISO 8601 text; a day alone begins at midnight UTC. */
export function dateOf(value: unknown): Date | undefined {
  const date = typeof value === "string" && ISO.test(value) ? new Date(value) : value;
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) return undefined;
  // Date takes 30 February for 2 March.
  const day = typeof value === "string" ? value.slice(0, 10) : "";
  return day && !new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? undefined : date;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === "string" && value.trim() === "") ||
  (typeof value === "object" && !(value instanceof Date) && Object.keys(value ?? {}).length === 0);

/** Texts are alike whatever their case, outer white space or way of writing an accent. */
const plain = (value: unknown): string =>
  typeof value === "string" ? value.normalize("NFC").trim().toLowerCase() : "";

/** An empty value is no text and has nothing; of a number or a date nothing holds then but that it is empty. */
export function rowHolds({ operator, value: wanted }: ConditionRow, given: unknown, now: number): boolean {
  const value = isEmpty(given) ? undefined : given;
  const [text, asked] = [plain(value), plain(wanted)];
  const number = typeof value === "number" || value instanceof Date ? Number(value) : NaN;
  const other = typeof wanted === "number" ? wanted : NaN;
  const [least, most] = Array.isArray(wanted) ? wanted : [NaN, NaN];
  switch (operator) {
    case "is":
      return value !== undefined && text === asked;
    case "is not":
      return text !== asked;
    case "contains":
      return text.includes(asked);
    case "does not contain":
      return !text.includes(asked);
    case "starts with":
      return text.startsWith(asked);
    case "=":
      return number === other;
    case "≠":
      return value !== undefined && number !== other;
    case "<":
      return number < other;
    case "≤":
      return number <= other;
    case ">":
      return number > other;
    case "≥":
      return number >= other;
    case "between":
      return number >= least && number <= most;
    case "before":
      return number < timeOf(wanted);
    case "after":
      return number > timeOf(wanted);
    case "within the last":
      return number <= now && number > now - other * DAY_MS;
    case "is exactly":
      return value === wanted;
    case "has":
      return has(value, wanted);
    case "has not":
      return !has(value, wanted);
    case "is empty":
      return value === undefined;
    case "is not empty":
      return value !== undefined;
    default:
      return operator satisfies never;
  }
}

const timeOf = (value: unknown): number => dateOf(value)?.getTime() ?? NaN;

const has = (list: unknown, wanted: ConditionRow["value"]): boolean =>
  Array.isArray(list) &&
  list.some((item) =>
    typeof item === "string" && typeof wanted === "string" ? plain(item) === plain(wanted) : item === wanted,
  );
