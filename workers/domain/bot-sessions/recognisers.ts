import { and, asc, eq, sql } from "drizzle-orm";
import { entities } from "#db/tenant/entities.ts";
import { intents } from "#db/tenant/intents.ts";
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
import type { IntentFacts } from "./decide.ts";

interface AgentContents {
  recogniser: Recogniser;
  names: ReadonlyMap<string, string>;
  /** The values of entities that have few enough to be chosen from. */
  choices: ReadonlyMap<string, readonly string[]>;
  /** The intents that were asked for so far; null for one that is not there. */
  intents: Map<string, IntentFacts | null>;
  weight: number;
}

/**
 * An isolate has 128 MB; compiled entities and intents may take about 20 MB of it, which is this many characters. The
 * least recently used bot is evicted first.
 */
const MOST_WEIGHT = 1_000_000;
/** A compiled pattern is much larger than its text. */
const PATTERN_WEIGHT = 20;
const AGENT_WEIGHT = 1_000;
/** Contents that changed a moment ago may change again in the same millisecond, or by a clock that is behind. */
const SETTLED_MS = 2_000;
const cache = new Map<string, { changedAt: number; contents: AgentContents }>();

const systemNames = new Map<string, string>(systemEntities.map(({ id, name }) => [id, name]));

interface AgentContent {
  id: string;
  contentChangedAt: number;
}

/** The bot's contents in this isolate's memory, if nothing has changed since. */
function keptOf({ id, contentChangedAt }: AgentContent): AgentContents | undefined {
  const known = cache.get(id);
  if (!known) return undefined;
  cache.delete(id);
  if (known.changedAt !== contentChangedAt) return undefined;
  cache.set(id, known);
  return known.contents;
}

/** Returns the bot's compiled entities, cached in this isolate until they change. */
async function entitiesOf(ctx: Ctx, agent: AgentContent): Promise<AgentContents> {
  const known = keptOf(agent);
  if (known) return known;
  const { id, contentChangedAt } = agent;
  const rows = await ctx.db
    .select({ id: entities.id, name: entities.name, values: entities.values })
    .from(entities)
    .where(and(eq(entities.enterpriseId, ctx.enterpriseId), eq(entities.agentId, id)))
    .orderBy(asc(entities.createdAt), asc(entities.id));
  const contents: AgentContents = {
    recogniser: compileEntities(rows),
    names: new Map(rows.map((row) => [row.id, row.name])),
    choices: new Map(rows.map((row) => [row.id, choicesOf(row.values)])),
    intents: new Map(),
    weight: rows.reduce((sum, { values }) => sum + weightOf(values), AGENT_WEIGHT),
  };
  if (ctx.now() - contentChangedAt > SETTLED_MS) {
    cache.set(id, { changedAt: contentChangedAt, contents });
    makeRoom();
  }
  return contents;
}

function makeRoom(): void {
  let held = 0;
  for (const { contents } of cache.values()) held += contents.weight;
  for (const [oldest, { contents }] of cache) {
    if (held <= MOST_WEIGHT || cache.size === 1) return;
    held -= contents.weight;
    cache.delete(oldest);
  }
}

/** Returns these intents as they are now: one may have been changed or deleted since the training. */
export async function intentsOf(
  ctx: Ctx,
  agent: AgentContent,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IntentFacts>> {
  const contents = keptOf(agent);
  const known = contents?.intents ?? new Map<string, IntentFacts | null>();
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) {
    const rows = await ctx.db
      .select({
        id: intents.id,
        name: intents.name,
        response: intents.response,
        parameters: intents.parameters,
        handsOver: intents.handsOver,
      })
      .from(intents)
      .where(
        and(
          eq(intents.enterpriseId, ctx.enterpriseId),
          sql`${intents.id} IN (SELECT value FROM json_each(${JSON.stringify(missing)}))`,
        ),
      );
    for (const id of missing) known.set(id, rows.find((row) => row.id === id) ?? null);
    if (contents) {
      contents.weight += JSON.stringify(rows).length;
      makeRoom();
    }
  }
  return new Map(
    ids.flatMap((id) => {
      const intent = known.get(id);
      return intent ? [[id, intent] as const] : [];
    }),
  );
}

/** No messenger lists more. */
const MOST_CHOICES = 10;

/** None where one of them is a pattern: its name is nothing that a person would say. */
const choicesOf = (values: readonly EntityValue[]): readonly string[] =>
  values.length <= MOST_CHOICES && values.every(({ type }) => type === "synonymns")
    ? values.map(({ value }) => value)
    : [];

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
  /** Values that a person may choose from when this entity is asked for; empty where it has no few values. */
  choicesOf: (entityId: string) => readonly string[];
  /** Merges several lists by position, with the entities' names and without duplicates. */
  onWire: (...lists: readonly (readonly Recognised[])[]) => FoundEntity[];
}

/** Finds the bot's entities in a message; each search runs only when it is asked for. */
export async function findIn(
  ctx: Ctx,
  agent: AgentContent,
  text: string,
  circumstances: Circumstances,
): Promise<Finding> {
  const { recogniser, names, choices } = await entitiesOf(ctx, agent);
  return {
    all: () => recognise(recogniser, text, circumstances),
    only: (entityIds) => {
      if (entityIds.length === 0) return [];
      const custom = recogniser.custom.filter(({ id }) => entityIds.includes(id));
      const system = new Set(entityIds.filter(isSystemEntity));
      return recognise({ custom, system }, text, circumstances);
    },
    choicesOf: (entityId) => choices.get(entityId) ?? [],
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
