import type { JobKind } from "#workers/contract/jobs.ts";
import { agentForget } from "./handlers/agent-forget.ts";
import { agentTrain } from "./handlers/agent-train.ts";
import { customersBulk } from "./handlers/customers-bulk.ts";
import { customersImport } from "./handlers/customers-import.ts";
import { customersFields } from "./handlers/customers-fields.ts";
import { knowledgeBuild } from "./handlers/knowledge-build.ts";
import type { JobHandler } from "./run-job.ts";

/** Every kind of job has its handler here. */
export const handlers: { [Kind in JobKind]: JobHandler<Kind> } = {
  "agent.forget": agentForget,
  "agent.train": agentTrain,
  "customers.bulk": customersBulk,
  "customers.import": customersImport,
  "customers.fields": customersFields,
  "knowledge.build": knowledgeBuild,
};
