/** All that leaves or goes on by itself waits until an operator has looked. */
const HELD = ["work", "sending", "webhooks"] as const;
const HOLD = `INSERT OR REPLACE INTO switches (name, reason, at) SELECT value, ?2, ?3 FROM json_each(?1)`;

/** Throws the operators' switches, before anything else is in the restored system. */
export async function holdAll(directory: D1Database, reason: string, now: number): Promise<void> {
  await directory.prepare(HOLD).bind(JSON.stringify(HELD), reason, now).run();
}

const CLAIMED = "claimed_by IS NOT NULL";
const LEAVING = ["messages", "broadcast_recipients"] as const;
const LOST = LEAVING.map(
  (table) => `UPDATE ${table} SET status = 'unknown' WHERE ${CLAIMED} AND status = 'queued'`,
);
const LET_GO = LEAVING.map((table) => `UPDATE ${table} SET claimed_by = NULL WHERE ${CLAIMED}`);
/** An export that was under way is of another system. */
const NO_EXPORTS = `UPDATE jobs SET state = 'cancelled', lease_until = 0 WHERE kind = 'database.export' AND state IN ('waiting', 'running')`;

/** What was in a call at the export's time may have left, and is never called again: nobody knows any more. */
export async function settleClaims(tenant: D1Database): Promise<number> {
  const results = await tenant.batch([...LOST, ...LET_GO, NO_EXPORTS].map((text) => tenant.prepare(text)));
  return LOST.reduce((sum, _, at) => sum + (results[at]?.meta.changes ?? 0), 0);
}

const MAILS = `UPDATE mails SET state = 'unknown', outcome = 'restored', sealed = NULL, key_version = NULL WHERE state = 'sending'`;
export async function settleMails(directory: D1Database): Promise<void> {
  await directory.prepare(MAILS).run();
}

const QUEUED = LEAVING.map(
  (table) => `UPDATE ${table} SET status = 'unknown' WHERE status = 'queued' AND claimed_by IS NULL`,
);
const WAITING_MAILS = MAILS.replace("= 'sending'", "IN ('waiting', 'sending')");

/**
 * Settles what waited at the export's time as not confirmed: by now the system that it was exported from may have sent it.
 * Answers how much there was.
 */
export async function settleQueued(directory: D1Database, tenants: readonly D1Database[]): Promise<number> {
  let settled = (await directory.prepare(WAITING_MAILS).run()).meta.changes;
  for (const tenant of tenants) {
    const results = await tenant.batch(QUEUED.map((text) => tenant.prepare(text)));
    settled += results.reduce((sum, { meta }) => sum + meta.changes, 0);
  }
  return settled;
}

/** Lets the restored system go on. */
export async function releaseAll(directory: D1Database): Promise<void> {
  await directory
    .prepare("DELETE FROM switches WHERE name IN (SELECT value FROM json_each(?1))")
    .bind(JSON.stringify(HELD))
    .run();
}
