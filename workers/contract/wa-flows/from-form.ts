import { waFlowFormTexts as texts } from "#texts/wa-flow-check.ts";
import type { Condition, ConditionRow } from "#workers/contract/expression.ts";
import {
  FIELD_TYPES,
  type FormContent,
  type FormField,
  pagesOf,
  ratingMost,
} from "#workers/contract/forms/form.ts";
import type { Json } from "./flow-json.ts";
import { NEWEST_FLOW_VERSION } from "./versions.ts";

/** Screens have letters alone in their ids. */
const pageId = (at: number): string =>
  `PAGE_${String(at + 1)
    .split("")
    .map((digit) => "ABCDEFGHIJ"[Number(digit)])
    .join("")}`;

const LEFT_OUT: readonly FormField["type"][] = ["file", "location"];
const MOST_ON_SCREEN = 50;

interface Converting {
  notes: string[];
  fields: readonly FormField[];
  /** Page of each field that is asked. */
  pageOf: ReadonlyMap<string, number>;
}

/** A form as Flow JSON, page by page, and a sentence for each thing of it that a flow can't say. */
export function formToFlow(form: FormContent): { content: Json; notes: string[] } {
  const notes = notesOf(form);
  const pages = pagesOf(form.fields.filter(({ type }) => !LEFT_OUT.includes(type))).filter(
    (page, at) => at === 0 || page.length > 0,
  );
  const pageOf = new Map(pages.flatMap((page, at) => page.map(({ id }) => [id, at] as const)));
  const converting: Converting = { notes, fields: form.fields, pageOf };
  const screens = pages.map((page, at) => {
    const children = page.flatMap((field) => componentsFor(converting, field, at));
    if (children.length === 0) children.push({ type: "TextBody", text: form.title || texts.empty });
    if (children.length >= MOST_ON_SCREEN) notes.push(texts.long(at + 1));
    return screenFor(form, pages, at, children);
  });
  const content = { version: NEWEST_FLOW_VERSION, screens };
  return { content, notes };
}

function screenFor(form: FormContent, pages: readonly FormField[][], at: number, children: Json[]): Json {
  const isLast = at === pages.length - 1;
  const payload = Object.fromEntries(
    pages.flatMap((page, place) =>
      page
        .filter(({ type }) => FIELD_TYPES[type] !== null)
        .map(({ id }) => [id, place === at ? `\${form.${id}}` : `\${screen.${pageId(place)}.form.${id}}`]),
    ),
  );
  const action = isLast
    ? { name: "complete", payload }
    : { name: "navigate", next: { type: "screen", name: pageId(at + 1) }, payload: {} };
  return {
    id: pageId(at),
    title: form.title.slice(0, 80) || texts.title,
    ...(isLast && { terminal: true, success: true }),
    data: {},
    layout: {
      type: "SingleColumnLayout",
      children: [
        ...children,
        { type: "Footer", label: isLast ? texts.send : texts.next, "on-click-action": action },
      ],
    },
  };
}

function notesOf(form: FormContent): string[] {
  const left = form.fields
    .filter(({ type }) => LEFT_OUT.includes(type))
    .map(({ label }) => texts.leftOut(label));
  return [
    ...left,
    ...(form.languages.length > 0 ? [texts.languages(form.language)] : []),
    ...(form.thanks ? [texts.thanks] : []),
    ...(form.closesAt !== null || form.mostAnswers !== null ? [texts.limits] : []),
    ...form.fields.filter(({ saveTo }) => saveTo).map(({ label }) => texts.saveTo(label)),
  ];
}

/** Whatever is too long for a label is a text above it. */
function componentsFor(converting: Converting, field: FormField, page: number): Json[] {
  const { label, help } = field;
  if (field.type === "statement")
    return shownIf(converting, field, page, [
      { type: "TextBody", text: label || texts.empty },
      ...(help ? [{ type: "TextCaption", text: help }] : []),
    ]);
  const most = labelMost(field);
  const component = answered(converting, field, page);
  const isLong = label.length > most;
  return shownIf(converting, field, page, [
    ...(isLong ? [{ type: "TextBody", text: label }] : []),
    ...(help && (help.length > 80 || !takesHelp(field)) ? [{ type: "TextCaption", text: help }] : []),
    {
      ...component,
      label: isLong ? `${label.slice(0, most - 1).trimEnd()}…` : label || field.id.slice(0, most),
    },
  ]);
}

const isText = ({ type }: FormField): boolean =>
  ["shortText", "longText", "number", "email", "phone", "time"].includes(type);
const takesHelp = (field: FormField): boolean => isText(field) || field.type === "date";
const labelMost = (field: FormField): number => (isText(field) ? 20 : field.type === "date" ? 40 : 30);

function answered(converting: Converting, field: FormField, page: number): Json {
  const { id, type, help } = field;
  const required = field.requireIf ? expressionFor(converting, field.requireIf, page) : undefined;
  if (field.requireIf && required === undefined) converting.notes.push(texts.requireIf(field.label));
  const base: Json = {
    name: id,
    required: field.required || (required === undefined ? false : `\`${required}\``),
    ...(help && help.length <= 80 && takesHelp(field) && { "helper-text": help }),
  };
  const input = (kind: string, more: Json = {}): Json => ({
    type: "TextInput",
    ...base,
    "input-type": kind,
    ...(field.shortest !== undefined && { "min-chars": field.shortest }),
    ...(field.longest !== undefined && field.longest > 0 && { "max-chars": field.longest }),
    ...more,
  });
  switch (type) {
    case "longText":
      return { type: "TextArea", ...base, ...(field.longest && { "max-length": field.longest }) };
    case "number":
      if (field.least !== undefined || field.most !== undefined)
        converting.notes.push(texts.range(field.label));
      return input("number");
    case "email":
    case "phone":
      return input(type);
    case "time":
      return input("text", {
        pattern: "^([01]?[0-9]|2[0-3])[:.][0-5][0-9]$",
        ...(help ? {} : { "helper-text": texts.time }),
      });
    case "date":
      return {
        type: "DatePicker",
        ...base,
        ...(field.earliest && { "min-date": field.earliest }),
        ...(field.latest && { "max-date": field.latest }),
      };
    case "choice":
    case "several":
    case "yesNo":
    case "rating":
      return chosen(converting, field, base);
    default:
      return input("text", field.pattern ? { pattern: field.pattern } : {});
  }
}

/** Options have the form's own words as ids, so that answers are the same. */
function chosen({ notes }: Converting, field: FormField, base: Json): Json {
  const source = optionsOf(field);
  const most = field.type === "several" ? 20 : 200;
  if (source.length > most) notes.push(texts.choices(field.label, most));
  const options = source.slice(0, most);
  if (options.length === 0) options.push({ id: "-", title: "-" });
  const type =
    field.type === "several" ? "CheckboxGroup" : options.length > 20 ? "Dropdown" : "RadioButtonsGroup";
  return { type, ...base, "data-source": options };
}

function optionsOf(field: FormField): Json[] {
  if (field.type === "yesNo")
    return [
      { id: "true", title: texts.yes },
      { id: "false", title: texts.no },
    ];
  if (field.type === "rating")
    return Array.from({ length: ratingMost(field) }, (_, at) => ({
      id: String(at + 1),
      title: String(at + 1),
    }));
  return [...new Set(field.choices.filter((each) => each.trim() !== ""))].map((choice) =>
    choice.length > 30
      ? { id: choice, title: `${choice.slice(0, 29)}…`, description: choice.slice(0, 300) }
      : { id: choice, title: choice },
  );
}

function shownIf(converting: Converting, field: FormField, page: number, components: Json[]): Json[] {
  if (!field.showIf || field.showIf.rows.length === 0) return components;
  const condition = expressionFor(converting, field.showIf, page);
  if (condition === undefined) {
    converting.notes.push(texts.showIf(field.label));
    return components;
  }
  // oxlint-disable-next-line unicorn/no-thenable -- Meta calls the branch so.
  return [{ type: "If", condition, then: components }];
}

/** A rule as an expression; undefined where Flow JSON can't say it. */
function expressionFor(
  { fields, pageOf }: Converting,
  { match, rows }: Condition,
  page: number,
): string | undefined {
  const parts = rows.map((row) => {
    const field = fields.find(({ id }) => id === row.field);
    const at = pageOf.get(row.field);
    if (!field || at === undefined || at > page) return undefined;
    return rowAsExpression(
      row,
      at === page ? `\${form.${row.field}}` : `\${screen.${pageId(at)}.form.${row.field}}`,
    );
  });
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  return parts.map((part) => `(${part})`).join(match === "all" ? " && " : " || ");
}

const SIGNS: Partial<Record<ConditionRow["operator"], string>> = {
  is: "==",
  "is not": "!=",
  "is exactly": "==",
  "=": "==",
  "≠": "!=",
  "<": "<",
  "≤": "<=",
  ">": ">",
  "≥": ">=",
};

function rowAsExpression({ operator, value }: ConditionRow, reference: string): string | undefined {
  if (operator === "is empty") return `${reference} == ''`;
  if (operator === "is not empty") return `${reference} != ''`;
  if (operator === "between" && Array.isArray(value))
    return `${reference} >= ${value[0]} && ${reference} <= ${value[1]}`;
  const sign = SIGNS[operator];
  if (sign === undefined || value === undefined || Array.isArray(value)) return undefined;
  if (typeof value === "number" && value >= 0 && !/e/i.test(String(value)))
    return `${reference} ${sign} ${value}`;
  if (typeof value === "number") return undefined;
  return `${reference} ${sign} '${String(value)
    .replaceAll(/[\\'`]/g, String.raw`\$&`)
    .replaceAll(/[${}]/g, "")}'`;
}
