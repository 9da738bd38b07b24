import * as messages from "#app/messages.ts";
import type { EventData } from "#workers/contract/socket.ts";
import type { Wake } from "#workers/contract/jobs.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { buildKnowledge, giveUpReading } from "#workers/domain/knowledge/build.ts";
import { writerOfKnowledge } from "#workers/domain/knowledge/writer.ts";
import type { Scope } from "#workers/domain/scope.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";
import { publish } from "../publish.ts";
import type { JobHandler } from "../run-job.ts";

/** Reads an agent's websites and documents and reports progress to the screens. */
export const knowledgeBuild: JobHandler<"knowledge.build"> = {
  async run(env, scope, job, payload) {
    const { agentId } = payload;
    const left = await buildKnowledge(scope, job, payload, {
      files: env.FILES,
      resolve: resolveByHttps,
      allowPrivate: allowsPrivate(env),
      progress: (progress) => tell(env, scope, agentId, { state: "running", progress, message: "" }),
      breathe: () => scheduler.wait(0),
      writer: () => writerOfKnowledge(scope, env, agentId),
    });
    if (left === "more") return left;
    await tell(env, scope, agentId, { state: "done", progress: 1, message: messages.genAi.built });
  },
  async gaveUp(env, scope, _, { agentId }, message) {
    const next = await giveUpReading(scope, agentId);
    if (next) await env.JOBS.send({ v: 1, enterpriseId: scope.enterpriseId, jobId: next } satisfies Wake);
    await tell(env, scope, agentId, { state: "failed", progress: 1, message });
  },
  failure: messages.genAi.buildFailed,
};

const tell = (
  env: JobsEnv,
  scope: Scope,
  agentId: string,
  how: Pick<EventData<"knowledgeProgress">, "state" | "progress" | "message">,
): Promise<void> =>
  publish(env, scope.enterpriseId, { action: "knowledgeProgress", data: { agentId, ...how } });
