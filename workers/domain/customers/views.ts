import { and, asc, eq } from "drizzle-orm";
import { customerViews } from "#db/tenant/customers.ts";
import type { CustomerView, saveView as contract } from "#workers/contract/endpoints/customer-views.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { DomainError } from "../error.ts";
import type { Ctx } from "../ctx.ts";

const MOST_VIEWS = 100;
const shown = {
  id: customerViews.id,
  name: customerViews.name,
  query: customerViews.query,
  columns: customerViews.columns,
};

const mine = ({ enterpriseId, actor }: Ctx) =>
  and(eq(customerViews.enterpriseId, enterpriseId), eq(customerViews.userId, actor.userId));

/** Returns the current user's views, by name. */
export async function listViews(ctx: Ctx): Promise<{ views: CustomerView[] }> {
  const views = await ctx.db
    .select(shown)
    .from(customerViews)
    .where(mine(ctx))
    .orderBy(asc(customerViews.nameKey))
    .limit(MOST_VIEWS);
  return { views };
}

/** Saves filters and columns under a name, replacing the view that had it. */
export async function saveView(
  ctx: Ctx,
  { name, query, columns }: InputOf<typeof contract>["body"],
): Promise<CustomerView> {
  const { db, enterpriseId, actor, now, newId } = ctx;
  const at = now();
  const content = { name, query, columns, updatedAt: at };
  const [row] = await db
    .insert(customerViews)
    .values({
      id: newId(),
      enterpriseId,
      userId: actor.userId,
      nameKey: nameKey(name),
      createdAt: at,
      ...content,
    })
    .onConflictDoUpdate({
      target: [customerViews.enterpriseId, customerViews.userId, customerViews.nameKey],
      set: content,
    })
    .returning(shown);
  if (!row) throw new Error("a view was neither written nor replaced");
  return row;
}

/** Deletes one of one's own views. */
export async function removeView(ctx: Ctx, id: string): Promise<void> {
  const gone = await ctx.db
    .delete(customerViews)
    .where(and(mine(ctx), eq(customerViews.id, id)))
    .returning({ id: customerViews.id });
  if (gone.length === 0) throw new DomainError("notFound");
}
