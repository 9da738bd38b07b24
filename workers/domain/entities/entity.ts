import { and, eq } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import { entityListTexts } from "#texts/entity-list.ts";
import { entityTypes, type Entity } from "#workers/contract/endpoints/entities.ts";
import { isSystemEntity, systemEntities, type SystemEntity } from "#workers/contract/system-entities.ts";
import { agentRow } from "../bots/agent.ts";
import { DomainError } from "../error.ts";
import { iso, type Ctx } from "../ctx.ts";

export type EntityRow = typeof entities.$inferSelect;

/** Where-clause for one entity of this enterprise and bot. */
export const thisEntity = ({ enterpriseId }: Ctx, agentId: string, entityId: string) =>
  and(eq(entities.enterpriseId, enterpriseId), eq(entities.agentId, agentId), eq(entities.id, entityId));

/** Returns the entity's row; notFound when it does not exist or belongs to another enterprise. */
export async function entityRow(ctx: Ctx, agentId: string, entityId: string): Promise<EntityRow> {
  const [row] = await readingEntity(ctx, agentId, entityId);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** A statement that reads the entity's row. */
export const readingEntity = (ctx: Ctx, agentId: string, entityId: string) =>
  ctx.db
    .select()
    .from(entities)
    .where(thisEntity(ctx, agentId, entityId))
    .limit(1);

/** Throws invalid for an attempt to change a system entity. */
export function refuseSystem(entityId: string): void {
  if (isSystemEntity(entityId)) {
    throw new DomainError("invalid", { message: entityListTexts.systemFixed });
  }
}

/** A system entity in wire format: shared by all bots, so nobody can change it. */
export const systemOnWire = (agentId: string, { id, name, description }: SystemEntity): Entity => ({
  id,
  agentId,
  name,
  type: entityTypes.system,
  description,
  values: [],
  updatedOn: iso(0),
  revision: 1,
});

export const entityOnWire = (row: EntityRow): Entity => ({
  id: row.id,
  agentId: row.agentId,
  name: row.name,
  type: entityTypes.custom,
  description: "",
  values: row.values,
  updatedOn: iso(row.updatedAt),
  revision: row.revision,
});

/** Returns one entity, custom or system, in wire format. */
export async function getEntity(ctx: Ctx, agentId: string, entityId: string): Promise<Entity> {
  const system = systemEntities.find(({ id }) => id === entityId);
  if (!system) return entityOnWire(await entityRow(ctx, agentId, entityId));
  await agentRow(ctx, agentId);
  return systemOnWire(agentId, system);
}
