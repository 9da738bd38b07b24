import * as messages from "#app/messages.ts";
import { forgetAgent } from "#workers/domain/agents/forget.ts";
import type { JobHandler } from "../run-job.ts";

/** Deletes a deleted agent's files in R2. */
export const agentForget: JobHandler<"agent.forget"> = {
  run: (env, scope, job, payload) => forgetAgent(scope, job, payload, env.FILES),
  // Nobody waits for it; the log has the failure.
  gaveUp: () => Promise.resolve(),
  failure: messages.errors.internal,
};
