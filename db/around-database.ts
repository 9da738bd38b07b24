/** Makes a call to a database, which has these statements; answers what the call answers. */
export type Around = <Answer>(queries: readonly string[], run: () => Promise<Answer>) => Promise<Answer>;

/** The same database, each of whose calls passes through `around`. */
export function aroundDatabase(database: D1Database, around: Around): D1Database {
  const real = new WeakMap<D1PreparedStatement, { statement: D1PreparedStatement; query: string }>();
  const wrap = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const one = [query];
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), query),
      all: () => around(one, () => statement.all()),
      run: () => around(one, () => statement.run()),
      raw: (options?: { columnNames?: false }) => around(one, () => statement.raw(options)),
      first: (column?: string) =>
        around(one, () => (column === undefined ? statement.first() : statement.first(column))),
    } as unknown as D1PreparedStatement;
    real.set(wrapped, { statement, query });
    return wrapped;
  };
  return {
    prepare: (query: string) => wrap(database.prepare(query), query),
    batch(statements: D1PreparedStatement[]) {
      const each = statements.map((statement) => real.get(statement) ?? { statement, query: "" });
      return around(
        each.map(({ query }) => query),
        () => database.batch(each.map(({ statement }) => statement)),
      );
    },
  } as unknown as D1Database;
}

/** SQLite changes nothing by a statement that begins so, or that has tables of its own and none of these verbs. */
export const onlyReads = (query: string): boolean =>
  /^\s*select\b/i.test(query) ||
  (/^\s*with\b/i.test(query) && !/\b(insert|update|delete|replace)\b/i.test(query));
