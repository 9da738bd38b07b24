import type { AuditAction, AuditKind } from "#texts/audit-trail.ts";
import type { Counted } from "../counted.ts";

/** User id under which commands of the installation's operators act; the trail has a word for it. */
export const OPERATOR = "operator";

export interface OperatorsEntry {
  enterpriseId: string;
  action: AuditAction;
  kind: AuditKind;
  object: { id: string; name: string };
  before?: unknown;
  after?: unknown;
  /** The command, which stands where a request has its id. */
  command: string;
}

const entry = (trail: string, on: string) =>
  `INSERT INTO ${trail} (id, enterprise_id, at, user_id, action, object_kind, object_id, object_name, before, after, address, request_id)
  SELECT ?1, ?2, ?3, '${OPERATOR}', ?4, ?5, ?6, ?7, nullif(?8, 'null'), nullif(?9, 'null'), '', ?10 WHERE ${on}`;

/**
 * A statement for the batch of what an operator's command does, right behind the statement that does it: the enterprise sees in its
 * own trail who was at its data. `on` says when, by default where that statement has changed something.
 */
export function operatorsEntry(
  database: Counted,
  trail: "audit_trail" | "directory_audit",
  { enterpriseId, action, kind, object, before, after, command }: OperatorsEntry,
  { id, now, on = "changes() > 0" }: { id: string; now: number; on?: string },
) {
  const [from, to] = [before ?? null, after ?? null].map((each) => JSON.stringify(each)) as [string, string];
  return database
    .prepare(entry(trail, on))
    .bind(id, enterpriseId, now, action, kind, object.id, object.name, from, to, command);
}
