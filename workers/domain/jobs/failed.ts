import type { AuditAction, AuditKind } from "#texts/audit-trail.ts";
import type { Counted } from "../counted.ts";
import { passedOver } from "../bare/fenced.ts";
import { operatorsEntry } from "../operators/entry.ts";

export const failedKinds = ["job", "timer", "event"] as const;
export type FailedKind = (typeof failedKinds)[number];

/** Work that nobody tries any more, of any of its three kinds. */
export interface Failed {
  what: FailedKind;
  /** Of a timer "enterprise/kind/subject", of an event "enterprise/number": each database numbers its own. */
  id: string;
  enterpriseId: string;
  kind: string;
  subject: string;
  attempts: number;
  /** Why it failed last. */
  failure: string;
  /** When, as far as its row says; 0 of a timer. */
  at: number;
}

/** An operator's wish is refused, for the reason that the message says. */
export class FailedRefused extends Error {}

/**
 * Jobs whose subject was told that they were given up, and says so on its screen: the same job would go on with something that is
 * over. They are begun anew there, or by the clock.
 */
export const settledJobs = [
  "broadcast.feed",
  "broadcast.prepare",
  "broadcast.retry",
  "customers.import",
  "database.export",
  "enterprise.delete",
  "enterprise.move",
  "knowledge.build",
  "speech.run",
] as const;

const TIMER_ID = "enterprise_id || '/' || kind || '/' || subject";
const EVENT_ID = "enterprise_id || '/' || n";
const KEPT = "state IN ('unreadable', 'unmatched', 'unsupported', 'failed')";

/** How each kind is found and told, by its id (?1). */
const ROWS: Record<FailedKind, { id: string; is: string; shown: string; table: string; audit: AuditKind }> = {
  job: {
    table: "jobs",
    id: "id",
    is: "state = 'failed'",
    shown: "kind, subject, attempts, message AS failure, updated_at AS at",
    audit: "job",
  },
  timer: {
    table: "timers",
    id: TIMER_ID,
    is: "due_at IS NULL",
    shown: "kind, subject, attempts, coalesce(failure, '') AS failure, 0 AS at",
    audit: "timer",
  },
  event: {
    table: "inbound_events",
    id: EVENT_ID,
    is: `${KEPT} AND raw IS NOT NULL`,
    shown: "state AS kind, channel_id AS subject, attempts, coalesce(failure, '') AS failure, at",
    audit: "event",
  },
};

const RETRY: Record<FailedKind, string> = {
  // Only one job of a subject is open; where another one is, or came later, that one does it: what is older would undo it.
  job: `UPDATE jobs SET state = 'waiting', attempts = 0, message = '', lease = NULL, lease_until = 0, woken_at = 0, updated_at = ?2
    WHERE id = ?1 AND state = 'failed' AND NOT EXISTS (SELECT 1 FROM jobs o WHERE o.enterprise_id = jobs.enterprise_id
      AND o.kind = jobs.kind AND o.subject = jobs.subject AND (o.state IN ('waiting', 'running') OR o.id > jobs.id))`,
  timer: `UPDATE timers SET due_at = ?2, attempts = 0, failure = NULL WHERE ${TIMER_ID} = ?1 AND due_at IS NULL`,
  event: `UPDATE inbound_events SET state = 'pending', attempts = 0, failure = NULL WHERE ${EVENT_ID} = ?1 AND ?2 > 0
    AND ${KEPT} AND raw IS NOT NULL`,
};
const DISCARD: Record<FailedKind, string> = {
  job: "UPDATE jobs SET state = 'cancelled', updated_at = ?2 WHERE id = ?1 AND state = 'failed'",
  timer: `DELETE FROM timers WHERE ${TIMER_ID} = ?1 AND due_at IS NULL AND ?2 > 0`,
  // Its key stays, so that a vendor that tells it once more writes nothing.
  event: `UPDATE inbound_events SET state = 'done', raw = NULL WHERE ${EVENT_ID} = ?1 AND ?2 > 0 AND ${KEPT}`,
};

/** Enterprises on their way from or into this database: their rows are in two, and are left alone until they are there. */
export async function onTheirWay(tenant: Counted): Promise<string[]> {
  const { results } = await tenant
    .prepare("SELECT enterprise_id AS id FROM fences ORDER BY 1")
    .bind()
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

/** All of it that lies in a tenant's database, of every enterprise or of one; at most 200 of a kind, the newest first. */
export async function listFailed(tenant: Counted, enterpriseId = ""): Promise<Failed[]> {
  const all: Failed[] = [];
  for (const what of failedKinds) {
    const { table, id, is, shown } = ROWS[what];
    const { results } = await tenant
      .prepare(
        `SELECT '${what}' AS what, ${id} AS id, enterprise_id AS enterpriseId, ${shown} FROM ${table}
        WHERE ${is} AND (?1 = '' OR enterprise_id = ?1) AND ${passedOver("enterprise_id")} ORDER BY at DESC LIMIT 200`,
      )
      .bind(enterpriseId)
      .all<Failed>();
    all.push(...results);
  }
  return all;
}

/** The whole row, as it is stored; undefined where there is none that failed, or its enterprise is on its way. */
export const failedRow = (tenant: Counted, named: Pick<Failed, "what" | "id">) =>
  rowOf(tenant, named, passedOver("enterprise_id"));

async function rowOf(
  tenant: Counted,
  { what, id }: Pick<Failed, "what" | "id">,
  where = "1",
): Promise<Record<string, unknown> | undefined> {
  const row = ROWS[what];
  const { results } = await tenant
    .prepare(`SELECT * FROM ${row.table} WHERE ${row.id} = ?1 AND ${row.is} AND ${where}`)
    .bind(id)
    .all<Record<string, unknown>>();
  return results[0];
}

export interface Wish {
  what: FailedKind;
  id: string;
  /** Stands in the enterprise's trail. */
  reason: string;
  now: number;
  newId: () => string;
}

/** Has it tried once more, by whoever works such things: within a minute. Throws FailedRefused. */
export const retryFailed = (tenant: Counted, wish: Wish): Promise<void> =>
  end(tenant, wish, "retryWork", RETRY);

/** Has it never tried again. Throws FailedRefused. */
export const discardFailed = (tenant: Counted, wish: Wish): Promise<void> =>
  end(tenant, wish, "discard", DISCARD);

async function end(
  tenant: Counted,
  { what, id, reason, now, newId }: Wish,
  action: Extract<AuditAction, "retryWork" | "discard">,
  statements: Record<FailedKind, string>,
): Promise<void> {
  if (reason.trim() === "") throw new FailedRefused("Say why: --reason.");
  const row = (await failedRow(tenant, { what, id })) as { enterprise_id: string } & Record<string, unknown>;
  if (row === undefined) throw new FailedRefused(`There is no ${what} ${id} that failed.`);
  const kind = String(what === "event" ? row.state : row.kind);
  if (action === "retryWork" && what === "job" && (settledJobs as readonly string[]).includes(kind))
    throw new FailedRefused(
      `${kind} is begun anew from its screen or by the clock: its subject says that it failed.`,
    );
  await tenant.batch([
    tenant.prepare(statements[what]).bind(id, now),
    operatorsEntry(
      tenant,
      "audit_trail",
      {
        enterpriseId: row.enterprise_id,
        ...{ action, kind: ROWS[what].audit, object: { id, name: kind }, command: "node scripts/failed.ts" },
        before: { failure: row.failure ?? row.message ?? "" },
        after: { reason },
      },
      { id: newId(), now },
    ),
  ]);
  // Wherever its enterprise lies by now: a fence that rose meanwhile lets nothing be changed.
  if (await rowOf(tenant, { what, id }))
    throw new FailedRefused(
      `Another ${kind} of the same subject is under way or came later: it does the work.`,
    );
}
