import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as jobsApi from "#workers/contract/endpoints/jobs.ts";
import type { Training } from "#workers/contract/endpoints/bots.ts";
import type { ApiClient } from "./client.ts";

const LOOK_EVERY_MS = 100;

/** Trains an agent and waits for the end; throws with the reason when it failed. */
export async function trainBot(client: Pick<ApiClient, "call">, agentId: string): Promise<Training> {
  const { jobId } = await client.call(botsApi.trainAgent, { params: { id: agentId } });
  for (;;) {
    const job = await client.call(jobsApi.getJob, { params: { id: jobId ?? "" } });
    if (job.state === "failed" || job.state === "cancelled") throw new Error(job.message);
    if (job.state === "done") break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return (await client.call(botsApi.getAgent, { params: { id: agentId } })).training;
}
