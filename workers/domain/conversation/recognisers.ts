import { and, asc, eq } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import type { EntityValue } from "#workers/contract/endpoints/entities.ts";
import type { FoundEntity } from "#workers/contract/endpoints/conversation.ts";
import { isSystemEntity, systemEntities } from "#workers/contract/system-entities.ts";
import {
  type Circumstances,
  compileEntities,
  recognise,
  type Recognised,
  type Recogniser,
} from "#workers/nlu/entities/recognise.ts";
import type { Scope } from "../scope.ts";

interface AgentEntities {
  recogniser: Recogniser;
  names: ReadonlyMap<string, string>;
  weight: number;
}

/**
 * An isolate has 128 MB; compiled entities may hold about 20 MB of it, which is so many characters of synonyms. The
 * agent used longest ago goes first.
 */
const MOST_WEIGHT = 1_000_000;
/** A compiled pattern is much larger than its text. */
const PATTERN_WEIGHT = 20;
const AGENT_WEIGHT = 1_000;
const cache = new Map<string, { changedAt: number; entities: AgentEntities }>();

const systemNames = new Map<string, string>(systemEntities.map(({ id, name }) => [id, name]));

interface AgentContent {
  id: string;
  contentChangedAt: number;
}

/** The agent's entities, compiled; from this isolate's memory while nothing has changed. */
async function entitiesOf(scope: Scope, { id, contentChangedAt }: AgentContent): Promise<AgentEntities> {
  const known = cache.get(id);
  if (known) cache.delete(id);
  if (known?.changedAt === contentChangedAt) {
    cache.set(id, known);
    return known.entities;
  }
  const rows = await scope.db
    .select({ id: entities.id, name: entities.name, values: entities.values })
    .from(entities)
    .where(and(eq(entities.enterpriseId, scope.enterpriseId), eq(entities.agentId, id)))
    .orderBy(asc(entities.createdAt), asc(entities.id));
  const compiled: AgentEntities = {
    recogniser: compileEntities(rows),
    names: new Map(rows.map((row) => [row.id, row.name])),
    weight: rows.reduce((sum, { values }) => sum + weightOf(values), AGENT_WEIGHT),
  };
  cache.set(id, { changedAt: contentChangedAt, entities: compiled });
  let held = 0;
  for (const { entities: each } of cache.values()) held += each.weight;
  for (const [oldest, { entities: each }] of cache) {
    if (held <= MOST_WEIGHT || cache.size === 1) break;
    held -= each.weight;
    cache.delete(oldest);
  }
  return compiled;
}

const lengthOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length, 0);

const weightOf = (values: readonly EntityValue[]): number =>
  values.reduce(
    (sum, { value, synonyms, pattern }) =>
      sum + value.length + lengthOf(synonyms) + lengthOf(pattern) * PATTERN_WEIGHT,
    0,
  );

/** The entities of one message. */
export interface Finding {
  /** Every entity, without overlaps, by place. */
  all: () => Recognised[];
  /** Only of these entities: what is not needed cannot hide what is. */
  only: (entityIds: readonly string[]) => Recognised[];
  /** Several lists as one, by place, with the entities' names; doubles once. */
  onWire: (...lists: readonly (readonly Recognised[])[]) => FoundEntity[];
}

/** What can be found in a message by the agent's entities; nothing is looked for before it is asked for. */
export async function findIn(
  scope: Scope,
  agent: AgentContent,
  text: string,
  circumstances: Circumstances,
): Promise<Finding> {
  const { recogniser, names } = await entitiesOf(scope, agent);
  return {
    all: () => recognise(recogniser, text, circumstances),
    only: (entityIds) => {
      if (entityIds.length === 0) return [];
      const custom = recogniser.custom.filter(({ id }) => entityIds.includes(id));
      const system = new Set(entityIds.filter(isSystemEntity));
      return recognise({ custom, system }, text, circumstances);
    },
    onWire: (...lists) => {
      const byPlace = new Map(
        lists.flat().map((each) => [`${each.start} ${each.end} ${each.entityId}`, each] as const),
      );
      return [...byPlace.values()]
        .toSorted((a, b) => a.start - b.start || b.end - a.end)
        .map(({ entityId, text: words, value, start, end }) => ({
          entityId,
          name: names.get(entityId) ?? systemNames.get(entityId) ?? entityId,
          text: words,
          value,
          start,
          end,
        }));
    },
  };
}
