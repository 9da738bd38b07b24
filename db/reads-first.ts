import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";

/**
 * The same database for a call whose caller is not known to be admitted yet: what only reads is asked at once, anything
 * else waits until `admitted`, and fails with it.
 */
export function readsFirst<Db extends DrizzleD1Database & { $client: D1Database }>(
  { $client }: Db,
  admitted: Promise<unknown>,
): Db {
  const real = new WeakMap<D1PreparedStatement, { statement: D1PreparedStatement; query: string }>();
  const unless = async <Answer>(reads: boolean, run: () => Promise<Answer>): Promise<Answer> => {
    if (!reads) await admitted;
    return run();
  };
  const wrap = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const reads = onlyReads(query);
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), query),
      all: () => unless(reads, () => statement.all()),
      run: () => unless(reads, () => statement.run()),
      raw: (options?: { columnNames?: false }) => unless(reads, () => statement.raw(options)),
      first: (column?: string) =>
        unless(reads, () => (column === undefined ? statement.first() : statement.first(column))),
    } as unknown as D1PreparedStatement;
    real.set(wrapped, { statement, query });
    return wrapped;
  };
  const guarded = {
    prepare: (query: string) => wrap($client.prepare(query), query),
    batch(statements: D1PreparedStatement[]) {
      const each = statements.map((statement) => real.get(statement) ?? { statement, query: "" });
      const reads = each.every(({ query }) => onlyReads(query));
      return unless(reads, () => $client.batch(each.map(({ statement }) => statement)));
    },
  } as unknown as D1Database;
  return drizzle(guarded) as unknown as Db;
}

/** SQLite changes nothing by a statement that begins so. */
const onlyReads = (query: string): boolean => /^\s*select\b/i.test(query);
