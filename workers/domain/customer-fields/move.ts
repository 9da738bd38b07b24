import { and, eq, isNull, sql } from "drizzle-orm";
import { customerFields } from "#db/tenant/customers.ts";
import type { CustomerField, moveField as contract } from "#workers/contract/endpoints/customer-fields.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { audited } from "../audit.ts";
import type { FieldRow } from "../customers/live-fields.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";
import { fieldRow, refuseBuiltIn } from "./field.ts";
import { listFields } from "./list.ts";

/** Moves a definition to an index, from wherever it is by then; to the end when there are fewer. */
export async function moveField(
  ctx: Ctx,
  { from, to, _id }: InputOf<typeof contract>["body"],
): Promise<{ inputFieldDefinitions: CustomerField[] }> {
  if (_id !== undefined) refuseBuiltIn(_id);
  const moved = _id === undefined ? await rowAt(ctx, from) : await fieldRow(ctx, _id);
  await ctx.db.batch([
    moving(ctx, moved.id, to),
    audited(ctx, {
      action: "move",
      kind: "customerField",
      object: { id: moved.id, name: moved.fieldLabel },
      before: { index: moved.position },
      after: { index: to },
    }),
  ]);
  return listFields(ctx);
}

async function rowAt({ db, enterpriseId }: Ctx, position: number): Promise<FieldRow> {
  const [row] = await db
    .select()
    .from(customerFields)
    .where(
      and(
        eq(customerFields.enterpriseId, enterpriseId),
        eq(customerFields.position, position),
        isNull(customerFields.deletedAt),
      ),
    )
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/**
 * One statement renumbers all of them: after any concurrent move, insert or delete every position from 0 on still
 * exists once. (Shifting those between two indexes would rely on a stale read.)
 */
const moving = ({ db, enterpriseId }: Ctx, id: string, to: number) =>
  db
    .update(customerFields)
    .set({ position: sql`places.place` })
    .from(
      sql`(
        WITH live AS MATERIALIZED (
          SELECT id, position FROM customer_fields WHERE enterprise_id = ${enterpriseId} AND deleted_at IS NULL
        ), others AS MATERIALIZED (
          SELECT id, row_number() OVER (ORDER BY position, id) - 1 AS place FROM live WHERE id <> ${id}
        ), target AS MATERIALIZED (
          SELECT id, min(${to}, (SELECT count(*) FROM others)) AS place FROM live WHERE id = ${id}
        )
        SELECT id, place + coalesce(place >= (SELECT place FROM target), 0) AS place FROM others
        UNION ALL SELECT id, place FROM target
      ) AS places`,
    )
    .where(sql`customer_fields.id = places.id AND customer_fields.position <> places.place`);
