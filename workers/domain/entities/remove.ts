import { wasRefused } from "../guard.ts";
import { sql } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import { agentRow, contentChanged } from "../agents/agent.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import type { Scope } from "../scope.ts";
import { entityRow, refuseSystem, thisEntity } from "./entity.ts";
import { entityUsage } from "./usage.ts";

const NAMED = 20;

/** Deletes an entity; entityInUse, naming the intents, while a phrase or a parameter refers to it. */
export async function removeEntity(scope: Scope, agentId: string, entityId: string): Promise<void> {
  await agentRow(scope, agentId);
  refuseSystem(entityId);
  const before = await entityRow(scope, agentId, entityId);
  await refuseUsed(scope, agentId, entityId);
  try {
    await scope.db.batch([
      stillUnused(scope, agentId, entityId),
      scope.db.delete(entities).where(thisEntity(scope, agentId, entityId)),
      contentChanged(scope, agentId),
      audited(scope, {
        action: "delete",
        kind: "entity",
        object: before,
        before: { name: before.name, values: before.values },
      }),
    ]);
  } catch (error) {
    // Somebody referred to it between the check and the write.
    if (wasRefused(error)) await refuseUsed(scope, agentId, entityId);
    throw error;
  }
}

async function refuseUsed(scope: Scope, agentId: string, entityId: string): Promise<void> {
  const { intents } = await entityUsage(scope, agentId, entityId);
  if (intents.length === 0) return;
  const names = intents.slice(0, NAMED).map(({ name }) => name);
  if (intents.length > NAMED) names.push("…");
  throw new DomainError("entityInUse", { errors: { entityId: names.join(", ") } });
}

/** For the front of the batch: the whole batch fails when an intent has begun to use the entity (see revision.ts). */
function stillUnused(scope: Scope, agentId: string, entityId: string) {
  const { db, enterpriseId } = scope;
  const quoted = JSON.stringify(entityId);
  return db
    .select({
      guard: sql<number>`CASE WHEN EXISTS (
          SELECT 1 FROM intents i WHERE i.enterprise_id = ${enterpriseId} AND i.agent_id = ${agentId}
            AND instr(i.parameters, ${quoted}) > 0
        ) OR EXISTS (
          SELECT 1 FROM utterances u WHERE u.enterprise_id = ${enterpriseId} AND u.agent_id = ${agentId}
            AND instr(u.refs, ${quoted}) > 0
        ) THEN json('used') ELSE 1 END`.as("guard"),
    })
    .from(entities)
    .where(thisEntity(scope, agentId, entityId));
}
