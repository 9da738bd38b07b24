import { and, desc, eq, sql } from "drizzle-orm";
import { agents } from "#db/tenant/bots.ts";
import type { listAgents as contract } from "#workers/contract/endpoints/bots.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { page } from "../page.ts";
import type { Ctx } from "../ctx.ts";
import { agentOnWire } from "./agent.ts";

/** Bots, newest first. `name` matches anywhere in a name, case-insensitively. */
export async function listAgents(
  { db, enterpriseId }: Ctx,
  { name, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const found = await db
    .select()
    .from(agents)
    .where(
      and(
        eq(agents.enterpriseId, enterpriseId),
        // instr, never LIKE: the database refuses patterns above 50 bytes, which is 17 Hindi letters.
        name ? sql`instr(${agents.nameKey}, ${nameKey(name)}) > 0` : undefined,
      ),
    )
    .orderBy(desc(agents.createdAt), desc(agents.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { agents: rows.map(agentOnWire), more };
}
