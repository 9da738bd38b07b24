import { FORGOTTEN, KEPT_MS, type Addressed, type KeptRow } from "#workers/contract/socket.ts";

/** A kept event as sockets get it: its text is made once. */
export interface Prepared {
  seq: number;
  to: Addressed;
  text: string;
}

/** An event that is in memory, and not yet in the storage. */
type Taken = Prepared & Pick<KeptRow, "at" | "body">;

/** Events in memory for those who come back; older ones are read from the storage. */
const IN_MEMORY = 2_000;
const FORGET_EVERY_MS = 60_000;

/** A hub's copy of the enterprise's kept events: nothing is missing between `floor` and `newest`. */
export class Kept {
  readonly #sql: SqlStorage;
  #newest = 0;
  #floor = 0;
  #filled = false;
  #forgotAt = 0;
  #recent: Prepared[] = [];
  /** Ids of people who were forgotten: a writer may hand on later what it kept before. */
  readonly #unsaid = new Set<string>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    // Until events were rows of the enterprise's database, hubs numbered them.
    sql.exec("DROP TABLE IF EXISTS events");
    this.#makeTables();
    const [known] = sql.exec<{ floor: number }>("SELECT floor FROM numbers").toArray();
    if (!known) return;
    this.#filled = true;
    this.#floor = known.floor;
    const { newest } = sql.exec<{ newest: number }>("SELECT coalesce(max(seq), 0) AS newest FROM kept").one();
    this.#newest = Math.max(newest, known.floor);
  }

  #makeTables(): void {
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS kept (seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, recipients TEXT NOT NULL, body TEXT NOT NULL)",
    );
    this.#sql.exec("CREATE TABLE IF NOT EXISTS numbers (one INTEGER PRIMARY KEY, floor INTEGER NOT NULL)");
  }

  /** Is as new, once the whole storage has been emptied: whoever comes next has it filled by the database. */
  beginAnew(): void {
    this.#makeTables();
    [this.#newest, this.#floor, this.#filled, this.#recent] = [0, 0, false, []];
  }

  get newest(): number {
    return this.#newest;
  }

  /** Whether somebody who has seen `seq` (or nothing) can be told what follows; else the database must fill this first. */
  reaches(seq: number | undefined): boolean {
    return this.#filled && (seq ?? 0) <= this.#newest;
  }

  /** Notes that the database has been asked for all that is missing. */
  noteFilled(): void {
    if (!this.#filled) this.beginAfter(this.#newest);
  }

  /** Begins after this number: what was before is not here. */
  beginAfter(seq: number): void {
    this.#filled = true;
    this.#floor = seq;
    this.#newest = Math.max(this.#newest, seq);
    this.#sql.exec("INSERT OR REPLACE INTO numbers (one, floor) VALUES (1, ?)", seq);
    this.#sql.exec("DELETE FROM kept WHERE seq <= ?", seq);
    this.#recent = this.#recent.filter((event) => event.seq > seq);
  }

  /** Takes the words out of events about these people. */
  forgetAbout(ids: readonly string[]): void {
    for (const id of ids) this.#unsaid.add(id);
    this.#sql.exec(
      `UPDATE kept SET body = ? WHERE EXISTS (SELECT 1 FROM json_each(?) e WHERE instr(body, '"' || e.value || '"') > 0)`,
      FORGOTTEN,
      JSON.stringify(ids),
    );
    // Read again by who comes back next.
    this.#recent = [];
  }

  #sayable(body: string): string {
    for (const id of this.#unsaid) if (body.includes(`"${id}"`)) return FORGOTTEN;
    return body;
  }

  /** Takes the events that follow the newest, in memory only; `store` writes them down. */
  take(rows: readonly KeptRow[]): readonly Taken[] {
    const taken: Taken[] = [];
    for (const { seq, before, at, to, body: said } of rows) {
      if (before > this.#newest) break;
      if (seq <= this.#newest) continue;
      const body = this.#sayable(said);
      this.#newest = seq;
      taken.push({ ...preparedOf(seq, to, body), at, body });
    }
    this.#recent.push(...taken);
    if (this.#recent.length > IN_MEMORY) this.#recent.splice(0, this.#recent.length - IN_MEMORY / 2);
    return taken;
  }

  /** Writes down what was taken, for after the hub has slept. Events lost in a crash come from the database. */
  store(taken: readonly Taken[]): void {
    const [first] = taken;
    const last = taken.at(-1);
    if (!first || !last) return;
    if (!this.#filled) this.beginAfter(first.seq - 1);
    for (const { seq, at, to, body } of taken) {
      this.#sql.exec(
        "INSERT INTO kept (seq, at, recipients, body) VALUES (?, ?, ?, ?)",
        seq,
        at,
        JSON.stringify(to),
        body,
      );
    }
    if (last.at > this.#forgotAt + FORGET_EVERY_MS) {
      this.#forgotAt = last.at;
      this.#forget(last.at - KEPT_MS, last.seq - 1);
    }
  }

  /** Forgets what is older than those who come back are told, the newest too: only its number stays. */
  forgetOld(now: number): void {
    this.#forget(now - KEPT_MS, this.#newest);
  }

  /** When the newest event will be old. */
  forgetsAt(): number | undefined {
    const { at } = this.#sql.exec<{ at: number | null }>("SELECT max(at) AS at FROM kept").one();
    return at === null ? undefined : at + KEPT_MS + 1_000;
  }

  /** The number before the first event since `at`, in milliseconds since 1970; undefined when some may no longer be here. */
  lastBefore(at: number): number | undefined {
    if (at < Date.now() - KEPT_MS) return undefined;
    // From the end: a client that has just been opened asks for the last few.
    const [kept] = this.#sql
      .exec<{ seq: number }>("SELECT seq FROM kept WHERE at < ? ORDER BY seq DESC LIMIT 1", at)
      .toArray();
    return kept?.seq ?? this.#floor;
  }

  /** Events after `seq` in their order, or undefined when some of them are no longer here. */
  after(seq: number): readonly Prepared[] | undefined {
    if (seq < this.#floor || seq > this.#newest) return undefined;
    if (seq === this.#newest) return [];
    const from = this.#recent[0]?.seq ?? this.#newest + 1;
    // Read once for everybody who comes back after the hub has slept.
    if (seq < from - 1) this.#recent = [...this.#read(seq, from), ...this.#recent];
    return this.#recent.slice(this.#recent.findIndex((event) => event.seq > seq));
  }

  #read(after: number, before: number): Prepared[] {
    return this.#sql
      .exec<{ seq: number; recipients: string; body: string }>(
        "SELECT seq, recipients, body FROM kept WHERE seq > ? AND seq < ? ORDER BY seq",
        after,
        before,
      )
      .toArray()
      .map(({ seq, recipients, body }) => preparedOf(seq, JSON.parse(recipients) as Addressed, body));
  }

  #forget(before: number, upTo: number): void {
    const { seq } = this.#sql
      .exec<{ seq: number | null }>(
        "SELECT max(seq) AS seq FROM kept WHERE at < ? AND seq <= ?",
        before,
        upTo,
      )
      .one();
    if (seq !== null) this.beginAfter(seq);
  }
}

/** The number goes into the text that the writer made, so that nothing is stringified again. */
const preparedOf = (seq: number, to: Addressed, body: string): Prepared => ({
  seq,
  to,
  text: `${body.slice(0, -1)},"seq":${seq}}`,
});
