import { and, eq } from "drizzle-orm";
import { reportsTexts } from "#texts/reports.ts";
import { intents } from "#db/tenant/intents.ts";
import { conversationClasses } from "#db/tenant/reports.ts";
import { stories } from "#db/tenant/stories.ts";
import { turnKinds } from "#workers/contract/endpoints/bot-sessions.ts";
import type { callClassification as contract, ReportRange } from "#workers/contract/endpoints/reports.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { Ctx } from "../ctx.ts";
import { readRange } from "./range.ts";
import { sumsOf } from "./sum-counts.ts";

/** Conversations by how they went; messages by how they were answered, and by the story that their intent is in now. */
export async function callClassification(ctx: Ctx, input: ReportRange): Promise<ReplyOf<typeof contract>> {
  const range = readRange(input);
  const { agentId } = range;
  const [[classes = [], outcomes = [], said = []], placed] = await Promise.all([
    sumsOf(ctx, range, "class", "outcome", "intent"),
    ctx.db
      .select({ intentId: intents.id, id: stories.id, name: stories.name })
      .from(intents)
      .innerJoin(stories, eq(stories.id, intents.storyId))
      .where(and(eq(intents.enterpriseId, ctx.enterpriseId), eq(intents.agentId, agentId))),
  ]);
  const countOf = new Map([...classes, ...outcomes].map(({ key, count }) => [key, count]));
  const storyOf = new Map(placed.map(({ intentId, ...story }) => [intentId, story]));
  const ofStory = new Map<string | null, { id: string | null; name: string; count: number }>();
  for (const { key, count } of said) {
    const story = storyOf.get(key) ?? { id: null, name: reportsTexts.noStory };
    ofStory.set(story.id, { ...story, count: (ofStory.get(story.id)?.count ?? 0) + count });
  }
  const [understood = 0, partly = 0, notUnderstood = 0] = conversationClasses.map(
    (name) => countOf.get(name) ?? 0,
  );
  return {
    classes: { understood, partly, notUnderstood },
    outcomes: turnKinds.map((kind) => ({ kind, count: countOf.get(kind) ?? 0 })),
    stories: [...ofStory.values()].toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name)),
  };
}
