import { and, asc, eq, sql } from "drizzle-orm";
import Papa from "papaparse";
import { errorsTexts } from "#texts/errors.ts";
import { importExportTexts } from "#texts/import-export.ts";
import { intents, utterances } from "#db/tenant/intents.ts";
import { stories } from "#db/tenant/stories.ts";
import type { importPhrases as contract } from "#workers/contract/endpoints/import-export.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import { MAX_PHRASES, phraseKey } from "#workers/contract/endpoints/intents.ts";
import { collapse, nameKey } from "#workers/contract/fields.ts";
import { agentRow, contentChanged } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guarded, unguarded } from "../formula.ts";
import { guard, guardFailed } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { chunksOf } from "./chunks.ts";
import { unreadable } from "./taken-over.ts";

const COLUMNS = ["story", "intent", "phrase"] as const;
const MOST_WRONG = 1_000;
const ATTEMPTS = 3;
const TAKEN = { "stories.name_key": "storyNameTaken", "intents.name_key": "intentNameTaken" } as const;

/**
 * Exports all phrases of a bot as CSV (UTF-8 with a byte order mark, so that spreadsheets read Hindi); it imports
 * back to the same.
 */
export async function phrasesAsCsv(ctx: Ctx, agentId: string): Promise<{ name: string; csv: string }> {
  const { id, name } = await agentRow(ctx, agentId);
  const reading = ctx.db
    .select({
      story: stories.name,
      intent: sql<string>`${intents.name}`.as("intent"),
      phrase: utterances.text,
    })
    .from(utterances)
    .innerJoin(intents, eq(intents.id, utterances.intentId))
    .innerJoin(stories, eq(stories.id, intents.storyId))
    .where(and(eq(utterances.enterpriseId, ctx.enterpriseId), eq(utterances.agentId, agentId)))
    .orderBy(asc(stories.name), asc(intents.name), asc(utterances.position));
  const [rows] = await ctx.db.batch([
    reading,
    audited(ctx, { action: "export", kind: "agent", object: { id, name }, after: { phrases: true } }),
  ]);
  const csv = Papa.unparse(
    { fields: [...COLUMNS], data: rows.map((row) => COLUMNS.map((column) => guarded(row[column]))) },
    { newline: "\r\n" },
  );
  return { name, csv: `\uFEFF${csv}\r\n` };
}

interface Line {
  line: number;
  story: string;
  intent: string;
  phrase: string;
}

/**
 * Adds the phrases of a CSV in one transaction, creating missing stories and intents. Invalid lines are reported with
 * their number and skipped; `dryRun` only counts.
 */
export async function phrasesFromCsv(
  ctx: Ctx,
  agentId: string,
  bytes: Uint8Array,
  dryRun: boolean,
): Promise<ReplyOf<typeof contract>> {
  const agent = await agentRow(ctx, agentId);
  const read = readLines(bytes);
  for (let attempt = 1; ; attempt++) {
    const wrong = [...read.wrong];
    const plan = await planOf(ctx, agentId, read.lines, wrong);
    try {
      if (!dryRun && plan.phrases.length > 0) {
        await mapConflicts(write(ctx, agentId, agent.name, plan), TAKEN);
      }
    } catch (error) {
      // Somebody saved one of the stories or intents meanwhile. Adding merges with that, so it is planned anew.
      const overtaken =
        guardFailed(error) ||
        (error instanceof DomainError && Object.values<string>(TAKEN).includes(error.code));
      if (overtaken && attempt < ATTEMPTS) continue;
      throw overtaken ? new DomainError("changedMeanwhile") : error;
    }
    return {
      added: plan.phrases.length,
      known: plan.known,
      newIntents: plan.newIntents.length,
      wrong: wrong.toSorted((a, b) => a.line - b.line).slice(0, MOST_WRONG),
    };
  }
}

type Wrong = ReplyOf<typeof contract>["wrong"];

function readLines(bytes: Uint8Array): { lines: Line[]; wrong: Wrong } {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unreadable(importExportTexts.csvUnreadable);
  }
  const { data } = Papa.parse<string[]>(text.replaceAll("\0", ""), { skipEmptyLines: "greedy" });
  const [header = [], ...rows] = data;
  const at = COLUMNS.map((column) => header.findIndex((cell) => nameKey(cell) === column));
  if (at.includes(-1)) throw unreadable(importExportTexts.csvColumns);
  const wrong: Wrong = [];
  const lines = rows.flatMap((row, index): Line[] => {
    const [story = "", intent = "", phrase = ""] = at.map((column) => unguarded((row[column] ?? "").trim()));
    const line = { line: index + 2, story: collapse(story), intent: collapse(intent), phrase };
    const reasons = COLUMNS.flatMap((column) => {
      const most = column === "phrase" ? 500 : 100;
      if (line[column] === "") return importExportTexts.emptyCell(column);
      return line[column].length > most ? importExportTexts.tooLongCell(column, most) : [];
    });
    if (reasons.length > 0) wrong.push({ line: line.line, reason: reasons.join("; ") });
    return reasons.length > 0 ? [] : [line];
  });
  return { lines, wrong };
}

interface Plan {
  newStories: [id: string, name: string][];
  newIntents: [id: string, storyId: string, name: string, count: number][];
  /** Existing intents, the number of phrases added to each, and the revision to which they are added. */
  grown: [id: string, added: number, revision: number][];
  phrases: [id: string, intentId: string, position: number, text: string, key: string][];
  known: number;
}

async function planOf(ctx: Ctx, agentId: string, lines: readonly Line[], wrong: Wrong): Promise<Plan> {
  const { db, enterpriseId, newId } = ctx;
  const [storyRows, intentRows, phraseRows] = await db.batch([
    db
      .select({ id: stories.id, key: stories.nameKey })
      .from(stories)
      .where(and(eq(stories.enterpriseId, enterpriseId), eq(stories.agentId, agentId))),
    db
      .select({ id: intents.id, storyId: intents.storyId, key: intents.nameKey, revision: intents.revision })
      .from(intents)
      .where(and(eq(intents.enterpriseId, enterpriseId), eq(intents.agentId, agentId))),
    db
      .select({ intentId: utterances.intentId, key: utterances.textKey, position: utterances.position })
      .from(utterances)
      .where(and(eq(utterances.enterpriseId, enterpriseId), eq(utterances.agentId, agentId))),
  ]);
  const plan: Plan = { newStories: [], newIntents: [], grown: [], phrases: [], known: 0 };
  const storyIds = new Map(storyRows.map(({ id, key }) => [key, id]));
  const intentIds = new Map(intentRows.map(({ id, storyId, key }) => [`${storyId} ${key}`, id]));
  const revisions = new Map(intentRows.map(({ id, revision }) => [id, revision]));
  const held = new Map<string, { keys: Set<string>; next: number; added: number; isNew: boolean }>();
  for (const [intentId, rows] of Map.groupBy(phraseRows, (row) => row.intentId)) {
    const next = rows.reduce((most, { position }) => Math.max(most, position + 1), 0);
    held.set(intentId, { keys: new Set(rows.map(({ key }) => key)), next, added: 0, isNew: false });
  }

  for (const { line, story, intent, phrase } of lines) {
    const storyId = storyIds.get(nameKey(story)) ?? newId();
    if (!storyIds.has(nameKey(story))) plan.newStories.push([storyId, story]);
    storyIds.set(nameKey(story), storyId);
    const place = `${storyId} ${nameKey(intent)}`;
    const intentId = intentIds.get(place) ?? newId();
    const isNew = !intentIds.has(place);
    if (isNew) plan.newIntents.push([intentId, storyId, intent, 0]);
    intentIds.set(place, intentId);
    const has = held.get(intentId) ?? { keys: new Set<string>(), next: 0, added: 0, isNew };
    held.set(intentId, has);
    const key = phraseKey(phrase);
    if (has.keys.has(key)) plan.known++;
    else if (has.keys.size >= MAX_PHRASES) {
      wrong.push({ line, reason: importExportTexts.tooManyInIntent(MAX_PHRASES) });
    } else {
      has.keys.add(key);
      has.added++;
      plan.phrases.push([newId(), intentId, has.next++, phrase, key]);
    }
  }
  for (const intent of plan.newIntents) intent[3] = held.get(intent[0])?.added ?? 0;
  plan.grown = [...held].flatMap(([id, { added, isNew }]) =>
    added > 0 && !isNew ? [[id, added, revisions.get(id) ?? 0]] : [],
  );
  return plan;
}

function write(ctx: Ctx, agentId: string, agentName: string, plan: Plan) {
  const { db, enterpriseId, actor, now } = ctx;
  const at = now();
  const ofAgent = and(eq(intents.enterpriseId, enterpriseId), eq(intents.agentId, agentId));
  return db.batch([
    contentChanged(ctx, agentId),
    ...chunksOf(plan.grown).map((rows) =>
      guard(
        ctx,
        sql`NOT EXISTS (SELECT 1 FROM json_each(${rows}) WHERE value->>2 IS NOT
            (SELECT ${intents.revision} FROM ${intents} WHERE ${intents.id} = value->>0))`,
      ),
    ),
    ...chunksOf(plan.newStories.map(([id, name]) => [id, name, nameKey(name)])).map((rows) =>
      db.insert(stories).select(
        sql`SELECT value->>0, ${enterpriseId}, ${agentId}, value->>1, value->>2, ${at}, ${at}
            FROM json_each(${rows}) WHERE true`,
      ),
    ),
    ...chunksOf(
      plan.newIntents.map(([id, story, name, count]) => [id, story, name, nameKey(name), count]),
    ).map((rows) =>
      db.insert(intents).select(
        sql`SELECT value->>0, ${enterpriseId}, ${agentId}, value->>1, value->>2, value->>3, NULL, '[]',
              value->>4, 0, 1, ${actor.name}, ${at}, ${at} FROM json_each(${rows}) WHERE true`,
      ),
    ),
    ...chunksOf(plan.phrases).map((rows) =>
      db.insert(utterances).select(
        sql`SELECT value->>0, ${enterpriseId}, ${agentId}, value->>1, value->>2, value->>3, value->>4, '[]'
            FROM json_each(${rows}) WHERE true`,
      ),
    ),
    ...chunksOf(plan.grown).map((rows) =>
      db
        .update(intents)
        .set({
          utteranceCount: sql`${intents.utteranceCount} + (SELECT value->>1 FROM json_each(${rows}) WHERE value->>0 = ${intents.id})`,
          revision: sql`${intents.revision} + 1`,
          updatedBy: actor.name,
          updatedAt: at,
        })
        .where(and(ofAgent, sql`${intents.id} IN (SELECT value->>0 FROM json_each(${rows}))`)),
    ),
    audited(ctx, {
      action: "import",
      kind: "intent",
      object: { id: agentId, name: agentName },
      after: { phrases: plan.phrases.length, intents: plan.newIntents.length },
    }),
  ]);
}

/** For callers that hold a File: refuses an upload without a file. */
export async function bytesOf(files: readonly File[]): Promise<Uint8Array> {
  const [file] = files;
  if (!file)
    throw new DomainError("invalid", {
      message: errorsTexts.noFile,
      errors: { files: errorsTexts.noFile },
    });
  return new Uint8Array(await file.arrayBuffer());
}
