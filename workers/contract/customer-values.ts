import { messages } from "#app/messages.ts";
import { type CustomerField, optionsOf, takesSpecialChars } from "./endpoints/customer-fields.ts";

/** What a field asks of its values: the form, the server and the import check by this one function. */
export type FieldRule = Pick<
  CustomerField,
  | "fieldLabel"
  | "fieldType"
  | "inputType"
  | "mandatory"
  | "defaultValue"
  | "minValue"
  | "maxValue"
  | "allowSpecialChars"
  | "allowedChars"
  | "commaIncluded"
>;

const texts = messages.customers;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u;
/** Letters of any script, with their marks, and the white space between them. */
const LETTER = /[\p{L}\p{M}\s]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}\s]/u;

/** Why a value is not one of this field, in the specified words; undefined when it is. An empty value is none. */
export function problemOfValue(field: FieldRule, value: string): string | undefined {
  const label = field.fieldLabel;
  if (value === "") return field.mandatory ? texts.required(label) : undefined;
  if (value.trim() === "") return texts.whitespaceOnly(label);
  const trimmed = value.trim();
  if (field.fieldType === "selectbox-singlevalue") {
    const options = optionsOf(field.defaultValue);
    return options.includes(trimmed) ? undefined : texts.option(label, options.join(", "));
  }
  const length = [...trimmed].length;
  if (field.minValue !== null && length < field.minValue) return texts.minimum(field.minValue);
  if (field.maxValue !== null && length > field.maxValue) return texts.maximum(field.maxValue);
  return problemOfInput(field, trimmed);
}

function problemOfInput(field: FieldRule, value: string): string | undefined {
  const { fieldLabel: label, inputType } = field;
  switch (inputType) {
    case "number":
      return /^[+-]?\d+$/.test(value) ? undefined : texts.number(label);
    case "decimal":
      return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value) ? undefined : texts.decimal(label);
    case "email":
      return EMAIL.test(value) ? undefined : texts.email(label);
    case "alphabets":
    case "alphanumeric": {
      const usual = inputType === "alphabets" ? LETTER : LETTER_OR_DIGIT;
      const allowed = allowedIn(field);
      if ([...value].every((sign) => usual.test(sign) || allowed.has(sign))) return undefined;
      return texts[inputType](label, [...allowed].join(" "));
    }
    case "":
      return undefined;
    default:
      return inputType satisfies never;
  }
}

/** The special characters that a field takes besides its letters and digits. */
function allowedIn({ inputType, allowSpecialChars, allowedChars, commaIncluded }: FieldRule): Set<string> {
  if (!allowSpecialChars || !takesSpecialChars(inputType)) return new Set();
  return new Set([...allowedChars.flatMap((chars) => [...chars]), ...(commaIncluded ? [","] : [])]);
}
