import { and, count, eq } from "drizzle-orm";
import { intents } from "#db/tenant/intents.ts";
import { stories } from "#db/tenant/stories.ts";
import type { saveStory as contract, Story } from "#workers/contract/endpoints/stories.ts";
import type { InputOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { agentRow } from "../agents/agent.ts";
import { audited } from "../audit.ts";
import { refusing } from "../error.ts";
import type { Scope } from "../scope.ts";
import { storyRow, thisStory } from "./story.ts";

const taken = { "stories.name_key": "storyNameTaken" } as const;

/** Creates a story in an agent, or renames the one that `id` names. */
export async function saveStory(
  scope: Scope,
  { id, agentId, name }: InputOf<typeof contract>["body"],
): Promise<Story> {
  return id ? rename(scope, agentId, id, name) : create(scope, agentId, name);
}

async function create(scope: Scope, agentId: string, name: string): Promise<Story> {
  await agentRow(scope, agentId);
  const at = scope.now();
  const id = scope.newId();
  await refusing(
    scope.db.batch([
      scope.db.insert(stories).values({
        id,
        enterpriseId: scope.enterpriseId,
        agentId,
        name,
        nameKey: nameKey(name),
        createdAt: at,
        updatedAt: at,
      }),
      audited(scope, { action: "create", kind: "story", object: { id, name }, after: { name } }),
    ]),
    taken,
  );
  return { id, name, agentId, parentId: null, intents: 0 };
}

async function rename(scope: Scope, agentId: string, id: string, name: string): Promise<Story> {
  const { db, enterpriseId } = scope;
  const before = await storyRow(scope, agentId, id);
  const [, , [counted]] = await refusing(
    db.batch([
      db
        .update(stories)
        .set({ name, nameKey: nameKey(name), updatedAt: scope.now() })
        .where(thisStory(scope, agentId, id)),
      audited(scope, {
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
  return { id, name, agentId, parentId: null, intents: counted?.intents ?? 0 };
}
