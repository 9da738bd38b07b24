import { type SQL, sql } from "drizzle-orm";
import type { FieldFilter } from "#workers/contract/field-filter.ts";

/** Returns a condition on customers `c` for each of the conditions on their own fields. */
export const onFields = (filters: readonly FieldFilter[]): SQL[] =>
  filters.map((filter) => {
    const value = sql`(SELECT f.value FROM json_each(c.data) f WHERE f.key = ${filter.field})`;
    return filter.is === "oneOf" ? oneOf(value, filter) : between(value, filter);
  });

/** Several values of one customer are one text, with commas between them. */
function oneOf(value: SQL, { values, several }: FieldFilter & { is: "oneOf" }): SQL {
  const wanted = sql`(SELECT lower(trim(w.value)) FROM json_each(${JSON.stringify(values)}) w)`;
  if (!several) return sql`lower(${value}) IN ${wanted}`;
  const list = sql`',' || replace(lower(${value}), ', ', ',') || ','`;
  return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(values)}) w WHERE instr(${list}, ',' || lower(trim(w.value)) || ',') > 0)`;
}

/** Text that is no number is between no numbers: a field may have been a text before. */
function between(value: SQL, { from, to }: FieldFilter & { is: "between" }): SQL {
  const number = sql`CAST(${value} AS REAL)`;
  const bounds = [
    sql`${value} GLOB '*[0-9]*' AND ${value} NOT GLOB '*[^0-9.+-]*'`,
    ...(from === null ? [] : [sql`${number} >= ${from}`]),
    ...(to === null ? [] : [sql`${number} <= ${to}`]),
  ];
  return sql`(${sql.join(bounds, sql` AND `)})`;
}
