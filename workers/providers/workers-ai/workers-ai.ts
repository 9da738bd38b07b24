import { z } from "zod";
import { messages } from "#app/messages.ts";
import { type Provider, ProviderError } from "../provider.ts";

/** What is needed of the platform's AI binding. */
export interface AiBinding {
  run(model: string, input: unknown): Promise<unknown>;
}

/** Many languages, Hindi among them. */
const EMBEDDING_MODEL = "@cf/baai/bge-m3";
const CHAT_MODEL = "@cf/meta/llama-3.1-8b-instruct";
const BATCH = 100;
const MOST_MS = 10_000;

const vectors = z.object({ data: z.array(z.array(z.number())) });
const answer = z.object({ response: z.string() });

/** Models that run beside the Worker; available where the deployment has the binding. */
export function workersAi(ai: AiBinding): Provider {
  const run = async <T>(schema: z.ZodType<T>, model: string, input: unknown): Promise<T> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ProviderError("timeout", messages.providers.timeout)), MOST_MS);
    });
    try {
      const reply = await Promise.race([ai.run(model, input), late]);
      return schema.parse(reply);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      throw error instanceof z.ZodError
        ? new ProviderError("badAnswer", messages.providers.badAnswer)
        : new ProviderError("unavailable", messages.providers.unavailable);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    embeddingModel: EMBEDDING_MODEL,
    async embed(texts) {
      const all: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const { data } = await run(vectors, EMBEDDING_MODEL, { text: texts.slice(at, at + BATCH) });
        all.push(...data.map(unit));
      }
      return all;
    },
    async chat(given, { maxTokens = 500, temperature = 0, onText } = {}) {
      const { response } = await run(answer, CHAT_MODEL, {
        messages: given,
        max_tokens: maxTokens,
        temperature,
      });
      onText?.(response);
      return response;
    },
  };
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return Float32Array.from(values, (value) => value / length);
}
