import { and, eq, or, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { libraryTexts as texts } from "#texts/library.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";

/** A reader of the library: shared entries and their own are theirs to see. */
export interface Viewer extends Ctx {
  isAdmin: boolean;
}

interface Owned {
  ownerId: string;
  createdBy: string;
  adminCreated: boolean;
}

/** The owner of what is shared. */
export const EVERYBODY = "";
export const ownerOf = ({ actor }: Pick<Ctx, "actor">, isPublic: boolean): string =>
  isPublic ? EVERYBODY : actor.userId;

/** Rows that are shared, and the viewer's own; with a visibility, those of it alone. */
export function seenBy(
  { actor }: Pick<Ctx, "actor">,
  owner: SQLiteColumn,
  visibility?: "public" | "private",
): SQL | undefined {
  const shared = eq(owner, EVERYBODY);
  const own = eq(owner, actor.userId);
  return visibility === "public" ? shared : visibility === "private" ? own : or(shared, own);
}

/** Its author may, unless an administrator made it; administrators may. A private entry has no other viewer. */
export const mayEdit = ({ actor, isAdmin }: Viewer, { ownerId, createdBy, adminCreated }: Owned): boolean =>
  ownerId !== EVERYBODY || isAdmin || (createdBy === actor.userId && !adminCreated);

/** The same in SQL, for the write that depends on it. */
export const editable = (
  { actor, isAdmin }: Viewer,
  table: { ownerId: SQLiteColumn; createdBy: SQLiteColumn; adminCreated: SQLiteColumn },
): SQL | undefined =>
  and(
    seenBy({ actor }, table.ownerId),
    isAdmin
      ? undefined
      : or(
          eq(table.ownerId, actor.userId),
          and(eq(table.createdBy, actor.userId), sql`${table.adminCreated} = 0`),
        ),
  );

export function refuseUneditable(viewer: Viewer, row: Owned): void {
  if (!mayEdit(viewer, row)) throw new DomainError("forbidden", { message: texts.notYours });
}

/** 404 at the field that names something that is not there, or another's. */
export const goneAt = (field: string, message: string): DomainError =>
  new DomainError("notFound", { message, errors: { [field]: message } });

export const invalidAt = (field: string, message: string): DomainError =>
  new DomainError("invalid", { message, errors: { [field]: message } });
