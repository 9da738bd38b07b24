import { z } from "zod";
import { providersTexts as texts } from "#texts/providers.ts";
import { badAnswer } from "../bad-answer.ts";
import { Deadline, type Patience } from "../deadline.ts";
import { eventsOf } from "../events.ts";
import { piecesOf } from "../pieces.ts";
import { ProviderError, type Provider } from "../provider.ts";
import { type OnSpent, spending } from "../spent.ts";
import { unitLength } from "../unit-length.ts";

/** The part of the platform's `AI` binding that is used. */
export interface AiBinding {
  run(model: string, input: Record<string, unknown>): Promise<unknown>;
}

export const WORKERS_AI = {
  chatModel: "@cf/meta/llama-3.3-70b-instruct-fp8-fast",
  /** Over a hundred languages, Hindi among them; 1,024 numbers. */
  embeddingModel: "@cf/baai/bge-m3",
} as const;

/** The platform takes up to 100 texts a call. */
const BATCH = 100;
const MAX_TOKENS = 800;
const MAX_CHAT_BYTES = 1024 * 1024;
const PATIENCE: Patience = { silenceMs: 10_000, overallMs: 30_000 };

const embeddingsAnswer = z.object({ data: z.array(z.array(z.number()).min(1)) });
/** Older models answer `response`, newer ones as OpenAI does. */
const chatAnswer = z.union([
  z.object({ response: z.string() }),
  z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) }),
]);
const chatPiece = z.object({
  usage: z.unknown().optional(),
  response: z.string().nullish(),
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }).optional() })).optional(),
});

/** Asks a model of the platform and reads its answer in time. Throws ProviderError. */
export const running =
  (ai: AiBinding, patience: Patience) =>
  async <T>(
    model: string,
    input: Record<string, unknown>,
    read: (answer: unknown, deadline: Deadline) => Promise<T> | T,
  ): Promise<T> => {
    const deadline = new Deadline(patience);
    try {
      return await read(await deadline.race(ai.run(model, input)), deadline);
    } catch (error) {
      throw error instanceof ProviderError ? error : failureOf(error);
    } finally {
      deadline.close();
    }
  };

/** The platform's own models, without any key. */
export function workersAi(ai: AiBinding, patience: Partial<Patience> = {}, onSpent?: OnSpent): Provider {
  const run = running(ai, { ...PATIENCE, ...patience });
  return {
    embeddingModel: WORKERS_AI.embeddingModel,

    async embed(wanted) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < wanted.length; at += BATCH) {
        const text = wanted.slice(at, at + BATCH).map((each) => each || " ");
        const spent = spending(WORKERS_AI.embeddingModel, onSpent);
        vectors.push(
          ...(await run(WORKERS_AI.embeddingModel, { text, truncate_inputs: true }, (answer) => {
            const { success, data: parsed } = embeddingsAnswer.safeParse(answer);
            if (!success || parsed.data.length !== text.length) throw badAnswer();
            spent.hear(answer);
            return parsed.data.map(unitLength);
          })),
        );
        spent.tell();
      }
      return vectors;
    },

    async chat(said, { maxTokens = MAX_TOKENS, temperature = 0, onText } = {}) {
      const input = { messages: said, max_tokens: maxTokens, temperature, stream: onText !== undefined };
      const spent = spending(WORKERS_AI.chatModel, onSpent);
      const answered = await run(WORKERS_AI.chatModel, input, async (answer, deadline) => {
        if (!(answer instanceof ReadableStream)) spent.hear(answer);
        const text =
          answer instanceof ReadableStream
            ? await streamedText(answer as ReadableStream<Uint8Array>, { onText, hear: spent.hear }, deadline)
            : wholeText(answer);
        if (!text.trim()) throw badAnswer();
        if (!(answer instanceof ReadableStream)) onText?.(text);
        return text.trim();
      });
      spent.tell();
      return answered;
    },
  };
}

function wholeText(answer: unknown): string {
  const { success, data } = chatAnswer.safeParse(answer);
  if (!success) throw badAnswer();
  return "response" in data ? data.response : (data.choices[0]?.message.content ?? "");
}

async function streamedText(
  stream: ReadableStream<Uint8Array>,
  { onText, hear }: { onText: ((piece: string) => void) | undefined; hear: (answer: unknown) => void },
  deadline: Deadline,
): Promise<string> {
  let text = "";
  for await (const event of eventsOf(piecesOf(stream, MAX_CHAT_BYTES, deadline))) {
    if (event === "[DONE]") break;
    let piece: string;
    try {
      const { response, choices, usage } = chatPiece.parse(JSON.parse(event));
      if (usage) hear({ usage });
      piece = response ?? choices?.[0]?.delta?.content ?? "";
    } catch {
      throw badAnswer();
    }
    if (!piece) continue;
    text += piece;
    onText?.(piece);
  }
  return text;
}

/** The binding throws errors whose text begins with a number of its own: 3036 and 3040 are limits of use. */
function failureOf(error: unknown): ProviderError {
  const busy = /\b(3036|3040|429)\b/.test(String(error));
  return busy
    ? new ProviderError("rateLimited", texts.rateLimited)
    : new ProviderError("unavailable", texts.unavailable);
}
