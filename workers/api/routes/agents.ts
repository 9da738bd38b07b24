import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { agentOnWire, agentRow } from "#workers/domain/agents/agent.ts";
import { configureAgent } from "#workers/domain/agents/configure.ts";
import { listAgents } from "#workers/domain/agents/list.ts";
import { removeAgent } from "#workers/domain/agents/remove.ts";
import { saveAgent } from "#workers/domain/agents/save.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { cancelTraining } from "#workers/domain/training/cancel.ts";
import { tidyFiles } from "#workers/domain/training/files.ts";
import { requestTraining } from "#workers/domain/training/request.ts";
import { trainingState } from "#workers/domain/training/state.ts";
import { waitForTraining } from "#workers/domain/training/wait.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";
import { wakeWorker } from "../wake.ts";

const { agents } = endpoints;

export function agentRoutes(app: Hono<AppEnv>): void {
  mount(app, agents.list, ({ query }, { scope }) => listAgents(scope, query));

  mount(app, agents.save, async ({ body }, { scope }) => {
    const { agent, created } = await saveAgent(scope, body);
    return new Said(agent, created ? messages.bots.agentCreated : messages.bots.agentUpdated);
  });

  mount(app, agents.get, async ({ params }, { scope }) => {
    const row = await agentRow(scope, params.id);
    return { ...agentOnWire(row), training: await trainingState(scope, row) };
  });

  mount(app, agents.remove, async ({ params }, { c, scope }) => {
    await wakeWorker(c.env, scope.enterpriseId, await removeAgent(scope, params.id));
    return new Said(null, messages.bots.agentDeleted);
  });

  mount(app, agents.configure, async ({ params, body }, { c, scope }) => {
    const agent = await configureAgent(scope, params.id, body, keyRing(c.env.DATA_KEY));
    return new Said(agent, messages.bots.configSaved, "100");
  });

  mount(app, agents.train, async ({ params, query }, { c, scope }) => {
    const { jobId } = await requestTraining(scope, params.id);
    await wakeWorker(c.env, scope.enterpriseId, jobId);
    const state = await waitForTraining(scope, params.id, query.wait * 1_000);
    return new Said(state, state.message || messages.bots.training);
  });

  mount(app, agents.cancelTraining, async ({ params }, { c, scope }) => {
    const { state, message } = await cancelTraining(scope, params.id);
    if (state.cancelled) c.executionCtx.waitUntil(tidyFiles(scope, params.id, c.env.FILES));
    return new Said(state, message);
  });
}
