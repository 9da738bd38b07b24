import { type SQL, sql } from "drizzle-orm";
import { customerTaggings, customers } from "#db/tenant/customers.ts";
import type { CustomerOrder } from "#workers/contract/endpoints/customers.ts";
import type { FieldFilter } from "#workers/contract/field-filter.ts";
import { nameKey } from "#workers/contract/fields.ts";
import type { Ctx } from "../ctx.ts";
import { onFields } from "./field-conditions.ts";
import { spellingsOf } from "./search-text.ts";

/**
 * Customer filter: all the words, in one of the groups, with one of the labels, and all conditions on own fields. An empty
 * filter matches everybody.
 */
export interface Filter {
  search: string;
  groups: readonly string[];
  tags: readonly string[];
  fields?: readonly FieldFilter[] | undefined;
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
/** Up to this many that were found by other means are put in the order of their names; of more, the names lead. */
const FEW_SORTED = 2_000;
/** The index is built of trigrams: it cannot find shorter words. */
const INDEXED_LENGTH = 3;
/** D1 takes at most five SELECTs in one UNION. */
const MOST_MERGED = 5;

type Numbers = (window: Window) => SQL;

/**
 * Returns the numbers of the matching customers, the newest first or in another order, as a subquery. The most selective
 * criterion drives the search, so a page costs the same at any number of customers (docs/decisions/customers.md).
 */
export async function matching(ctx: Ctx, filter: Filter, order: CustomerOrder = "newest"): Promise<Numbers> {
  const words = nameKey(filter.search)
    .split(" ")
    .filter((word) => word !== "");
  const sets = [filter.groups, filter.tags].map((ids) => [...new Set(ids)]).filter((ids) => ids.length > 0);
  const own = onFields(filter.fields ?? []);
  const named = order === "name" || order === "nameDown";
  // With only one possible plan no counts are needed.
  if (words.length === 0 && sets.length <= (named ? 0 : 1)) {
    const [only] = sets;
    return (window) =>
      only ? ledByTaggings(ctx, only, order, window, own) : ledByAll(ctx, order, window, own);
  }
  const indexed = words.filter((word) => [...word].length >= INDEXED_LENGTH);
  const areShort = words.length > 0 && indexed.length === 0;
  const few = named ? FEW_SORTED : FEW;
  const sizes = await sizesOf(ctx, { sets, words: named ? indexed : [], few, all: areShort ? FEW : few });
  const [lead, ...others] = sets
    .map((ids, at) => ({ ids, size: sizes.sets[at] ?? 0 }))
    .toSorted((a, b) => a.size - b.size);

  if (lead && (lead.size <= few || (!named && indexed.length === 0))) {
    const conditions = [...contains(words), ...others.map(tagged), ...own];
    return (window) => ledByTaggings(ctx, lead.ids, order, window, conditions);
  }
  const inLead = [lead, ...others].flatMap((set) => (set ? [tagged(set)] : []));
  if (indexed.length > 0 && sizes.all > few && (!named || sizes.found <= few)) {
    const rest = words.filter((word) => !indexed.includes(word));
    const conditions = [...contains(rest), ...inLead, ...own];
    return (window) => ledByIndex(ctx, indexed, order, window, conditions);
  }
  if (!lead && areShort && sizes.all > FEW) {
    const conditions = [beginsWith(words.join(" ")), ...own];
    return (window) =>
      // A walk through all of them goes by number.
      window.below === undefined
        ? ledByName(ctx, order === "nameDown" ? order : "name", window, conditions)
        : ledByAll(ctx, order, window, conditions);
  }
  return (window) => ledByAll(ctx, order, window, [...contains(words), ...inLead, ...own]);
}

/** Counts the customers in total, in each set and of these words, only one further than the choice needs. */
async function sizesOf(
  ctx: Ctx,
  {
    sets,
    words,
    few,
    all: most,
  }: { sets: readonly (readonly string[])[]; words: readonly string[]; few: number; all: number },
): Promise<{ all: number; sets: number[]; found: number }> {
  const upTo = (source: SQL, limit = few): SQL<number> =>
    sql<number>`(SELECT count(*) FROM (SELECT 1 FROM ${source} LIMIT ${limit + 1}))`;
  const everybody = upTo(sql`${customers} ${c} WHERE ${there(ctx)}`, most);
  const found = words.length === 0 ? sql`0` : upTo(sql`${indexOf(words)} AND ${there(ctx)}`);
  const each = sets.map((ids) =>
    upTo(sql`${customerTaggings} WHERE ${customerTaggings.taggingId} IN ${listed(ids)}`),
  );
  const [row = []] = await ctx.db.values<number[]>(
    sql`SELECT ${sql.join([everybody, found, ...each], sql`, `)}`,
  );
  return { all: row[0] ?? 0, found: row[1] ?? 0, sets: row.slice(2) };
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

const DIRECTIONS = { newest: sql`DESC`, oldest: sql`ASC`, name: sql`ASC`, nameDown: sql`DESC` } as const;

/** The order of customers `c`; the number tells apart those of one name. */
const orderOf = (order: CustomerOrder, number = sql`c.number`): SQL =>
  order === "name" || order === "nameDown"
    ? sql` ORDER BY c.name_key ${DIRECTIONS[order]}, ${number} ${DIRECTIONS[order]}`
    : sql` ORDER BY ${number} ${DIRECTIONS[order]}`;

/** The index that has all customers in this order. */
function ledByAll(ctx: Ctx, order: CustomerOrder, window: Window, conditions: readonly SQL[]): SQL {
  if (order === "name" || order === "nameDown") return ledByName(ctx, order, window, conditions);
  return sql`SELECT c.number FROM ${customers} ${c} INDEXED BY customers_newest WHERE ${there(ctx)}${all(conditions)}${within(sql`c.number`, window)}${orderOf(order)}${paged(window)}`;
}

/**
 * Each tagging's customers are sorted by number, and SQLite merges such lists as it reads them: only as many rows are read
 * as the page needs.
 */
function ledByTaggings(
  ctx: Ctx,
  ids: readonly string[],
  order: CustomerOrder,
  window: Window,
  conditions: readonly SQL[],
): SQL {
  const one = (id: string): SQL =>
    sql`SELECT m.customer AS number FROM ${customerTaggings} m WHERE m.mark_id = ${id}${within(sql`m.customer`, window)}`;
  const merged = sql` ORDER BY 1 ${order === "oldest" ? DIRECTIONS.oldest : DIRECTIONS.newest}`;
  const numbers =
    ids.length <= MOST_MERGED
      ? sql`${sql.join(ids.map(one), sql` UNION `)}${merged}`
      : sql`SELECT DISTINCT m.customer AS number FROM ${customerTaggings} m WHERE m.mark_id IN ${listed(ids)}${within(sql`m.customer`, window)}${merged}`;
  return sql`SELECT c.number FROM (${numbers}) l CROSS JOIN ${customers} ${c} ON c.number = l.number WHERE ${there(ctx)}${all(conditions)}${orderOf(order, sql`l.number`)}${paged(window)}`;
}

/** The customers `c` of all enterprises whose text has these words; a condition may follow. */
function indexOf(words: readonly string[]): SQL {
  const query = words
    .map((word) => {
      const either = spellingsOf(word).map((spelling) => `"${spelling.replaceAll('"', '""')}"`);
      return `(${either.join(" OR ")})`;
    })
    .join(" AND ");
  return sql`customers_fts f CROSS JOIN ${customers} ${c} ON c.number = f.rowid WHERE f.customers_fts MATCH ${query}`;
}

const ledByIndex = (
  ctx: Ctx,
  words: readonly string[],
  order: CustomerOrder,
  window: Window,
  conditions: readonly SQL[],
): SQL =>
  sql`SELECT c.number FROM ${indexOf(words)}${within(sql`f.rowid`, window)} AND ${there(ctx)}${all(conditions)}${orderOf(order, sql`f.rowid`)}${paged(window)}`;

/** Everybody by name, or, among very many, names that start with one or two letters. */
const ledByName = (ctx: Ctx, order: "name" | "nameDown", window: Window, conditions: readonly SQL[]): SQL =>
  sql`SELECT c.number FROM ${customers} ${c} INDEXED BY customers_name WHERE ${there(ctx)}${all(conditions)}${within(sql`c.number`, window)}${orderOf(order)}${paged(window)}`;
