import { and, eq } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import * as messages from "#app/messages.ts";
import { entityTypes, type Entity } from "#workers/contract/endpoints/entities.ts";
import { isSystemEntity, systemEntities, type SystemEntity } from "#workers/contract/system-entities.ts";
import { agentRow } from "../agents/agent.ts";
import { DomainError } from "../error.ts";
import { iso, type Scope } from "../scope.ts";

export type EntityRow = typeof entities.$inferSelect;

/** Where-clause for one entity of this enterprise and agent. */
export const thisEntity = ({ enterpriseId }: Scope, agentId: string, entityId: string) =>
  and(eq(entities.enterpriseId, enterpriseId), eq(entities.agentId, agentId), eq(entities.id, entityId));

/** Returns the entity's row; notFound when it does not exist or belongs to another enterprise. */
export async function entityRow(scope: Scope, agentId: string, entityId: string): Promise<EntityRow> {
  const [row] = await scope.db
    .select()
    .from(entities)
    .where(thisEntity(scope, agentId, entityId))
    .limit(1);
  if (!row) throw new DomainError("notFound");
  return row;
}

/** Throws invalid for an attempt to change a system entity. */
export function refuseSystem(entityId: string): void {
  if (isSystemEntity(entityId)) {
    throw new DomainError("invalid", { message: messages.entityList.systemFixed });
  }
}

/** A system entity in wire format: shared by all agents, so nobody can change it. */
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
export async function getEntity(scope: Scope, agentId: string, entityId: string): Promise<Entity> {
  const system = systemEntities.find(({ id }) => id === entityId);
  if (!system) return entityOnWire(await entityRow(scope, agentId, entityId));
  await agentRow(scope, agentId);
  return systemOnWire(agentId, system);
}
