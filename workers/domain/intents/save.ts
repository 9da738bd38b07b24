import { and, count, eq, inArray, sql } from "drizzle-orm";
import { botsAnswersTexts } from "#texts/bots-answers.ts";
import { entities } from "#db/tenant/entities.ts";
import { intents, utterances } from "#db/tenant/intents.ts";
import { phraseKey, type Intent, type IntentFields } from "#workers/contract/endpoints/intents.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { isSystemEntity } from "#workers/contract/system-entities.ts";
import { contentChanged } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard } from "../guard.ts";
import { nextRevision, refuseStale, guardRevision, unlessStale } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import { readingStory } from "../stories/story.ts";
import { intentOf, intentRow, readingIntent, thisIntent } from "./intent.ts";

/**
 * Creates an intent, or replaces the one that `id` names, in one transaction: all old or all new. An edit based on an
 * older revision is refused (changedMeanwhile), so that two people never overwrite each other unnoticed.
 */
export async function saveIntent(ctx: Ctx, fields: IntentFields): Promise<Intent> {
  const { db, enterpriseId } = ctx;
  const { agentId, storyId } = fields;
  const path = { agentId, storyId, intentId: fields.id ?? ctx.newId() };
  const [[story], known, rows, phrases] = await db.batch([
    readingStory(ctx, agentId, storyId),
    countingKnown(ctx, fields),
    ...readingIntent(ctx, path),
  ]);
  if (!story) throw new DomainError("notFound");
  const before = fields.id ? intentOf([rows, phrases]) : null;
  const row = before && (rows[0] ?? null);
  if (row) refuseStale(row, fields.revision);
  refuseUnknown(fields, known);

  const at = ctx.now();
  const content = {
    name: fields.name,
    nameKey: nameKey(fields.name),
    response: fields.responses[0]?.response ?? null,
    parameters: fields.entities,
    utteranceCount: fields.utterances.length,
    handsOver: fields.handsOver ?? row?.handsOver ?? false,
    ...nextRevision(ctx, row),
  };
  const write = before
    ? db.update(intents).set(content).where(thisIntent(ctx, path))
    : db
        .insert(intents)
        .values({ id: path.intentId, enterpriseId, agentId, storyId, ...content, createdAt: at });
  const work = mapConflicts(
    db.batch([
      guardRevision(ctx, intents, path.intentId, row?.revision ?? 0),
      guardEntities(ctx, fields),
      write,
      db
        .delete(utterances)
        .where(and(eq(utterances.enterpriseId, enterpriseId), eq(utterances.intentId, path.intentId))),
      insertPhrases(ctx, path, fields),
      contentChanged(ctx, agentId),
      audited(ctx, {
        action: before ? "update" : "create",
        kind: "intent",
        object: { id: path.intentId, name: fields.name },
        before: before && digest(before),
        after: digest({ ...fields, handsOver: content.handsOver }),
      }),
      ...readingIntent(ctx, path),
    ]),
    { "intents.name_key": "intentNameTaken" },
  ).catch(async (error: unknown) => {
    // One of its entities was deleted at the same moment; else the intent itself was changed.
    refuseUnknown(fields, await countingKnown(ctx, fields));
    throw error;
  });
  const [, , , , , , , savedRows, savedPhrases] = await unlessStale(work, () => intentRow(ctx, path));
  return intentOf([savedRows, savedPhrases]);
}

/** Phrases are bound as one JSON value: a statement binds 100 values at most, an intent has up to 2,000 phrases. */
function insertPhrases(
  { db, enterpriseId, newId }: Ctx,
  { agentId, intentId }: { agentId: string; intentId: string },
  { utterances: phrases }: IntentFields,
) {
  const rows = phrases.map(({ utterance, entityRefs }) => [
    newId(),
    utterance,
    phraseKey(utterance),
    entityRefs,
  ]);
  return db.insert(utterances).select(
    sql`SELECT value->>0, ${enterpriseId}, ${agentId}, ${intentId}, key, value->>1, value->>2, json(value->>3)
        FROM json_each(${JSON.stringify(rows)}) WHERE true`,
  );
}

/** The bot's own entities that phrases and parameters refer to; system entities always exist. */
const boundBy = (fields: IntentFields): string[] => [
  ...new Set(
    [
      ...fields.entities.map((entity) => entity.id),
      ...fields.utterances.flatMap(({ entityRefs }) => entityRefs.map((ref) => ref.entityId)),
    ].filter((id) => !isSystemEntity(id)),
  ),
];

/** A statement that counts those of them that are there. */
const countingKnown = (ctx: Ctx, fields: IntentFields) =>
  ctx.db
    .select({ known: count() })
    .from(entities)
    .where(theseEntities(ctx, fields.agentId, boundBy(fields)));

function refuseUnknown(fields: IntentFields, [found]: { known: number }[]): void {
  if ((found?.known ?? 0) < boundBy(fields).length) {
    throw new DomainError("invalid", { errors: { entities: botsAnswersTexts.unknownEntity } });
  }
}

/** For the front of the batch: fails when one of the entities no longer exists. */
function guardEntities(ctx: Ctx, fields: IntentFields) {
  const bound = boundBy(fields);
  const known = sql`SELECT count(*) FROM ${entities} WHERE ${theseEntities(ctx, fields.agentId, bound)}`;
  return guard(ctx, sql`(${known}) = ${bound.length}`);
}

const theseEntities = ({ enterpriseId }: Ctx, agentId: string, ids: string[]) =>
  and(
    eq(entities.enterpriseId, enterpriseId),
    eq(entities.agentId, agentId),
    inArray(entities.id, sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`),
  );

/** Summary of an intent for the audit trail: enough to see the changes, not a copy of every phrase. */
const digest = (
  intent: Pick<IntentFields, "name" | "responses" | "entities" | "handsOver"> & {
    utterances: { utterance: string }[];
  },
) => ({
  name: intent.name,
  response: intent.responses[0]?.response ?? null,
  phrases: intent.utterances.slice(0, 50).map(({ utterance }) => utterance),
  phraseCount: intent.utterances.length,
  parameters: intent.entities,
  handsOver: intent.handsOver,
});
