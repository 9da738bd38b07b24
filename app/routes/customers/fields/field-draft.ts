import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { problemsOf } from "#app/data/problems.ts";
import {
  type CustomerField,
  fieldRules,
  type FieldType,
  hasOptions,
  inputsOf,
  type InputType,
  takesSpecialChars,
} from "#workers/contract/endpoints/customer-fields.ts";

/** A definition as form values: numbers and lists are kept as typed. */
export interface FieldDraft extends Record<string, unknown> {
  fieldName: string;
  fieldLabel: string;
  fieldHelptext: string;
  mandatory: boolean;
  fieldType: FieldType | "";
  inputType: InputType | "";
  defaultValue: string;
  search: boolean;
  minValue: string;
  maxValue: string;
  allowSpecialChars: boolean;
  allowedChars: string;
  commaIncluded: boolean;
  /** Kept as it is: no input changes it. */
  category: string;
}

export const draftOf = (field: CustomerField | undefined): FieldDraft => ({
  fieldName: field?.fieldName ?? "",
  fieldLabel: field?.fieldLabel ?? "",
  fieldHelptext: field?.fieldHelptext ?? "",
  mandatory: field?.mandatory ?? false,
  fieldType: field?.fieldType ?? "",
  inputType: field?.inputType ?? "",
  defaultValue: field?.defaultValue.split(",").join(", ") ?? "",
  search: field?.search ?? false,
  minValue: field?.minValue?.toString() ?? "",
  maxValue: field?.maxValue?.toString() ?? "",
  allowSpecialChars: field?.allowSpecialChars ?? false,
  allowedChars: field?.allowedChars.join(", ") ?? "",
  commaIncluded: field?.commaIncluded ?? false,
  category: field?.category ?? "",
});

/** Tells which inputs apply to a draft; they depend on its type and input type. */
export function asks({ fieldType, inputType, allowSpecialChars }: FieldDraft) {
  const inputs = fieldType === "" ? [] : inputsOf[fieldType];
  const special = inputs.length > 0 && takesSpecialChars(inputType);
  return {
    inputs,
    length: inputs.length > 0,
    values: fieldType !== "" && hasOptions(fieldType),
    special,
    signs: special && allowSpecialChars,
  };
}

const boundOf = (typed: string) => (typed.trim() === "" ? null : Number(typed));

/** Returns the request body; values that do not apply to the type are not sent. */
export function bodyOf(draft: FieldDraft) {
  const asked = asks(draft);
  return {
    fieldName: draft.fieldName,
    fieldLabel: draft.fieldLabel,
    fieldHelptext: draft.fieldHelptext,
    mandatory: draft.mandatory,
    fieldType: draft.fieldType as FieldType,
    inputType: asked.inputs.length > 0 ? draft.inputType : ("" as const),
    defaultValue: asked.values ? draft.defaultValue : "",
    search: draft.search,
    category: draft.category,
    minValue: asked.length ? boundOf(draft.minValue) : null,
    maxValue: asked.length ? boundOf(draft.maxValue) : null,
    allowSpecialChars: asked.signs,
    allowedChars: asked.signs ? signsOf(draft.allowedChars) : [],
    commaIncluded: asked.signs && draft.commaIncluded,
  };
}

const signsOf = (typed: string): string[] =>
  typed
    .split(",")
    .map((sign) => sign.trim())
    .filter((sign) => sign !== "");

/** Returns the problems of a draft by field. */
export function problemsOfDraft(draft: FieldDraft): { [Name in keyof FieldDraft]?: string } {
  const problems: Record<string, string> = {};
  // A problem of one character in the list belongs to the input that holds them all.
  for (const [path, text] of Object.entries(problemsOf(fieldRules, bodyOf(draft)))) {
    problems[path.split(".")[0] ?? path] ??= text;
  }
  return problems;
}

/** Lists the inputs in which the version that somebody else has saved differs from the draft, with its values. */
export function differencesOf(theirs: CustomerField, mine: FieldDraft): string[] {
  const other = draftOf(theirs);
  const shown = {
    ...other,
    mandatory: other.mandatory ? texts.yes : texts.no,
    allowSpecialChars: other.allowSpecialChars ? texts.yes : texts.no,
    fieldType: other.fieldType && texts.types[other.fieldType],
    inputType: other.inputType && texts.inputs[other.inputType],
  };
  return (Object.keys(texts.labels) as (keyof typeof texts.labels)[])
    .filter((name) => other[name] !== mine[name])
    .map((name) => `${texts.labels[name]}: ${shown[name] || texts.none}`);
}
