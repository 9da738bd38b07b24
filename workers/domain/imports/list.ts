import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import { importsTexts } from "#texts/imports.ts";
import { customerImports } from "#db/tenant/imports.ts";
import type {
  CustomerImport,
  listErrors as errorsContract,
  listUploads as contract,
} from "#workers/contract/endpoints/imports.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { page } from "../page.ts";
import type { Ctx } from "../ctx.ts";
import { masked } from "#workers/contract/mask.ts";
import { importOnWire, importRow } from "./row.ts";

/** A time without a zone is UTC. */
const timeOf = (text: string): number => Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);

/** Imports, the newest first. */
export async function listUploads(
  ctx: Ctx,
  { fromDate, toDate, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const found = await ctx.db
    .select()
    .from(customerImports)
    .where(
      and(
        eq(customerImports.enterpriseId, ctx.enterpriseId),
        fromDate === undefined ? undefined : gte(customerImports.createdAt, timeOf(fromDate)),
        toDate === undefined ? undefined : lte(customerImports.createdAt, timeOf(toDate)),
      ),
    )
    .orderBy(desc(customerImports.createdAt), desc(customerImports.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { customerCSVs: rows.map(importOnWire), hasMore: more };
}

export const getUpload = async (ctx: Ctx, id: string): Promise<CustomerImport> =>
  importOnWire(await importRow(ctx, id));

/** Length of a row on the screen; the downloadable CSV has all of it. */
const SHOWN_LENGTH = 4_000;

interface ErrorRow {
  line: number;
  row: string;
  errors: string;
}

/** Returns the rejected rows of an import, in the file's order, with contacts masked unless the reader sees customers. */
export async function listErrors(
  ctx: Ctx,
  { entryId, search, ...paging }: InputOf<typeof errorsContract>["query"],
  seesCustomers: boolean,
): Promise<ReplyOf<typeof errorsContract>> {
  await importRow(ctx, entryId);
  const { limit, offset, cut } = page(paging);
  const found = await ctx.db.all<ErrorRow>(
    sql`SELECT line, substr(row, 1, ${SHOWN_LENGTH}) AS row, errors FROM import_errors
        WHERE enterprise_id = ${ctx.enterpriseId} AND import_id = ${entryId}
          AND (${search} = '' OR instr(lower(row), lower(${search})) > 0 OR instr(lower(errors), lower(${search})) > 0)
        ORDER BY line LIMIT ${limit} OFFSET ${offset}`,
  );
  const { rows, more } = cut(found);
  return {
    customers: {
      customers: rows.map(({ line, row, errors }) => ({
        line,
        lineStr: seesCustomers ? row : masked(row),
        errors: (JSON.parse(errors) as string[]).map((message) => ({
          message: seesCustomers ? message : masked(message),
        })),
      })),
      headers: [
        { id: "lineStr", name: importsTexts.errorRow },
        { id: "errors", name: importsTexts.errors },
      ],
      hasMore: more,
    },
  };
}
