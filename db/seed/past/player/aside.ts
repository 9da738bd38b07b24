import { type Database, NOTHING, Statement } from "./statement.ts";

/** Told to screens, and waiting for the clock: what has long happened rings nowhere and is not waited for any more. */
const LEFT_OUT = /^INSERT INTO (live_events|timers)\b/;
const HIDE_EVENTS = `UPDATE inbound_events SET state = 'aside' WHERE channel_id = ?1 AND state = 'pending' AND at < ?2 RETURNING n`;
const HIDE_TURNS = `UPDATE message_turns SET state = 'aside' WHERE channel_id = ?1 AND state = 'waiting' AND at < ?2 RETURNING n`;
const HIDE_MESSAGES = `UPDATE messages SET status = 'aside' WHERE channel_id = ?1 AND status = 'queued' AND claimed_by IS NULL AND at < ?2`;
const SHOW_EVENTS = `UPDATE inbound_events SET state = 'pending' WHERE n IN (SELECT value FROM json_each(?1)) AND state = 'aside'`;
const SHOW_TURNS = `UPDATE message_turns SET state = 'waiting' WHERE n IN (SELECT value FROM json_each(?1)) AND state = 'aside'`;

interface Waiting {
  statements: D1PreparedStatement[];
  done: (results: D1Result[]) => void;
  failed: (error: unknown) => void;
}

/** Runs batches that come at about the same time as one transaction; one that fails lets each be tried by itself. */
export class Together {
  readonly #database: D1Database;
  #waiting: Waiting[] = [];
  #running = false;

  constructor(database: D1Database) {
    this.#database = database;
  }

  prepare(sql: string): D1PreparedStatement {
    return this.#database.prepare(sql);
  }

  run(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    return new Promise((done, failed) => {
      this.#waiting.push({ statements, done, failed });
      if (!this.#running) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      // Lets the others ask first, and requests of today be answered.
      await scheduler.wait(1);
      const all = this.#waiting;
      this.#waiting = [];
      try {
        const results = await this.#database.batch(all.flatMap(({ statements }) => statements));
        let from = 0;
        for (const { statements, done } of all) done(results.slice(from, (from += statements.length)));
      } catch {
        for (const { statements, done, failed } of all) {
          try {
            done(await this.#database.batch(statements));
          } catch (error) {
            failed(error);
          }
        }
      }
    }
    this.#running = false;
  }
}

/**
 * The tenant's database for one chat of the past. Between its transactions nothing that still waits is to be seen, or the
 * lanes, senders and sweepers of today would take it for theirs: a transaction begins with what this chat has put aside.
 */
export class AsideDatabase implements Database {
  readonly #together: Together;
  readonly #channelId: string;
  readonly #before: number;
  #events = "[]";
  #turns = "[]";

  constructor(together: Together, channelId: string, before: number) {
    this.#together = together;
    this.#channelId = channelId;
    this.#before = before;
  }

  prepare = (sql: string): D1PreparedStatement =>
    new Statement(this, sql, this.#together.prepare(sql)) as unknown as D1PreparedStatement;

  batch = async <T>(given: D1PreparedStatement[]): Promise<D1Result<T>[]> => {
    const statements = given as unknown as Statement[];
    const kept = statements.filter(({ sql }) => !LEFT_OUT.test(sql));
    const bound = (sql: string, ...values: unknown[]) => this.#together.prepare(sql).bind(...values);
    const text = kept.map(({ sql }) => sql).join("\n");
    const [events, turns] = [text.includes("inbound_events"), text.includes("message_turns")];
    const show = [
      ...(events && this.#events !== "[]" ? [bound(SHOW_EVENTS, this.#events)] : []),
      ...(turns && this.#turns !== "[]" ? [bound(SHOW_TURNS, this.#turns)] : []),
    ];
    const hide = [
      ...(events ? [HIDE_EVENTS] : []),
      ...(turns ? [HIDE_TURNS] : []),
      ...(text.includes("INSERT INTO messages") ? [HIDE_MESSAGES] : []),
    ].map((sql) => bound(sql, this.#channelId, this.#before));
    const results = await this.#together.run([...show, ...kept.map(({ real }) => real), ...hide]);
    const hidden = results.slice(show.length + kept.length).map((result) => numbersOf(result));
    if (events) this.#events = hidden.shift() ?? "[]";
    if (turns) this.#turns = hidden.shift() ?? "[]";
    let at = show.length;
    return statements.map(({ sql }) => (LEFT_OUT.test(sql) ? NOTHING : results[at++])) as D1Result<T>[];
  };
}

const numbersOf = ({ results }: D1Result): string =>
  JSON.stringify((results as { n: number }[]).map(({ n }) => n));
