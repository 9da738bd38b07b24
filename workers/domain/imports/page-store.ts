import { sql } from "drizzle-orm";
import type { FieldValues } from "#db/tenant/customers.ts";
import type { ImportCounts, ImportState } from "#workers/contract/endpoints/imports.ts";
import { type FieldRow, fieldsAsRead } from "../customers/live-fields.ts";
import { chunksOf } from "../import-export/chunks.ts";
import { bindable } from "../guard.ts";
import { advancing, guardLease, type LeasedJob } from "../jobs/lease.ts";
import type { Ctx } from "../ctx.ts";
import { type Known, taggingKey, type Outcome, type WrongRow } from "./merge.ts";
import { isMet } from "./opt-in.ts";
import type { ImportRow } from "./row.ts";

/** The statements of a page: plain SQL, so that thousands of rows need only a few statements. */

const client = ({ db }: Pick<Ctx, "db">): D1Database => db.$client;
/** A statement of plain SQL with its values. */
export const bound = (ctx: Ctx, text: string, ...values: unknown[]): D1PreparedStatement =>
  client(ctx)
    .prepare(text)
    .bind(...values);

interface KnownRow {
  number: number;
  revision: number;
  phone: string;
  phone_typed: string;
  name: string;
  whatsapp: string;
  facebook_id: string;
  insta_id: string;
  twitter_id: string;
  data: string;
  given: string | null;
  taggings: string | null;
}

/** CROSS JOIN fixes the join order: otherwise SQLite takes the list for the smaller side and scans all customers. */
const KNOWN = `SELECT c.number, c.revision, c.phone, c.phone_typed, c.name, c.whatsapp, c.facebook_id, c.insta_id,
    c.twitter_id, c.data, h.marks AS given,
    CASE WHEN ?4 THEN (SELECT json_group_array(m.mark_id) FROM customer_marks m WHERE m.customer = c.number) END AS taggings
  FROM json_each(?1) p
  CROSS JOIN customers c ON c.enterprise_id = ?2 AND c.phone = p.value AND c.deleted_at IS NULL
  LEFT JOIN import_changes h ON h.import_id = ?3 AND h.customer = c.number`;
const MET = `SELECT n.phone FROM json_each(?1) p CROSS JOIN import_numbers n ON n.import_id = ?2 AND n.phone = p.value`;
const MARKS = `SELECT m.id, m.kind, m.name_key FROM json_each(?1) p
  CROSS JOIN marks m ON m.enterprise_id = ?2 AND m.kind = p.value->>0 AND m.name_key = p.value->>1`;

/** Reads the existing customers, groups and labels that a page names. */
export async function readKnown(
  ctx: Ctx,
  row: ImportRow,
  phones: readonly string[],
  taggings: ReadonlyMap<string, { kind: string; key: string }>,
): Promise<{ known: Map<string, Known>; met: Set<string>; markIds: Map<string, string> }> {
  const numbers = JSON.stringify(phones);
  const keys = JSON.stringify([...taggings.values()].map(({ kind, key }) => [kind, key]));
  const { enterpriseId } = ctx;
  const [customers, tagged, met] = await client(ctx).batch([
    bound(ctx, KNOWN, numbers, enterpriseId, row.id, taggings.size > 0 ? 1 : 0),
    bound(ctx, MARKS, keys, enterpriseId),
    // Only a check notes the numbers that it meets.
    ...(row.state === "CHECKING" ? [bound(ctx, MET, numbers, row.id)] : []),
  ]);
  const known = (customers?.results ?? []) as unknown as KnownRow[];
  return {
    known: new Map(known.map((each) => [each.phone, knownOf(each)])),
    met: new Set(((met?.results ?? []) as { phone: string }[]).map(({ phone }) => phone)),
    markIds: new Map(
      ((tagged?.results ?? []) as { id: string; kind: "group" | "label"; name_key: string }[]).map(
        (tagging) => [taggingKey({ kind: tagging.kind, key: tagging.name_key }), tagging.id],
      ),
    ),
  };
}

const knownOf = (row: KnownRow): Known => ({
  number: row.number,
  revision: row.revision,
  phone: row.phone,
  phoneTyped: row.phone_typed,
  name: row.name,
  whatsapp: row.whatsapp,
  facebookId: row.facebook_id,
  instaId: row.insta_id,
  twitterId: row.twitter_id,
  data: JSON.parse(row.data) as FieldValues,
  seen: row.given !== null,
  given: row.given === null ? [] : (JSON.parse(row.given) as string[]),
  taggings: new Set(row.taggings === null ? [] : (JSON.parse(row.taggings) as string[])),
});

/**
 * Fails the whole batch when the import was stopped or another page came first, when another worker holds the job by
 * now, or when somebody has changed one of the customers, or the fields that the page was read by.
 */
export const guarding = (
  ctx: Ctx,
  job: LeasedJob,
  { id, state, cursor }: Pick<ImportRow, "id" | "state" | "cursor">,
  revisions: readonly (readonly [number: number, revision: number])[],
  { fields, unmet = [] }: { fields?: readonly FieldRow[]; unmet?: readonly number[] } = {},
): D1PreparedStatement =>
  bindable(
    ctx,
    guardLease(
      ctx,
      job,
      {},
      sql`EXISTS (SELECT 1 FROM customer_imports WHERE id = ${id} AND state = ${state} AND cursor = ${cursor})
      AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(revisions)}) e
        LEFT JOIN customers c ON c.number = e.value->>0
        WHERE c.revision IS NOT e.value->>1 OR c.deleted_at IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM (SELECT ${ctx.enterpriseId} AS enterprise, ${id} AS id) x CROSS JOIN json_each(${JSON.stringify(unmet)}) e
        WHERE ${sql.raw(isMet("x.enterprise", "e.value", "x.id"))})
      AND ${fields ? fieldsAsRead(ctx, fields) : sql`1`}`,
    ),
  );

/** The job gets on with each page. */
export const renewed = (ctx: Ctx, job: LeasedJob, progress: number): D1PreparedStatement =>
  bindable(ctx, advancing(ctx, job, { progress }));

/** The import after a page, and the number of calls it took. */
export interface PageDone {
  row: ImportRow;
  calls: number;
}

export interface Next {
  state: ImportState;
  cursor: number;
  line: number;
  counts: ImportCounts;
  rowsPerSecond: number | null;
  createdTaggings: readonly string[];
  completedAt: number | null;
}

export const advanced = (ctx: Ctx, { id }: ImportRow, next: Next): D1PreparedStatement =>
  bound(
    ctx,
    `UPDATE customer_imports SET state = ?2, cursor = ?3, line = ?4, counts = ?5, rows_per_second = ?6,
       created_marks = ?7, completed_at = ?8, updated_at = ?9 WHERE id = ?1`,
    id,
    next.state,
    next.cursor,
    next.line,
    JSON.stringify(next.counts),
    next.rowsPerSecond,
    JSON.stringify(next.createdTaggings),
    next.completedAt,
    ctx.now(),
  );

export const numbersMet = (ctx: Ctx, row: ImportRow, { drafts }: Outcome): D1PreparedStatement[] =>
  chunksOf(drafts.map(({ phone }) => phone)).map((json) =>
    bound(
      ctx,
      "INSERT OR IGNORE INTO import_numbers (import_id, phone) SELECT ?1, value FROM json_each(?2)",
      row.id,
      json,
    ),
  );

/** Above this length a row is sent alone: its JSON could be twice as long. */
const LARGE_ROW = 200_000;
/** A value in the database has 2 MB at most. */
const LONGEST_RAW = 1_900_000 / 3;

export function rowsRejected(ctx: Ctx, row: ImportRow, wrong: readonly WrongRow[]): D1PreparedStatement[] {
  const { enterpriseId } = ctx;
  const small = wrong.filter(({ raw }) => raw.length <= LARGE_ROW);
  const large = wrong.filter(({ raw }) => raw.length > LARGE_ROW);
  return [
    ...chunksOf(small.map(({ line, raw, errors }) => [line, storable(raw), JSON.stringify(errors)])).map(
      (json) =>
        bound(
          ctx,
          `INSERT INTO import_errors (import_id, enterprise_id, line, row, errors)
         SELECT ?1, ?2, value->>0, value->>1, value->>2 FROM json_each(?3)`,
          row.id,
          enterpriseId,
          json,
        ),
    ),
    ...large.map(({ line, raw, errors }) =>
      bound(
        ctx,
        "INSERT INTO import_errors (import_id, enterprise_id, line, row, errors) VALUES (?1, ?2, ?3, ?4, ?5)",
        row.id,
        enterpriseId,
        line,
        storable(raw),
        JSON.stringify(errors),
      ),
    ),
  ];
}

/** SQLite ends a text at U+0000 in some places, so it is replaced by its symbol. Text too long for a value is cut. */
function storable(raw: string): string {
  const text = raw.includes("\0") ? raw.replaceAll("\0", "\u2400") : raw;
  return text.length > LONGEST_RAW && new TextEncoder().encode(text).byteLength > LONGEST_RAW * 3
    ? `${text.slice(0, LONGEST_RAW)}…`
    : text;
}
