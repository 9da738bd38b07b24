/** Traffic that waits until an operator has looked. */
const HELD = ["sending", "webhooks"] as const;
const HOLD = `INSERT OR REPLACE INTO switches (name, reason, at) SELECT value, ?2, ?3 FROM json_each(?1)`;
const MAILS = `UPDATE mails SET state = 'unknown', outcome = 'restored', sealed = NULL, key_version = NULL WHERE state IN ('waiting', 'sending')`;

/** Rows leaving or waiting at the export may have left since: they are unconfirmed, and never sent by themselves. */
const LEAVING = ["messages", "broadcast_recipients"].map(
  (table) => `UPDATE ${table} SET status = 'unknown', claimed_by = NULL WHERE status = 'queued'`,
);
const LET_GO = ["messages", "broadcast_recipients"].map(
  (table) => `UPDATE ${table} SET claimed_by = NULL WHERE claimed_by IS NOT NULL`,
);
/** An export that was under way is of the other system, whose files it would go on with. */
const NO_EXPORTS = `UPDATE jobs SET state = 'cancelled', lease_until = 0 WHERE kind IN ('database.export', 'enterprise.export') AND state IN ('waiting', 'running')`;

/** Settles a restored directory: nothing leaves before its operator says so. Answers how many mails are not confirmed. */
export async function settleDirectory(directory: D1Database, reason: string, now: number): Promise<number> {
  const [, mails] = await directory.batch([
    directory.prepare(HOLD).bind(JSON.stringify(HELD), reason, now),
    directory.prepare(MAILS),
  ]);
  return mails?.meta.changes ?? 0;
}

/** Settles a restored tenant database. Answers how many messages are not confirmed. */
export async function settleTenant(tenant: D1Database): Promise<number> {
  const counting =
    "SELECT (SELECT count(*) FROM messages WHERE status = 'queued') + (SELECT count(*) FROM broadcast_recipients WHERE status = 'queued') AS n";
  const [waiting] = await tenant.batch<{ n: number }>(
    // Changes are counted before: what triggers change along is in D1's own figure.
    [counting, ...LEAVING, ...LET_GO, NO_EXPORTS].map((text) => tenant.prepare(text)),
  );
  return waiting?.results[0]?.n ?? 0;
}
