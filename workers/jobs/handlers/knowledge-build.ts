import { genAiTexts } from "#texts/gen-ai.ts";
import type { EventData } from "#workers/contract/socket.ts";
import type { Wake } from "#workers/contract/jobs.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import { buildKnowledge, giveUpReading } from "#workers/domain/knowledge/build.ts";
import { writerOfKnowledge } from "#workers/domain/knowledge/writer.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";
import { publish } from "../publish.ts";
import type { JobHandler } from "../run-job.ts";

/** Reads an agent's websites and documents and reports progress to the screens. */
export const knowledgeBuild: JobHandler<"knowledge.build"> = {
  async run(env, ctx, job, payload) {
    const { agentId } = payload;
    const left = await buildKnowledge(ctx, job, payload, {
      files: env.FILES,
      resolve: resolveByHttps,
      allowPrivate: allowsPrivate(env),
      progress: (progress) => tell(env, ctx, agentId, { state: "running", progress, message: "" }),
      breathe: () => scheduler.wait(0),
      writer: () => writerOfKnowledge(ctx, env, agentId),
    });
    if (left === "more") return left;
    await tell(env, ctx, agentId, { state: "done", progress: 1, message: genAiTexts.built });
  },
  async gaveUp(env, ctx, _, { agentId }, message) {
    const next = await giveUpReading(ctx, agentId);
    if (next) await env.JOBS.send({ v: 1, enterpriseId: ctx.enterpriseId, jobId: next } satisfies Wake);
    await tell(env, ctx, agentId, { state: "failed", progress: 1, message });
  },
  failure: genAiTexts.buildFailed,
};

const tell = (
  env: JobsEnv,
  ctx: Ctx,
  agentId: string,
  how: Pick<EventData<"knowledgeProgress">, "state" | "progress" | "message">,
): Promise<void> =>
  publish(env, ctx.enterpriseId, { action: "knowledgeProgress", data: { agentId, ...how } });
