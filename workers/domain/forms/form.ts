import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { forms } from "#db/tenant/forms.ts";
import { formsTexts as texts } from "#texts/forms.ts";
import type {
  createForm as createContract,
  FormEntry,
  listForms as listContract,
} from "#workers/contract/endpoints/forms.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { fitsForm, type FormContent, newForm } from "#workers/contract/forms/form.ts";
import { audited } from "../audit.ts";
import { type Beside, nothingBeside } from "../beside.ts";
import { type Ctx, iso } from "../ctx.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { counting, page } from "../page.ts";
import { nextRevision } from "../revision.ts";

export type FormRow = typeof forms.$inferSelect;

/** Another enterprise's and a deleted one are not there. */
export const thisForm = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, id: string) =>
  and(eq(forms.enterpriseId, enterpriseId), eq(forms.id, id), isNull(forms.deletedAt));

const SUBMISSIONS = sql<number>`(SELECT count(*) FROM form_submissions s WHERE s.enterprise_id = forms.enterprise_id AND s.form_id = forms.id)`;

const onWire = (row: FormRow, submissions: number): FormEntry => ({
  id: row.id,
  name: row.name,
  state: row.version === null ? "draft" : row.changed ? "changed" : "live",
  version: row.version,
  fields: row.content.fields.length,
  submissions,
  updatedBy: row.updatedBy,
  updatedAt: iso(row.updatedAt),
});

/** Forms by name. */
export async function listForms(
  { db, enterpriseId }: Ctx,
  { name, ...paging }: InputOf<typeof listContract>["query"],
): Promise<ReplyOf<typeof listContract>> {
  const { limit, offset, cut } = page(paging);
  const key = nameKey(name);
  const which = and(
    eq(forms.enterpriseId, enterpriseId),
    isNull(forms.deletedAt),
    key ? sql`instr(${forms.nameKey}, ${key}) > 0` : undefined,
  );
  const [found, [counted]] = await db.batch([
    db
      .select({ row: forms, submissions: SUBMISSIONS })
      .from(forms)
      .where(which)
      .orderBy(asc(forms.nameKey), asc(forms.id))
      .limit(limit)
      .offset(offset),
    counting({ db }, forms, which),
  ]);
  const { rows, more } = cut(found);
  return {
    forms: rows.map(({ row, submissions }) => onWire(row, submissions)),
    more,
    total: counted?.total ?? 0,
  };
}

export function refuseLarge(content: FormContent): void {
  if (!fitsForm(content))
    throw new DomainError("invalid", { message: texts.tooLarge, errors: { content: texts.tooLarge } });
}

/** Adds a form with its draft, and what stands beside it in the transaction. */
export async function createForm(
  ctx: Ctx,
  { name, content = newForm(name) }: InputOf<typeof createContract>["body"],
  beside: Beside<"form"> = nothingBeside,
): Promise<FormEntry> {
  refuseLarge(content);
  const { db, enterpriseId, newId, now } = ctx;
  const row: FormRow = {
    id: newId(),
    enterpriseId,
    name,
    nameKey: nameKey(name),
    content,
    version: null,
    changed: true,
    sourceId: "",
    deletedAt: null,
    createdAt: now(),
    ...nextRevision(ctx, null),
  };
  await mapConflicts(
    db.batch([
      db.insert(forms).values(row),
      audited(ctx, { action: "create", kind: "form", object: row, after: { name } }),
      ...beside([{ part: "form", of: "form", id: row.id }]),
    ]),
    { "forms.name_key": "formNameTaken" },
  );
  return onWire(row, 0);
}

/** Throws notFound for one that is not there. */
export async function seenForm(ctx: Ctx, id: string): Promise<void> {
  const [found] = await ctx.db.select({ id: forms.id }).from(forms).where(thisForm(ctx, id)).limit(1);
  if (!found) throw new DomainError("notFound");
}

/** Published journeys and encaps that ask a form. */
const ASKING = (enterpriseId: string, id: string) => sql`SELECT a.name FROM automations a
  CROSS JOIN automation_versions v ON v.automation_id = a.id AND v.number = a.version
  WHERE a.enterprise_id = ${enterpriseId} AND a.deleted_at IS NULL AND EXISTS (SELECT 1 FROM json_each(v.graph, '$.nodes') e
    WHERE e.value ->> '$.type' = 'form' AND e.value ->> '$.data.formId' = ${id})`;

/** Deletes a form; its answers stay. Refused while a published journey asks it. */
export async function deleteForm(ctx: Ctx, id: string): Promise<void> {
  const { db, enterpriseId, now } = ctx;
  const asking = ASKING(enterpriseId, id);
  const [rows, inUse] = await db.batch([
    db.select().from(forms).where(thisForm(ctx, id)).limit(1),
    db.select({ name: sql<string>`u.name` }).from(sql`(${asking} ORDER BY a.name LIMIT 5) u`),
  ]);
  const [row] = rows;
  if (!row) throw new DomainError("notFound");
  if (inUse.length > 0) throw refusal(inUse.map(({ name }) => name));
  try {
    await db.batch([
      guard(ctx, sql`NOT EXISTS (${asking})`),
      db.update(forms).set({ deletedAt: now() }).where(thisForm(ctx, id)),
      audited(ctx, {
        action: "delete",
        kind: "form",
        object: row,
        before: { name: row.name, version: row.version },
      }),
    ]);
  } catch (error) {
    if (guardFailed(error)) return deleteForm(ctx, id);
    throw error;
  }
}

const refusal = (names: readonly string[]) => {
  const message = texts.inUse(names.join(", "));
  return new DomainError("invalid", { message, errors: { id: message } });
};
