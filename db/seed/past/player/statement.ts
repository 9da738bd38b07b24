/** The part of D1 that the product's own functions use. */
export type Database = Pick<D1Database, "prepare" | "batch">;

/** Runs statements as a transaction of its own, such as one that shows what was put aside. */
export interface Shows {
  batch: (statements: D1PreparedStatement[]) => Promise<D1Result[]>;
  /** Whether rows as lists, which a transaction does not answer, are to be made of one's rows for this text. */
  isShown?: (sql: string) => boolean;
}

export const NOTHING = { success: true, results: [], meta: { changes: 0 } } as unknown as D1Result;

/** A statement of a database that runs each as a transaction of its own making. */
export class Statement {
  readonly sql: string;
  readonly real: D1PreparedStatement;
  readonly #of: Shows;

  constructor(of: Shows, sql: string, real: D1PreparedStatement) {
    this.#of = of;
    this.sql = sql;
    this.real = real;
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#of, this.sql, this.real.bind(...values));
  }

  async all(): Promise<D1Result> {
    const [result] = await this.#of.batch([this as unknown as D1PreparedStatement]);
    return result ?? NOTHING;
  }
  run = (): Promise<D1Result> => this.all();
  async first(column?: string): Promise<unknown> {
    const row = (await this.all()).results[0] as Record<string, unknown> | undefined;
    return (column === undefined ? row : row?.[column]) ?? null;
  }
  /** D1 answers no batch with rows as lists: only those are made of rows whose columns have names of their own. */
  async raw(options?: { columnNames?: false }): Promise<unknown[]> {
    if (this.#of.isShown?.(this.sql) !== true) return this.real.raw(options);
    return (await this.all()).results.map((row) => Object.values(row as Record<string, unknown>));
  }
}
