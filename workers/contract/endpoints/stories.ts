import { z } from "zod";
import { botsTexts } from "#texts/bots.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name } from "../fields.ts";
import { id } from "../ids.ts";

export const story = z.object({
  id: z.string(),
  name: z.string(),
  agentId: z.string(),
  parentId: z.string().nullable(),
  intents: z.int(),
});
export type Story = z.infer<typeof story>;

const access = holding("NLP.VIEW");

export const storyFields = z.object({ name: name(botsTexts.storyNameInvalid) });

export const saveStory = endpoint({
  method: "POST",
  path: "/chatbird/api/nlp/story",
  summary: "Creates a story, or renames the one that `id` names",
  access,
  body: storyFields.extend({
    agentId: id,
    parentId: id
      .nullish()
      .meta({ description: "Stories are one level deep: the agent's id, 'root' or nothing" }),
    id: id.optional(),
  }),
  reply: story,
  under: "data",
});

export const listStories = endpoint({
  method: "GET",
  path: "/chatbird/api/nlp/agent/:id/story",
  summary: "The stories of an agent, in order of making",
  access,
  params: z.object({ id }),
  reply: z.object({ childStories: z.array(story) }),
  under: "data",
});

export const deleteStory = endpoint({
  method: "DELETE",
  path: "/chatbird/api/nlp/agent/:agentId/story/:storyId",
  summary: "Deletes a story and its intents",
  access,
  params: z.object({ agentId: id, storyId: id }),
  reply: z.null(),
  under: "data",
});
