import type { Presence as Noted } from "#workers/contract/chat-socket.ts";
import { GONE_MS, HEARTBEAT_MS, SILENT_MS } from "#workers/contract/socket.ts";

/** An open socket: its person, and when it was last heard; 0 for a client that has never pinged, which is not expected to. */
export interface Sign {
  socket: WebSocket;
  userId: string;
  pingedAt: number;
}

/** People whom one look tells of: those of an office whose line is cut go together. */
const PER_CALL = 100;
/** A look that could not tell is made again so soon. */
const AGAIN_MS = 5_000;

interface Row extends Record<string, SqlStorageValue> {
  userId: string;
  enterpriseId: string;
  /** The last thing that the directory was told: 'here', 'gone', or '' while nobody knows whether it heard. */
  told: string;
  leftAt: number | null;
}

/**
 * The people who are there, by their sockets: a row for everybody who has ever had one, so that somebody who is cut off
 * while the hub is restarted is missed as well. The directory is told only of changes.
 */
export class Presence {
  readonly #sql: SqlStorage;
  readonly #signs: () => readonly Sign[];

  constructor(sql: SqlStorage, signs: () => readonly Sign[]) {
    [this.#sql, this.#signs] = [sql, signs];
    this.makeTable();
  }

  makeTable(): void {
    this.#sql.exec(
      "CREATE TABLE IF NOT EXISTS people (user_id TEXT PRIMARY KEY, enterprise_id TEXT NOT NULL, told TEXT NOT NULL, left_at INTEGER)",
    );
  }

  /** Somebody has a socket; `wasGone` says what the directory believes of them. Answers when to look at them. */
  opened(userId: string, enterpriseId: string, { wasGone, now }: { wasGone: boolean; now: number }): number {
    const [row] = this.#read("user_id = ?", userId);
    if (!row || row.leftAt !== null || wasGone)
      this.#sql.exec(
        `INSERT INTO people (user_id, enterprise_id, told) VALUES (?, ?, ?)
         ON CONFLICT (user_id) DO UPDATE SET left_at = NULL, told = iif(?, 'gone', told)`,
        userId,
        enterpriseId,
        wasGone ? "gone" : "here",
        wasGone ? 1 : 0,
      );
    // Others who are here already, and came in a way that did not say whose they are.
    if (!row)
      for (const { userId: each } of this.#signs())
        this.#sql.exec(
          "INSERT INTO people (user_id, enterprise_id, told) VALUES (?, ?, 'here') ON CONFLICT DO NOTHING",
          each,
          enterpriseId,
        );
    const isKnown = !wasGone && (row?.told ?? "here") === "here";
    return isKnown ? now + SILENT_MS : now;
  }

  /** Somebody's last socket has gone. Answers when to look whether they have another by then. */
  left(userId: string, at: number): number {
    this.#sql.exec("UPDATE people SET left_at = ? WHERE user_id = ? AND left_at IS NULL", at, userId);
    return at + GONE_MS;
  }

  /** Sockets whose clients have gone without a word: their people were there until their last ping. */
  silent(now: number): Sign[] {
    return this.#signs().filter(({ pingedAt }) => pingedAt > 0 && pingedAt + SILENT_MS <= now);
  }

  /**
   * Tells whatever has changed, and answers when to look again. Each is noted as unknown before and as known
   * after: an answer that is lost is asked for again, and somebody who comes back meanwhile is told in the next round.
   */
  async settle(
    tell: (enterpriseId: string, people: readonly Noted[]) => Promise<void>,
    now: () => number,
  ): Promise<number | undefined> {
    for (;;) {
      const { changed, next } = this.#look(now());
      const [first] = changed;
      if (!first) return next;
      const people = changed.map(({ userId, isHere }) => ({ userId, isHere }));
      this.#note(people, () => "");
      try {
        await tell(first.enterpriseId, people);
      } catch {
        return now() + AGAIN_MS;
      }
      this.#note(people, (isHere) => (isHere ? "here" : "gone"));
    }
  }

  /** Everybody of whom the directory has to hear, and when somebody else may be gone. */
  #look(now: number) {
    const signs = this.#signs();
    const here = new Set(signs.map(({ userId }) => userId));
    const rows = this.#read("told <> 'gone' OR left_at IS NULL");
    // A hub that was restarted has heard of no close.
    for (const row of rows)
      if (row.leftAt === null && !here.has(row.userId)) {
        row.leftAt = now;
        this.left(row.userId, now);
      }
    const isHere = ({ userId, leftAt }: Row) => here.has(userId) || (leftAt ?? now) + GONE_MS > now;
    const pending = rows.flatMap(({ userId, leftAt }) =>
      !here.has(userId) && leftAt !== null && leftAt + GONE_MS > now ? [leftAt + GONE_MS] : [],
    );
    const soonest = Math.min(...signs.flatMap(({ pingedAt }) => (pingedAt ? [pingedAt + SILENT_MS] : [])));
    // Not for each ping's own end: a socket may be silent for a heartbeat longer.
    const quiet = signs.length > 0 ? [Math.min(Math.max(soonest, now + HEARTBEAT_MS), now + SILENT_MS)] : [];
    const next = Math.min(...pending, ...quiet);
    return {
      changed: rows
        .filter((row) => (row.told === "here") !== isHere(row) || row.told === "")
        // Somebody who is still waited for is told of when that is over.
        .filter((row) => here.has(row.userId) || !isHere(row))
        .slice(0, PER_CALL)
        .map((row) => ({ userId: row.userId, enterpriseId: row.enterpriseId, isHere: isHere(row) })),
      next: Number.isFinite(next) ? next : undefined,
    };
  }

  #note(people: readonly Noted[], told: (isHere: boolean) => string): void {
    for (const { userId, isHere } of people)
      this.#sql.exec("UPDATE people SET told = ? WHERE user_id = ?", told(isHere), userId);
  }

  #read(which: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql
      .exec<Row>(
        `SELECT user_id AS userId, enterprise_id AS enterpriseId, told, left_at AS leftAt FROM people WHERE ${which}`,
        ...values,
      )
      .toArray();
  }
}
