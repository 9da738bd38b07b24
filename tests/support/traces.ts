import { tenantTables } from "./tables.ts";

/** The tenant's tables in which one of these words is left. The database looks: other tests' rows are too many to read. */
export async function tracesOf(db: D1Database, ...words: string[]): Promise<string[]> {
  const looks = tenantTables.flatMap(({ name, columns }) => {
    const row = columns.map((column) => `coalesce("${column.name}", '')`).join(" || ' ' || ");
    return words.map((word) => ({
      name,
      word,
      sql: `SELECT count(*) AS n FROM "${name}" WHERE instr(${row}, ?)`,
    }));
  });
  const found = await db.batch<{ n: number }>(looks.map(({ sql, word }) => db.prepare(sql).bind(word)));
  return looks
    .filter((_, at) => found[at]?.results[0]?.n !== 0)
    .map(({ name, word }) => `${word} in ${name}`);
}
