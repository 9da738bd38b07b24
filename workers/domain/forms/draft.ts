import { and, desc, eq, sql } from "drizzle-orm";
import { forms, formVersions } from "#db/tenant/forms.ts";
import { customersTexts } from "#texts/customers.ts";
import { formsTexts as texts } from "#texts/forms.ts";
import type {
  FormDraft,
  FormVersion,
  listFormVersions,
  publishForm as publishContract,
  saveFormDraft as saveContract,
} from "#workers/contract/endpoints/forms.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { checkForm } from "#workers/contract/forms/check.ts";
import type { FormContent, FormProblem } from "#workers/contract/forms/form.ts";
import { audited } from "../audit.ts";
import { columnsOf } from "../audience/values.ts";
import { type Ctx, iso } from "../ctx.ts";
import { type FieldRow, liveFields } from "../customers/live-fields.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard } from "../guard.ts";
import { patternProblem } from "../expression/like.ts";
import { page } from "../page.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "../revision.ts";
import { type FormRow, refuseLarge, thisForm } from "./form.ts";

interface Known {
  row: FormRow;
  fields: readonly FieldRow[];
  publicToken: string;
  sent: number;
  opened: number;
  started: number;
  submitted: number;
}

const FIGURES = {
  row: forms,
  publicToken: sql<string>`coalesce((SELECT l.token FROM form_links l WHERE l.form_id = forms.id AND l.kind = 'public'), '')`,
  sent: sql<number>`(SELECT count(*) FROM form_links l WHERE l.form_id = forms.id AND l.kind <> 'public')`,
  opened: sql<number>`(SELECT coalesce(sum(l.opened), 0) FROM form_links l WHERE l.form_id = forms.id)`,
  started: sql<number>`(SELECT coalesce(sum(l.started), 0) FROM form_links l WHERE l.form_id = forms.id)`,
  submitted: sql<number>`(SELECT count(*) FROM form_submissions s WHERE s.enterprise_id = forms.enterprise_id AND s.form_id = forms.id)`,
};

async function known(ctx: Ctx, id: string): Promise<Known> {
  const [rows, fields] = await ctx.db.batch([
    ctx.db.select(FIGURES).from(forms).where(thisForm(ctx, id)).limit(1),
    liveFields(ctx),
  ]);
  const [found] = rows;
  if (!found) throw new DomainError("notFound");
  return { ...found, fields };
}

const problemsOf = (content: FormContent, { fields }: Known, now: number): FormProblem[] =>
  checkForm(content, { fields: new Set(fields.map(({ fieldName }) => fieldName)), patternProblem, now });

/** The columns for a name and a phone number are not fields that an answer may fill. */
const customerFields = (fields: readonly FieldRow[]) => {
  const names = new Set(fields.map(({ fieldName }) => fieldName));
  return columnsOf(fields, { name: customersTexts.name, phone: customersTexts.phoneNumber }).filter(
    ({ name }) => names.has(name),
  );
};

const onWire = (all: Known, row: FormRow, now: number): FormDraft => ({
  id: row.id,
  name: row.name,
  content: row.content,
  revision: row.revision,
  version: row.version,
  changed: row.changed,
  problems: problemsOf(row.content, all, now),
  customerFields: customerFields(all.fields),
  publicToken: all.publicToken,
  figures: { sent: all.sent, opened: all.opened, started: all.started, submitted: all.submitted },
  updatedBy: row.updatedBy,
  updatedAt: iso(row.updatedAt),
});

/** The draft, with what is wrong with it. */
export async function getDraft(ctx: Ctx, id: string): Promise<FormDraft> {
  const all = await known(ctx, id);
  return onWire(all, all.row, ctx.now());
}

/** Keeps a draft, whole or not; refused where somebody else has saved since it was read. */
export async function saveDraft(
  ctx: Ctx,
  id: string,
  { name, content, revision }: InputOf<typeof saveContract>["body"],
): Promise<ReplyOf<typeof saveContract>> {
  refuseLarge(content);
  const all = await known(ctx, id);
  refuseStale(all.row, revision);
  const row = await write(ctx, all, { name, content });
  return {
    revision: row.revision,
    updatedAt: iso(row.updatedAt),
    problems: problemsOf(content, all, ctx.now()),
  };
}

async function write(
  ctx: Ctx,
  { row }: Known,
  { name, content }: Pick<FormRow, "name" | "content">,
): Promise<FormRow> {
  const set = { name, nameKey: nameKey(name), content, changed: true, ...nextRevision(ctx, row) };
  const work = ctx.db.batch([
    guardRevision(ctx, forms, row.id, row.revision),
    ctx.db.update(forms).set(set).where(thisForm(ctx, row.id)),
  ]);
  await unlessStale(
    mapConflicts(work, { "forms.name_key": "formNameTaken" }),
    async () => (await known(ctx, row.id)).row,
  );
  return { ...row, ...set };
}

/** Makes the draft the next version. Throws invalid with the first error, and how many more there are. */
export async function publishForm(
  ctx: Ctx,
  id: string,
  { revision, note }: InputOf<typeof publishContract>["body"],
): Promise<FormVersion> {
  const all = await known(ctx, id);
  const { row } = all;
  refuseStale(row, revision);
  const errors = problemsOf(row.content, all, ctx.now()).filter(({ severity }) => severity === "error");
  const message = errors[0]
    ? texts.wrong(errors[0].sentence, errors.length - 1)
    : row.changed
      ? undefined
      : texts.nothingChanged;
  if (message !== undefined) throw new DomainError("invalid", { message, errors: { content: message } });
  const { db, enterpriseId, actor, now, newId } = ctx;
  const number = (row.version ?? 0) + 1;
  const version = { number, note, publishedBy: actor.name, publishedAt: now() };
  // A draft's revision stays, so that whoever works on it goes on; of two who publish it the number tells.
  await unlessStale(
    db.batch([
      guard(
        ctx,
        sql`EXISTS (SELECT 1 FROM forms f WHERE f.id = ${id} AND f.enterprise_id = ${enterpriseId} AND f.deleted_at IS NULL AND f.revision = ${row.revision} AND f.version IS ${row.version})`,
      ),
      db
        .insert(formVersions)
        .values({ id: newId(), enterpriseId, formId: id, content: row.content, ...version }),
      db.update(forms).set({ version: number, changed: false }).where(thisForm(ctx, id)),
      audited(ctx, { action: "publish", kind: "form", object: row, after: { version: number, note } }),
    ]),
    async () => {
      const { row: current } = await known(ctx, id);
      if (current.revision !== row.revision) return current;
      // The last editor need not be the one who was faster.
      const { publishedMeanwhile } = texts;
      throw new DomainError("changedMeanwhile", {
        message: publishedMeanwhile,
        errors: { revision: publishedMeanwhile },
      });
    },
  );
  return { ...version, publishedAt: iso(version.publishedAt) };
}

const ofThis = ({ enterpriseId }: Ctx, id: string) =>
  and(eq(formVersions.enterpriseId, enterpriseId), eq(formVersions.formId, id));

/** Published versions, the newest first. */
export async function listVersions(
  ctx: Ctx,
  id: string,
  paging: InputOf<typeof listFormVersions>["query"],
): Promise<ReplyOf<typeof listFormVersions>> {
  const { limit, offset, cut } = page(paging);
  const [there, found] = await ctx.db.batch([
    ctx.db.select({ id: forms.id }).from(forms).where(thisForm(ctx, id)).limit(1),
    ctx.db
      .select({
        number: formVersions.number,
        note: formVersions.note,
        publishedBy: formVersions.publishedBy,
        publishedAt: formVersions.publishedAt,
      })
      .from(formVersions)
      .where(ofThis(ctx, id))
      .orderBy(desc(formVersions.number))
      .limit(limit)
      .offset(offset),
  ]);
  if (there.length === 0) throw new DomainError("notFound");
  const { rows, more } = cut(found);
  return { versions: rows.map((each) => ({ ...each, publishedAt: iso(each.publishedAt) })), more };
}

/** Makes an older version the draft; people see what is published until somebody publishes again. */
export async function takeBack(ctx: Ctx, id: string, number: number, revision: number): Promise<FormDraft> {
  const [all, [version]] = await Promise.all([
    known(ctx, id),
    ctx.db
      .select({ content: formVersions.content })
      .from(formVersions)
      .where(and(ofThis(ctx, id), eq(formVersions.number, number)))
      .limit(1),
  ]);
  if (!version) throw new DomainError("notFound");
  refuseStale(all.row, revision);
  return onWire(all, await write(ctx, all, { name: all.row.name, content: version.content }), ctx.now());
}
