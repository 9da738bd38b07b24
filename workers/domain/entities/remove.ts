import { entities } from "#db/tenant/entities.ts";
import { contentChanged } from "../agents/agent.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import type { Scope } from "../scope.ts";
import { entityRow, thisEntity } from "./entity.ts";
import { entityUsage } from "./usage.ts";

/** Deletes an entity; entityInUse, naming the intents, while a phrase or a parameter refers to it. */
export async function removeEntity(scope: Scope, agentId: string, entityId: string): Promise<void> {
  const before = await entityRow(scope, agentId, entityId);
  const { intents: usedBy } = await entityUsage(scope, agentId, entityId);
  if (usedBy.length > 0) {
    throw new DomainError("entityInUse", {
      errors: {
        entityId: usedBy
          .slice(0, 20)
          .map(({ name }) => name)
          .join(", "),
      },
    });
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
