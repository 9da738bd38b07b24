import { agents } from "#db/tenant/bots.ts";
import type { saveAgent as contract } from "#workers/contract/endpoints/bots.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { nameKey } from "#workers/contract/fields.ts";
import { audited } from "../audit.ts";
import { mapConflicts } from "../error.ts";
import { nextRevision, refuseStale, guardRevision, unlessStale } from "../revision.ts";
import type { Ctx } from "../ctx.ts";
import { creatingStory } from "./creating-story.ts";
import { agentOnWire, agentRow, firstConfig, thisAgent, type AgentRow } from "./agent.ts";

const taken = { "agents.name_key": "agentNameTaken" } as const;

type Saved = ReplyOf<typeof contract>;

/**
 * Creates a bot, with a first story if one is named, or changes the name and description of the one that `id` names.
 * Throws changedMeanwhile.
 */
export async function saveAgent(
  ctx: Ctx,
  { id, name, description, revision, firstStory }: InputOf<typeof contract>["body"],
): Promise<{ agent: Saved; created: boolean }> {
  return id
    ? { agent: await change(ctx, id, { name, description }, revision), created: false }
    : { agent: await create(ctx, { name, description }, firstStory), created: true };
}

interface Fields {
  name: string;
  description: string;
}

async function create(ctx: Ctx, fields: Fields, firstStory: string | undefined): Promise<Saved> {
  const at = ctx.now();
  const row: AgentRow = {
    id: ctx.newId(),
    enterpriseId: ctx.enterpriseId,
    ...fields,
    nameKey: nameKey(fields.name),
    config: firstConfig,
    modelVersionId: null,
    contentChangedAt: at,
    createdAt: at,
    ...nextRevision(ctx, null),
  };
  const story = firstStory === undefined ? undefined : { id: ctx.newId(), name: firstStory, at };
  await mapConflicts(
    ctx.db.batch([
      ctx.db.insert(agents).values(row),
      audited(ctx, { action: "create", kind: "agent", object: row, after: fields }),
      ...(story ? creatingStory(ctx, row.id, story) : []),
    ]),
    taken,
  );
  return { ...agentOnWire(row), firstStoryId: story?.id };
}

async function change(ctx: Ctx, id: string, fields: Fields, revision: number | undefined): Promise<Saved> {
  const before = await agentRow(ctx, id);
  refuseStale(before, revision);
  const set = { ...fields, nameKey: nameKey(fields.name), ...nextRevision(ctx, before) };
  const work = mapConflicts(
    ctx.db.batch([
      guardRevision(ctx, agents, id, before.revision),
      ctx.db.update(agents).set(set).where(thisAgent(ctx, id)),
      audited(ctx, {
        action: "update",
        kind: "agent",
        object: { id, name: fields.name },
        before: { name: before.name, description: before.description },
        after: fields,
      }),
    ]),
    taken,
  );
  await unlessStale(work, () => agentRow(ctx, id));
  return agentOnWire({ ...before, ...set });
}
