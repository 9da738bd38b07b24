import { auditTrail } from "#db/tenant/audit.ts";
import type { Scope } from "./scope.ts";

export interface AuditEntry {
  action:
    | "create"
    | "update"
    | "delete"
    | "train"
    | "configure"
    | "serve"
    | "import"
    | "upload"
    | "move"
    | "merge"
    | "erase"
    | "undo"
    | "restore";
  kind:
    | "agent"
    | "story"
    | "intent"
    | "entity"
    | "integration"
    | "knowledge"
    | "testQuestion"
    | "customer"
    | "group"
    | "label"
    | "customerField"
    | "import";
  object: { id: string; name: string };
  before?: unknown;
  after?: unknown;
}

/** A statement for the batch that makes the change, so that neither is ever there without the other. */
export const audited = ({ db, enterpriseId, actor, now, newId }: Scope, entry: AuditEntry) =>
  db.insert(auditTrail).values({
    id: newId(),
    enterpriseId,
    at: now(),
    userId: actor.userId,
    action: entry.action,
    objectKind: entry.kind,
    objectId: entry.object.id,
    objectName: entry.object.name,
    before: entry.before ?? null,
    after: entry.after ?? null,
    address: actor.address,
    requestId: actor.requestId,
  });
