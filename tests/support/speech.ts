import { randomUUID } from "node:crypto";
import * as speechApi from "#workers/contract/endpoints/speech.ts";
import { openAiSpeech } from "#workers/providers/openai/speech.ts";
import type { SpeechProvider } from "#workers/providers/speech.ts";
import type { Harness } from "./harness.ts";
import { answerOutbound } from "./outbound.ts";
import { makePerson, type Person } from "./people.ts";
import { SpeechLike } from "./speech-like.ts";

export const SPEECH_KEY = "a key of twenty signs";

/** The owner of an enterprise whose provider is a played OpenAI. */
export async function withSpeech(
  harness: Harness,
  more: object = {},
): Promise<{ owner: Person; played: SpeechLike }> {
  const owner = await makePerson(harness);
  const played = new SpeechLike(SPEECH_KEY);
  answerOutbound("https://api.openai.com/v1/audio", (request) => played.answer(request));
  await owner.call(speechApi.saveSpeechSettings, {
    body: { provider: "openAi", apikey: SPEECH_KEY, ...more },
  });
  return { owner, played };
}

/** A provider for whoever is the worker themselves. */
export function playedProvider(): { provider: SpeechProvider; played: SpeechLike } {
  const played = new SpeechLike();
  answerOutbound("https://speech.example.com", (request) => played.answer(request));
  const provider = openAiSpeech({
    ...{ apiKey: "x", baseUrl: "https://speech.example.com/v1", speechModel: "", transcriptionModel: "" },
  });
  return { provider, played };
}

/** A provider of their enterprise that is never asked, and a transcript that is done. */
export async function makeTranscript({ env }: Pick<Harness, "env">, owner: Person): Promise<string> {
  // Nobody is to be heard: what is asked for has failed.
  answerOutbound("https://api.openai.com/v1/audio", () => new Response("", { status: 401 }));
  const { revision } = await owner.call(speechApi.getSpeechSettings);
  if (revision === 0)
    await owner.call(speechApi.saveSpeechSettings, { body: { provider: "openAi", apikey: "a canary key" } });
  const id = randomUUID();
  await env.TENANT_1.prepare(
    `INSERT INTO speech_jobs (id, enterprise_id, kind, state, name, language, media_type, seconds, segments, created_at, updated_at)
     VALUES (?, ?, 'transcribe', 'done', 'canary.mp3', 'en', 'audio/mpeg', 3, '[{"start":0,"end":3,"text":"canary words"}]', 1, 1)`,
  )
    .bind(id, owner.enterpriseId)
    .run();
  return id;
}
