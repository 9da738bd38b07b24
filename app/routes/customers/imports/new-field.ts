import type { InputOf } from "#workers/contract/endpoint.ts";
import type { saveField } from "#workers/contract/endpoints/customer-fields.ts";

/** Signs that values of a file often hold beside letters and digits; a field takes no sign that it does not name. */
const SIGNS = [...".-_/@&'()+#:!?%$₹=*"];
const LONGEST = 100;

/** A field for a column that has none: a text that may be missing and takes what files hold; its rules can be made stricter later. */
export function fieldOf(header: string): InputOf<typeof saveField>["body"] {
  const name = header
    .replaceAll(/[",;\r\n]/g, " ")
    .trim()
    .slice(0, LONGEST);
  return {
    fieldName: name,
    fieldLabel: name,
    fieldHelptext: name,
    mandatory: false,
    fieldType: "text",
    inputType: "alphanumeric",
    category: "",
    defaultValue: "",
    search: true,
    minValue: null,
    maxValue: null,
    allowSpecialChars: true,
    allowedChars: SIGNS,
    commaIncluded: true,
  };
}
