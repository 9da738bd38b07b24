import { and, desc, eq, gte, lt, or, sql, type SQL } from "drizzle-orm";
import { forms, formSubmissions, formVersions } from "#db/tenant/forms.ts";
import { formsTexts } from "#texts/forms.ts";
import { formEditorTexts as texts } from "#texts/form-editor.ts";
import type {
  FormSubmission,
  formSubmissionsCsv,
  listFormSubmissions,
} from "#workers/contract/endpoints/forms.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { answerText } from "#workers/contract/forms/answers.ts";
import { FIELD_TYPES } from "#workers/contract/forms/form.ts";
import { sentFile } from "#workers/contract/sent-file.ts";
import { audited } from "../audit.ts";
import { csvStream } from "../csv-stream.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { page } from "../page.ts";
import { thisForm } from "./form.ts";

type Filters = InputOf<typeof formSubmissionsCsv>["query"];
const PAGE = 500;
const DAY_MS = 86_400_000;

const ofCustomer = (column: "id" | "name") =>
  sql<
    string | null
  >`(SELECT ${sql.raw(`c.${column}`)} FROM customers c WHERE c.enterprise_id = form_submissions.enterprise_id
    AND c.number = form_submissions.customer AND c.deleted_at IS NULL)`;
const COLUMNS = {
  row: formSubmissions,
  customerId: ofCustomer("id"),
  customerName: sql<string>`coalesce(${ofCustomer("name")}, '')`,
};
type Row = { row: typeof formSubmissions.$inferSelect; customerId: string | null; customerName: string };

const wanted = (
  { enterpriseId }: Ctx,
  id: string,
  { version, customer, from_day: from, to_day: to }: Filters,
): SQL | undefined =>
  and(
    eq(formSubmissions.enterpriseId, enterpriseId),
    eq(formSubmissions.formId, id),
    version === undefined ? undefined : eq(formSubmissions.version, version),
    customer === undefined ? undefined : eq(formSubmissions.customer, customer),
    from === undefined ? undefined : gte(formSubmissions.at, Date.parse(from)),
    to === undefined ? undefined : lt(formSubmissions.at, Date.parse(to) + DAY_MS),
  );
const newest = [desc(formSubmissions.at), desc(formSubmissions.id)];

const onWire = ({ row, customerId, customerName }: Row): FormSubmission => ({
  id: row.id,
  version: row.version,
  answers: row.answers,
  customer: row.customer,
  customerId,
  customerName,
  byRun: row.runId !== null,
  language: row.language,
  at: iso(row.at),
});

/** Answers, the newest first. */
export async function listSubmissions(
  ctx: Ctx,
  id: string,
  { from, perPage, ...filters }: InputOf<typeof listFormSubmissions>["query"],
): Promise<ReplyOf<typeof listFormSubmissions>> {
  const { limit, offset, cut } = page({ from, perPage });
  const [there, found] = await ctx.db.batch([
    ctx.db.select({ id: forms.id }).from(forms).where(thisForm(ctx, id)).limit(1),
    ctx.db
      .select(COLUMNS)
      .from(formSubmissions)
      .where(wanted(ctx, id, filters))
      .orderBy(...newest)
      .limit(limit)
      .offset(offset),
  ]);
  if (there.length === 0) throw new DomainError("notFound");
  const { rows, more } = cut(found);
  return { submissions: rows.map(onWire), more };
}

/** The same as a CSV, page by page, with a column for each field that a version had. */
export async function submissionsCsv(
  ctx: Ctx,
  id: string,
  filters: Filters,
): Promise<{ name: string; begin: () => ReadableStream<Uint8Array> }> {
  const [rows, versions] = await ctx.db.batch([
    ctx.db.select({ name: forms.name, version: forms.version }).from(forms).where(thisForm(ctx, id)).limit(1),
    ctx.db
      .select({ content: formVersions.content })
      .from(formVersions)
      .where(and(eq(formVersions.enterpriseId, ctx.enterpriseId), eq(formVersions.formId, id)))
      .orderBy(desc(formVersions.number))
      .limit(20),
  ]);
  const [form] = rows;
  if (!form) throw new DomainError("notFound");
  const columns = new Map<string, string>();
  for (const { content } of versions)
    for (const field of content.fields)
      if (FIELD_TYPES[field.type] !== null && !columns.has(field.id)) columns.set(field.id, field.label);
  const begin = () =>
    csvStream<Row>({
      header: [...Object.values(texts.csv), ...columns.values()],
      begin: () =>
        audited(ctx, { action: "export", kind: "form", object: { id, name: form.name }, after: filters }),
      next: (after) =>
        ctx.db
          .select(COLUMNS)
          .from(formSubmissions)
          .where(
            and(
              wanted(ctx, id, filters),
              after &&
                or(
                  lt(formSubmissions.at, after.row.at),
                  and(eq(formSubmissions.at, after.row.at), lt(formSubmissions.id, after.row.id)),
                ),
            ),
          )
          .orderBy(...newest)
          .limit(PAGE),
      cells: ({ row, customerName }) => [
        iso(row.at),
        String(row.version),
        customerName,
        row.language,
        // A file is told by where it is opened.
        ...[...columns.keys()].map(
          (each) => sentFile(row.answers[each])?.url ?? answerText(row.answers[each]),
        ),
      ],
    });
  return { name: `${form.name || formsTexts.page.title}.csv`, begin };
}
