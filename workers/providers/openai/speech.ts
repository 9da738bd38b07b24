import { z } from "zod";
import { LANGUAGES } from "#workers/contract/speech.ts";
import { badAnswer } from "../bad-answer.ts";
import { joinedSound } from "../sound.ts";
import { inPieces, type SpeechProvider, type Transcript } from "../speech.ts";
import { ask, bytesOf, jsonOf, type Limits, type Question, usualLimits } from "./ask.ts";
import { OPENAI, refusePrivate } from "./openai.ts";

export const OPENAI_SPEECH = { speechModel: "tts-1", transcriptionModel: "whisper-1" } as const;

export interface OpenAiSpeechSettings {
  apiKey: string;
  /** Empty: OpenAI's own, as for the models. */
  baseUrl: string;
  speechModel: string;
  transcriptionModel: string;
  /** A test's or a developer's own server; a deployment never allows it. */
  allowPrivate?: boolean;
  limits?: Partial<Limits>;
}

/** A sound takes as long as it plays at worst; whoever asks tries again by itself. */
const LIMITS: Partial<Limits> = { silenceMs: 100_000, overallMs: 170_000, attempts: 1 };
/** OpenAI takes 4,096 characters a call. */
const MOST_TEXT = 4_000;
const MOST_SOUND = 16 * 1024 * 1024;
const MOST_TRANSCRIPT = 4 * 1024 * 1024;

const transcriptAnswer = z.object({
  text: z.string(),
  language: z.string().nullish(),
  // Some servers write it as a text.
  duration: z.coerce.number().min(0).nullish(),
  segments: z
    .array(z.object({ start: z.number().min(0), end: z.number().min(0), text: z.string() }))
    .nullish(),
});

/** Speech by OpenAI's HTTP contract: OpenAI itself, or a server of one's own. */
export function openAiSpeech(settings: OpenAiSpeechSettings): SpeechProvider {
  const { apiKey, allowPrivate = false } = settings;
  const baseUrl = (settings.baseUrl || OPENAI.baseUrl).replace(/\/+$/, "");
  const limits = { ...usualLimits, ...LIMITS, ...settings.limits };
  const question = (path: string, body: Question["body"], maxBytes: number): Question => {
    if (!allowPrivate) refusePrivate(baseUrl);
    return { url: `${baseUrl}/audio/${path}`, apiKey, body, maxBytes };
  };
  return {
    async speak({ text, voice, speed }) {
      const model = settings.speechModel || OPENAI_SPEECH.speechModel;
      const sounds: Uint8Array[] = [];
      for (const input of inPieces(text, MOST_TEXT)) {
        const body = { model, input, voice, speed, response_format: "mp3" };
        sounds.push(await ask(question("speech", body, MOST_SOUND), limits, bytesOf));
      }
      return joinedSound(sounds);
    },

    async transcribe({ bytes, mediaType, name }, language) {
      const form = new FormData();
      form.set("model", settings.transcriptionModel || OPENAI_SPEECH.transcriptionModel);
      form.set("response_format", "verbose_json");
      if (language !== "") form.set("language", language);
      form.set("file", new Blob([bytes], { type: mediaType }), name);
      return transcriptOf(await ask(question("transcriptions", form, MOST_TRANSCRIPT), limits, jsonOf));
    },
  };
}

function transcriptOf(answer: unknown): Transcript {
  const { success, data } = transcriptAnswer.safeParse(answer);
  if (!success) throw badAnswer();
  const parts = data.segments ?? [];
  const seconds = Math.max(data.duration ?? 0, ...parts.map(({ end }) => end));
  const whole = data.text.trim();
  const segments = parts.flatMap(({ start, end, text }) =>
    text.trim() === "" ? [] : [{ start, end, text: text.trim() }],
  );
  // Models without times still have the text.
  if (segments.length === 0 && whole !== "") segments.push({ start: 0, end: seconds, text: whole });
  return { segments, language: codeOf(data.language ?? ""), seconds };
}

const NAMES = new Intl.DisplayNames("en", { type: "language" });

/** OpenAI names the language in English, others by its code. */
function codeOf(language: string): string {
  const name = language.trim().toLowerCase();
  if (/^[a-z]{2,3}$/.test(name)) return name;
  return LANGUAGES.find((code) => NAMES.of(code)?.toLowerCase() === name) ?? "";
}
