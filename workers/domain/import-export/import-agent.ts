import { sql } from "drizzle-orm";
import { errorsTexts } from "#texts/errors.ts";
import { importExportTexts } from "#texts/import-export.ts";
import { agents } from "#db/tenant/bots.ts";
import { entities } from "#db/tenant/entities.ts";
import { intents, utterances } from "#db/tenant/intents.ts";
import { stories } from "#db/tenant/stories.ts";
import type { AgentFile } from "#workers/contract/agent-file.ts";
import type { importAgent as contract } from "#workers/contract/endpoints/import-export.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { phraseKey } from "#workers/contract/endpoints/intents.ts";
import { collapse, nameKey } from "#workers/contract/fields.ts";
import { defaultConfig } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { nextRevision } from "../revision.ts";
import { type Beside, nothingBeside } from "../beside.ts";
import type { Ctx } from "../ctx.ts";
import { chunksOf } from "./chunks.ts";
import { readAgentUpload } from "./read-agent-upload.ts";
import { emptying, type Replaced } from "./replace-agent.ts";
import { type TakenOver, unreadable } from "./taken-over.ts";
import { tidy } from "./tidy.ts";

const MOST_NOTES = 100;

/**
 * Creates a bot from an uploaded file in one transaction: a refused file writes nothing. `name` replaces the file's
 * own; agentNameTaken when it is in use.
 */
export async function importAgent(
  ctx: Ctx,
  bytes: Uint8Array,
  name: string | undefined,
): Promise<ReplyOf<typeof contract>> {
  return takeAgent(ctx, readAgentUpload(bytes), name);
}

/**
 * The same of a file that was read, with what stands beside it in the transaction; `into` replaces what that bot has learnt
 * by now, and fails the guard of the batch where somebody changed it since it was read.
 */
export async function takeAgent(
  ctx: Ctx,
  { format, file: given, notes }: TakenOver,
  name: string | undefined,
  { beside = nothingBeside, into }: { beside?: Beside<"bot">; into?: Replaced } = {},
): Promise<ReplyOf<typeof contract>> {
  const file = tidy(given, notes);
  if (file.stories.length === 0) throw unreadable(importExportTexts.noIntentsInside);
  const agentName = collapse(name || file.agent.name || importExportTexts.importedStory).slice(0, 100);
  const agentId = into?.id ?? ctx.newId();
  await mapConflicts(write(ctx, agentId, agentName, file, { beside, into }), {
    "agents.name_key": "agentNameTaken",
  });

  const allIntents = file.stories.flatMap((story) => story.intents);
  const shown = notes.slice(0, MOST_NOTES - 1);
  if (notes.length > shown.length) shown.push(importExportTexts.notes.cut(notes.length - shown.length));
  return {
    agentId,
    name: agentName,
    format,
    stories: file.stories.length,
    intents: allIntents.length,
    phrases: allIntents.reduce((sum, { phrases }) => sum + phrases.length, 0),
    entities: file.entities.length,
    notes: shown,
  };
}

function write(
  ctx: Ctx,
  agentId: string,
  name: string,
  file: AgentFile,
  { beside, into }: { beside: Beside<"bot">; into: Replaced | undefined },
) {
  const { db, enterpriseId, now } = ctx;
  const at = now();
  const edit = nextRevision(ctx, null);
  // Things named as before keep their ids, by which journeys and test questions name them.
  const newId = (...names: string[]) => into?.ids.get(names.map(nameKey).join("/")) ?? ctx.newId();
  const entityIds = new Map(file.entities.map((entity) => [entity.name, newId("entity", entity.name)]));
  const idOf = (entity: string): string => entityIds.get(entity) ?? entity;
  const description = file.agent.description.trim().slice(0, 1_000) || name;

  const storyRows: unknown[][] = [];
  const intentRows: unknown[][] = [];
  const phraseRows: unknown[][] = [];
  for (const story of file.stories) {
    const storyId = newId("story", story.name);
    storyRows.push([storyId, story.name, nameKey(story.name)]);
    for (const intent of story.intents) {
      const intentId = newId("intent", story.name, intent.name);
      const parameters = intent.parameters.map(({ entity, ...parameter }) => ({
        ...parameter,
        id: idOf(entity),
      }));
      intentRows.push([
        intentId,
        storyId,
        intent.name,
        nameKey(intent.name),
        intent.response,
        parameters,
        intent.phrases.length,
        intent.handsOver ? 1 : 0,
      ]);
      for (const [position, { text, entities: bound }] of intent.phrases.entries()) {
        const refs = bound.map(({ entity, start, end }) => ({
          entityId: idOf(entity),
          entityStartPos: start,
          entityEndPos: end,
        }));
        phraseRows.push([newId(), intentId, position, text, phraseKey(text), refs]);
      }
    }
  }
  const entityRows = file.entities.map((entity) => [
    idOf(entity.name),
    entity.name,
    nameKey(entity.name),
    entity.values,
  ]);

  return db.batch([
    ...(into
      ? emptying(ctx, into, { ...defaultConfig, ...withinRange(file.agent.config) })
      : ([
          db.insert(agents).values({
            id: agentId,
            enterpriseId,
            name,
            nameKey: nameKey(name),
            description,
            config: { ...defaultConfig, ...withinRange(file.agent.config) },
            modelVersionId: null,
            contentChangedAt: at,
            createdAt: at,
            ...edit,
          }),
        ] as const)),
    ...chunksOf(entityRows).map((rows) =>
      db.insert(entities).select(
        sql`SELECT value->>0, ${enterpriseId}, ${agentId}, value->>1, value->>2, json(value->>3),
            ${edit.revision}, ${edit.updatedBy}, ${at}, ${at} FROM json_each(${rows}) WHERE true`,
      ),
    ),
    ...chunksOf(storyRows).map((rows) =>
      db.insert(stories).select(
        sql`SELECT value->>0, ${enterpriseId}, ${agentId}, value->>1, value->>2, ${at}, ${at}
              FROM json_each(${rows}) WHERE true`,
      ),
    ),
    ...chunksOf(intentRows).map((rows) =>
      db.insert(intents).select(
        sql`SELECT value->>0, ${enterpriseId}, ${agentId}, value->>1, value->>2, value->>3, value->>4,
            json(value->>5), value->>6, value->>7, ${edit.revision}, ${edit.updatedBy}, ${at}, ${at}
            FROM json_each(${rows}) WHERE true`,
      ),
    ),
    ...chunksOf(phraseRows).map((rows) =>
      db.insert(utterances).select(
        sql`SELECT value->>0, ${enterpriseId}, ${agentId}, value->>1, value->>2, value->>3, value->>4,
            json(value->>5) FROM json_each(${rows}) WHERE true`,
      ),
    ),
    audited(ctx, { action: "import", kind: "agent", object: { id: agentId, name }, after: { name } }),
    ...beside([{ part: "bot", of: "bot", id: agentId }]),
  ]);
}

/** Clamps a foreign file's numbers to the ranges that the configuration allows. */
function withinRange(config: AgentFile["agent"]["config"]): AgentFile["agent"]["config"] {
  if (config.outOfScopeMessage.length > 2_000) {
    throw new DomainError("invalid", {
      errors: { files: importExportTexts.unreadableAt("outOfScopeMessage", errorsTexts.tooLong(2_000)) },
    });
  }
  return {
    ...config,
    entityExtractRetries: Math.min(20, Math.max(1, config.entityExtractRetries)),
    confidenceThreshold: Math.min(1, Math.max(0, config.confidenceThreshold)),
  };
}
