import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { DirectoryDb, TenantDatabase } from "#db/client.ts";
import { tenantDatabases } from "#db/client.ts";
import { enterprises } from "#db/directory/enterprises.ts";
import { enterpriseMoves } from "#db/directory/moves.ts";
import { MOVES, type MoveNotes, type MoveStep } from "#workers/contract/moving.ts";
import { guard, guardFailed } from "../guard.ts";
import { LeaseLost } from "../jobs/lease.ts";

export type MoveRow = typeof enterpriseMoves.$inferSelect;

export async function moveOf(db: DirectoryDb, id: string): Promise<MoveRow | undefined> {
  const [row] = await db.select().from(enterpriseMoves).where(eq(enterpriseMoves.id, id));
  return row;
}

/** A database that a move names; throws where it is bound no longer. */
export function databaseNamed(name: string): TenantDatabase {
  const found = tenantDatabases.find((each) => each === name);
  if (!found) throw new Error(`a move names the database ${name}, which is not bound here`);
  return found;
}

interface Advance {
  step?: MoveStep;
  notes?: MoveNotes;
  failure?: string;
  now: number;
}

const changing = (
  row: MoveRow,
  { step = row.step, notes = row.notes, failure = row.failure, now }: Advance,
) => ({
  step,
  notes,
  failure,
  revision: row.revision + 1,
  updatedAt: now,
  ...(MOVES[step].length === 0 && { endedAt: now }),
});

function mustBeAllowed({ step: from }: MoveRow, step: MoveStep = from): void {
  if (step !== from && !MOVES[from].includes(step))
    throw new Error(`a move never goes from ${from} to ${step}`);
}

/** Writes how far a move is. Of two who work on it one gets on: the other's row is of an older revision. */
export async function advance(db: DirectoryDb, row: MoveRow, to: Advance): Promise<void> {
  mustBeAllowed(row, to.step);
  const changed = await db
    .update(enterpriseMoves)
    .set(changing(row, to))
    .where(and(eq(enterpriseMoves.id, row.id), eq(enterpriseMoves.revision, row.revision)))
    .returning({ id: enterpriseMoves.id });
  if (changed.length === 0) throw new LeaseLost();
}

/** Holds an enterprise still, or lets it go on, in what sessions read of it. */
export async function setStill(db: DirectoryDb, row: MoveRow, since: number): Promise<void> {
  await db
    .update(enterprises)
    .set({ stillSince: sql`coalesce(${enterprises.stillSince}, ${since})` })
    .where(eq(enterprises.id, row.enterpriseId));
}

/** It takes writes again where it has always been. */
export async function setGoing(db: DirectoryDb, row: MoveRow, now: number): Promise<void> {
  await db
    .update(enterprises)
    .set({ stillSince: null, movedAt: now })
    .where(eq(enterprises.id, row.enterpriseId));
}

const isThere = (condition: SQL | undefined, table: typeof enterpriseMoves | typeof enterprises): SQL =>
  sql`EXISTS (SELECT 1 FROM ${table} WHERE ${condition})`;

/**
 * Says in one transaction that the enterprise lies in its new database and how far its move is: unless it was taken back, or
 * somebody else has done it.
 */
export async function switchOver(db: DirectoryDb, row: MoveRow, now: number): Promise<void> {
  mustBeAllowed(row, "objects");
  const open = and(
    eq(enterpriseMoves.id, row.id),
    eq(enterpriseMoves.revision, row.revision),
    isNull(enterpriseMoves.cancelledAt),
  );
  const theirs = and(
    eq(enterprises.id, row.enterpriseId),
    eq(enterprises.database, row.fromDatabase),
    isNull(enterprises.deletesAt),
  );
  try {
    await db.batch([
      guard({ db }, sql`${isThere(open, enterpriseMoves)} AND ${isThere(theirs, enterprises)}`),
      db.update(enterprises).set({ database: row.toDatabase, stillSince: null, movedAt: now }).where(theirs),
      db
        .update(enterpriseMoves)
        .set({ ...changing(row, { step: "objects", now }), switchedAt: now })
        .where(open),
    ]);
  } catch (error) {
    if (guardFailed(error)) throw new LeaseLost();
    throw error;
  }
}
