import { directory } from "#db/client.ts";
import { speechTexts } from "#texts/speech.ts";
import { quotaBy } from "#workers/domain/drive/quota.ts";
import type { JobHandler } from "#workers/domain/jobs/run-pages.ts";
import { wordsAsKept } from "#workers/domain/messaging/words-as-kept.ts";
import { speechProviderOf } from "#workers/domain/speech/provider-of.ts";
import { giveUpSpeech, speechPages } from "#workers/domain/speech/run.ts";
import { settingsRow } from "#workers/domain/speech/settings.ts";

/** Speaks a text, or transcribes a recording. */
export const speechRun = (env: JobsEnv): JobHandler<"speech.run"> => ({
  pages: (ctx, held, payload) =>
    speechPages(ctx, held, payload, {
      files: env.FILES,
      provider: async () => speechProviderOf(ctx, env, await settingsRow(ctx)),
      quota: () => quotaBy(directory(env), ctx.enterpriseId),
      wordsAsKept: (texts) => wordsAsKept(ctx, texts),
    }),
  gaveUp: (ctx, { speechId }, message) => giveUpSpeech(ctx, speechId, message),
  failure: speechTexts.gaveUp,
});
