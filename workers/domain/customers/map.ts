import { and, eq, sql } from "drizzle-orm";
import * as messages from "#app/messages.ts";
import { customerMarks, marks } from "#db/tenant/customers.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import type { Scope } from "../scope.ts";
import type { MarkKind } from "./marks.ts";
import { numbersOf } from "./customer.ts";
import { noted } from "./mark-changes.ts";
import { listed } from "./matching.ts";

/**
 * Adds marks of one kind to the named customers, or removes them; returns the number of pairs changed, and the name by
 * which `undoWork` undoes it. Ids of another enterprise are treated as missing.
 */
export async function mapMarks(
  scope: Scope,
  kind: MarkKind,
  {
    markIds,
    customerIds,
    remove,
  }: { markIds: readonly string[]; customerIds: readonly string[]; remove: boolean },
): Promise<{ changed: number; work: string }> {
  const names = await refuseUnknownMarks(scope, markIds, kind);
  const named = numbersOf(scope, customerIds);
  const work = scope.newId();
  const [, rows] = await scope.db.batch([
    noted(scope, work, { markIds, numbers: named, taken: remove }),
    remove ? unmarked(scope, markIds, named) : marked(scope, markIds, named),
    audited(scope, {
      action: "update",
      kind,
      object: { id: markIds[0] ?? "", name: names.join(", ") },
      after: { customers: customerIds.length, taken: remove },
    }),
  ]);
  return { changed: rows.length, work };
}

/**
 * Throws notFound unless all of these marks belong to the enterprise (and to this kind, if one is given); returns their
 * names.
 */
export async function refuseUnknownMarks(
  { db, enterpriseId }: Scope,
  markIds: readonly string[],
  kind?: MarkKind,
): Promise<string[]> {
  const known = await db
    .select({ name: marks.name })
    .from(marks)
    .where(
      and(
        eq(marks.enterpriseId, enterpriseId),
        kind && eq(marks.kind, kind),
        sql`${marks.id} IN ${listed(markIds)}`,
      ),
    );
  if (known.length !== new Set(markIds).size) {
    throw new DomainError("notFound", { message: messages.customers.unknownMark });
  }
  return known.map(({ name }) => name);
}

/** A statement that adds marks to the customers whose numbers the subquery gives. */
export const marked = (
  { db, enterpriseId }: Scope,
  markIds: readonly string[],
  numbers: ReturnType<typeof sql>,
) =>
  db
    .insert(customerMarks)
    .select(
      sql`SELECT ${enterpriseId}, j.value, n.number FROM (${numbers}) n, json_each(${JSON.stringify([...new Set(markIds)])}) j WHERE true ON CONFLICT DO NOTHING`,
    )
    .returning({ customer: customerMarks.customer });

/** A statement that removes marks from them. */
export const unmarked = (
  { db, enterpriseId }: Scope,
  markIds: readonly string[],
  numbers: ReturnType<typeof sql>,
) =>
  db
    .delete(customerMarks)
    .where(
      and(
        eq(customerMarks.enterpriseId, enterpriseId),
        sql`${customerMarks.markId} IN ${listed(markIds)}`,
        sql`${customerMarks.customer} IN (${numbers})`,
      ),
    )
    .returning({ customer: customerMarks.customer });
