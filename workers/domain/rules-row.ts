import { eq } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { audited, type AuditEntry } from "./audit.ts";
import type { Ctx } from "./ctx.ts";
import { guardRevision, nextRevision, refuseStale, unlessStale } from "./revision.ts";

/** A table with one row for each enterprise, whose id is the enterprise's. */
type RulesTable = SQLiteTable & { id: SQLiteColumn; revision: SQLiteColumn };
interface Kept {
  revision: number;
  createdAt: number;
  updatedBy: string;
  updatedAt: number;
}

/** The enterprise's row; undefined where nobody has set these rules yet. */
export async function rulesRowOf<Row>(
  { db, enterpriseId }: Ctx,
  table: RulesTable,
): Promise<Row | undefined> {
  const [row] = await db.select().from(table).where(eq(table.id, enterpriseId)).limit(1);
  return row as Row | undefined;
}

/**
 * Sets the enterprise's row and notes it in the audit trail. Throws changedMeanwhile where somebody else has set it since
 * `revision`; without one nothing is refused. `rulesOf` says a row as the trail shows it.
 */
export async function saveRulesRow<Row extends Kept, Columns extends object>(
  ctx: Ctx,
  table: RulesTable,
  {
    columns,
    revision,
    kind,
    rulesOf,
    also = [],
  }: {
    columns: Columns;
    revision: number | undefined;
    kind: AuditEntry["kind"];
    rulesOf: (row: Columns) => object;
    /** Written in the same transaction. */
    also?: readonly BatchItem<"sqlite">[];
  },
): Promise<Columns & { revision: number }> {
  const { db, enterpriseId, now } = ctx;
  const before = await rulesRowOf<Row & Columns>(ctx, table);
  refuseStale(before ?? { revision: 0, updatedBy: "", updatedAt: 0 }, revision);
  const set = { ...columns, ...nextRevision(ctx, before ?? null) };
  const row = { id: enterpriseId, enterpriseId, createdAt: before?.createdAt ?? now(), ...set };
  await unlessStale(
    db.batch([
      guardRevision(ctx, table, enterpriseId, before?.revision ?? 0),
      db.insert(table).values(row).onConflictDoUpdate({ target: table.id, set }),
      audited(ctx, {
        action: "update",
        kind,
        object: { id: enterpriseId, name: "" },
        before: before ? rulesOf(before) : null,
        after: rulesOf(columns),
      }),
      ...also,
    ]),
    async () => (await rulesRowOf<Row>(ctx, table)) ?? row,
  );
  return row;
}
