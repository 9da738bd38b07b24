import type { JobKind } from "#workers/contract/jobs.ts";
import { agentTrain } from "./handlers/agent-train.ts";
import { customersFields } from "./handlers/customers-fields.ts";
import { knowledgeBuild } from "./handlers/knowledge-build.ts";
import type { JobHandler } from "./run-job.ts";

/** Every kind of job has its handler here. */
export const handlers: { [Kind in JobKind]: JobHandler<Kind> } = {
  "agent.train": agentTrain,
  "customers.fields": customersFields,
  "knowledge.build": knowledgeBuild,
};
