import { z } from "zod";
import { messages } from "#app/messages.ts";
import { publicAddress } from "#workers/outbound/address.ts";
import { type ChatMessage, type ChatOptions, type Provider, ProviderError } from "../provider.ts";

/** OpenAI's HTTP contract, which many others speak: chat completions (whole or streamed) and embeddings. */
export interface OpenAiSettings {
  apiKey: string;
  /** Empty: OpenAI's own. */
  baseUrl: string;
  chatModel: string;
  embeddingModel: string;
  /** A test's or a developer's own server; a deployment never allows it. */
  allowPrivate?: boolean;
}

const BASE = "https://api.openai.com/v1";
const CHAT_MODEL = "gpt-4o-mini";
const EMBEDDING_MODEL = "text-embedding-3-small";
const FIRST_BYTE_MS = 10_000;
const WHOLE_MS = 60_000;
const MOST_BYTES = 5 * 1024 * 1024;
const BATCH = 256;
/** A provider that asks to wait no longer than this is asked once more. */
const PATIENCE_SECONDS = 2;

const chatReply = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});
const chatPiece = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }) })),
});
const embeddingsReply = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })),
});

export function openAi(settings: OpenAiSettings): Provider {
  const embeddingModel = settings.embeddingModel || EMBEDDING_MODEL;
  return {
    embeddingModel,
    async embed(texts) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const input = texts.slice(at, at + BATCH);
        const reply = parse(
          embeddingsReply,
          await ask(settings, "embeddings", { model: embeddingModel, input }),
        );
        if (reply.data.length !== input.length) throw badAnswer();
        const inOrder = reply.data.toSorted((a, b) => a.index - b.index);
        vectors.push(...inOrder.map(({ embedding }) => unit(embedding)));
      }
      return vectors;
    },
    async chat(given, { maxTokens = 500, temperature = 0, onText } = {}) {
      const body = {
        model: settings.chatModel || CHAT_MODEL,
        messages: given,
        max_tokens: maxTokens,
        temperature,
      };
      if (onText) return streamed(settings, body, onText);
      const reply = parse(chatReply, await ask(settings, "chat/completions", body));
      return reply.choices[0]?.message.content ?? "";
    },
  };
}

const texts = messages.providers;
const badAnswer = (): ProviderError => new ProviderError("badAnswer", texts.badAnswer);

function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw badAnswer();
  }
}

async function ask(settings: OpenAiSettings, path: string, body: unknown): Promise<string> {
  const { response, stop } = await send(settings, path, body);
  try {
    let text = "";
    for await (const piece of pieces(response)) text += piece;
    return text;
  } finally {
    stop();
  }
}

async function streamed(
  settings: OpenAiSettings,
  body: { model: string; messages: readonly ChatMessage[] },
  onText: NonNullable<ChatOptions["onText"]>,
): Promise<string> {
  const { response, stop } = await send(settings, "chat/completions", { ...body, stream: true });
  let open = "";
  let answer = "";
  try {
    for await (const piece of pieces(response)) {
      open += piece;
      const lines = open.split("\n");
      open = lines.pop() ?? "";
      for (const line of lines) {
        const data = /^data:\s*(.*)$/.exec(line.trim())?.[1];
        if (!data || data === "[DONE]") continue;
        const text = parse(chatPiece, data).choices[0]?.delta.content ?? "";
        if (text !== "") onText(text);
        answer += text;
      }
    }
  } finally {
    stop();
  }
  return answer;
}

/** Asks once, and once more where that may help: a short wait was asked for, or the provider stumbled. */
async function send(settings: OpenAiSettings, path: string, body: unknown) {
  try {
    return await sendOnce(settings, path, body);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { failure, retryAfterSeconds = 0 } = error;
    const again =
      failure === "unavailable" ||
      (failure === "rateLimited" && retryAfterSeconds > 0 && retryAfterSeconds <= PATIENCE_SECONDS);
    if (!again) throw error;
    await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1_000 || 250));
    return sendOnce(settings, path, body);
  }
}

async function sendOnce(
  { apiKey, baseUrl, allowPrivate }: OpenAiSettings,
  path: string,
  body: unknown,
): Promise<{ response: Response; stop: () => void }> {
  const address = `${(baseUrl || BASE).replace(/\/+$/, "")}/${path}`;
  if (!allowPrivate) refusePrivate(address);
  const abort = new AbortController();
  const first = setTimeout(() => abort.abort(), FIRST_BYTE_MS);
  const whole = setTimeout(() => abort.abort(), WHOLE_MS);
  const stop = (): void => {
    clearTimeout(whole);
    abort.abort();
  };
  let response: Response;
  try {
    response = await fetch(address, {
      method: "POST",
      redirect: "manual",
      signal: abort.signal,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    stop();
    throw abort.signal.aborted
      ? new ProviderError("timeout", texts.timeout)
      : new ProviderError("unavailable", texts.unavailable);
  } finally {
    clearTimeout(first);
  }
  if (response.ok) return { response, stop };
  await response.body?.cancel();
  stop();
  const retryAfter = Number(response.headers.get("retry-after")) || undefined;
  if (response.status === 401 || response.status === 403) {
    throw new ProviderError("unauthorized", texts.unauthorized);
  }
  if (response.status === 429) throw new ProviderError("rateLimited", texts.rateLimited, retryAfter);
  if (response.status >= 500) throw new ProviderError("unavailable", texts.unavailable);
  throw new ProviderError("badAnswer", texts.refused(response.status));
}

/** The key goes to nobody but a public host, over TLS. */
function refusePrivate(address: string): void {
  try {
    if (publicAddress(address).protocol === "https:") return;
  } catch {
    // Refused below in the same words.
  }
  throw new ProviderError("unavailable", texts.addressRefused);
}

/** The answer as text in pieces; more than MOST_BYTES, or a break in the middle, is no answer. */
async function* pieces(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MOST_BYTES) throw badAnswer();
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError("timeout", texts.timeout);
  }
}

function unit(values: readonly number[]): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return Float32Array.from(values, (value) => value / length);
}
