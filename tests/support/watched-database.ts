/** The same database, telling `before` of every statement just before it is run; its answer is awaited. */
export function watchedDatabase(
  database: D1Database,
  before: (sql: string) => Promise<void> | void,
): D1Database {
  const statements = new WeakMap<object, { statement: D1PreparedStatement; query: string }>();
  const watch = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const after =
      <Args extends unknown[], Answer>(run: (...args: Args) => Promise<Answer>) =>
      async (...args: Args): Promise<Answer> => {
        await before(query);
        return run(...args);
      };
    const watched = {
      bind: (...values: unknown[]) => watch(statement.bind(...values), query),
      all: after(() => statement.all()),
      run: after(() => statement.run()),
      first: after((column?: string) => (column ? statement.first(column) : statement.first())),
      raw: after((options?: { columnNames?: false }) => statement.raw(options)),
    } as unknown as D1PreparedStatement;
    statements.set(watched, { statement, query });
    return watched;
  };
  return {
    prepare: (query: string) => watch(database.prepare(query), query),
    async batch(batched: D1PreparedStatement[]) {
      const real = batched.map((each) => statements.get(each) ?? { statement: each, query: "" });
      for (const { query } of real) await before(query);
      return database.batch(real.map(({ statement }) => statement));
    },
  } as unknown as D1Database;
}
