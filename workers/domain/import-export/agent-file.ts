import { and, asc, eq } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import { intents, utterances } from "#db/tenant/intents.ts";
import { stories } from "#db/tenant/stories.ts";
import type { AgentFile } from "#workers/contract/agent-file.ts";
import { audited } from "../audit.ts";
import { agentRow, defaultConfig } from "../bots/agent.ts";
import type { Ctx } from "../ctx.ts";

/**
 * Exports a bot as a file: its complete training data in a fixed order, without ids and without keys. Whoever takes it out
 * of here is noted.
 */
export async function agentFileOf(
  ctx: Ctx,
  agentId: string,
  { isTakenOut = false } = {},
): Promise<AgentFile> {
  const { db, enterpriseId } = ctx;
  const agent = await agentRow(ctx, agentId);
  const [entityRows, storyRows, intentRows, phraseRows] = await db.batch([
    db
      .select({ id: entities.id, name: entities.name, values: entities.values })
      .from(entities)
      .where(and(eq(entities.enterpriseId, enterpriseId), eq(entities.agentId, agentId)))
      .orderBy(asc(entities.id)),
    db
      .select({ id: stories.id, name: stories.name })
      .from(stories)
      .where(and(eq(stories.enterpriseId, enterpriseId), eq(stories.agentId, agentId)))
      .orderBy(asc(stories.id)),
    db
      .select({
        id: intents.id,
        storyId: intents.storyId,
        name: intents.name,
        response: intents.response,
        parameters: intents.parameters,
        handsOver: intents.handsOver,
      })
      .from(intents)
      .where(and(eq(intents.enterpriseId, enterpriseId), eq(intents.agentId, agentId)))
      .orderBy(asc(intents.id)),
    db
      .select({ intentId: utterances.intentId, text: utterances.text, refs: utterances.refs })
      .from(utterances)
      .where(and(eq(utterances.enterpriseId, enterpriseId), eq(utterances.agentId, agentId)))
      .orderBy(asc(utterances.intentId), asc(utterances.position)),
    ...(isTakenOut ? [audited(ctx, { action: "export", kind: "agent", object: agent })] : []),
  ]);
  const names = new Map(entityRows.map(({ id, name }) => [id, name]));
  // A system entity is referred to by its id.
  const nameOf = (id: string): string => names.get(id) ?? id;
  const phrasesOf = Map.groupBy(phraseRows, ({ intentId }) => intentId);
  const intentsOf = Map.groupBy(intentRows, ({ storyId }) => storyId);
  const { entityExtractRetries, outOfScopeMessage, modelType, confidenceThreshold, language, didYouMean } = {
    ...defaultConfig,
    ...agent.config,
  };
  return {
    format: "chatbird-agent",
    version: 1,
    agent: {
      name: agent.name,
      description: agent.description,
      config: {
        entityExtractRetries,
        outOfScopeMessage,
        modelType,
        confidenceThreshold,
        language,
        didYouMean,
      },
    },
    entities: entityRows.map(({ name, values }) => ({ name, values })),
    stories: storyRows.map((story) => ({
      name: story.name,
      intents: (intentsOf.get(story.id) ?? []).map(({ id, name, response, parameters, handsOver }) => ({
        name,
        phrases: (phrasesOf.get(id) ?? []).map(({ text, refs }) => ({
          text,
          entities: refs.map(({ entityId, entityStartPos, entityEndPos }) => ({
            entity: nameOf(entityId),
            start: entityStartPos,
            end: entityEndPos,
          })),
        })),
        response,
        ...(handsOver && { handsOver }),
        parameters: parameters.map((parameter) => ({
          name: parameter.name,
          entity: nameOf(parameter.id),
          required: parameter.required,
          value: parameter.value,
          prompts: parameter.prompts,
        })),
      })),
    })),
  };
}
