import { and, desc, eq, sql } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import { entityTypes, type listEntities as contract } from "#workers/contract/endpoints/entities.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { agentRow } from "../agents/agent.ts";
import { page } from "../page.ts";
import type { Scope } from "../scope.ts";
import { entityOnWire } from "./entity.ts";

/** The custom entities of an agent, last changed first. There are no system entities yet. */
export async function listEntities(
  scope: Scope,
  agentId: string,
  { type, searchterm, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  await agentRow(scope, agentId);
  if (type === entityTypes.system) return { entities: [], more: false };
  const { limit, offset, cut } = page(paging);
  const found = await scope.db
    .select()
    .from(entities)
    .where(
      and(
        eq(entities.enterpriseId, scope.enterpriseId),
        eq(entities.agentId, agentId),
        searchterm ? sql`instr(${entities.nameKey}, ${nameKey(searchterm)}) > 0` : undefined,
      ),
    )
    .orderBy(desc(entities.updatedAt), desc(entities.id))
    .limit(limit)
    .offset(offset);
  const { rows, more } = cut(found);
  return { entities: rows.map(entityOnWire), more };
}
