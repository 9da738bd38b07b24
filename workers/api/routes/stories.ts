import type { Hono } from "hono";
import { botsAnswersTexts } from "#texts/bots-answers.ts";
import { botsTexts } from "#texts/bots.ts";
import * as storiesApi from "#workers/contract/endpoints/stories.ts";
import { listStories } from "#workers/domain/stories/list.ts";
import { removeStory } from "#workers/domain/stories/remove.ts";
import { saveStory } from "#workers/domain/stories/save.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function storyRoutes(app: Hono<AppEnv>): void {
  mount(
    app,
    storiesApi.saveStory,
    async ({ body }, { ctx }) => new Reply(await saveStory(ctx, body), botsAnswersTexts.storySaved),
  );

  mount(app, storiesApi.listStories, async ({ params }, { ctx }) => ({
    childStories: await listStories(ctx, params.id),
  }));

  mount(app, storiesApi.deleteStory, async ({ params }, { ctx }) => {
    await removeStory(ctx, params.agentId, params.storyId);
    return new Reply(null, botsTexts.storyDeleted);
  });
}
