import { z } from "zod";
import { errorsTexts } from "#texts/errors.ts";
import { speechTexts as texts } from "#texts/speech.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging, revision, text, time } from "../fields.ts";
import { id } from "../ids.ts";
import { SPEECH, speechKinds, speechProviders, speechStates } from "../speech.ts";
import { said } from "../said.ts";

/** Text to speech, speech to text, and who does it. */

const language = z.string(texts.languageWrong).regex(/^[a-z]{2,3}$/, texts.languageWrong);

export const speechSettingsFields = z.object({
  provider: z.enum(speechProviders, texts.providerWrong),
  baseUrl: text(500).default("").meta({ description: "Of an OpenAI-compatible provider; empty for OpenAI" }),
  speechModel: text(100).default(""),
  transcriptionModel: text(100).default(""),
  voices: text(500).default("").meta({ description: "Names of its voices, by commas; empty for OpenAI's" }),
  apikey: text(1_000).default("").meta({ description: "Written, never read; empty: the stored one stays" }),
  transcribesVoice: z.boolean().default(false).meta({
    description: "Whether voice messages that customers send get a transcript",
  }),
  revision,
});

const settings = z.object({
  provider: z.enum(speechProviders),
  baseUrl: z.string(),
  speechModel: z.string(),
  transcriptionModel: z.string(),
  voices: z.string(),
  hasKey: z.boolean(),
  keyHint: z.string(),
  transcribesVoice: z.boolean(),
  hasWorkersAi: z.boolean().meta({ description: "Whether this deployment has Cloudflare's models" }),
  isReady: z.boolean().meta({ description: "Whether the provider can be asked" }),
  offer: z.object({
    languages: z.array(z.string()),
    voices: z.array(
      z.object({ id: z.string(), name: z.string(), languages: z.array(z.string()).optional() }),
    ),
    hasSpeed: z.boolean(),
  }),
  revision: z.int().meta({ description: "0 before the first save" }),
});
export type SpeechSettings = z.infer<typeof settings>;

const summary = z.object({
  id: z.string(),
  jobId: z.string().meta({ description: "Empty once the job's row is gone" }),
  kind: z.enum(speechKinds),
  state: z.enum(speechStates),
  reason: said("Why it failed; empty otherwise"),
  name: z.string(),
  language: z.string().meta({ description: "As asked for; empty: to be found out" }),
  foundLanguage: z.string(),
  voice: z.string(),
  speed: z.number(),
  seconds: z.number().nullable().meta({ description: "How long the sound is, once it is known" }),
  mediaType: z.string(),
  fileId: z.string().nullable(),
  revision: z.int(),
  updatedBy: z.string(),
  at: time,
});
export type SpeechSummary = z.infer<typeof summary>;

const segment = z.object({
  start: z.number(texts.timeWrong).min(0, texts.timeWrong).max(1_000_000, texts.timeWrong),
  end: z.number(texts.timeWrong).min(0, texts.timeWrong).max(1_000_000, texts.timeWrong),
  text: text(SPEECH.segment),
});

const detail = summary.extend({
  text: z.string().meta({ description: "What is spoken" }),
  segments: z.array(segment),
});
export type SpeechDetail = z.infer<typeof detail>;

const all = "/e/enterprise/speech";
const one = `${all}/jobs/:id`;
const params = z.object({ id });
const using = holding("COGNITIVE.VIEW");

export const getSpeechSettings = endpoint({
  method: "GET",
  path: `${all}/settings`,
  summary: "Who speaks and transcribes for the enterprise, in which languages and voices; no key is answered",
  access: holding("COGNITIVE.VIEW", "INTEGRATIONS.EDIT"),
  reply: settings,
  under: "response",
});

export const saveSpeechSettings = endpoint({
  method: "PUT",
  path: `${all}/settings`,
  summary: "Chooses who speaks and transcribes; the key is sealed",
  access: holding("INTEGRATIONS.EDIT"),
  body: speechSettingsFields,
  reply: settings,
  under: "response",
});

export const listSpeech = endpoint({
  method: "GET",
  path: `${all}/jobs`,
  summary: "What was spoken or transcribed, newest first; voice messages of chats are not among it",
  access: using,
  query: z.object({ kind: z.enum(speechKinds, texts.kindWrong), ...paging(SPEECH.page) }),
  reply: z.object({ list: z.array(summary), more: z.boolean() }),
  under: "response",
});

export const getSpeech = endpoint({
  method: "GET",
  path: one,
  summary: "One of them, with its text or transcript",
  access: using,
  params,
  reply: detail,
  under: "response",
});

export const speak = endpoint({
  method: "POST",
  path: `${all}/speak`,
  summary: "Begins to turn a text into speech",
  access: using,
  perMinute: 60,
  body: z.object({
    text: z
      .string(texts.textEmpty)
      .trim()
      .min(1, texts.textEmpty)
      .max(SPEECH.text, errorsTexts.tooLong(SPEECH.text)),
    language,
    voice: text(100).min(1, texts.voiceWrong),
    speed: z
      .number(texts.speedWrong)
      .min(SPEECH.slowest, texts.speedWrong)
      .max(SPEECH.fastest, texts.speedWrong)
      .default(1),
  }),
  reply: detail,
  under: "response",
});

export const transcribe = endpoint({
  method: "POST",
  path: `${all}/transcribe`,
  summary: "Begins to transcribe a file of the drive that was uploaded for it (`use` speech)",
  access: using,
  perMinute: 60,
  body: z.object({
    fileId: id,
    language: language.or(z.literal("")).default("").meta({ description: "Empty: it is found out" }),
  }),
  reply: detail,
  under: "response",
});

export const retrySpeech = endpoint({
  method: "POST",
  path: `${one}/retry`,
  summary: "Tries again what has failed",
  access: using,
  perMinute: 60,
  params,
  reply: detail,
  under: "response",
});

export const saveTranscript = endpoint({
  method: "PUT",
  path: one,
  summary: "Replaces the segments of a transcript",
  access: using,
  params,
  body: z.object({ segments: z.array(segment).max(SPEECH.segments, texts.tooManySegments), revision }),
  reply: detail,
  under: "response",
  maxBytes: 4 * 1024 * 1024,
});

export const deleteSpeech = endpoint({
  method: "DELETE",
  path: one,
  summary: "Deletes one of them, with what was uploaded for it; what the library has stays there",
  access: using,
  params,
  reply: z.null(),
  under: "response",
});

export const retryVoiceTranscript = endpoint({
  method: "POST",
  path: "/e/enterprise/messages/:id/transcript",
  summary: "Tries again to transcribe a voice message",
  access: holding("CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY"),
  params,
  reply: z.null(),
  under: "response",
});
