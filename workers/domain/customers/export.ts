import { asc, desc, eq, sql } from "drizzle-orm";
import { customersTexts } from "#texts/customers.ts";
import { importsTexts } from "#texts/imports.ts";
import { customerTaggings, customers, taggings } from "#db/tenant/customers.ts";
import { csvStream } from "../csv-stream.ts";
import { audited } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { type FieldRow, liveFields } from "./live-fields.ts";
import { type Filter, listed, matching } from "./matching.ts";

const texts = importsTexts.targets;
/** Groups and labels of one customer share one cell. */
export const TAGGING_SEPARATOR = "; ";
const PAGE = 1_000;

/**
 * Streams the matching customers as CSV, page by page: UTF-8 with a byte order mark, so that spreadsheets read Hindi,
 * and with cells guarded against formula injection. The import knows its headers, so it imports back to the same.
 */
export async function exportCustomers(ctx: Ctx, filter: Filter): Promise<ReadableStream<Uint8Array>> {
  const [fields, numbers] = await Promise.all([
    liveFields(ctx),
    matching(ctx, filter),
    audited(ctx, {
      action: "export",
      kind: "customer",
      object: { id: "", name: customersTexts.title },
      // A search or a value may name the person who asked to be erased: only that there was one is kept.
      after: {
        by: ctx.actor.name,
        searched: filter.search !== "",
        groups: filter.groups,
        tags: filter.tags,
        fields: (filter.fields ?? []).map(({ field }) => field),
      },
    }),
  ]);
  return csvStream<{ number: number; cells: string[] }>({
    header: headersOf(fields),
    next: (after) =>
      readPage(ctx, fields, numbers({ limit: PAGE, below: after?.number ?? Number.MAX_SAFE_INTEGER })),
    cells: ({ cells }) => cells,
  });
}

const headersOf = (fields: readonly FieldRow[]): string[] => [
  texts.name,
  texts.phoneNumber,
  texts.whatsAppNumber,
  texts.facebookId,
  texts.instaId,
  texts.twitterId,
  ...fields.map(({ fieldName }) => fieldName),
  texts.groups,
  texts.tags,
];

async function readPage(ctx: Ctx, fields: readonly FieldRow[], numbers: ReturnType<typeof sql>) {
  const { db } = ctx;
  // Reads the page's numbers first, so that the two statements that follow read the same customers.
  const page = (await db.values<[number]>(numbers)).map(([number]) => number);
  if (page.length === 0) return [];
  const [rows, tagged] = await db.batch([
    db
      .select()
      .from(customers)
      .where(sql`${customers.number} IN ${listed(page)}`)
      .orderBy(desc(customers.number)),
    db
      .select({ customer: customerTaggings.customer, kind: taggings.kind, name: taggings.name })
      .from(customerTaggings)
      .innerJoin(taggings, eq(taggings.id, customerTaggings.taggingId))
      .where(sql`${customerTaggings.customer} IN ${listed(page)}`)
      .orderBy(asc(taggings.nameKey)),
  ]);
  const his = Map.groupBy(tagged, ({ customer }) => customer);
  return rows.map((row) => {
    const named = (kind: "group" | "label") =>
      (his.get(row.number) ?? [])
        .filter((tagging) => tagging.kind === kind)
        .map(({ name }) => name)
        .join(TAGGING_SEPARATOR);
    return {
      number: row.number,
      cells: [
        row.name,
        row.phone,
        row.whatsapp,
        row.facebookId,
        row.instaId,
        row.twitterId,
        ...fields.map(({ id }) => row.data[id] ?? ""),
        named("group"),
        named("label"),
      ],
    };
  });
}
