import { and, asc, eq, sql } from "drizzle-orm";
import { intents } from "#db/tenant/intents.ts";
import type { entityUsage as contract } from "#workers/contract/endpoints/entities.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { getEntity } from "./entity.ts";
import type { Ctx } from "../ctx.ts";

/**
 * Returns the intents that refer to an entity: in how many phrases, and by which parameters. notFound for an unknown
 * entity.
 */
export async function entityUsage(
  ctx: Ctx,
  agentId: string,
  entityId: string,
): Promise<ReplyOf<typeof contract>> {
  await getEntity(ctx, agentId, entityId);
  return { intents: usersIn(await readingUsage(ctx, agentId, entityId), entityId) };
}

/** A statement that reads the bot's intents, with their parameters and the phrases in which each refers to the entity. */
export function readingUsage(ctx: Ctx, agentId: string, entityId: string) {
  const quoted = JSON.stringify(entityId);
  return ctx.db
    .select({
      id: intents.id,
      storyId: intents.storyId,
      name: intents.name,
      parameters: intents.parameters,
      phrases: sql<number>`(SELECT count(*) FROM utterances u
        WHERE u.intent_id = intents.id AND instr(u.refs, ${quoted}) > 0)`.as("phrases"),
    })
    .from(intents)
    .where(and(eq(intents.enterpriseId, ctx.enterpriseId), eq(intents.agentId, agentId)))
    .orderBy(asc(intents.name));
}

/** Those of them that refer to it. */
export const usersIn = (rows: Awaited<ReturnType<typeof readingUsage>>, entityId: string) =>
  rows.flatMap(({ parameters, ...row }) => {
    const names = parameters.filter(({ id }) => id === entityId).map(({ name }) => name);
    return row.phrases > 0 || names.length > 0 ? [{ ...row, parameters: names }] : [];
  });
