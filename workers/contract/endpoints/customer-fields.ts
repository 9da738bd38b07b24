import { z } from "zod";
import { customerFieldsTexts as texts } from "#texts/customer-fields.ts";
import { errorsTexts } from "#texts/errors.ts";
import { importsTexts } from "#texts/imports.ts";
import { endpoint, holding } from "../endpoint.ts";
import { collapse, nameKey, revision, text } from "../fields.ts";
import { id } from "../ids.ts";

/** Custom fields: data of a customer besides name, phone number and social ids, defined by the enterprise. */

export const MOST_FIELDS = 200;

const access = holding("CUSTOMER_MASTER.VIEW");
/** People who see or import customers also see the names of their fields. */
const reading = holding("CUSTOMER_MASTER.VIEW", "CUSTOMER.VIEW", "CUSTOMER.IMPORT");
const all = "/chatbird/api/customer_master/definitions";
const one = `${all}/:id`;
const params = z.object({ id });

export const fieldTypes = ["text", "textarea", "selectbox-singlevalue", "multiple-select"] as const;
export type FieldType = (typeof fieldTypes)[number];
export const inputTypes = ["alphabets", "alphanumeric", "number", "decimal", "email"] as const;
export type InputType = (typeof inputTypes)[number];

/** The input types that each type of field allows. */
export const inputsOf: Readonly<Record<FieldType, readonly InputType[]>> = {
  text: ["alphabets", "alphanumeric", "number", "decimal", "email"],
  textarea: ["alphabets", "alphanumeric"],
  "selectbox-singlevalue": [],
  "multiple-select": [],
};
/** Types whose values are chosen from a list; several choices of one customer are separated by commas. */
export const hasOptions = (type: FieldType): boolean =>
  type === "selectbox-singlevalue" || type === "multiple-select";
/** Fields of this category are shown as social profiles elsewhere, and not among the enterprise's own. */
export const SOCIAL_CATEGORY = "social_details";
/** Input types for which special characters can be allowed. */
export const takesSpecialChars = (input: InputType | ""): boolean =>
  input === "alphabets" || input === "alphanumeric" || input === "email";

/** CSV headers that name built-in data of a customer, so that no custom field may have them. */
export const reservedNames: ReadonlySet<string> = new Set(
  [
    ...[
      "name",
      "phoneNumber",
      "phone",
      "whatsAppNumber",
      "whatsapp number",
      "facebookId",
      "instaId",
      "twitterId",
    ],
    ...["groups", "tags"],
    ...Object.values(importsTexts.targets),
    // The column in which an import's rejected rows give their reason.
    importsTexts.errorColumn,
  ].map(nameKey),
);

const words = (max: number) =>
  z.string(texts.required).max(max, errorsTexts.tooLong(max)).overwrite(collapse).min(1, texts.required);

const bound = z
  .int(texts.notBound)
  .min(0, texts.notBound)
  .max(100_000, texts.notBound)
  .nullable()
  .default(null);

/** The rules of a field, shared by the form and the server. */
export const fieldRules = z
  .object({
    fieldName: words(100).refine((value) => !/[",;\r\n]/.test(value), texts.nameSigns),
    fieldLabel: words(100),
    fieldHelptext: words(500),
    mandatory: z.boolean(texts.required),
    fieldType: z.enum(fieldTypes, texts.required),
    inputType: z.enum(["", ...inputTypes], texts.required).default(""),
    category: text(50).default(""),
    /** Values of a dropdown, comma separated. */
    defaultValue: z.string().max(20_000, errorsTexts.tooLong(20_000)).default(""),
    /** Included in the customers' search. */
    search: z.boolean().default(false),
    minValue: bound,
    maxValue: bound,
    allowSpecialChars: z.boolean().default(false),
    /** Single characters, without the comma. */
    allowedChars: z.array(z.string().min(1).max(10)).max(100).default([]),
    commaIncluded: z.boolean().default(false),
  })
  .superRefine((field, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    const inputs = inputsOf[field.fieldType];
    if (inputs.length > 0 && (field.inputType === "" || !inputs.includes(field.inputType))) {
      wrong("inputType", texts.required);
    }
    if (hasOptions(field.fieldType) && optionsOf(field.defaultValue).length === 0) {
      wrong("defaultValue", texts.required);
    }
    if (field.minValue !== null && field.maxValue !== null && field.minValue > field.maxValue) {
      wrong("maxValue", texts.maxBelowMin);
    }
    if (field.allowSpecialChars && takesSpecialChars(field.inputType)) {
      if (field.allowedChars.length === 0 && !field.commaIncluded) wrong("allowedChars", texts.required);
    }
  });

export const validationIds = ["minValue", "maxValue", "allowSpecialChars", "allowedChars"] as const;
/** The same rules as a list, as the specification names them; special characters are separated by commas. */
const validations = z.array(
  z.object({ id: z.enum(validationIds), value: z.union([z.string(), z.number(), z.boolean(), z.null()]) }),
);
export type Validations = z.infer<typeof validations>;

/** The choices of a dropdown. */
export const optionsOf = (defaultValue: string): string[] => [
  ...new Set(
    defaultValue
      .split(",")
      .map(collapse)
      .filter((value) => value !== ""),
  ),
];

/**
 * On the wire a field also has a flag for built-in ones, and whether customers have values of it: then its name is
 * fixed.
 */
export const customerField = z.object({
  ...fieldRules.shape,
  validations,
  _id: z.string(),
  index: z.int(),
  fixed: z.boolean(),
  hasData: z.boolean(),
  revision: z.int(),
});
export type CustomerField = z.infer<typeof customerField>;

export const listFields = endpoint({
  method: "GET",
  path: all,
  summary:
    "The definitions of customer fields in their order; the two built-in ones (`fixed`) come first, at -2 and -1. `hasData` looks at the newest 200 customers here, and at all of them where one definition is asked for",
  access: reading,
  reply: z.object({ inputFieldDefinitions: z.array(customerField) }),
  under: "data",
});

export const getField = endpoint({
  method: "GET",
  path: one,
  summary: "One definition",
  access: reading,
  params,
  reply: z.object({ inputFieldDefinition: customerField }),
  under: "data",
});

export const saveField = endpoint({
  method: "POST",
  path: all,
  summary: "Creates a definition at the end, or changes the one that `_id` names",
  access,
  body: fieldRules.safeExtend({
    _id: id.optional(),
    validations: validations
      .max(20)
      .optional()
      .meta({ description: "Instead of the properties of these names" }),
    revision,
  }),
  reply: z.object({ inputFieldDefinition: customerField }),
  under: "data",
});

export const deleteField = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes a definition; the customers' values of it go to their archive",
  access,
  params,
  reply: z.null(),
  under: "data",
});

export const moveField = endpoint({
  method: "POST",
  path: `${all}/move`,
  summary:
    "Moves a definition from one index to another. `_id` names the one that was meant: when somebody was faster it is moved from where it is now",
  access,
  body: z.object({
    from: z.int().min(0).max(MOST_FIELDS),
    to: z.int().min(0).max(MOST_FIELDS),
    _id: id.optional(),
  }),
  reply: z.object({ inputFieldDefinitions: z.array(customerField) }),
  under: "data",
});
