import { sql, type SQL } from "drizzle-orm";
import type { AuditAction, AuditKind } from "#texts/audit-trail.ts";
import { directoryAudit } from "#db/directory/audit.ts";
import { auditTrail } from "#db/tenant/audit.ts";
import type { DirectoryCtx, Ctx } from "./ctx.ts";

/** Actions and kinds are the words that the trail's screen has for them: a new one is a word there. */
export interface AuditEntry {
  action: AuditAction;
  kind: AuditKind;
  object: { id: string; name: string | SQL };
  before?: unknown;
  after?: unknown;
}

const rowOf = (
  { enterpriseId, actor, now, newId }: Omit<Ctx, "db">,
  { action, kind, object, before, after }: AuditEntry,
) => ({
  id: newId(),
  enterpriseId,
  at: now(),
  userId: actor.userId,
  action,
  objectKind: kind,
  objectId: object.id,
  objectName: object.name,
  before: before ?? null,
  after: after ?? null,
  address: actor.address,
  requestId: actor.requestId,
});

/** A statement for the batch that makes the change, so that neither exists without the other. */
export const audited = (ctx: Ctx, entry: AuditEntry) => ctx.db.insert(auditTrail).values(rowOf(ctx, entry));

/** The same for many changes of one batch. */
export function auditedAll(ctx: Ctx, entries: readonly AuditEntry[]) {
  const { enterpriseId, actor, now } = ctx;
  const rows = entries.map(({ action, kind, object, before, after }) => [
    ctx.newId(),
    action,
    kind,
    object.id,
    object.name,
    before ?? null,
    after ?? null,
  ]);
  return ctx.db.insert(auditTrail).select(
    sql`SELECT value->>0, ${enterpriseId}, ${now()}, ${actor.userId}, value->>1, value->>2, value->>3, value->>4,
      value->>5, value->>6, ${actor.address}, ${actor.requestId} FROM json_each(${JSON.stringify(rows)}) WHERE true`,
  );
}

/** The same for a change that happens only on a condition; the statement comes after the change. */
export function auditedIf(ctx: Ctx, entry: AuditEntry, condition: SQL) {
  const row = rowOf(ctx, entry);
  const { id, enterpriseId, at, userId, action, objectKind, objectId, objectName, address, requestId } = row;
  const [before, after] = [row.before, row.after].map((each) =>
    each === null ? null : JSON.stringify(each),
  );
  return ctx.db.insert(auditTrail).select(
    sql`SELECT ${id}, ${enterpriseId}, ${at}, ${userId}, ${action}, ${objectKind}, ${objectId}, ${objectName},
      ${before}, ${after}, ${address}, ${requestId} WHERE ${condition}`,
  );
}

/** The same for a change in the directory. */
export const auditedInDirectory = (ctx: DirectoryCtx, entry: AuditEntry) =>
  ctx.db.insert(directoryAudit).values(rowOf(ctx, entry));
