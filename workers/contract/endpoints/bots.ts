import { z } from "zod";
import { botsTexts } from "#texts/bots.ts";
import { errorsTexts } from "#texts/errors.ts";
import { endpoint, holding } from "../endpoint.ts";
import { name, paging, revision, text, time } from "../fields.ts";
import { id } from "../ids.ts";
import { said } from "../said.ts";

export const AGENTS_PAGE = 15;
const MAX_RETRIES = 20;
export const modelTypes = ["SVM", "Semantic", "OpenAi", "GPT2"] as const;
export const languages = ["en", "hi"] as const;

export const agentConfig = z.object({
  entityExtractRetries: z.int(),
  outOfScopeMessage: z.string(),
  modelType: z.enum(modelTypes),
  confidenceThreshold: z.number(),
  language: z.enum(languages),
  /** Whether the bot has a key of its own for OpenAI; the key itself never leaves the server. */
  hasOpenaiKey: z.boolean().default(false),
  /** The GenAI configuration that OpenAi and GPT2 bots work with; null: the bot's own key, or Workers AI. */
  integrationId: z.string().nullable().default(null),
  /** Below the threshold, a message that is half understood is answered with the question which intent it means. */
  didYouMean: z.boolean().default(false),
});
export type AgentConfig = z.infer<typeof agentConfig>;

/** Gap between the serving model and the stored content, and the result of the last training. */
export const training = z.object({
  state: z.enum(["untrained", "waiting", "running", "trained", "failed"]),
  jobId: z.string().nullable(),
  progress: z.number().meta({ description: "0 to 1" }),
  message: said(),
  version: z.int().nullable(),
  trainedAt: time.nullable(),
  changedSince: z.boolean(),
  report: z
    .object({ intents: z.int(), phrases: z.int(), accuracy: z.number(), milliseconds: z.int() })
    .nullable(),
});
export type Training = z.infer<typeof training>;

export const agent = z.object({
  id: z.string(),
  agentId: z.string(),
  name: z.string(),
  description: z.string(),
  createdAt: time,
  updatedAt: time,
  eId: z.string(),
  revision: z.int(),
  config: agentConfig,
});
export type Agent = z.infer<typeof agent>;

const access = holding("NLP.VIEW");
const storyName = name(botsTexts.storyNameInvalid);
const params = z.object({ id });

export const listAgents = endpoint({
  method: "GET",
  path: "/chatbird/api/nlp/v2/agent",
  summary: "Agents, newest first; `name` searches",
  access,
  query: z.object({ ...paging(AGENTS_PAGE), name: text(200).optional() }),
  reply: z.object({ agents: z.array(agent), more: z.boolean() }),
  under: "data",
});

export const agentFields = z.object({
  name: name(botsTexts.agentNameEmpty),
  description: z
    .string(botsTexts.agentDescriptionEmpty)
    .trim()
    .min(1, botsTexts.agentDescriptionEmpty)
    .max(1_000, errorsTexts.tooLong(1_000)),
});

export const saveAgent = endpoint({
  method: "POST",
  path: "/chatbird/api/nlp/agent",
  summary: "Creates an agent, or changes the one that `id` names",
  access,
  body: agentFields.extend({
    id: id.optional(),
    revision,
    firstStory: storyName.optional().meta({
      description: "The name of a story that a new agent is made with; an agent that is there keeps its own",
    }),
  }),
  reply: agent.extend({
    firstStoryId: z.string().optional().meta({ description: "The story made with a new agent" }),
  }),
  under: "data",
});

export const getAgent = endpoint({
  method: "GET",
  path: "/chatbird/api/nlp/agent/:id",
  summary: "One agent, with the state of its training",
  access,
  params,
  reply: agent.extend({ training }),
  under: "data",
});

export const deleteAgent = endpoint({
  method: "DELETE",
  path: "/chatbird/api/nlp/agent/:id",
  summary: "Deletes an agent without stories; code 101 when it has any",
  access,
  params,
  reply: z.null(),
  under: "data",
});

export const configFields = z.object({
  entityExtractRetries: z
    .int()
    .min(1, botsTexts.retriesTooFew)
    .max(MAX_RETRIES, botsTexts.retriesTooMany(MAX_RETRIES)),
  outOfScopeMessage: text(2_000),
  modelType: z.enum(modelTypes),
  revision,
  /** Write-only; if it is left out, the key stays. */
  openaiKey: text(1_000).optional(),
  integrationId: id.nullable().optional(),
  confidenceThreshold: z.number().min(0, botsTexts.thresholdRange).max(1, botsTexts.thresholdRange),
  language: z.enum(languages),
  /** Of an SVM agent the threshold changes only with this: it takes over what a training proposed. */
  takesThreshold: z.boolean().optional(),
  /** If it is left out, the switch stays as it is. */
  didYouMean: z.boolean().optional(),
});

export const saveAgentConfig = endpoint({
  method: "POST",
  path: "/chatbird/api/nlp/agent/:id/config",
  summary: "Changes what the agent does when it is unsure; code '100' means success",
  access,
  // It may bring a provider's key.
  anew: true,
  params,
  body: configFields,
  reply: agent,
  under: "data",
});

export const trainAgent = endpoint({
  method: "GET",
  path: "/chatbird/api/nlp/agent/:id/train",
  summary:
    "Trains the agent: a job whose end `GET /e/enterprise/jobs/:id` and the event `jobProgress` tell; asking again " +
    "while it runs joins the same training",
  access,
  // It writes, though it is a GET as specified.
  anew: true,
  perMinute: 30,
  params,
  reply: training,
  under: "data",
});

export const cancelTraining = endpoint({
  method: "POST",
  path: "/chatbird/api/nlp/agent/:id/train/cancel",
  summary:
    "Ends the training that is going on; the last good model goes on serving. `cancelled` says whether it came in " +
    "time: false when the training had ended already, or none was going on",
  access,
  params,
  reply: training.extend({ cancelled: z.boolean() }),
  under: "data",
});
