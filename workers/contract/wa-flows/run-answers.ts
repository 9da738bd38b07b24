import { waFlowRunTexts as texts } from "#texts/wa-flow-check.ts";
import { isTrue } from "./expression.ts";
import { countIn, countsOf } from "./files.ts";
import { isJson, type Json, textOf } from "./flow-json.ts";
import { flowFileLimits } from "./versions.ts";
import { componentOf } from "./components.ts";

/** Whether a text has a pattern; patterns are people's, so how they are searched is the caller's to say. */
export type Matches = (pattern: string, text: string) => boolean;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** Why an answer is not taken; undefined: it is. */
export function judgeAnswer(
  type: string,
  properties: Json,
  value: unknown,
  matches: Matches,
): string | undefined {
  const { answer } = componentOf(type) ?? {};
  if (!answer) return undefined;
  if (answer === "files") return judgeFiles(type, properties, value);
  const own = textOf(properties["error-message"]);
  if (isEmpty(value)) return isRequired(properties["required"]) ? texts.required : undefined;
  if (answer === "list") return judgeList(properties, value);
  if (type === "TextInput" || type === "TextArea") {
    const sentence = judgeText(properties, textOf(value), matches);
    return sentence === undefined ? undefined : own || sentence;
  }
  if (type === "DatePicker" || (type === "CalendarPicker" && typeof value === "string"))
    return judgeDay(properties, textOf(value)) && (own || judgeDay(properties, textOf(value)));
  return undefined;
}

/** A range of days is required where its beginning is. */
const isRequired = (required: unknown): boolean =>
  isJson(required) ? isTrue(required["start-date"]) : isTrue(required);

function judgeList(properties: Json, value: unknown): string | undefined {
  const count = Array.isArray(value) ? value.length : 0;
  const [least, most] = [
    Number(properties["min-selected-items"] ?? 0),
    Number(properties["max-selected-items"] ?? 20),
  ];
  if (count < least) return texts.fewChosen(least);
  return count > most ? texts.manyChosen(most) : undefined;
}

/** How large a file may be, and of which type, is judged where it is chosen. */
function judgeFiles(type: string, properties: Json, value: unknown): string | undefined {
  const parts = countsOf(type);
  const count = Array.isArray(value) ? value.length : 0;
  const least = countIn(properties, parts.least, 0);
  const most = countIn(properties, parts.most, flowFileLimits.aCall);
  if (count < least) return texts.fewFiles(least);
  return count > most ? texts.manyFiles(most) : undefined;
}

function judgeText(properties: Json, value: string, matches: Matches): string | undefined {
  const least = Number(properties["min-chars"] ?? 0);
  const most = Number(properties["max-chars"] ?? properties["max-length"] ?? 600);
  if (value.length < least) return texts.short(least);
  if (value.length > most) return texts.long(most);
  switch (properties["input-type"]) {
    case "number":
      return Number.isFinite(Number(value)) ? matching(properties, value, matches) : texts.number;
    case "email":
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? undefined : texts.email;
    case "phone":
      return /^\+?[\d\s()-]{5,20}$/.test(value) ? undefined : texts.phone;
    case "passcode":
      return /^\d+$/.test(value) ? matching(properties, value, matches) : texts.digits;
    default:
      return matching(properties, value, matches);
  }
}

function matching({ pattern }: Json, value: string, matches: Matches): string | undefined {
  if (typeof pattern !== "string" || pattern === "") return undefined;
  return matches(pattern, value) ? undefined : texts.pattern;
}

function judgeDay(properties: Json, value: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return texts.day;
  const [least, most] = [textOf(properties["min-date"]), textOf(properties["max-date"])];
  if (/^\d{4}-/.test(least) && value < least) return texts.notBefore(least);
  if (/^\d{4}-/.test(most) && value > most) return texts.notAfter(most);
  const closed = properties["unavailable-dates"];
  return Array.isArray(closed) && closed.includes(value) ? texts.closed : undefined;
}
