import type { CustomerBefore } from "#db/tenant/imports.ts";
import type { FieldValues } from "#db/tenant/customers.ts";
import type { UndoPreview } from "#workers/contract/endpoints/imports.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { searchTextOf } from "../customers/search-text.ts";
import { chunksOf } from "../import-export/chunks.ts";
import type { LeasedJob } from "../jobs/lease.ts";
import type { Ctx } from "../ctx.ts";
import { type FieldRow, liveFields, searchedFields } from "../customers/live-fields.ts";
import { advanced, guarding, type Next, type PageDone, renewed } from "./page-store.ts";
import { isMet, takingBack } from "./opt-in.ts";
import { type ImportRow, importRow, undoProgress } from "./row.ts";

const PAGE = 2_000;

interface Change {
  customer: number;
  before: string | null;
  noted: number;
  given: string;
  revision: number;
  phone: string;
  archive: string | null;
  data: string;
  /** The import created them, and somebody has written with them since. */
  met: number;
}

/**
 * Whoever has written or was written to since is somebody: without their customer their messages would belong to nobody
 * whom one could find, erase or give a copy.
 */
const MET = `(h.before IS NULL AND ${isMet("c.enterprise_id", "c.number", "h.import_id")})`;

/** Customers that are in the trash stay there; a group or a label that somebody has put on or taken off is no edit. */
const CHANGES = `SELECT h.customer, h.before, h.revision AS noted, h.marks AS given, c.revision, c.phone, c.archive, c.data, ${MET} AS met
  FROM import_changes h CROSS JOIN customers c ON c.number = h.customer AND c.deleted_at IS NULL
  WHERE h.import_id = ?1 AND h.customer > ?2 ORDER BY h.customer LIMIT ?3`;

const PREVIEW = `SELECT h.before IS NULL AS created, c.revision <> h.revision OR ${MET} AS edited, count(*) AS customers
  FROM import_changes h CROSS JOIN customers c ON c.number = h.customer AND c.deleted_at IS NULL
  WHERE h.import_id = ?1 GROUP BY 1, 2`;

/** Tells beforehand how many customers an undo would take, and how many were edited or written with since. */
export async function previewUndo(ctx: Ctx, id: string): Promise<UndoPreview> {
  const row = await importRow(ctx, id);
  const { results } = await ctx.db.$client
    .prepare(PREVIEW)
    .bind(row.id)
    .all<{ created: number; edited: number; customers: number }>();
  const count = (created: number, edited: number): number =>
    results.find((each) => each.created === created && each.edited === edited)?.customers ?? 0;
  return {
    removed: count(1, 0),
    restored: count(0, 0),
    edited: { removed: count(1, 1), restored: count(0, 1) },
  };
}

/**
 * Undoes an import for one page of customers. Those edited or written with since stay as they are, and can be taken by a
 * second undo: it puts those that the import created in the trash, so that nothing is lost without a way back.
 */
export async function undoPage(ctx: Ctx, job: LeasedJob, row: ImportRow): Promise<PageDone> {
  const { db, now } = ctx;
  const fields = await liveFields(ctx);
  const { results: changes } = await db.$client.prepare(CHANGES).bind(row.id, row.cursor, PAGE).all<Change>();
  const edited = ({ revision, noted, met }: Change) => revision !== noted || met === 1;
  const mine = changes.filter((change) => row.undoEdited || !edited(change));
  const created = mine.filter(({ before }) => before === null);
  const removed = created.filter((change) => !edited(change));
  const numbersOf = (some: readonly Change[]) => JSON.stringify(some.map(({ customer }) => customer));
  const restored = mine.filter(({ before }) => before !== null);
  const kept = changes.length - mine.length;
  const last = changes.length < PAGE;
  const next: Next = {
    ...row,
    state: last ? "UNDONE" : "UNDOING",
    cursor: changes.at(-1)?.customer ?? row.cursor,
    line: row.line + changes.length,
    counts: { ...row.counts, kept: row.counts.kept + kept },
    completedAt: last ? now() : row.completedAt,
  };
  const bind = (sql: string, ...values: unknown[]): D1PreparedStatement =>
    db.$client.prepare(sql).bind(...values);
  const statements = [
    guarding(
      ctx,
      job,
      row,
      mine.map(({ customer, revision }) => [customer, revision] as const),
      { fields, unmet: removed.map(({ customer }) => customer) },
    ),
    bind(TRASH, numbersOf(created.filter(edited)), ctx.enterpriseId, row.id, row.startedBy, now()),
    ...takingBack(ctx, row, {
      upTo: last ? Number.MAX_SAFE_INTEGER : next.cursor,
      removed: removed.map(({ customer }) => customer),
    }),
    bind(REMOVE, numbersOf(removed)),
    ...restoring(ctx, row, restored, fields),
    bind(FORGET, row.id, numbersOf(mine)),
    ...(last ? [bind(REMOVE_TAGGINGS, JSON.stringify(row.createdTaggings), ctx.enterpriseId)] : []),
    advanced(ctx, row, next),
    renewed(ctx, job, undoProgress(next.line, row.counts)),
  ];
  await db.$client.batch(statements);
  return {
    row: { ...row, ...next, createdTaggings: [...next.createdTaggings] },
    calls: statements.length + 2,
  };
}

function restoring(
  ctx: Ctx,
  row: ImportRow,
  changes: readonly Change[],
  fields: readonly FieldRow[],
): D1PreparedStatement[] {
  if (changes.length === 0) return [];
  const { db, enterpriseId, now } = ctx;
  const searched = searchedFields(fields);
  const alive = new Set(fields.map(({ id }) => id));
  const all = changes.map(({ customer, before: text, given, phone, noted, revision, data: now_ }) => {
    const before = JSON.parse(text ?? "{}") as CustomerBefore;
    const current = JSON.parse(now_) as FieldValues;
    // Values of a field that was deleted since are in the archive, and stay there.
    const data = Object.fromEntries(
      Object.entries(before.data).filter(([field]) => alive.has(field) || field in current),
    );
    return {
      values: [
        customer,
        before.name,
        nameKey(before.name),
        before.phoneTyped,
        before.whatsapp,
        before.facebookId,
        before.instaId,
        before.twitterId,
        JSON.stringify(data),
        searchTextOf({ ...before, data, phone }, searched),
      ],
      taggings: (JSON.parse(given) as string[]).map((tagging) => [tagging, customer]),
      // A customer that the import did not change has the revision from before.
      step: [customer, before.revision, revision + 1],
      changed: noted !== before.revision,
    };
  });
  const each = (rows: readonly unknown[], sql: string, ...values: unknown[]): D1PreparedStatement[] =>
    chunksOf(rows).map((json) => db.$client.prepare(sql).bind(json, ...values));
  const changed = all.filter((one) => one.changed);
  return [
    ...each(
      changed.map(({ values }) => values),
      RESTORE,
      enterpriseId,
      row.startedBy,
      now(),
    ),
    ...each(
      all.flatMap(({ taggings }) => taggings),
      UNTAG,
    ),
    ...each(
      changed.map(({ step }) => step),
      HAND_DOWN,
      row.id,
    ),
  ];
}

const TRASH = `UPDATE customers SET deleted_at = ?5, deleted_by = ?3, revision = revision + 1, updated_by = ?4, updated_at = ?5
  WHERE number IN (SELECT value FROM json_each(?1)) AND enterprise_id = ?2`;
const REMOVE = "DELETE FROM customers WHERE number IN (SELECT value FROM json_each(?1))";
const RESTORE = `UPDATE customers SET name = e.value->>1, name_key = e.value->>2, phone_typed = e.value->>3,
    whatsapp = e.value->>4, facebook_id = e.value->>5, insta_id = e.value->>6, twitter_id = e.value->>7,
    data = e.value->>8, search = e.value->>9, revision = revision + 1, updated_by = ?3, updated_at = ?4
  FROM json_each(?1) e WHERE customers.number = e.value->>0 AND customers.enterprise_id = ?2`;
const UNTAG = `DELETE FROM customer_marks WHERE rowid IN (
  SELECT m.rowid FROM json_each(?1) e CROSS JOIN customer_marks m ON m.mark_id = e.value->>0 AND m.customer = e.value->>1)`;
/**
 * An earlier import set the values that the customer has again now, under a new revision: it can still be undone as
 * well.
 */
const HAND_DOWN = `UPDATE import_changes SET revision = e.value->>2
  FROM json_each(?1) e WHERE import_changes.customer = e.value->>0 AND import_changes.revision = e.value->>1
    AND import_changes.import_id <> ?2`;
const FORGET = `DELETE FROM import_changes WHERE import_id = ?1 AND customer IN (SELECT value FROM json_each(?2))`;
const REMOVE_TAGGINGS = `DELETE FROM marks WHERE enterprise_id = ?2 AND id IN (SELECT value FROM json_each(?1))
  AND NOT EXISTS (SELECT 1 FROM customer_marks m WHERE m.mark_id = marks.id)`;
