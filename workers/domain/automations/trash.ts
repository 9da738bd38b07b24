import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import {
  automationCases,
  automationDrafts,
  automations,
  automationVersions,
} from "#db/tenant/automations.ts";
import { trashTexts } from "#texts/trash.ts";
import type { AutomationKind } from "#workers/contract/automation/kinds.ts";
import { audited } from "../audit.ts";
import { type Ctx, iso } from "../ctx.ts";
import { listed } from "../customers/matching.ts";
import type { Purged } from "../customers/trash.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import { counting, page } from "../page.ts";
import { nextRevision } from "../revision.ts";

/** Their drafts are up to 900 kB each; the rest is left to a further call. */
const MOST_AT_ONCE = 40;

/** The literal is needed for SQLite to use their partial index. */
const inTrash = ({ enterpriseId }: Ctx, kind: AutomationKind) =>
  and(eq(automations.enterpriseId, enterpriseId), eq(automations.kind, kind), sql`deleted_at IS NOT NULL`);

export interface DeletedAutomation {
  id: string;
  name: string;
  detail: string;
  deletedAt: string;
  /** Name of the person who deleted it. */
  deletedBy: string;
}

/** Journeys or encaps in the trash, the last deleted first. */
export async function listDeletedAutomations(
  ctx: Ctx,
  kind: AutomationKind,
  paging: { from: number; perPage: number },
): Promise<{ items: DeletedAutomation[]; more: boolean; total: number }> {
  const { limit, offset, cut } = page(paging);
  const [found, [all]] = await ctx.db.batch([
    ctx.db
      .select({
        id: automations.id,
        name: automations.name,
        detail: automations.folder,
        deletedAt: sql<number>`${automations.deletedAt}`,
        deletedBy: automations.updatedBy,
      })
      .from(automations)
      .where(inTrash(ctx, kind))
      .orderBy(desc(automations.deletedAt), desc(automations.id))
      .limit(limit)
      .offset(offset),
    counting(ctx, automations, inTrash(ctx, kind)),
  ]);
  const { rows, more } = cut(found);
  return {
    items: rows.map((row) => ({ ...row, deletedAt: iso(row.deletedAt) })),
    more,
    total: all?.total ?? 0,
  };
}

/** Brings one back with its draft and versions; nothing of it is at work. Throws notFound, or that its name is taken by now. */
export async function restoreAutomation(ctx: Ctx, kind: AutomationKind, id: string): Promise<void> {
  const { db } = ctx;
  const deleted = and(inTrash(ctx, kind), eq(automations.id, id));
  const [row] = await db.select().from(automations).where(deleted).limit(1);
  if (!row) throw new DomainError("notFound");
  ctx.after.live = true;
  const work = db.batch([
    guard(ctx, sql`EXISTS (SELECT 1 FROM ${automations} WHERE ${deleted})`),
    db
      .update(automations)
      .set({ deletedAt: null, ...nextRevision(ctx, row) })
      .where(deleted),
    audited(ctx, { action: "restore", kind, object: row, after: { name: row.name, folder: row.folder } }),
  ]);
  await mapConflicts(work, { "automations.name_key": "automationNameTaken" }).catch((error: unknown) => {
    // Somebody else has restored it, or deleted it permanently.
    throw guardFailed(error) ? new DomainError("notFound") : error;
  });
}

/** Permanently deletes those in the trash with their drafts, versions and test cases. Returns `more` when a further call is needed. */
export async function purgeAutomations(
  ctx: Ctx,
  kind: AutomationKind,
  which: Purged,
): Promise<{ purged: number; more: boolean }> {
  const { db, newId, enterpriseId } = ctx;
  const rows = await db
    .select({ id: automations.id, name: automations.name })
    .from(automations)
    .where(and(inTrash(ctx, kind), whichOf(which)))
    .orderBy(asc(automations.deletedAt), asc(automations.id))
    .limit(MOST_AT_ONCE);
  if (rows.length === 0) return { purged: 0, more: false };
  const ids = listed(rows.map(({ id }) => id));
  const these = and(inTrash(ctx, kind), sql`${automations.id} IN ${ids}`);
  const parts = [automationCases, automationDrafts, automationVersions].map((table) =>
    db.delete(table).where(and(eq(table.enterpriseId, enterpriseId), sql`${table.automationId} IN ${ids}`)),
  );
  try {
    await db.batch([
      guard(ctx, sql`(SELECT count(*) FROM ${automations} WHERE ${these}) = ${rows.length}`),
      ...parts,
      db.delete(automations).where(these),
      audited(ctx, {
        action: "erase",
        kind,
        object: { id: newId(), name: trashTexts.emptied(String(rows.length)) },
        after: { names: rows.map(({ name }) => name) },
      }),
    ]);
  } catch (error) {
    // Somebody restored one of them at the same moment: the rest is left to the next call.
    if (guardFailed(error)) return { purged: 0, more: true };
    throw error;
  }
  return { purged: rows.length, more: rows.length === MOST_AT_ONCE };
}

function whichOf(which: Purged) {
  if (which === "all") return isNotNull(automations.deletedAt);
  if ("ids" in which) return sql`${automations.id} IN ${listed(which.ids)}`;
  return sql`deleted_at <= ${which.olderThan}`;
}
