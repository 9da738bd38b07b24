import { and, eq } from "drizzle-orm";
import { broadcasts } from "#db/tenant/broadcasts.ts";
import type { Ctx } from "../ctx.ts";

export type BroadcastRow = typeof broadcasts.$inferSelect;

export const thisBroadcast = ({ enterpriseId }: Pick<Ctx, "enterpriseId">, id: string) =>
  and(eq(broadcasts.enterpriseId, enterpriseId), eq(broadcasts.id, id));

/** A broadcast of the enterprise; undefined where there is none. */
export async function readBroadcast(
  ctx: Pick<Ctx, "db" | "enterpriseId">,
  id: string,
): Promise<BroadcastRow | undefined> {
  const [row] = await ctx.db.select().from(broadcasts).where(thisBroadcast(ctx, id)).limit(1);
  return row;
}
