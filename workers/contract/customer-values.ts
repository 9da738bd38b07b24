import { customersTexts as texts } from "#texts/customers.ts";
import { type CustomerField, hasOptions, optionsOf, takesSpecialChars } from "./endpoints/customer-fields.ts";

/** Validation of a customer field's values, shared by the form, the server and the import. */
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

const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u;
/** Letters of any script, with their combining marks, and the white space between them. */
const LETTER = /[\p{L}\p{M}\s]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}\s]/u;
const LETTERS = /^[\p{L}\p{M}\s]*$/u;
const LETTERS_OR_DIGITS = /^[\p{L}\p{M}\p{N}\s]*$/u;

/** Returns why a value is invalid, or undefined if it is valid. */
export type CheckValue = (value: string) => string | undefined;

/** Returns why a value is invalid for the field, in the specified words; undefined if valid. An empty value is none. */
export const problemOfValue = (field: FieldRule, value: string): string | undefined =>
  checkerOf(field)(value);

/** The same check for many values of one field: the rule is compiled once. */
export function checkerOf(field: FieldRule): CheckValue {
  const { fieldLabel: label, mandatory, minValue, maxValue } = field;
  const chosen = hasOptions(field.fieldType);
  const ofInput = chosen ? checkOption(field) : checkInput(field);
  const bounds = !chosen;
  return (value) => {
    if (value === "") return mandatory ? texts.required(label) : undefined;
    const trimmed = value.trim();
    if (trimmed === "") return texts.whitespaceOnly(label);
    if (bounds && (minValue !== null || maxValue !== null)) {
      const length = signsIn(trimmed);
      if (minValue !== null && length < minValue) return texts.minimum(minValue);
      if (maxValue !== null && length > maxValue) return texts.maximum(maxValue);
    }
    return ofInput(trimmed);
  };
}

/** Characters outside the basic plane count once. Few texts have any, and only those are taken apart. */
const signsIn = (text: string): number => (SURROGATE.test(text) ? [...text].length : text.length);
const SURROGATE = /[\ud800-\udfff]/;

function checkOption({ fieldLabel: label, fieldType, defaultValue }: FieldRule): CheckValue {
  const options = optionsOf(defaultValue);
  const known = new Set(options);
  const several = fieldType === "multiple-select";
  return (value) =>
    (several ? optionsOf(value) : [value]).every((each) => known.has(each))
      ? undefined
      : texts.option(label, options.join(", "));
}

function checkInput(field: FieldRule): CheckValue {
  const { fieldLabel: label, inputType } = field;
  switch (inputType) {
    case "number":
      return (value) => (/^[+-]?\d+$/.test(value) ? undefined : texts.number(label));
    case "decimal":
      return (value) => (/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(value) ? undefined : texts.decimal(label));
    case "email":
      return (value) => (EMAIL.test(value) ? undefined : texts.email(label));
    case "alphabets":
    case "alphanumeric": {
      const [usual, all] =
        inputType === "alphabets" ? [LETTER, LETTERS] : [LETTER_OR_DIGIT, LETTERS_OR_DIGITS];
      const allowed = allowedIn(field);
      const problem = texts[inputType](label, [...allowed].join(" "));
      return (value) =>
        all.test(value) || [...value].every((sign) => usual.test(sign) || allowed.has(sign))
          ? undefined
          : problem;
    }
    case "":
      return () => undefined;
    default:
      return inputType satisfies never;
  }
}

/** The special characters that a field allows besides letters and digits. */
function allowedIn({ inputType, allowSpecialChars, allowedChars, commaIncluded }: FieldRule): Set<string> {
  if (!allowSpecialChars || !takesSpecialChars(inputType)) return new Set();
  return new Set([...allowedChars.flatMap((chars) => [...chars]), ...(commaIncluded ? [","] : [])]);
}
