import { type Database, NOTHING, type Shows, Statement } from "./statement.ts";

/** The name under which people of the past are called: no sender of a channel has it. */
export const SENDER = "past";

/** Waiting for the clock: what has long happened is not waited for any more. */
const LEFT_OUT = /^\s*INSERT INTO "?(live_events|timers)\b/i;
/** Whatever of today is under way on a channel is nobody's of the past. */
const BEGIN = [
  `UPDATE broadcasts SET state = 'later' WHERE enterprise_id = ?1 AND state = 'processing' AND created_at >= ?2`,
  `UPDATE broadcasts SET state = 'processing' WHERE enterprise_id = ?1 AND state = 'aside' AND ?2 > 0`,
  `UPDATE jobs SET state = 'running', lease_until = 0 WHERE enterprise_id = ?1 AND state = 'aside' AND ?2 > 0`,
];
const SHOW_CLAIMED = `UPDATE broadcast_recipients SET claimed_by = '${SENDER}' WHERE id IN (SELECT value FROM json_each(?1)) AND status = 'queued' AND claimed_by IS NULL`;
const HIDE_CLAIMED = `UPDATE broadcast_recipients SET claimed_by = NULL WHERE claimed_by = '${SENDER}' RETURNING id`;
const END = [
  `UPDATE jobs SET state = 'aside' WHERE enterprise_id = ?1 AND created_at < ?2 AND state IN ('waiting', 'running')
    AND kind IN ('broadcast.prepare', 'customers.import')`,
  `UPDATE broadcasts SET state = 'aside' WHERE enterprise_id = ?1 AND state = 'processing' AND created_at < ?2 AND ended_at IS NULL`,
  `UPDATE broadcasts SET state = 'processing' WHERE enterprise_id = ?1 AND state = 'later' AND ?2 > 0`,
  // A trigger tells screens of each step of an activity: of these nobody is told.
  `DELETE FROM live_events WHERE enterprise_id = ?1 AND body ->> '$.action' = 'activityChanged'
    AND body ->> '$.data.id' IN (SELECT id FROM activities WHERE enterprise_id = ?1 AND created_at < ?2)`,
];
/** Writes, and readings of jobs and broadcasts, need what is put aside. */
const IS_SHOWN = /^\s*(update|insert|delete)\b|\bfrom "(jobs|broadcasts)"/i;

/**
 * The tenant's database for broadcasts, campaigns and imports of the past. Between its transactions a broadcast that goes
 * on, its claims and its job are in a state that no sender, sweeper or worker of today looks for.
 */
export class SendingDatabase implements Database, Shows {
  readonly #database: D1Database;
  readonly #of: readonly [enterpriseId: string, before: number];
  #claimed = "[]";

  constructor(database: D1Database, enterpriseId: string, before: number) {
    this.#database = database;
    this.#of = [enterpriseId, before];
  }

  isShown = (sql: string): boolean => IS_SHOWN.test(sql);

  prepare = (sql: string): D1PreparedStatement =>
    new Statement(this, sql, this.#database.prepare(sql)) as unknown as D1PreparedStatement;

  batch = async <T>(given: D1PreparedStatement[]): Promise<D1Result<T>[]> => {
    const statements = given as unknown as Statement[];
    const kept = statements.filter(({ sql }) => !LEFT_OUT.test(sql));
    const framing = (all: readonly string[]) =>
      all.map((sql) => this.#database.prepare(sql).bind(...this.#of));
    const begin = [...framing(BEGIN), this.#database.prepare(SHOW_CLAIMED).bind(this.#claimed)];
    const results = await this.#database.batch([
      ...begin,
      ...kept.map(({ real }) => real),
      this.#database.prepare(HIDE_CLAIMED),
      ...framing(END),
    ]);
    const claimed = results[begin.length + kept.length]?.results as { id: string }[] | undefined;
    this.#claimed = JSON.stringify(claimed?.map(({ id }) => id) ?? []);
    let at = begin.length;
    return statements.map(({ sql }) => (LEFT_OUT.test(sql) ? NOTHING : results[at++])) as D1Result<T>[];
  };
}
