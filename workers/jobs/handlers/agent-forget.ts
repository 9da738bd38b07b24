import * as messages from "#app/messages.ts";
import { forgetAgent } from "#workers/domain/agents/forget.ts";
import type { JobHandler } from "../run-job.ts";

/** Deletes what a deleted agent has left in R2. */
export const agentForget: JobHandler<"agent.forget"> = {
  run: (env, scope, job, payload) => forgetAgent(scope, job, payload, env.FILES),
  // Nobody waits for it; the log has it.
  gaveUp: () => Promise.resolve(),
  failure: messages.errors.internal,
};
