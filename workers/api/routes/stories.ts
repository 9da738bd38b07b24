import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { listStories } from "#workers/domain/stories/list.ts";
import { removeStory } from "#workers/domain/stories/remove.ts";
import { saveStory } from "#workers/domain/stories/save.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";

const { stories } = endpoints;

export function storyRoutes(app: Hono<AppEnv>): void {
  mount(
    app,
    stories.save,
    async ({ body }, { scope }) => new Said(await saveStory(scope, body), messages.bots.storySaved),
  );

  mount(app, stories.list, async ({ params }, { scope }) => ({
    childStories: await listStories(scope, params.id),
  }));

  mount(app, stories.remove, async ({ params }, { scope }) => {
    await removeStory(scope, params.agentId, params.storyId);
    return new Said(null, messages.bots.storyDeleted);
  });
}
