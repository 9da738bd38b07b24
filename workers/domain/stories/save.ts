import { and, count, eq, sql } from "drizzle-orm";
import { intents } from "#db/tenant/intents.ts";
import { stories } from "#db/tenant/stories.ts";
import type { saveStory as contract, Story } from "#workers/contract/endpoints/stories.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { agentRow } from "../bots/agent.ts";
import { audited } from "../audit.ts";
import { DomainError, mapConflicts } from "../error.ts";
import { guard, guardFailed } from "../guard.ts";
import type { Ctx } from "../ctx.ts";
import { creatingStory } from "../bots/creating-story.ts";
import { storyRow, thisStory } from "./story.ts";

const taken = { "stories.name_key": "storyNameTaken" } as const;

/** Creates a story in an agent, or renames the one that `id` names. */
export async function saveStory(
  ctx: Ctx,
  { id, agentId, name }: InputOf<typeof contract>["body"],
): Promise<Story> {
  return id ? rename(ctx, agentId, id, name) : create(ctx, agentId, name);
}

async function create(ctx: Ctx, agentId: string, name: string): Promise<Story> {
  await agentRow(ctx, agentId);
  const id = ctx.newId();
  await mapConflicts(ctx.db.batch(creatingStory(ctx, agentId, { id, name })), taken);
  return { id, name, agentId, parentId: null, intents: 0 };
}

async function rename(ctx: Ctx, agentId: string, id: string, name: string): Promise<Story> {
  const { db, enterpriseId } = ctx;
  const before = await storyRow(ctx, agentId, id);
  const renaming = mapConflicts(
    db.batch([
      guard(ctx, sql`EXISTS (SELECT 1 FROM ${stories} WHERE ${thisStory(ctx, agentId, id)})`),
      db
        .update(stories)
        .set({ name, nameKey: nameKey(name), updatedAt: ctx.now() })
        .where(thisStory(ctx, agentId, id)),
      audited(ctx, {
        action: "update",
        kind: "story",
        object: { id, name },
        before: { name: before.name },
        after: { name },
      }),
      db
        .select({ intents: count() })
        .from(intents)
        .where(and(eq(intents.enterpriseId, enterpriseId), eq(intents.storyId, id))),
    ]),
    taken,
  );
  const [, , , [counted]] = await renaming.catch((error: unknown) => {
    // Somebody deleted it between the check and the write.
    throw guardFailed(error) ? new DomainError("notFound") : error;
  });
  return { id, name, agentId, parentId: null, intents: counted?.intents ?? 0 };
}
