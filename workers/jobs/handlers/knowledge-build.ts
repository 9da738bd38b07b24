import { genAiTexts } from "#texts/gen-ai.ts";
import { allowsPrivate } from "#workers/domain/integrations/provider-of.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { giveUpReading, goOnReading, knowledgePages } from "#workers/domain/knowledge/build.ts";
import { writerOfKnowledge } from "#workers/domain/knowledge/writer.ts";
import { resolveByHttps } from "#workers/outbound/resolve.ts";

/** Reads a bot's websites and documents. */
export const knowledgeBuild = (env: JobsEnv): JobHandler<"knowledge.build"> => ({
  pages: (ctx, held, payload) =>
    knowledgePages(ctx, held, payload, {
      files: env.FILES,
      resolve: resolveByHttps,
      allowPrivate: allowsPrivate(env),
      breathe: () => held.breathe(),
      writer: () => writerOfKnowledge(ctx, env, payload.agentId),
    }),
  gaveUp: (ctx, { agentId }) => giveUpReading(ctx, agentId),
  after: (ctx, { agentId }) => goOnReading(ctx, agentId),
  failure: genAiTexts.buildFailed,
});
