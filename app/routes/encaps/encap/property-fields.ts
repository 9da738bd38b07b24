import { automationPropertiesTexts } from "#texts/automation-properties.ts";
import { encapsTexts } from "#texts/encaps.ts";
import {
  type GraphProperty,
  PROPERTY,
  propertyProblem,
  type PropertyType,
  type PropertyValue,
} from "#workers/contract/automation/properties.ts";

const texts = encapsTexts.properties;

/** A property as its form has it, all as typed. */
export type PropertyFields = {
  name: string;
  label: string;
  type: PropertyType;
  choices: string;
  required: boolean;
  byDefault: string;
};

export const fieldsOf = (property: GraphProperty | undefined): PropertyFields => ({
  name: property?.name ?? "",
  label: property?.label ?? "",
  type: property?.type ?? "text",
  choices: (property?.choices ?? []).join("\n"),
  required: property?.required ?? false,
  byDefault: property?.default === undefined ? "" : String(property.default),
});

const choicesIn = (typed: string): string[] => [
  ...new Set(typed.split("\n").flatMap((line) => line.trim() || [])),
];

function valueOf(type: PropertyType, typed: string): PropertyValue {
  if (type === "boolean") return typed === "true";
  const number = Number(typed);
  return type === "number" && Number.isFinite(number) ? number : typed;
}

export function propertyOf({
  name,
  label,
  type,
  choices,
  required,
  byDefault,
}: PropertyFields): GraphProperty {
  const value = byDefault.trim();
  return {
    name: name.trim(),
    label: label.trim(),
    type,
    ...(type === "choice" && { choices: choicesIn(choices) }),
    required,
    ...(value !== "" && { default: valueOf(type, value) }),
  };
}

/** A property's problems, by the form's fields. */
export function propertyErrors(
  fields: PropertyFields,
  taken: readonly string[],
): Partial<Record<keyof PropertyFields, string>> {
  const property = propertyOf(fields);
  const { name, type, choices = [] } = property;
  const wrongName = !/^[a-z_]\w{0,63}$/i.test(name)
    ? texts.nameWrong
    : taken.includes(name)
      ? texts.nameTaken
      : undefined;
  const wrongChoices =
    type !== "choice"
      ? undefined
      : choices.length === 0
        ? automationPropertiesTexts.noChoices(name)
        : choices.length > PROPERTY.choices
          ? automationPropertiesTexts.choicesMany(PROPERTY.choices)
          : choices.some(({ length }) => length > 200)
            ? automationPropertiesTexts.choiceLong
            : undefined;
  const wrongDefault =
    property.default === undefined ? undefined : propertyProblem(property, property.default);
  return {
    ...(wrongName !== undefined && { name: wrongName }),
    ...(wrongChoices !== undefined && { choices: wrongChoices }),
    ...(wrongDefault !== undefined && { byDefault: wrongDefault }),
  };
}
