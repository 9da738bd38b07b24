import { randomUUID } from "node:crypto";
import * as speechApi from "#workers/contract/endpoints/speech.ts";
import type { Harness } from "./harness.ts";
import { answerOutbound } from "./outbound.ts";
import type { Person } from "./people.ts";

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
