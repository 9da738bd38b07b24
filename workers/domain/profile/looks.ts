import { and, eq, sql } from "drizzle-orm";
import { users } from "#db/directory/users.ts";
import type { Looks } from "#workers/contract/looks.ts";
import type { DirectoryCtx } from "../ctx.ts";
import { DomainError } from "../error.ts";

/** Changes how one's own console looks, only in what is given; two devices may do so at once. */
export async function changeLooks({ db, enterpriseId, actor }: DirectoryCtx, given: Looks): Promise<Looks> {
  const [row] = await db
    .update(users)
    .set({ looks: sql`json_patch(${users.looks}, ${JSON.stringify(given)})` })
    .where(and(eq(users.enterpriseId, enterpriseId), eq(users.id, actor.userId)))
    .returning({ looks: users.looks });
  if (!row) throw new DomainError("notFound");
  return row.looks;
}
