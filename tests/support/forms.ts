import { FORM_FORMAT, type FormContent, formContent } from "#workers/contract/forms/form.ts";

/** A form that may be published: one question, unless others are given. */
export const aForm = (
  title: string,
  fields: object[] = [{ id: "name", type: "shortText", label: "Your name" }],
  more: object = {},
): FormContent => formContent.parse({ format: FORM_FORMAT, title, fields, ...more });
