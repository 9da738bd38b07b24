import type { Hono } from "hono";
import { speechTexts as texts } from "#texts/speech.ts";
import * as speechApi from "#workers/contract/endpoints/speech.ts";
import { seesMessage } from "#workers/domain/chats/sees.ts";
import { beginSpeech, beginTranscript, retrySpeech } from "#workers/domain/speech/begin.ts";
import { deleteSpeech, saveTranscript } from "#workers/domain/speech/edit.ts";
import { getSpeech, listSpeech } from "#workers/domain/speech/entries.ts";
import { getSpeechSettings, saveSpeechSettings } from "#workers/domain/speech/settings.ts";
import { retryVoiceTranscript } from "#workers/domain/speech/voice-messages.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";

export function speechRoutes(app: Hono<AppEnv>): void {
  mount(app, speechApi.getSpeechSettings, (_, { c, ctx }) => getSpeechSettings(ctx, c.env));
  mount(
    app,
    speechApi.saveSpeechSettings,
    async ({ body }, { c, ctx }) => new Reply(await saveSpeechSettings(ctx, c.env, body), texts.saved),
  );
  mount(app, speechApi.listSpeech, ({ query }, { ctx }) => listSpeech(ctx, query));
  mount(app, speechApi.getSpeech, ({ params }, { ctx }) => getSpeech(ctx, params.id));
  mount(
    app,
    speechApi.speak,
    async ({ body }, { c, ctx }) => new Reply(await beginSpeech(ctx, c.env, body), texts.begun),
  );
  mount(
    app,
    speechApi.transcribe,
    async ({ body }, { c, ctx }) => new Reply(await beginTranscript(ctx, c.env, body), texts.begun),
  );
  mount(
    app,
    speechApi.retrySpeech,
    async ({ params }, { ctx }) => new Reply(await retrySpeech(ctx, params.id), texts.retried),
  );
  mount(
    app,
    speechApi.saveTranscript,
    async ({ params, body }, { ctx }) =>
      new Reply(await saveTranscript(ctx, params.id, body), texts.transcriptSaved),
  );
  mount(app, speechApi.deleteSpeech, async ({ params }, { ctx }) => {
    await deleteSpeech(ctx, params.id);
    return new Reply(null, texts.removed);
  });
  mount(app, speechApi.retryVoiceTranscript, async ({ params }, { ctx }) => {
    await retryVoiceTranscript(ctx, params.id, seesMessage(ctx, params.id));
    return new Reply(null, texts.retried);
  });
}
