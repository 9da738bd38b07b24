import { and, asc, desc, eq, sql, type SQL } from "drizzle-orm";
import * as messages from "#app/messages.ts";
import { auditTrail } from "#db/tenant/audit.ts";
import { customers } from "#db/tenant/customers.ts";
import type { DeletedCustomer } from "#workers/contract/endpoints/customers.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { only, wasRefused } from "../guard.ts";
import { page } from "../page.ts";
import { iso, type Scope } from "../scope.ts";
import { numbersOf } from "./customer.ts";
import { listed } from "./matching.ts";

/** Which of the trash goes: some by their ids, what was deleted up to a moment, or all that lies there by now. */
export type Purged = { ids: readonly string[] } | { olderThan: number } | "all";

/** Where-clause for this enterprise's customers in the trash. The literal is what lets SQLite use the index of those. */
const inTrash = ({ enterpriseId }: Scope) =>
  and(eq(customers.enterpriseId, enterpriseId), sql`deleted_at IS NOT NULL`);

/**
 * Where-clause for those of them whose numbers the subquery gives. The plus keeps SQLite from going through the whole trash
 * of the enterprise for each page of it.
 */
const theseInTrash = ({ enterpriseId }: Scope, numbers: SQL): SQL =>
  sql`+${customers.enterpriseId} = ${enterpriseId} AND deleted_at IS NOT NULL AND ${customers.number} IN (${numbers})`;

const columns = {
  id: customers.id,
  name: customers.name,
  phoneNumber: customers.phone,
  deletedAt: sql<number>`${customers.deletedAt}`,
  deletedBy: customers.updatedBy,
};
const shown = (row: Omit<DeletedCustomer, "deletedAt"> & { deletedAt: number }): DeletedCustomer => ({
  ...row,
  deletedAt: iso(row.deletedAt),
});

/** The customers in the trash, who was deleted last first. `restoreCustomer` of remove.ts brings one back. */
export async function listDeletedCustomers(
  scope: Scope,
  paging: { from: number; perPage: number },
): Promise<{ customers: DeletedCustomer[]; hasMore: boolean }> {
  const { limit, offset, cut } = page(paging);
  const found = await scope.db
    .select(columns)
    .from(customers)
    .where(inTrash(scope))
    .orderBy(desc(customers.deletedAt), desc(customers.number))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { customers: rows.map(shown), hasMore: more };
}

/** One customer in the trash; notFound when he is there, gone for good, or another enterprise's. */
export async function deletedCustomer(scope: Scope, id: string): Promise<{ customer: DeletedCustomer }> {
  const [row] = await scope.db
    .select(columns)
    .from(customers)
    .where(and(inTrash(scope), eq(customers.id, id)))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return { customer: shown(row) };
}

/** A page is one transaction: each customer takes his marks, his place in the search and his past along. */
const PAGE = 500;
/** So many pages a call; `more` says that there are others. */
const MOST_PAGES = 20;
/** A page somebody restores from meanwhile is read anew. */
const MOST_CLASHES = 5;

/**
 * Removes customers in the trash for good, the longest deleted first: with what imports kept of them, and with what the
 * audit trail says of them but that it was done. One audit entry a call says how many. Answers `more` when a further
 * call is needed; who is not in the trash is left alone.
 */
export async function purgeCustomers(
  scope: Scope,
  which: Purged,
): Promise<{ purged: number; more: boolean }> {
  const these = whichOf(scope, which);
  // Every page of the run adds to the same entry.
  const run = { ...scope, newId: runIdOf(scope) };
  let purged = 0;
  for (let pages = 0, clashes = 0; pages < MOST_PAGES; pages++) {
    const rows = await scope.db
      .select({ id: customers.id, number: customers.number })
      .from(customers)
      .where(these)
      .orderBy(asc(customers.deletedAt), asc(customers.number))
      .limit(PAGE);
    if (rows.length === 0) return { purged, more: false };
    try {
      await scope.db.batch(purging(run, rows));
      purged += rows.length;
    } catch (error) {
      if (!wasRefused(error) || ++clashes > MOST_CLASHES) throw error;
    }
  }
  return { purged, more: true };
}

function whichOf(scope: Scope, which: Purged): SQL | undefined {
  if (which !== "all" && "ids" in which) return theseInTrash(scope, numbersOf(scope, which.ids, true));
  return and(inTrash(scope), sql`deleted_at <= ${which === "all" ? scope.now() : which.olderThan}`);
}

function runIdOf({ newId }: Scope): () => string {
  const id = newId();
  return () => id;
}

function purging(run: Scope, rows: readonly { id: string; number: number }[]) {
  const { db, enterpriseId } = run;
  const numbers = sql`SELECT value FROM json_each(${JSON.stringify(rows.map(({ number }) => number))})`;
  const these = theseInTrash(run, numbers);
  return [
    // All of them are in the trash still, or the page is read anew.
    only(run, sql`(SELECT count(*) FROM ${customers} WHERE ${these}) = ${rows.length}`),
    // That something was done stays, what it was about does not.
    db
      .update(auditTrail)
      .set({ objectName: "", before: null, after: null })
      .where(
        and(
          eq(auditTrail.enterpriseId, enterpriseId),
          sql`${auditTrail.objectId} IN ${listed(rows.map(({ id }) => id))}`,
        ),
      ),
    db.delete(customers).where(these),
    audited(run, {
      action: "erase",
      kind: "customer",
      object: { id: run.newId(), name: messages.customers.trashEmptied },
      after: { customers: rows.length },
    }).onConflictDoUpdate({
      target: auditTrail.id,
      set: {
        after: sql`json_set(audit_trail.after, '$.customers', audit_trail.after->>'customers' + CAST(${rows.length} AS INTEGER))`,
      },
    }),
  ] as const;
}
