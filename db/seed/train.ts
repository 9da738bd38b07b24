import * as botsApi from "#workers/contract/endpoints/bots.ts";
import type { Training } from "#workers/contract/endpoints/bots.ts";
import type { ApiClient } from "./client.ts";
import { endedJob } from "./job.ts";

/** Trains an agent and waits for the end; throws with the reason when it failed. */
export async function trainBot(client: Pick<ApiClient, "call">, agentId: string): Promise<Training> {
  const { jobId } = await client.call(botsApi.trainAgent, { params: { id: agentId } });
  const { state, message } = await endedJob(client, jobId ?? "");
  if (state !== "done") throw new Error(message);
  return (await client.call(botsApi.getAgent, { params: { id: agentId } })).training;
}
