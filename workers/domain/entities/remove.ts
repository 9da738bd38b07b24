import { sql } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import { contentChanged, withAgent } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import { DomainError } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { readingEntity, refuseSystem, thisEntity } from "./entity.ts";
import { readingUsage, usersIn } from "./usage.ts";

const NAMED = 20;

/** Deletes an entity; entityInUse, naming the intents, while a phrase or a parameter refers to it. */
export async function removeEntity(ctx: Ctx, agentId: string, entityId: string): Promise<void> {
  const [, [before], rows] = await withAgent(
    ctx,
    agentId,
    readingEntity(ctx, agentId, entityId),
    readingUsage(ctx, agentId, entityId),
  );
  refuseSystem(entityId);
  if (!before) throw new DomainError("notFound");
  refuseUsed(rows, entityId);
  try {
    await ctx.db.batch([
      guardUnused(ctx, agentId, entityId),
      ctx.db.delete(entities).where(thisEntity(ctx, agentId, entityId)),
      contentChanged(ctx, agentId),
      audited(ctx, {
        action: "delete",
        kind: "entity",
        object: before,
        before: { name: before.name, values: before.values },
      }),
    ]);
  } catch (error) {
    // Somebody referred to it between the check and the write.
    if (guardFailed(error)) refuseUsed(await readingUsage(ctx, agentId, entityId), entityId);
    throw error;
  }
}

function refuseUsed(rows: Awaited<ReturnType<typeof readingUsage>>, entityId: string): void {
  const intents = usersIn(rows, entityId);
  if (intents.length === 0) return;
  const names = intents.slice(0, NAMED).map(({ name }) => name);
  if (intents.length > NAMED) names.push("…");
  throw new DomainError("entityInUse", { errors: { entityId: names.join(", ") } });
}

/** For the front of the batch: fails when an intent has begun to use the entity. */
function guardUnused(ctx: Ctx, agentId: string, entityId: string) {
  const quoted = JSON.stringify(entityId);
  return guard(
    ctx,
    sql`NOT EXISTS (
          SELECT 1 FROM intents i WHERE i.enterprise_id = ${ctx.enterpriseId} AND i.agent_id = ${agentId}
            AND instr(i.parameters, ${quoted}) > 0
        ) AND NOT EXISTS (
          SELECT 1 FROM utterances u WHERE u.enterprise_id = ${ctx.enterpriseId} AND u.agent_id = ${agentId}
            AND instr(u.refs, ${quoted}) > 0
        )`,
  );
}
