import { and, eq, sql } from "drizzle-orm";
import { agents } from "#db/tenant/bots.ts";
import { entities } from "#db/tenant/entities.ts";
import { intents, utterances } from "#db/tenant/intents.ts";
import { stories } from "#db/tenant/stories.ts";
import type { AgentConfig } from "#workers/contract/endpoints/bots.ts";
import { thisAgent, withAgent } from "../bots/agent.ts";
import type { Ctx } from "../ctx.ts";
import { guard } from "../guard.ts";

/** A bot whose contents are replaced, as it was read. */
export interface Replaced {
  id: string;
  name: string;
  revision: number;
  contentChangedAt: number;
  config: AgentConfig;
  /** Ids by kind and names, each name as it is compared. */
  ids: ReadonlyMap<string, string>;
}

/** Reads what a replacement needs to know of a bot. Throws notFound. */
export async function readReplaced(ctx: Ctx, agentId: string): Promise<Replaced> {
  const { db, enterpriseId } = ctx;
  const of = (table: typeof entities | typeof stories | typeof intents) =>
    and(eq(table.enterpriseId, enterpriseId), eq(table.agentId, agentId));
  const [agent, entityRows, storyRows, intentRows] = await withAgent(
    ctx,
    agentId,
    db.select({ id: entities.id, key: entities.nameKey }).from(entities).where(of(entities)),
    db.select({ id: stories.id, key: stories.nameKey }).from(stories).where(of(stories)),
    db
      .select({ id: intents.id, key: intents.nameKey, storyId: intents.storyId })
      .from(intents)
      .where(of(intents)),
  );
  const storyKeys = new Map(storyRows.map(({ id, key }) => [id, key]));
  return {
    ...agent,
    ids: new Map([
      ...entityRows.map(({ id, key }) => [`entity/${key}`, id] as const),
      ...storyRows.map(({ id, key }) => [`story/${key}`, id] as const),
      ...intentRows.map(({ id, key, storyId }) => [`intent/${storyKeys.get(storyId)}/${key}`, id] as const),
    ]),
  };
}

/** Statements that empty a bot which nobody has changed since, for the front of the batch that fills it anew. */
export function emptying(ctx: Ctx, { id, revision, contentChangedAt, config }: Replaced, next: AgentConfig) {
  const { db, enterpriseId, actor, now } = ctx;
  const of = (table: typeof entities | typeof stories | typeof intents | typeof utterances) =>
    and(eq(table.enterpriseId, enterpriseId), eq(table.agentId, id));
  // Keys and who asks a provider are the enterprise's.
  const { hasOpenaiKey, integrationId } = config;
  return [
    guard(
      ctx,
      sql`EXISTS (SELECT 1 FROM agents WHERE id = ${id} AND enterprise_id = ${enterpriseId} AND revision = ${revision}
        AND content_changed_at = ${contentChangedAt})`,
    ),
    db.delete(utterances).where(of(utterances)),
    db.delete(intents).where(of(intents)),
    db.delete(stories).where(of(stories)),
    db.delete(entities).where(of(entities)),
    db
      .update(agents)
      .set({
        config: { ...next, hasOpenaiKey, integrationId },
        contentChangedAt: now(),
        revision: revision + 1,
        updatedBy: actor.name,
        updatedAt: now(),
      })
      .where(thisAgent(ctx, id)),
  ] as const;
}
