import { z } from "zod";
import { formsTexts as texts } from "#texts/forms.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { formContent, formLimits, formProblem } from "#workers/contract/forms/form.ts";
import { id } from "../ids.ts";
import { watchingDraft } from "./watching.ts";

export const FORMS_PAGE = 20;
export const FORM = { name: 100, note: 300 } as const;

export const formStates = ["draft", "live", "changed"] as const;
const entry = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(formStates),
  version: z.int().nullable().meta({ description: "Number of the published version" }),
  fields: z.int(),
  submissions: z.int(),
  updatedBy: z.string(),
  updatedAt: time,
});
export type FormEntry = z.infer<typeof entry>;

const draft = z.object({
  id: z.string(),
  name: z.string(),
  content: formContent,
  revision: z.int().meta({ description: "Of the draft" }),
  version: z.int().nullable(),
  changed: z.boolean(),
  problems: z.array(formProblem),
  /** Fields of customers that answers may fill. */
  customerFields: z.array(z.object({ name: z.string(), label: z.string() })),
  /** End of the page's address for everybody; empty before it was asked for. */
  publicToken: z.string(),
  /** Links that runs and people have been given; over all links, pages that were opened and begun; answers. */
  figures: z.object({ sent: z.int(), opened: z.int(), started: z.int(), submitted: z.int() }),
  updatedBy: z.string(),
  updatedAt: time,
});
export type FormDraft = z.infer<typeof draft>;

const version = z.object({ number: z.int(), note: z.string(), publishedBy: z.string(), publishedAt: time });
export type FormVersion = z.infer<typeof version>;

const submission = z.object({
  id: z.string(),
  version: z.int(),
  answers: z.record(z.string(), z.unknown()),
  customer: z.int().nullable(),
  customerId: z.string().nullable().meta({ description: "null: nobody is known, or they are deleted" }),
  customerName: z.string(),
  /** Whether a journey or an encap had asked. */
  byRun: z.boolean(),
  language: z.string(),
  at: time,
});
export type FormSubmission = z.infer<typeof submission>;

const all = "/e/enterprise/forms";
const at = `${all}/:id`;
const params = z.object({ id });
const seeing = holding("ENCAPS.VIEW", "ENCAPS.CREATE", "ENCAPS.EDIT", "ENCAPS.DELETE");
const editing = holding("ENCAPS.EDIT");
const began = z.int().min(1);
const MOST_BYTES = formLimits.bytes + 16 * 1_024;
const day = z.iso.date(texts.schema.date).optional();
const filters = z.object({
  version: z.coerce.number().int().min(1).optional(),
  customer: z.coerce.number().int().min(1).optional(),
  from_day: day.meta({ description: "First day, UTC" }),
  to_day: day.meta({ description: "Last day, UTC" }),
});

export const listForms = endpoint({
  method: "GET",
  path: all,
  summary: "Forms by name",
  access: seeing,
  query: z.object({ name: text(100).default(""), ...paging(FORMS_PAGE) }),
  reply: z.object({ forms: z.array(entry), more: z.boolean(), total }),
  under: "response",
});

export const createForm = endpoint({
  method: "POST",
  path: all,
  summary: "Adds a form, empty or with fields, such as a copy's",
  access: holding("ENCAPS.CREATE"),
  body: z.object({ name: name(texts.nameEmpty, FORM.name), content: formContent.optional() }),
  maxBytes: MOST_BYTES,
  reply: entry,
  under: "response",
});

export const deleteForm = endpoint({
  method: "DELETE",
  path: at,
  summary: "Deletes a form that no published journey asks; its answers stay",
  access: holding("ENCAPS.DELETE"),
  params,
  reply: z.null(),
  under: "response",
});

export const getFormDraft = endpoint({
  method: "GET",
  path: `${at}/draft`,
  summary: "The form that its author works on, and what is wrong with it",
  access: seeing,
  params,
  reply: draft,
  under: "response",
});

export const saveFormDraft = endpoint({
  method: "PUT",
  path: `${at}/draft`,
  summary: "Keeps a form, whole or not, and says what is wrong with it",
  access: editing,
  params,
  body: z.object({ name: name(texts.nameEmpty, FORM.name), content: formContent, revision: began }),
  maxBytes: MOST_BYTES,
  reply: z.object({ revision: z.int(), updatedAt: time, problems: z.array(formProblem) }),
  under: "response",
});

export const watchFormDraft = endpoint({
  method: "POST",
  path: `${at}/draft/watch`,
  summary:
    "Says on one's own socket who else has the draft of a form open, who edits it, and when it is saved",
  access: seeing,
  params,
  body: z.object(watchingDraft),
  reply: z.null(),
  under: "response",
});

export const takeFormBack = endpoint({
  method: "POST",
  path: `${at}/draft`,
  summary: "Makes an older version the draft; people see it when it is published",
  access: editing,
  params,
  body: z.object({ number: z.int().min(1), revision: began }),
  reply: draft,
  under: "response",
});

export const publishForm = endpoint({
  method: "POST",
  path: `${at}/publish`,
  summary: "Makes the draft the next version; refused while something is wrong with it",
  access: editing,
  params,
  body: z.object({ revision: began, note: text(FORM.note).default("") }),
  reply: version,
  under: "response",
});

export const listFormVersions = endpoint({
  method: "GET",
  path: `${at}/versions`,
  summary: "Published versions, the newest first",
  access: seeing,
  params,
  query: z.object(paging(FORMS_PAGE)),
  reply: z.object({ versions: z.array(version), more: z.boolean() }),
  under: "response",
});

export const makeFormLink = endpoint({
  method: "POST",
  path: `${at}/links`,
  summary: "An address of the form's page: for everybody, always the same one, or for one customer",
  access: editing,
  params,
  body: z.object({
    customerId: id.optional().meta({ description: "Whose link it is; absent: everybody's" }),
    singleUse: z.boolean().default(true),
    until: z.iso.datetime(texts.schema.date).optional(),
  }),
  reply: z.object({ token: z.string() }),
  under: "response",
});

export const listFormSubmissions = endpoint({
  method: "GET",
  path: `${at}/submissions`,
  summary: "Answers, the newest first",
  access: seeing,
  params,
  query: filters.extend(paging(FORMS_PAGE)),
  reply: z.object({ submissions: z.array(submission), more: z.boolean() }),
  under: "response",
});

export const formSubmissionsCsv = endpoint({
  method: "GET",
  path: `${at}/submissions/file`,
  summary: "Answers as a CSV file",
  access: seeing,
  params,
  query: filters,
  reply: z.null(),
  under: "response",
  file: "text/csv; charset=utf-8",
});
