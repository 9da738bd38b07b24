import { and, count, desc, eq, sql } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import { entityTypes, type listEntities as contract } from "#workers/contract/endpoints/entities.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { systemEntities } from "#workers/contract/system-entities.ts";
import { agentRow, withAgent } from "../bots/agent.ts";
import { page } from "../page.ts";
import type { Ctx } from "../ctx.ts";
import { entityOnWire, systemOnWire } from "./entity.ts";

/** Returns the entities of a bot: its own, last changed first, then the system entities. */
export async function listEntities(
  ctx: Ctx,
  agentId: string,
  { type, searchterm, ...paging }: InputOf<typeof contract>["query"],
): Promise<ReplyOf<typeof contract>> {
  const { limit, offset, cut } = page(paging);
  const key = nameKey(searchterm ?? "");
  const system = systemEntities
    .filter(({ name }) => nameKey(name).includes(key))
    .map((entity) => systemOnWire(agentId, entity));
  if (type === entityTypes.system) {
    await agentRow(ctx, agentId);
    const { rows, more } = cut(system.slice(offset, offset + limit));
    return { entities: rows, more };
  }
  const where = and(
    eq(entities.enterpriseId, ctx.enterpriseId),
    eq(entities.agentId, agentId),
    key ? sql`instr(${entities.nameKey}, ${key}) > 0` : undefined,
  );
  const [, found, [counted]] = await withAgent(
    ctx,
    agentId,
    ctx.db
      .select()
      .from(entities)
      .where(where)
      .orderBy(desc(entities.updatedAt), desc(entities.id))
      .limit(limit)
      .offset(offset),
    ctx.db.select({ custom: count() }).from(entities).where(where),
  );
  const custom = found.map(entityOnWire);
  const from = Math.max(offset - (counted?.custom ?? 0), 0);
  const both = type === undefined ? [...custom, ...system.slice(from)].slice(0, limit) : custom;
  const { rows, more } = cut(both);
  return { entities: rows, more };
}
