import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { edited, id, tenant, timestamps } from "#db/columns.ts";
import type { Answers } from "#workers/contract/forms/answers.ts";
import type { FormContent } from "#workers/contract/forms/form.ts";

/** Forms with the draft that their author works on. */
export const forms = sqliteTable(
  "forms",
  {
    ...id,
    ...tenant,
    name: text("name").notNull(),
    nameKey: text("name_key").notNull(),
    /** At most 200 kB. */
    content: text("content", { mode: "json" }).$type<FormContent>().notNull(),
    /** Number of the published version; null before the first. */
    version: integer("version"),
    /** The draft is not what is published. */
    changed: integer("changed", { mode: "boolean" }).notNull().default(true),
    /** Its id in the file that it came from; '' for none. */
    sourceId: text("source_id").notNull().default(""),
    /** Answers stay when their form goes. */
    deletedAt: integer("deleted_at"),
    ...edited,
    ...timestamps,
  },
  (table) => [
    uniqueIndex("forms_name")
      .on(table.enterpriseId, table.nameKey)
      .where(sql`deleted_at IS NULL`),
  ],
);

/** Published forms; none of them changes any more. */
export const formVersions = sqliteTable(
  "form_versions",
  {
    ...id,
    ...tenant,
    formId: text("form_id").notNull(),
    number: integer("number").notNull(),
    content: text("content", { mode: "json" }).$type<FormContent>().notNull(),
    note: text("note").notNull().default(""),
    publishedBy: text("published_by").notNull(),
    publishedAt: integer("published_at").notNull(),
  },
  (table) => [uniqueIndex("form_versions_number").on(table.formId, table.number)],
);

/** Addresses of a form's page: one for everybody, and those that were given to one person or sent by a run. */
export const formLinks = sqliteTable(
  "form_links",
  {
    token: text("token").primaryKey(),
    ...tenant,
    formId: text("form_id").notNull(),
    kind: text("kind", { enum: ["public", "customer", "run"] }).notNull(),
    /** The customer's number; null: nobody is known. */
    customer: integer("customer"),
    identityId: text("identity_id"),
    runId: text("run_id"),
    /** Of the effect that the run waits for. */
    key: text("key").notNull().default(""),
    singleUse: integer("single_use", { mode: "boolean" }).notNull().default(false),
    until: integer("until"),
    usedAt: integer("used_at"),
    /** How often the page was looked at, and how often somebody began to fill it in; of a person's own link once. */
    opened: integer("opened").notNull().default(0),
    started: integer("started").notNull().default(0),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("form_links_public")
      .on(table.formId)
      .where(sql`kind = 'public'`),
    index("form_links_form").on(table.formId, table.createdAt),
    index("form_links_customer").on(table.enterpriseId, table.customer),
    index("form_links_identity").on(table.enterpriseId, table.identityId),
  ],
);

/** The answers that people have given. */
export const formSubmissions = sqliteTable(
  "form_submissions",
  {
    ...id,
    ...tenant,
    formId: text("form_id").notNull(),
    version: integer("version").notNull(),
    /** The page's own id, or the run's effect: a double press is one answer. */
    answerId: text("answer_id").notNull(),
    /** Normalised, by field; at most 32 kB. */
    answers: text("answers", { mode: "json" }).$type<Answers>().notNull(),
    customer: integer("customer"),
    identityId: text("identity_id"),
    runId: text("run_id"),
    language: text("language").notNull(),
    at: integer("at").notNull(),
  },
  (table) => [
    uniqueIndex("form_submissions_answer").on(table.formId, table.answerId),
    index("form_submissions_newest").on(table.enterpriseId, table.formId, table.at, table.id),
    index("form_submissions_customer").on(table.enterpriseId, table.customer),
    index("form_submissions_identity").on(table.enterpriseId, table.identityId),
  ],
);
