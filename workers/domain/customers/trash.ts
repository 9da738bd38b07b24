import { and, asc, desc, eq, sql, type SQL } from "drizzle-orm";
import { customersTexts } from "#texts/customers.ts";
import { auditTrail } from "#db/tenant/audit.ts";
import { customers } from "#db/tenant/customers.ts";
import type { DeletedCustomer } from "#workers/contract/endpoints/customers.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { forgettingBlacklisted } from "./erase-blacklisted.ts";
import { guard, guardFailed } from "../guard.ts";
import { counting, page } from "../page.ts";
import { iso, type Ctx } from "../ctx.ts";
import { numbersOf } from "./customer.ts";
import { erasingConversations } from "./erase-messages.ts";
import { finishingErasure, phonesOf } from "./erase-phones.ts";
import { listed } from "./matching.ts";

/** Selects the part of the trash to purge: by ids, deleted up to a moment, or everything in it by now. */
export type Purged = { ids: readonly string[] } | { olderThan: number } | "all";

/**
 * Where-clause for this enterprise's customers in the trash. The literal is needed for SQLite to use their partial
 * index.
 */
const inTrash = ({ enterpriseId }: Ctx) =>
  and(eq(customers.enterpriseId, enterpriseId), sql`deleted_at IS NOT NULL`);

/**
 * Where-clause for those of them whose numbers the subquery gives. The unary plus keeps SQLite from scanning the
 * enterprise's whole trash for each page.
 */
const theseInTrash = ({ enterpriseId }: Ctx, numbers: SQL): SQL =>
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

/** Returns the customers in the trash, the last deleted first. `restoreCustomer` of remove.ts restores one. */
export async function listDeletedCustomers(
  ctx: Ctx,
  paging: { from: number; perPage: number },
): Promise<{ customers: DeletedCustomer[]; hasMore: boolean; total: number }> {
  const { limit, offset, cut } = page(paging);
  const [found, [all]] = await ctx.db.batch([
    ctx.db
      .select(columns)
      .from(customers)
      .where(inTrash(ctx))
      .orderBy(desc(customers.deletedAt), desc(customers.number))
      .limit(limit)
      .offset(offset),
    counting(ctx, customers, inTrash(ctx)),
  ]);
  const { rows, more } = cut(found);
  return { customers: rows.map(shown), hasMore: more, total: all?.total ?? 0 };
}

/** Returns one customer in the trash; notFound when they are not in it, purged, or another enterprise's. */
export async function deletedCustomer(ctx: Ctx, id: string): Promise<{ customer: DeletedCustomer }> {
  const [row] = await ctx.db
    .select(columns)
    .from(customers)
    .where(and(inTrash(ctx), eq(customers.id, id)))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return { customer: shown(row) };
}

/** A page is one transaction: each customer's taggings, search index entry and history are deleted too. */
const PAGE = 500;
/** Customers of one transaction who have written: each may have thousands of messages. */
const WRITERS = 10;
/** Pages per call; `more` says that there are others. */
const MOST_PAGES = 20;
/** A page from which somebody restores a customer meanwhile is read again. */
const MOST_CLASHES = 5;

/**
 * Permanently removes customers in the trash, the longest deleted first, with import records, conversations and audit
 * details; one audit entry a call gives their number. `more` asks for a further call. Others are left alone.
 */
export async function purgeCustomers(ctx: Ctx, which: Purged): Promise<{ purged: number; more: boolean }> {
  const these = whichOf(ctx, which);
  // Every page of the run adds to the same entry.
  const runId = ctx.newId();
  let purged = 0;
  for (let pages = 0, clashes = 0; pages < MOST_PAGES; pages++) {
    const rows = await ctx.db
      .select({
        id: customers.id,
        number: customers.number,
        hasWritten: sql<number>`EXISTS (SELECT 1 FROM identities WHERE enterprise_id = ${ctx.enterpriseId} AND customer = ${customers.number})`,
      })
      .from(customers)
      .where(these)
      .orderBy(asc(customers.deletedAt), asc(customers.number))
      .limit(PAGE);
    if (rows.length === 0) return { purged, more: false };
    try {
      for (const some of partsOf(rows)) {
        await ctx.db.batch(await purging(ctx, runId, some));
        purged += some.length;
      }
    } catch (error) {
      if (!guardFailed(error) || ++clashes > MOST_CLASHES) throw error;
    }
  }
  return { purged, more: true };
}

function whichOf(ctx: Ctx, which: Purged): SQL | undefined {
  if (which !== "all" && "ids" in which) return theseInTrash(ctx, numbersOf(ctx, which.ids, true));
  return and(inTrash(ctx), sql`deleted_at <= ${which === "all" ? ctx.now() : which.olderThan}`);
}

interface Row {
  id: string;
  number: number;
  hasWritten: number;
}

/** Those who never wrote together, the others a few at a time. */
function partsOf(rows: readonly Row[]): Row[][] {
  const [silent, writers] = [rows.filter((row) => !row.hasWritten), rows.filter((row) => row.hasWritten)];
  const few = Array.from({ length: Math.ceil(writers.length / WRITERS) }, (_, at) =>
    writers.slice(at * WRITERS, (at + 1) * WRITERS),
  );
  return [silent, ...few].filter(({ length }) => length > 0);
}

async function purging(ctx: Ctx, runId: string, rows: readonly Row[]) {
  const { db, enterpriseId } = ctx;
  const numbers = sql`SELECT value FROM json_each(${JSON.stringify(rows.map(({ number }) => number))})`;
  const these = theseInTrash(ctx, numbers);
  const [first] = rows;
  const conversations = first?.hasWritten ? erasingConversations(ctx, numbers) : [];
  const played = first?.hasWritten ? await phonesOf(ctx, numbers) : "never wrote";
  return [
    // All of them are still in the trash, or the page is read again.
    guard(ctx, sql`(SELECT count(*) FROM ${customers} WHERE ${these}) = ${rows.length}`),
    // The fact that something was done stays; the details do not.
    db
      .update(auditTrail)
      .set({ objectName: "", before: null, after: null })
      .where(
        and(
          eq(auditTrail.enterpriseId, enterpriseId),
          sql`${auditTrail.objectId} IN ${listed(rows.map(({ id }) => id))}`,
        ),
      ),
    ...forgettingBlacklisted(ctx, numbers),
    ...conversations,
    // Those who never wrote are noted by it: no restore brings them back.
    finishingErasure(ctx, first?.id ?? "", rows, played),
    db.delete(customers).where(these),
    audited(
      { ...ctx, newId: () => runId },
      {
        action: "erase",
        kind: "customer",
        object: { id: runId, name: customersTexts.trashEmptied },
        after: { customers: rows.length },
      },
    ).onConflictDoUpdate({
      target: auditTrail.id,
      set: {
        after: sql`json_set(audit_trail.after, '$.customers', audit_trail.after->>'customers' + CAST(${rows.length} AS INTEGER))`,
      },
    }),
  ] as const;
}
