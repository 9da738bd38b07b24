import { z } from "zod";
import { automationPropertiesTexts as texts } from "#texts/automation-properties.ts";
import type { NameType } from "../expression.ts";

/** The properties that a launch asks for; a graph uses each by its name, as it uses its variables. */
export const PROPERTY_TYPES = ["text", "number", "date", "boolean", "choice"] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

export const PROPERTY = { most: 50, label: 100, choices: 50, value: 640 } as const;

export const propertyValue = z.union([z.string().max(PROPERTY.value), z.number(), z.boolean()]);
export type PropertyValue = z.infer<typeof propertyValue>;
export type PropertyValues = Readonly<Record<string, PropertyValue>>;

export const graphProperty = z.strictObject({
  name: z.string().regex(/^[a-z_]\w{0,63}$/i, texts.nameWrong),
  label: z.string().max(PROPERTY.label, texts.labelLong(PROPERTY.label)).default(""),
  type: z.enum(PROPERTY_TYPES, texts.typeWrong),
  /** Of a choice: the values that may be chosen. */
  choices: z
    .array(z.string().min(1, texts.choiceEmpty).max(200, texts.choiceLong))
    .max(PROPERTY.choices, texts.choicesMany(PROPERTY.choices))
    .optional(),
  required: z.boolean().default(false),
  default: propertyValue.optional(),
});
export type GraphProperty = z.infer<typeof graphProperty>;

const VARIABLE_TYPES: Readonly<Record<PropertyType, NameType>> = {
  text: "text",
  number: "number",
  date: "date",
  boolean: "boolean",
  choice: "text",
};

interface Variable {
  name: string;
  type: NameType;
  default?: string | number | boolean | null | undefined;
}

/** All names that a run carries: the graph's own variables, and its properties with what they are by default. */
export const variablesOf = ({
  variables,
  properties = [],
}: {
  variables: readonly Variable[];
  properties?: readonly GraphProperty[] | undefined;
}): Variable[] => [
  ...variables,
  ...properties.map(({ name, type, default: value }) => ({
    name,
    type: VARIABLE_TYPES[type],
    ...(value !== undefined && { default: value }),
  })),
];

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Why a value is none of a property; undefined for one that is. */
export function propertyProblem({ type, choices }: GraphProperty, value: PropertyValue): string | undefined {
  switch (type) {
    case "text":
      return typeof value === "string" ? undefined : texts.textWrong;
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? undefined : texts.numberWrong;
    case "boolean":
      return typeof value === "boolean" ? undefined : texts.truthWrong;
    case "date":
      return typeof value === "string" && DATE.test(value) && !Number.isNaN(Date.parse(value))
        ? undefined
        : texts.dateWrong;
    case "choice":
      return typeof value === "string" && (choices ?? []).includes(value) ? undefined : texts.choiceWrong;
    default:
      return type satisfies never;
  }
}

/** The problems of a launch's values, by property; a value that a version doesn't ask for is one as well. */
export function valueProblems(
  properties: readonly GraphProperty[],
  values: PropertyValues,
): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const property of properties) {
    const value = values[property.name];
    const isMissing = value === undefined || value === "";
    if (isMissing) {
      if (property.required && property.default === undefined) problems[property.name] = texts.missing;
      continue;
    }
    const problem = propertyProblem(property, value);
    if (problem !== undefined) problems[property.name] = problem;
  }
  const known = new Set(properties.map(({ name }) => name));
  for (const name of Object.keys(values)) if (!known.has(name)) problems[name] = texts.unknown(name);
  return problems;
}
