import { and, eq } from "drizzle-orm";
import { importPages } from "#db/tenant/imports.ts";
import type { Ctx } from "../ctx.ts";
import type { ReadRow } from "./csv-text.ts";
import { GROUP, type Outcome, WRONG } from "./merge.ts";
import type { ImportRow } from "./row.ts";

/** The letters of a page's rows, which say what each would become, in the page's order. */
export const lettersOf = (rows: readonly ReadRow[], { groups }: Pick<Outcome, "groups">): string =>
  rows
    .map(({ line }) => {
      const group = groups.get(line);
      return group ? GROUP[group] : WRONG;
    })
    .join("");

/** Keeps with the rest of a page of a check what its rows would become, and how the page was read. */
export const groupsNoted = (
  { db, enterpriseId }: Ctx,
  { id, cursor, line }: ImportRow,
  bytes: number,
  letters: string,
): D1PreparedStatement =>
  db.$client
    .prepare(
      "INSERT INTO import_pages (import_id, enterprise_id, cursor, line, bytes, groups) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )
    .bind(id, enterpriseId, cursor, line, bytes, letters);

/** The import that follows a check counts anew. */
export const forgetGroups = ({ db, enterpriseId }: Ctx, id: string) =>
  db.delete(importPages).where(and(eq(importPages.enterpriseId, enterpriseId), eq(importPages.importId, id)));
