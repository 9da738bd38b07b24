import type { Hono } from "hono";
import { botsTexts } from "#texts/bots.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { listStories } from "#workers/domain/stories/list.ts";
import { removeStory } from "#workers/domain/stories/remove.ts";
import { saveStory } from "#workers/domain/stories/save.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

const { stories } = endpoints;

export function storyRoutes(app: Hono<AppEnv>): void {
  mount(
    app,
    stories.save,
    async ({ body }, { ctx }) => new Reply(await saveStory(ctx, body), botsTexts.storySaved),
  );

  mount(app, stories.list, async ({ params }, { ctx }) => ({
    childStories: await listStories(ctx, params.id),
  }));

  mount(app, stories.remove, async ({ params }, { ctx }) => {
    await removeStory(ctx, params.agentId, params.storyId);
    return new Reply(null, botsTexts.storyDeleted);
  });
}
