import { z } from "zod";
import { badAnswer } from "../bad-answer.ts";
import type { Deadline, Patience } from "../deadline.ts";
import { piecesOf } from "../pieces.ts";
import { joinedSound } from "../sound.ts";
import { inPieces, type SpeechProvider, type Spoken } from "../speech.ts";
import { type AiBinding, running } from "./workers-ai.ts";

const MODELS = {
  transcription: "@cf/openai/whisper-large-v3-turbo",
  melo: "@cf/myshell-ai/melotts",
  aura: (language: string) => `@cf/deepgram/aura-2-${language === "es" ? "es" : "en"}`,
} as const;

/** Deepgram's voices take 2,000 characters a call. */
const MOST_TEXT = 1_900;
const MOST_SOUND = 16 * 1024 * 1024;
const PATIENCE: Patience = { silenceMs: 100_000, overallMs: 170_000 };

const soundAnswer = z.union([z.object({ audio: z.string().min(1) }), z.string().min(1)]);
const transcriptAnswer = z.object({
  text: z.string(),
  transcription_info: z
    .object({ language: z.string().optional(), duration: z.number().min(0).optional() })
    .optional(),
  segments: z
    .array(
      z.object({ start: z.number().default(0), end: z.number().default(0), text: z.string().default("") }),
    )
    .optional(),
});

/** Speech by the platform's own models, without any key. */
export function workersAiSpeech(ai: AiBinding, patience: Partial<Patience> = {}): SpeechProvider {
  const run = running(ai, { ...PATIENCE, ...patience });
  return {
    async speak(spoken) {
      const sounds: Uint8Array[] = [];
      for (const text of inPieces(spoken.text, MOST_TEXT)) {
        const { model, input } = askedOf({ ...spoken, text });
        sounds.push(await run(model, input, soundOf));
      }
      return joinedSound(sounds);
    },

    transcribe({ bytes }, language) {
      const input = {
        audio: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64"),
        task: "transcribe",
        ...(language !== "" && { language }),
      };
      return run(MODELS.transcription, input, (answer) => {
        const { success, data } = transcriptAnswer.safeParse(answer);
        if (!success) throw badAnswer();
        const segments = (data.segments ?? []).flatMap(({ start, end, text }) =>
          text.trim() === "" ? [] : [{ start: Math.max(0, start), end: Math.max(0, end), text: text.trim() }],
        );
        const { language: found = "", duration = 0 } = data.transcription_info ?? {};
        const seconds = Math.max(duration, ...segments.map(({ end }) => end));
        const whole = data.text.trim();
        if (segments.length === 0 && whole !== "") segments.push({ start: 0, end: seconds, text: whole });
        return { segments, language: found, seconds };
      });
    },
  };
}

function askedOf({ text, language, voice }: Spoken): { model: string; input: Record<string, unknown> } {
  const [, speaker] = voice.split("aura:");
  return speaker === undefined
    ? { model: MODELS.melo, input: { prompt: text, lang: language } }
    : { model: MODELS.aura(language), input: { text, speaker, encoding: "mp3" } };
}

/** Some models answer base64, some a stream. */
async function soundOf(answer: unknown, deadline: Deadline): Promise<Uint8Array> {
  if (answer instanceof ReadableStream) {
    const parts: Uint8Array[] = [];
    for await (const piece of piecesOf(answer as ReadableStream<Uint8Array>, MOST_SOUND, deadline))
      parts.push(piece);
    return Buffer.concat(parts);
  }
  if (answer instanceof Uint8Array) return answer;
  const { success, data } = soundAnswer.safeParse(answer);
  if (!success) throw badAnswer();
  return Buffer.from(typeof data === "string" ? data : data.audio, "base64");
}
