import type { SimulatedEvent } from "#workers/channels/simulator/wire.ts";
import type { PhoneEntry } from "#workers/contract/simulator.ts";

/** Entries that a phone shows of one person. */
const MOST_ENTRIES = 200;
/** Events of one call. */
const MOST_EVENTS = 50;
/** Vendors give up on a webhook after a day. */
const GIVE_UP_MS = 24 * 3_600_000;

export interface WaitingEvent {
  n: number;
  event: string;
}

/** Phones of a channel, and what its webhook has still to be told: the rows of the simulator's own storage. */
export class SimulatorStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.makeTables();
  }

  makeTables(): void {
    this.#sql
      .exec(`CREATE TABLE IF NOT EXISTS entries (n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, phone TEXT NOT NULL,
      way TEXT NOT NULL, body TEXT NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL)`);
    this.#sql.exec("CREATE INDEX IF NOT EXISTS entries_phone ON entries (phone, n)");
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS events (n INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL)",
    );
    // Objects of an older version have tables without these.
    this.#addColumns("entries", {
      shown_at: "INTEGER NOT NULL DEFAULT 0",
      quoted: "TEXT",
      code: "TEXT",
      reason: "TEXT",
    });
    this.#addColumns("events", { due: "INTEGER NOT NULL DEFAULT 0", made_at: "INTEGER NOT NULL DEFAULT 0" });
  }

  #addColumns(table: string, columns: Readonly<Record<string, string>>): void {
    const there = this.#sql.exec<{ name: string }>("SELECT name FROM pragma_table_info(?)", table).toArray();
    for (const [name, type] of Object.entries(columns)) {
      if (there.some((each) => each.name === name)) continue;
      this.#sql.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
    }
  }

  /** Entries on a phone by `now`, the newest last. */
  entries(phone: string, now: number): PhoneEntry[] {
    return this.#sql
      .exec<Omit<PhoneEntry, "body"> & { body: string } & Record<string, SqlStorageValue>>(
        `SELECT n, id, way, body, status, quoted, code, reason, at FROM entries WHERE phone = ? AND shown_at <= ?
          ORDER BY n DESC LIMIT ?`,
        phone,
        now,
        MOST_ENTRIES,
      )
      .toArray()
      .toReversed()
      .map(({ body, ...entry }) => ({ ...entry, body: JSON.parse(body) as PhoneEntry["body"] }));
  }

  /** Whether a message of ours was accepted before, so that the same call again changes nothing. */
  hasAccepted(id: string): boolean {
    return (
      this.#sql.exec("SELECT 1 FROM entries WHERE id = ? AND status <> 'refused'", id).toArray().length > 0
    );
  }

  /** Puts a message on a phone; one that was refused before gets its new state. */
  put(entry: Omit<PhoneEntry, "n"> & { phone: string; shownAt: number }): void {
    const { id, phone, way, body, status, quoted, code, reason, at, shownAt } = entry;
    this.#sql.exec(
      `INSERT INTO entries (id, phone, way, body, status, quoted, code, reason, at, shown_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, code = excluded.code, reason = excluded.reason, at = excluded.at,
          shown_at = excluded.shown_at`,
      id,
      phone,
      way,
      JSON.stringify(body),
      status,
      quoted,
      code,
      reason,
      at,
      shownAt,
    );
  }

  /** Marks what a phone shows as read; answers the ids of what was not. */
  read(phone: string, now: number): string[] {
    return this.#sql
      .exec<{ id: string }>(
        "UPDATE entries SET status = 'read' WHERE phone = ? AND way = 'out' AND status = 'delivered' AND shown_at <= ? RETURNING id",
        phone,
        now,
      )
      .toArray()
      .map(({ id }) => id);
  }

  leave(event: SimulatedEvent, due: number, now: number): void {
    this.#sql.exec(
      "INSERT INTO events (event, due, made_at) VALUES (?, ?, ?)",
      JSON.stringify(event),
      due,
      now,
    );
  }

  due(now: number): WaitingEvent[] {
    return this.#sql
      .exec<WaitingEvent & Record<string, SqlStorageValue>>(
        "SELECT n, event FROM events WHERE due <= ? ORDER BY due, n LIMIT ?",
        now,
        MOST_EVENTS,
      )
      .toArray();
  }

  /** When the next event is due; null when none waits. */
  nextDue(): number | null {
    return this.#sql.exec<{ at: number | null }>("SELECT min(due) AS at FROM events").one().at;
  }

  told(events: readonly WaitingEvent[]): void {
    this.#end(events, "delivered");
  }

  /** Gives up on what was refused for a day: those messages were never taken. */
  giveUp(now: number): void {
    const old = this.#sql
      .exec<WaitingEvent & Record<string, SqlStorageValue>>(
        "SELECT n, event FROM events WHERE made_at <= ?",
        now - GIVE_UP_MS,
      )
      .toArray();
    this.#end(old, "notTaken");
  }

  #end(events: readonly WaitingEvent[], status: string): void {
    this.#sql.exec(
      "DELETE FROM events WHERE n IN (SELECT value FROM json_each(?))",
      JSON.stringify(events.map(({ n }) => n)),
    );
    this.#sql.exec(
      "UPDATE entries SET status = ? WHERE way = 'in' AND status = 'sent' AND id IN (SELECT value->>'key' FROM json_each(?))",
      status,
      `[${events.map(({ event }) => event).join(",")}]`,
    );
  }

  /** The vendor's ids of the files that these phones have sent. */
  media(phones: readonly string[]): string[] {
    return this.#sql
      .exec<{ id: string }>(
        `SELECT body->>'$.medium.vendorId' AS id FROM entries WHERE way = 'in' AND body->>'$.medium.vendorId' IS NOT NULL
          AND phone IN (SELECT value FROM json_each(?1))
        UNION SELECT f.value FROM entries e, json_tree(e.body, '$.values') f WHERE e.way = 'in' AND f.key = 'id' AND f.type = 'text'
          AND e.phone IN (SELECT value FROM json_each(?1))`,
        JSON.stringify(phones),
      )
      .toArray()
      .map(({ id }) => id);
  }

  forget(phones: readonly string[]): void {
    const these = JSON.stringify(phones);
    this.#sql.exec(
      `DELETE FROM events WHERE event->>'$.event.from.addresses[0].value' IN (SELECT value FROM json_each(?1))
        OR event->>'$.event.ownId' IN (SELECT id FROM entries WHERE phone IN (SELECT value FROM json_each(?1)))`,
      these,
    );
    this.#sql.exec("DELETE FROM entries WHERE phone IN (SELECT value FROM json_each(?))", these);
  }
}
