import { and, eq, sql } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import { intents, utterances } from "#db/tenant/intents.ts";
import { contentChanged } from "../agents/agent.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import type { Scope } from "../scope.ts";
import { entityRow, thisEntity } from "./entity.ts";

/** Deletes an entity; entityInUse, naming the intents, while a phrase or a parameter refers to it. */
export async function removeEntity(scope: Scope, agentId: string, entityId: string): Promise<void> {
  const before = await entityRow(scope, agentId, entityId);
  const usedBy = await intentsUsing(scope, agentId, entityId);
  if (usedBy.length > 0) {
    throw new DomainError("entityInUse", { errors: { entityId: usedBy.join(", ") } });
  }
  await scope.db.batch([
    scope.db.delete(entities).where(thisEntity(scope, agentId, entityId)),
    contentChanged(scope, agentId),
    audited(scope, {
      action: "delete",
      kind: "entity",
      object: before,
      before: { name: before.name, values: before.values },
    }),
  ]);
}

async function intentsUsing(
  { db, enterpriseId }: Scope,
  agentId: string,
  entityId: string,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: intents.name })
    .from(intents)
    .leftJoin(utterances, eq(utterances.intentId, intents.id))
    .where(
      and(
        eq(intents.enterpriseId, enterpriseId),
        eq(intents.agentId, agentId),
        sql`(instr(${utterances.refs}, ${JSON.stringify(entityId)}) > 0
             OR instr(${intents.parameters}, ${JSON.stringify(entityId)}) > 0)`,
      ),
    )
    .limit(20);
  return rows.map(({ name }) => name);
}
