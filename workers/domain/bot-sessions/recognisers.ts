import { and, asc, eq } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import type { EntityValue } from "#workers/contract/endpoints/entities.ts";
import type { FoundEntity } from "#workers/contract/endpoints/bot-sessions.ts";
import { isSystemEntity, systemEntities } from "#workers/contract/system-entities.ts";
import {
  type Circumstances,
  compileEntities,
  recognise,
  type Recognised,
  type Recogniser,
} from "#workers/nlu/entities/recognise.ts";
import type { Ctx } from "../ctx.ts";

interface AgentEntities {
  recogniser: Recogniser;
  names: ReadonlyMap<string, string>;
  weight: number;
}

/**
 * An isolate has 128 MB; compiled entities may take about 20 MB of it, which is this many characters of synonyms. The
 * least recently used agent is evicted first.
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

/** Returns the agent's compiled entities, cached in this isolate until they change. */
async function entitiesOf(ctx: Ctx, { id, contentChangedAt }: AgentContent): Promise<AgentEntities> {
  const known = cache.get(id);
  if (known) cache.delete(id);
  if (known?.changedAt === contentChangedAt) {
    cache.set(id, known);
    return known.entities;
  }
  const rows = await ctx.db
    .select({ id: entities.id, name: entities.name, values: entities.values })
    .from(entities)
    .where(and(eq(entities.enterpriseId, ctx.enterpriseId), eq(entities.agentId, id)))
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
  /** Every entity, without overlaps, by position. */
  all: () => Recognised[];
  /** Only these entities, so that no other one can hide them by overlapping. */
  only: (entityIds: readonly string[]) => Recognised[];
  /** Merges several lists by position, with the entities' names and without duplicates. */
  onWire: (...lists: readonly (readonly Recognised[])[]) => FoundEntity[];
}

/** Finds the agent's entities in a message; each search runs only when it is asked for. */
export async function findIn(
  ctx: Ctx,
  agent: AgentContent,
  text: string,
  circumstances: Circumstances,
): Promise<Finding> {
  const { recogniser, names } = await entitiesOf(ctx, agent);
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
