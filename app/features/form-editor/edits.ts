import {
  FIELD_TYPES,
  type FieldType,
  type FormContent,
  type FormField,
} from "#workers/contract/forms/form.ts";
import type { Condition } from "#workers/contract/expression.ts";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import { formsTexts } from "#texts/forms.ts";

/** Everything that a form's designer does to it; each edit is one entry of undo. */

const withFields = (form: FormContent, fields: FormField[]): FormContent => ({ ...form, fields });

/** A name that no field has: `text`, `text_2` and so on. */
export function freshId(fields: readonly Pick<FormField, "id">[], wanted: string): string {
  const taken = new Set(fields.map(({ id }) => id.toLowerCase()));
  let id = wanted;
  for (let number = 2; taken.has(id.toLowerCase()); number++) id = `${wanted.slice(0, 36)}_${number}`;
  return id;
}

/** Adds a field behind another one, or at the end. */
export function addField(
  form: FormContent,
  type: FieldType,
  behind?: string,
): { form: FormContent; id: string } {
  const id = freshId(
    form.fields,
    type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const field: FormField = {
    id,
    type,
    label: "",
    help: "",
    required: false,
    startsPage: false,
    choices: [],
    translations: {},
  };
  const at = form.fields.findIndex((each) => each.id === behind);
  return {
    form: withFields(form, form.fields.toSpliced(at < 0 ? form.fields.length : at + 1, 0, field)),
    id,
  };
}

export function copyField(form: FormContent, id: string): { form: FormContent; id: string } {
  const at = form.fields.findIndex((each) => each.id === id);
  const field = form.fields[at];
  if (!field) return { form, id };
  const copy = { ...field, id: freshId(form.fields, id) };
  return { form: withFields(form, form.fields.toSpliced(at + 1, 0, copy)), id: copy.id };
}

export const removeField = (form: FormContent, id: string): FormContent =>
  withFields(
    form,
    form.fields.filter((each) => each.id !== id),
  );

/** Moves a field to a place; beyond an end it stays at that end. */
export function moveField(form: FormContent, id: string, to: number): FormContent {
  const from = form.fields.findIndex((each) => each.id === id);
  const field = form.fields[from];
  const place = Math.min(Math.max(to, 0), form.fields.length - 1);
  if (!field || place === from) return form;
  return withFields(form, form.fields.toSpliced(from, 1).toSpliced(place, 0, field));
}

/** Changes a field; a part that becomes undefined is taken out. */
export const changeField = (
  form: FormContent,
  id: string,
  change: Partial<Record<keyof FormField, unknown>>,
): FormContent =>
  withFields(
    form,
    form.fields.map((field) =>
      field.id === id
        ? (Object.fromEntries(
            Object.entries({ ...field, ...change }).filter(([, value]) => value !== undefined),
          ) as unknown as FormField)
        : field,
    ),
  );

/** Names a field anew, also in the rules that ask for it. */
export function renameField(form: FormContent, from: string, to: string): FormContent {
  const named = (rule: Condition | undefined) =>
    rule && { ...rule, rows: rule.rows.map((row) => (row.field === from ? { ...row, field: to } : row)) };
  return withFields(
    form,
    form.fields.map((field) => ({
      ...field,
      id: field.id === from ? to : field.id,
      ...(field.showIf && { showIf: named(field.showIf) }),
      ...(field.requireIf && { requireIf: named(field.requireIf) }),
    })) as FormField[],
  );
}

export const titleOf = ({ label, type }: Pick<FormField, "label" | "type">): string =>
  label.trim() || `${formsTexts.types[type]}: ${texts.unnamed}`;

/** Fields that a rule of one may ask for: those above it that people answer. */
export const askable = ({ fields }: FormContent, id: string): FormField[] =>
  fields
    .slice(
      0,
      fields.findIndex((each) => each.id === id),
    )
    .filter(({ type }) => FIELD_TYPES[type] !== null);

/** One line for each field that two drafts do not agree about. */
export function differences(mine: FormContent, theirs: FormContent): string[] {
  const [here, there] = [mine, theirs].map(({ fields }) => new Map(fields.map((field) => [field.id, field])));
  const ids = new Set([...mine.fields, ...theirs.fields].map(({ id }) => id));
  const lines = [...ids].flatMap((id) => {
    const [a, b] = [here?.get(id), there?.get(id)];
    if (a && b) return JSON.stringify(a) === JSON.stringify(b) ? [] : [texts.differs(titleOf(a))];
    return a ? [texts.onlyMine(titleOf(a))] : b ? [texts.onlyTheirs(titleOf(b))] : [];
  });
  const whole = (form: FormContent) => JSON.stringify({ ...form, fields: null });
  return whole(mine) === whole(theirs) ? lines : [...lines, texts.wholeDiffers];
}
