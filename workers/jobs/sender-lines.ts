import type { SendResult } from "#workers/channels/adapter.ts";
import type { Claimed } from "#workers/domain/messaging/claim.ts";
import type { Ended } from "#workers/domain/messaging/outcomes.ts";

interface Line {
  id: string;
  attempts: number;
  /** Null while the call is open. */
  result: SendResult | null;
  at: number;
}

/** A sender's own memory of its calls: a line before each call, its outcome after it, until the database has it. */
export class SenderLines {
  readonly #storage: DurableObjectStorage;
  /** Nothing was ever written here: either the sender is new, or its storage was lost. */
  readonly areNew: boolean;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    const { there } = storage.sql
      .exec<{ there: number }>("SELECT count(*) AS there FROM sqlite_master WHERE name = 'lines'")
      .one();
    this.areNew = there === 0;
    storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS lines (id TEXT PRIMARY KEY, attempts INTEGER NOT NULL, result TEXT, at INTEGER NOT NULL)",
    );
  }

  /** Resolves once it is on disk that this sender has a memory. Throws in an object that was replaced. */
  async begin(): Promise<void> {
    await this.#storage.put("at", Date.now());
    await this.#storage.sync();
  }

  /** Resolves once the line is on disk. Throws in an object that was replaced: the call is not made. */
  async open({ id, attempts }: Pick<Claimed, "id" | "attempts">): Promise<void> {
    this.#storage.sql.exec(
      "INSERT OR REPLACE INTO lines (id, attempts, result, at) VALUES (?, ?, NULL, ?)",
      id,
      attempts,
      Date.now(),
    );
    await this.#storage.sync();
  }

  close({ id, attempts }: Pick<Claimed, "id" | "attempts">, result: SendResult): Ended {
    const at = Date.now();
    this.#storage.sql.exec(
      "UPDATE lines SET result = ?, at = ? WHERE id = ?",
      JSON.stringify(result),
      at,
      id,
    );
    return { id, attempts, result, at };
  }

  all(): Line[] {
    const rows = this.#storage.sql.exec<{ id: string; attempts: number; result: string | null; at: number }>(
      "SELECT id, attempts, result, at FROM lines",
    );
    return rows.toArray().map(({ result, ...line }) => ({
      ...line,
      result: result === null ? null : (JSON.parse(result) as SendResult),
    }));
  }

  /** The database has them. */
  forget(ids: readonly string[]): void {
    this.#storage.sql.exec(
      "DELETE FROM lines WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids),
    );
  }
}
