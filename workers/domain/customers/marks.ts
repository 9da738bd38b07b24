import { and, asc, eq, sql } from "drizzle-orm";
import { customerMarks, customers, marks } from "#db/tenant/customers.ts";
import type { Mark } from "#workers/contract/endpoints/customer-marks.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import { DomainError, refusing } from "../error.ts";
import { page } from "../page.ts";
import type { Scope } from "../scope.ts";

export type MarkKind = "group" | "label";

const thisMark = ({ enterpriseId }: Scope, kind: MarkKind, id: string) =>
  and(eq(marks.enterpriseId, enterpriseId), eq(marks.kind, kind), eq(marks.id, id));

/** Counting stops here: the panel then says "and more". */
const MOST_COUNTED = 100_000;

/** Counts the customers with the mark who are not in the trash, up to MOST_COUNTED. */
const size = sql<number>`(SELECT count(*) FROM (SELECT 1 FROM ${customerMarks} m JOIN ${customers} c ON c.number = m.customer AND c.deleted_at IS NULL WHERE m.mark_id = ${sql.raw('"marks"."id"')} LIMIT ${MOST_COUNTED}))`;

/** Groups or labels by name, with how many customers each has. */
export async function listMarks(
  { db, enterpriseId }: Scope,
  kind: MarkKind,
  { search, ...paging }: { search: string; from: number; perPage: number },
): Promise<{ marks: Mark[]; more: boolean }> {
  const { limit, offset, cut } = page(paging);
  const key = nameKey(search);
  const found = await db
    .select({ id: marks.id, name: marks.name, customers: size })
    .from(marks)
    .where(
      and(
        eq(marks.enterpriseId, enterpriseId),
        eq(marks.kind, kind),
        key ? sql`instr(${marks.nameKey}, ${key}) > 0` : undefined,
      ),
    )
    .orderBy(asc(marks.nameKey), asc(marks.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { marks: rows, more };
}

/** Creates a group or label (without `id`), or renames one; groupTaken or labelTaken for a name that exists already. */
export async function saveMark(
  scope: Scope,
  kind: MarkKind,
  { id, name }: { id?: string | undefined; name: string },
): Promise<Mark> {
  const { db, enterpriseId, now, newId } = scope;
  const before = id === undefined ? null : await markRow(scope, kind, id);
  const markId = before?.id ?? newId();
  const at = now();
  const names = { name, nameKey: nameKey(name), updatedAt: at };
  await refusing(
    db.batch([
      before
        ? db
            .update(marks)
            .set(names)
            .where(thisMark(scope, kind, markId))
        : db.insert(marks).values({ id: markId, enterpriseId, kind, ...names, createdAt: at }),
      audited(scope, {
        action: before ? "update" : "create",
        kind,
        object: { id: markId, name },
        before: before && { name: before.name },
        after: { name },
      }),
    ]),
    { "marks.name_key": kind === "group" ? "groupTaken" : "labelTaken" },
  );
  return markRow(scope, kind, markId);
}

/** Deletes a group or label; its customers stay. */
export async function removeMark(scope: Scope, kind: MarkKind, id: string): Promise<void> {
  const before = await markRow(scope, kind, id);
  await scope.db.batch([
    scope.db.delete(marks).where(thisMark(scope, kind, id)),
    audited(scope, { action: "delete", kind, object: before, before }),
  ]);
}

async function markRow(scope: Scope, kind: MarkKind, id: string): Promise<Mark> {
  const [row] = await scope.db
    .select({ id: marks.id, name: marks.name, customers: size })
    .from(marks)
    .where(thisMark(scope, kind, id))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}
