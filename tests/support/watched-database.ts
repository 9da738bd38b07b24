interface Around {
  /** Runs instead of each call, with the statements that it makes; it makes the call. */
  around: <Answer>(statements: readonly string[], run: () => Promise<Answer>) => Promise<Answer>;
  /** Hears how many rows each statement has read. Reading statements are then run twice where their answer does not say. */
  read?: (statement: string, rows: number) => void;
}

/** The same database, each of whose calls passes through `around`. */
export function aroundDatabase(database: D1Database, { around, read }: Around): D1Database {
  const statements = new WeakMap<object, { statement: D1PreparedStatement; query: string }>();
  const note = (query: string, { meta }: D1Result) => read?.(query, meta.rows_read);
  const wrap = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const through =
      <Args extends unknown[], Answer>(run: (...args: Args) => Promise<Answer>, saysRows: boolean) =>
      (...args: Args): Promise<Answer> =>
        around([query], async () => {
          if (read && !saysRows && /^\s*(select|with)\b/i.test(query)) note(query, await statement.all());
          const answer = await run(...args);
          if (read && saysRows) note(query, answer as D1Result);
          return answer;
        });
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), query),
      all: through(() => statement.all(), true),
      run: through(() => statement.run(), true),
      first: through((column?: string) => (column ? statement.first(column) : statement.first()), false),
      raw: through((options?: { columnNames?: false }) => statement.raw(options), false),
    } as unknown as D1PreparedStatement;
    statements.set(wrapped, { statement, query });
    return wrapped;
  };
  return {
    prepare: (query: string) => wrap(database.prepare(query), query),
    batch(batched: D1PreparedStatement[]) {
      const real = batched.map((each) => statements.get(each) ?? { statement: each, query: "" });
      return around(
        real.map(({ query }) => query),
        async () => {
          const results = await database.batch(real.map(({ statement }) => statement));
          for (const [index, result] of results.entries()) note(real[index]?.query ?? "", result);
          return results;
        },
      );
    },
  } as unknown as D1Database;
}

/** The same database, telling `before` of every statement just before it is run; its answer is awaited. */
export const watchedDatabase = (
  database: D1Database,
  before: (sql: string) => Promise<void> | void,
): D1Database =>
  aroundDatabase(database, {
    around: async (statements, run) => {
      for (const statement of statements) await before(statement);
      return run();
    },
  });
