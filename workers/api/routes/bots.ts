import type { Hono } from "hono";
import { botsAnswersTexts } from "#texts/bots-answers.ts";
import { botsTexts } from "#texts/bots.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import { agentOnWire } from "#workers/domain/bots/agent.ts";
import { configureAgent } from "#workers/domain/bots/configure.ts";
import { listAgents } from "#workers/domain/bots/list.ts";
import { removeAgent } from "#workers/domain/bots/remove.ts";
import { saveAgent } from "#workers/domain/bots/save.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { cancelTraining } from "#workers/domain/training/cancel.ts";
import { tidyFiles } from "#workers/domain/training/files.ts";
import { requestTraining } from "#workers/domain/training/request.ts";
import { agentWithTraining, trainingState } from "#workers/domain/training/state.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function botRoutes(app: Hono<AppEnv>): void {
  mount(app, botsApi.listAgents, ({ query }, { ctx }) => listAgents(ctx, query));

  mount(app, botsApi.saveAgent, async ({ body }, { ctx }) => {
    const { agent, created } = await saveAgent(ctx, body);
    return new Reply(agent, created ? botsAnswersTexts.agentCreated : botsAnswersTexts.agentUpdated);
  });

  mount(app, botsApi.getAgent, async ({ params }, { ctx }) => {
    const { agent, training } = await agentWithTraining(ctx, params.id);
    return { ...agentOnWire(agent), training };
  });

  mount(app, botsApi.deleteAgent, async ({ params }, { ctx }) => {
    await removeAgent(ctx, params.id);
    return new Reply(null, botsTexts.agentDeleted);
  });

  mount(app, botsApi.saveAgentConfig, async ({ params, body }, { c, ctx }) => {
    const agent = await configureAgent(ctx, params.id, body, keyRing(c.env.DATA_KEY));
    return new Reply(agent, botsAnswersTexts.configSaved, "100");
  });

  mount(app, botsApi.trainAgent, async ({ params }, { ctx }) => {
    await requestTraining(ctx, params.id);
    return new Reply(await trainingState(ctx, params.id), botsAnswersTexts.training);
  });

  mount(app, botsApi.cancelTraining, async ({ params }, { c, ctx }) => {
    const { state, message } = await cancelTraining(ctx, params.id);
    if (state.cancelled) c.executionCtx.waitUntil(tidyFiles(ctx, params.id, c.env.FILES));
    return new Reply(state, message);
  });
}
