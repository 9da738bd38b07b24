import { z } from "zod";
import { formsTexts } from "#texts/forms.ts";
import { optInTypes } from "../opt-in.ts";
import { condition, type NameType } from "../expression.ts";

/** A form as it is kept: a draft may be half-typed, and what is wrong with it is the checker's to say. */

/** Where forms are answered; the token follows. */
export const FORM_PATH = "/f/";
export const FORM_FORMAT = "chatbird.form/1";
export const formLimits = {
  fields: 100,
  choices: 100,
  languages: 20,
  label: 500,
  help: 1_000,
  text: 10_000,
  /** Of a draft as JSON. */
  bytes: 200_000,
  /** Of one person's answers as JSON; a run keeps them, too. */
  answerBytes: 32_000,
  leastDays: 1,
  mostDays: 3_650,
} as const;

/** The type of each field's answer to conditions and journeys; null: nothing is asked. */
export const FIELD_TYPES = {
  shortText: "text",
  longText: "text",
  number: "number",
  email: "text",
  phone: "text",
  date: "date",
  time: "text",
  choice: "text",
  several: "list",
  yesNo: "boolean",
  rating: "number",
  file: "map",
  location: "map",
  statement: null,
} as const satisfies Record<string, NameType | null>;
export type FieldType = keyof typeof FIELD_TYPES;
export const fieldTypes = Object.keys(FIELD_TYPES) as FieldType[];

const texts = formsTexts.schema;
const words = (most: number) => z.string(texts.list).max(most, texts.long(most));
const count = z.int(texts.number).min(0, texts.number).max(formLimits.text, texts.number).optional();
const limit = z.number(texts.number).optional();
const day = z.iso.date(texts.date).optional();
const choices = z.array(words(200), texts.list).max(formLimits.choices, texts.many(formLimits.choices));
const language = z.string(texts.language).regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, texts.language);

export const formField = z.strictObject({
  /** The answer's name, as rules and journeys say it: `form.city`. */
  id: z.string(texts.id).regex(/^[a-z]\w{0,39}$/i, texts.id),
  type: z.enum(fieldTypes, texts.type),
  label: words(formLimits.label),
  help: words(formLimits.help).default(""),
  required: z.boolean().default(false),
  /** A new page begins with it. */
  startsPage: z.boolean().default(false),
  shortest: count,
  longest: count,
  /** RE2, found anywhere, whatever the case. */
  pattern: words(500).optional(),
  least: limit,
  most: limit,
  earliest: day,
  latest: day,
  choices: choices.default([]),
  /** The customer's field that takes the answer. */
  saveTo: words(100).optional(),
  /** Channel types on which a yes agrees to offers, and a no refuses them: its words are the proof. */
  optIn: z
    .array(
      z.union(
        optInTypes.map((type) => z.literal(type)),
        texts.list,
      ),
    )
    .max(optInTypes.length, texts.many(optInTypes.length))
    .optional(),
  showIf: condition.optional(),
  requireIf: condition.optional(),
  /** Other languages' words; what is missing is said in the form's own. */
  translations: z
    .record(
      language,
      z.strictObject({
        label: words(500).optional(),
        help: words(1_000).optional(),
        choices: choices.optional(),
      }),
    )
    .default({}),
});
export type FormField = z.infer<typeof formField>;

const shown = z.strictObject({ title: words(200).optional(), thanks: words(2_000).optional() });

export const formContent = z.strictObject({
  format: z.literal(FORM_FORMAT, texts.format),
  /** The heading that people read. */
  title: words(200).default(""),
  thanks: words(2_000).default(""),
  language: language.default("en"),
  languages: z.array(language).max(formLimits.languages, texts.many(formLimits.languages)).default([]),
  translations: z.record(language, shown).default({}),
  fields: z.array(formField, texts.list).max(formLimits.fields, texts.many(formLimits.fields)).default([]),
  /** Nobody answers from then on. */
  closesAt: z.iso.datetime(texts.date).nullable().default(null),
  mostAnswers: z.int(texts.number).min(1, texts.number).max(1_000_000, texts.number).nullable().default(null),
  captcha: z.boolean().default(false),
  /** Answers that are older are deleted by night; null: they stay until their person is erased. */
  keepDays: z
    .int(texts.number)
    .min(formLimits.leastDays, texts.days)
    .max(formLimits.mostDays, texts.days)
    .nullable()
    .default(null),
});
export type FormContent = z.infer<typeof formContent>;

export const newForm = (title: string): FormContent => formContent.parse({ format: FORM_FORMAT, title });

/** Whether a form is small enough to be kept. */
export const fitsForm = (content: FormContent): boolean =>
  new TextEncoder().encode(JSON.stringify(content)).length <= formLimits.bytes;

export const formProblem = z.object({
  /** Of the field; absent for what is wrong with the whole. */
  field: z.string().optional(),
  /** The part of it, such as `choices`. */
  part: z.string(),
  sentence: z.string(),
  severity: z.enum(["error", "warning"]),
});
export type FormProblem = z.infer<typeof formProblem>;

/** The most of a rating. */
export const ratingMost = ({ most }: Pick<FormField, "most">): number =>
  Math.min(10, Math.max(2, Math.trunc(most ?? 5)));

/** A form in one language; choices keep their own words beside those that are shown. */
export function inLanguage(
  { title, thanks, language: own, translations, fields }: FormContent,
  wanted: string,
) {
  const of = <Said extends object>(all: Record<string, Said>): Partial<Said> =>
    wanted === own ? {} : (all[wanted] ?? {});
  const whole = of(translations);
  return {
    title: whole.title || title,
    thanks: whole.thanks || thanks,
    fields: fields.map((field) => {
      const said = of(field.translations);
      return {
        ...field,
        label: said.label || field.label,
        help: said.help || field.help,
        options: field.choices.map((value, at) => ({ value, label: said.choices?.[at] || value })),
      };
    }),
  };
}
export type ShownField = ReturnType<typeof inLanguage>["fields"][number];

/** The first wanted language that the form has, also by its first part; else the form's own. */
export function languageFor(
  { language: own, languages }: Pick<FormContent, "language" | "languages">,
  wanted: readonly string[],
): string {
  const all = [own, ...languages];
  for (const each of wanted) {
    const found =
      all.find((one) => one.toLowerCase() === each.toLowerCase()) ??
      all.find((one) => one.split("-")[0]?.toLowerCase() === each.split("-")[0]?.toLowerCase());
    if (found !== undefined) return found;
  }
  return own;
}

/** Fields page by page. */
export function pagesOf<Field extends { startsPage: boolean }>(fields: readonly Field[]): Field[][] {
  const pages: Field[][] = [[]];
  for (const field of fields) {
    if (field.startsPage && pages.at(-1)?.length) pages.push([]);
    pages.at(-1)?.push(field);
  }
  return pages;
}
