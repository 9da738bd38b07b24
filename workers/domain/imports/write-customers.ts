import { chunksOf } from "../import-export/chunks.ts";
import type { Ctx } from "../ctx.ts";
import { beforeOf, type Draft, type Outcome } from "./merge.ts";
import { bound } from "./page-store.ts";
import type { ImportRow } from "./row.ts";

/** Statements that write a page's customers, groups and labels, and the records needed to undo all of it. */
export function customersWritten(
  ctx: Ctx,
  row: ImportRow,
  { drafts }: Outcome,
  markIds: ReadonlyMap<string, string>,
): { statements: D1PreparedStatement[]; createdTaggings: string[] } {
  const { enterpriseId, newId, now } = ctx;
  const at = now();
  const fresh = new Map<string, [id: string, kind: string, name: string, key: string]>();
  for (const { taggings } of drafts) {
    for (const [key, tagging] of taggings) {
      if (!markIds.has(key) && !fresh.has(key))
        fresh.set(key, [newId(), tagging.kind, tagging.name, tagging.key]);
    }
  }
  const idOfTagging = (key: string): string => markIds.get(key) ?? fresh.get(key)?.[0] ?? "";
  // Those without groups and labels come last: they are noted by their numbers, which follow each other.
  const created = drafts
    .filter(({ known }) => !known)
    .toSorted((one, other) => Number(one.taggings.size === 0) - Number(other.taggings.size === 0))
    .map((draft) => ({ id: newId(), draft }));
  const tagged = created.slice(0, created.filter(({ draft }) => draft.taggings.size > 0).length);
  const untagged = created.length - tagged.length;
  const known = drafts.flatMap((draft) => (draft.known ? [{ was: draft.known, draft }] : []));
  const added = columns.filter(
    (column) => !OPTIONAL.has(column) || created.some(({ draft }) => CELLS[column](draft) !== ""),
  );
  const givenTo = (draft: Draft): string[] =>
    [...draft.taggings.keys()].map(idOfTagging).filter((id) => !draft.known?.taggings.has(id));
  const each = (rows: readonly unknown[], text: string, ...values: unknown[]): D1PreparedStatement[] =>
    sent(chunksOf(rows), text, ...values);
  const sent = (chunks: readonly string[], text: string, ...values: unknown[]): D1PreparedStatement[] =>
    chunks.map((json) => bound(ctx, text, json, enterpriseId, ...values));

  const statements = [
    ...each([...fresh.values()], ADD_TAGGINGS, at),
    ...sent(
      chunksOf(created, ({ id, draft }) => [id, ...added.map((column) => CELLS[column](draft))]),
      addCustomers(added),
      row.startedBy,
      at,
    ),
    ...each(
      known
        .filter(({ draft }) => draft.changed)
        .map(({ was, draft }) => [was.number, ...Object.values(CELLS).map((cell) => cell(draft))]),
      CHANGE_CUSTOMERS,
      row.startedBy,
      at,
    ),
    ...(untagged > 0 ? [bound(ctx, NOTE_LAST_ADDED, row.id, enterpriseId, untagged)] : []),
    ...each(
      tagged.map(({ id, draft }) => [id, givenTo(draft)]),
      NOTE_TAGGED,
      row.id,
    ),
    ...each(
      known.map(({ was, draft }) => [
        was.number,
        beforeOf(was),
        was.revision + (draft.changed ? 1 : 0),
        [...new Set([...was.given, ...givenTo(draft)])],
      ]),
      NOTE_CHANGED,
      row.id,
    ),
    ...each(
      tagged.flatMap(({ id, draft }) => givenTo(draft).map((tagging) => [tagging, id])),
      TAG_CREATED,
    ),
    ...each(
      known.flatMap(({ was, draft }) => givenTo(draft).map((tagging) => [tagging, was.number])),
      TAG_KNOWN,
    ),
  ];
  return { statements, createdTaggings: [...fresh.values()].map(([id]) => id) };
}

/** A customer's cells by column, in the order of `CHANGE_CUSTOMERS`. JSON within stays JSON: `->>` makes text of it. */
const CELLS = {
  name: (draft: Draft) => draft.name,
  name_key: (draft: Draft) => draft.nameKey,
  phone: (draft: Draft) => draft.phone,
  phone_typed: (draft: Draft) => draft.phoneTyped,
  whatsapp: (draft: Draft) => draft.whatsapp,
  facebook_id: (draft: Draft) => draft.facebookId,
  insta_id: (draft: Draft) => draft.instaId,
  twitter_id: (draft: Draft) => draft.twitterId,
  data: (draft: Draft) => draft.said,
  search: (draft: Draft) => draft.search,
};
type Column = keyof typeof CELLS;
const columns = Object.keys(CELLS) as Column[];
/** Columns that are empty by default. SQLite needs a microsecond for each value that it takes out of a row's JSON. */
const OPTIONAL: ReadonlySet<Column> = new Set(["whatsapp", "facebook_id", "insta_id", "twitter_id"]);

const ADD_TAGGINGS = `INSERT INTO marks (id, enterprise_id, kind, name, name_key, created_at, updated_at)
  SELECT value->>0, ?2, value->>1, value->>2, value->>3, ?3, ?3 FROM json_each(?1)`;
/** MATERIALIZED: each mention of a list's `value` makes the row's text anew, a third of the time that all of this takes. */
const addCustomers = (added: readonly Column[]): string =>
  `WITH listed (entry) AS MATERIALIZED (SELECT value FROM json_each(?1))
  INSERT INTO customers (id, enterprise_id, ${added.join(", ")}, revision, updated_by, created_at, updated_at)
  SELECT entry->>0, ?2, ${added.map((_, at) => `entry->>${at + 1}`).join(", ")}, 1, ?3, ?4, ?4 FROM listed`;
const CHANGE_CUSTOMERS = `UPDATE customers SET name = e.value->>1, name_key = e.value->>2, phone_typed = e.value->>4,
    whatsapp = e.value->>5, facebook_id = e.value->>6, insta_id = e.value->>7, twitter_id = e.value->>8,
    data = json_patch(data, e.value->>9), search = e.value->>10, revision = revision + 1, updated_by = ?3, updated_at = ?4
  FROM json_each(?1) e WHERE customers.number = e.value->>0 AND customers.enterprise_id = ?2`;
/** The last `?3` customers are the page's own: in its transaction nobody else writes, and a number is one more than the last. */
const NOTE_LAST_ADDED = `INSERT INTO import_changes (import_id, enterprise_id, customer, before, revision, marks)
  SELECT ?1, ?2, number, NULL, 1, '[]' FROM customers
  WHERE number > (SELECT max(number) FROM customers) - ?3 AND enterprise_id = ?2`;
const NOTE_TAGGED = `INSERT INTO import_changes (import_id, enterprise_id, customer, before, revision, marks)
  SELECT ?3, ?2, c.number, NULL, 1, e.value->>1 FROM json_each(?1) e CROSS JOIN customers c ON c.id = e.value->>0`;
const NOTE_CHANGED = `INSERT INTO import_changes (import_id, enterprise_id, customer, before, revision, marks)
  SELECT ?3, ?2, value->>0, value->>1, value->>2, value->>3 FROM json_each(?1) WHERE true
  ON CONFLICT (import_id, customer) DO UPDATE SET revision = excluded.revision, marks = excluded.marks`;
const TAG_CREATED = `INSERT OR IGNORE INTO customer_marks (enterprise_id, mark_id, customer)
  SELECT ?2, e.value->>0, c.number FROM json_each(?1) e CROSS JOIN customers c ON c.id = e.value->>1`;
const TAG_KNOWN = `INSERT OR IGNORE INTO customer_marks (enterprise_id, mark_id, customer)
  SELECT ?2, value->>0, value->>1 FROM json_each(?1)`;
