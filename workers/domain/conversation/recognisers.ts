import { and, asc, eq } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import { isSystemEntity, systemEntities, type SystemEntityId } from "#workers/contract/system-entities.ts";
import { compileEntities, type Recogniser } from "#workers/nlu/entities/recognise.ts";
import type { Scope } from "../scope.ts";

export interface AgentEntities {
  recogniser: Recogniser;
  nameOf: (entityId: string) => string;
}

/** An isolate keeps the compiled entities of so many agents; the one used longest ago goes first. */
const MOST_AGENTS = 50;
const cache = new Map<string, { changedAt: number; entities: AgentEntities }>();

const systemNames = new Map<string, string>(systemEntities.map(({ id, name }) => [id, name]));

/** The agent's entities, compiled; from this isolate's memory while nothing has changed. */
export async function entitiesOf(
  scope: Scope,
  agent: { id: string; contentChangedAt: number },
): Promise<AgentEntities> {
  const known = cache.get(agent.id);
  if (known?.changedAt === agent.contentChangedAt) {
    cache.delete(agent.id);
    cache.set(agent.id, known);
    return known.entities;
  }
  const rows = await scope.db
    .select({ id: entities.id, name: entities.name, values: entities.values })
    .from(entities)
    .where(and(eq(entities.enterpriseId, scope.enterpriseId), eq(entities.agentId, agent.id)))
    .orderBy(asc(entities.createdAt), asc(entities.id));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const compiled: AgentEntities = {
    recogniser: compileEntities(rows),
    nameOf: (id) => names.get(id) ?? systemNames.get(id) ?? id,
  };
  cache.set(agent.id, { changedAt: agent.contentChangedAt, entities: compiled });
  for (const oldest of cache.keys()) {
    if (cache.size <= MOST_AGENTS) break;
    cache.delete(oldest);
  }
  return compiled;
}

/** The same with only these system entities: a turn looks for those that its intents need. */
export const withSystem = (recogniser: Recogniser, ids: Iterable<string>): Recogniser => ({
  ...recogniser,
  system: new Set([...ids].filter((id): id is SystemEntityId => isSystemEntity(id))),
});
