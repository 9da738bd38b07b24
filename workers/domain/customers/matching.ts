import { type SQL, sql } from "drizzle-orm";
import { customerTaggings, customers } from "#db/tenant/customers.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { Ctx } from "../ctx.ts";
import { spellingsOf } from "./search-text.ts";

/** Customer filter: all the words, in one of the groups, with one of the labels. An empty filter matches everybody. */
export interface Filter {
  search: string;
  groups: readonly string[];
  tags: readonly string[];
}

export interface Window {
  limit: number;
  offset?: number;
  /** Only customers with a lower number: the next page of a walk through all of them. */
  below?: number;
  /** Only customers up to this number. */
  upTo?: number;
}

/** Up to this many customers are scanned one by one; above it an index is used. */
const FEW = 10_000;
/** The index is built of trigrams: it cannot find shorter words. */
const INDEXED_LENGTH = 3;
/** D1 takes at most five SELECTs in one UNION. */
const MOST_MERGED = 5;

/**
 * Returns the numbers of the matching customers, the newest first, as a subquery. The most selective criterion drives
 * the search, so a page costs the same at any number of customers (docs/decisions/customers.md).
 */
export async function matching(ctx: Ctx, filter: Filter): Promise<(window: Window) => SQL> {
  const words = nameKey(filter.search)
    .split(" ")
    .filter((word) => word !== "");
  const sets = [filter.groups, filter.tags].map((ids) => [...new Set(ids)]).filter((ids) => ids.length > 0);
  // With only one possible plan no counts are needed.
  if (words.length === 0 && sets.length <= 1) {
    const [only] = sets;
    return (window) => (only ? ledByTaggings(ctx, only, window, []) : ledByNumber(ctx, window, []));
  }
  const sizes = await sizesOf(ctx, sets);
  const [lead, ...others] = sets
    .map((ids, at) => ({ ids, size: sizes.sets[at] ?? 0 }))
    .toSorted((a, b) => a.size - b.size);

  const indexed = words.filter((word) => [...word].length >= INDEXED_LENGTH);
  if (lead && (lead.size <= FEW || indexed.length === 0)) {
    return (window) => ledByTaggings(ctx, lead.ids, window, [...contains(words), ...others.map(tagged)]);
  }
  if (indexed.length > 0 && sizes.all > FEW) {
    const rest = words.filter((word) => !indexed.includes(word));
    const conditions = [...contains(rest), ...[lead, ...others].flatMap((set) => (set ? [tagged(set)] : []))];
    return (window) => ledByIndex(ctx, indexed, window, conditions);
  }
  if (words.length > 0 && indexed.length === 0 && sizes.all > FEW) {
    return (window) =>
      // A walk through all of them goes by number.
      window.below === undefined
        ? ledByName(ctx, words.join(" "), window)
        : ledByNumber(ctx, window, [beginsWith(words.join(" "))]);
  }
  return (window) => ledByNumber(ctx, window, [...contains(words), ...(lead ? [tagged(lead)] : [])]);
}

/** Counts the customers in total and in each set, only up to the limit that the choice needs. */
async function sizesOf(
  { db, enterpriseId }: Ctx,
  sets: readonly (readonly string[])[],
): Promise<{ all: number; sets: number[] }> {
  const upTo = (source: SQL): SQL<number> =>
    sql<number>`(SELECT count(*) FROM (SELECT 1 FROM ${source} LIMIT ${FEW + 1}))`;
  const all = upTo(
    sql`${customers} WHERE ${customers.enterpriseId} = ${enterpriseId} AND ${customers.deletedAt} IS NULL`,
  );
  const each = sets.map((ids) =>
    upTo(sql`${customerTaggings} WHERE ${customerTaggings.taggingId} IN ${listed(ids)}`),
  );
  const [row = []] = await db.values<number[]>(sql`SELECT ${sql.join([all, ...each], sql`, `)}`);
  return { all: row[0] ?? 0, sets: row.slice(1) };
}

/** A list as one bound value: a statement binds at most a hundred. */
export const listed = (values: readonly (string | number)[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

const c = sql.raw("c");
const there = ({ enterpriseId }: Ctx): SQL => sql`c.enterprise_id = ${enterpriseId} AND c.deleted_at IS NULL`;
const all = (conditions: readonly SQL[]): SQL =>
  conditions.length > 0 ? sql` AND ${sql.join([...conditions], sql` AND `)}` : sql``;

/** One bound value for all words in all their spellings: a statement binds at most a hundred. */
const contains = (words: readonly string[]): SQL[] =>
  words.length === 0
    ? []
    : [
        sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(words.map(spellingsOf))}) w
          WHERE NOT EXISTS (SELECT 1 FROM json_each(w.value) s WHERE instr(c.search, s.value) > 0))`,
      ];

const beginsWith = (prefix: string): SQL =>
  sql`c.name_key >= ${prefix} AND c.name_key < ${`${prefix}\u{10FFFF}`}`;

const tagged = ({ ids }: { ids: readonly string[] }): SQL =>
  sql`EXISTS (SELECT 1 FROM ${customerTaggings} m WHERE m.customer = c.number AND m.mark_id IN ${listed(ids)})`;

function within(column: SQL, { below, upTo }: Window): SQL {
  return sql`${below === undefined ? sql`` : sql` AND ${column} < ${below}`}${upTo === undefined ? sql`` : sql` AND ${column} <= ${upTo}`}`;
}

const paged = ({ limit, offset = 0 }: Window): SQL => sql` LIMIT ${limit} OFFSET ${offset}`;

function ledByNumber(ctx: Ctx, window: Window, conditions: readonly SQL[]): SQL {
  return sql`SELECT c.number FROM ${customers} ${c} INDEXED BY customers_newest WHERE ${there(ctx)}${all(conditions)}${within(sql`c.number`, window)} ORDER BY c.number DESC${paged(window)}`;
}

/**
 * Each tagging's customers are sorted by number, and SQLite merges such lists as it reads them: only as many rows are read
 * as the page needs.
 */
function ledByTaggings(ctx: Ctx, ids: readonly string[], window: Window, conditions: readonly SQL[]): SQL {
  const one = (id: string): SQL =>
    sql`SELECT m.customer AS number FROM ${customerTaggings} m WHERE m.mark_id = ${id}${within(sql`m.customer`, window)}`;
  const numbers =
    ids.length <= MOST_MERGED
      ? sql`${sql.join(ids.map(one), sql` UNION `)} ORDER BY 1 DESC`
      : sql`SELECT DISTINCT m.customer AS number FROM ${customerTaggings} m WHERE m.mark_id IN ${listed(ids)}${within(sql`m.customer`, window)} ORDER BY 1 DESC`;
  return sql`SELECT c.number FROM (${numbers}) l CROSS JOIN ${customers} ${c} ON c.number = l.number WHERE ${there(ctx)}${all(conditions)} ORDER BY l.number DESC${paged(window)}`;
}

function ledByIndex(ctx: Ctx, words: readonly string[], window: Window, conditions: readonly SQL[]): SQL {
  const query = words
    .map((word) => {
      const either = spellingsOf(word).map((spelling) => `"${spelling.replaceAll('"', '""')}"`);
      return `(${either.join(" OR ")})`;
    })
    .join(" AND ");
  return sql`SELECT c.number FROM customers_fts f CROSS JOIN ${customers} ${c} ON c.number = f.rowid WHERE f.customers_fts MATCH ${query}${within(sql`f.rowid`, window)} AND ${there(ctx)}${all(conditions)} ORDER BY f.rowid DESC${paged(window)}`;
}

/** One or two letters among very many customers: names that start with them, by name. */
function ledByName(ctx: Ctx, prefix: string, window: Window): SQL {
  return sql`SELECT c.number FROM ${customers} ${c} INDEXED BY customers_name WHERE ${there(ctx)} AND ${beginsWith(prefix)}${within(sql`c.number`, window)} ORDER BY c.name_key, c.number DESC${paged(window)}`;
}
