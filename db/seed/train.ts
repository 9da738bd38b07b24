import { endpoints } from "#workers/contract/endpoints.ts";
import type { Training } from "#workers/contract/endpoints/bots.ts";
import type { ApiClient } from "./client.ts";

const LOOK_EVERY_MS = 100;

/** Trains an agent and waits for the end; throws with the reason when it failed. */
export async function trainBot(client: Pick<ApiClient, "call">, agentId: string): Promise<Training> {
  const { jobId } = await client.call(endpoints.agents.train, { params: { id: agentId } });
  for (;;) {
    const job = await client.call(endpoints.jobs.get, { params: { id: jobId ?? "" } });
    if (job.state === "failed" || job.state === "cancelled") throw new Error(job.message);
    if (job.state === "done") break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return (await client.call(endpoints.agents.get, { params: { id: agentId } })).training;
}
