import { z } from "zod";
import { providersTexts } from "#texts/providers.ts";
import { publicAddress } from "#workers/outbound/address.ts";
import { badAnswer } from "../bad-answer.ts";
import { eventsOf } from "../events.ts";
import { ProviderError, type ChatMessage, type ChatOptions, type Provider } from "../provider.ts";
import { type OnSpent, spending } from "../spent.ts";
import { unitLength } from "../unit-length.ts";
import { ask, jsonOf, usualLimits, type Arriving, type Limits } from "./ask.ts";

export const OPENAI = {
  baseUrl: "https://api.openai.com/v1",
  chatModel: "gpt-4o-mini",
  embeddingModel: "text-embedding-3-small",
} as const;

export interface OpenAiSettings {
  apiKey: string;
  /** Empty: OpenAI's own, as for the models. */
  baseUrl?: string;
  chatModel?: string;
  embeddingModel?: string;
  /** A test's or a developer's own server; a deployment never allows it. */
  allowPrivate?: boolean;
  limits?: Partial<Limits>;
  /** Called with what each answered call took. */
  onSpent?: OnSpent;
}

/** Texts a call: few enough that the answer stays below MAX_VECTOR_BYTES also for the longest vectors. */
const BATCH = 64;
const MAX_VECTOR_BYTES = 4 * 1024 * 1024;
const MAX_CHAT_BYTES = 1024 * 1024;
const MAX_TOKENS = 800;
/**
 * OpenAI's third generation can be cut (Kusupati et al. 2022): a third of the length costs under 1 % of the quality
 * (OpenAI's own figures on MTEB), and a model of 15,000 phrases fits into a Worker.
 */
const SHORT = 512;

const embeddingsAnswer = z.object({
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()).min(1) })),
});
const chatAnswer = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});
const chatPiece = z.object({
  usage: z.unknown().optional(),
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish() }).optional(),
      finish_reason: z.string().nullish(),
    }),
  ),
});

/** A provider that speaks OpenAI's HTTP contract: OpenAI itself, or a server of one's own. */
export function openAi(settings: OpenAiSettings): Provider {
  const { apiKey, allowPrivate = false } = settings;
  const baseUrl = (settings.baseUrl || OPENAI.baseUrl).replace(/\/+$/, "");
  const chatModel = settings.chatModel || OPENAI.chatModel;
  const embeddingModel = settings.embeddingModel || OPENAI.embeddingModel;
  const limits = { ...usualLimits, ...settings.limits };
  const dimensions = embeddingModel.startsWith("text-embedding-3-") ? { dimensions: SHORT } : {};
  const official = baseUrl === OPENAI.baseUrl;

  const addressOf = (path: string): string => {
    if (!allowPrivate) refusePrivate(baseUrl);
    return `${baseUrl}/${path}`;
  };
  const embedBatch = async (input: string[]): Promise<Float32Array[]> => {
    const question = {
      url: addressOf("embeddings"),
      apiKey,
      // An empty text is refused, and has no meaning that could be lost.
      body: { model: embeddingModel, input: input.map((text) => text || " "), ...dimensions },
      maxBytes: MAX_VECTOR_BYTES,
    };
    const spent = spending(embeddingModel, settings.onSpent);
    const answer = await ask(question, limits, jsonOf);
    spent.hear(answer);
    spent.tell();
    return vectorsOf(answer, input.length);
  };

  return {
    embeddingModel: [official ? "openai" : baseUrl, embeddingModel, ...Object.values(dimensions)].join(" "),

    async embed(wanted) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < wanted.length; at += BATCH) {
        vectors.push(...(await embedBatch(wanted.slice(at, at + BATCH))));
      }
      if (vectors.some(({ length }) => length !== vectors[0]?.length)) throw badAnswer();
      return vectors;
    },

    async chat(
      said: readonly ChatMessage[],
      { maxTokens = MAX_TOKENS, temperature = 0, onText }: ChatOptions = {},
    ) {
      // OpenAI's reasoning models refuse a temperature; OpenAI renamed max_tokens, others did not follow.
      const reasoning = /^(o\d|gpt-[5-9])/.test(chatModel);
      const body = {
        model: chatModel,
        messages: said,
        [official ? "max_completion_tokens" : "max_tokens"]: maxTokens,
        ...(!reasoning && { temperature }),
        ...(onText && { stream: true }),
        // Others may not know it, and refuse what they do not know.
        ...(onText && official && { stream_options: { include_usage: true } }),
      };
      const question = { url: addressOf("chat/completions"), apiKey, body, maxBytes: MAX_CHAT_BYTES };
      const spent = spending(chatModel, settings.onSpent);
      const text = await ask(question, limits, async (arriving) =>
        // A server may know nothing of streaming and answer whole.
        onText && arriving.contentType.includes("event-stream")
          ? streamedText(arriving, onText, spent.hear)
          : wholeText(arriving, onText, spent.hear),
      );
      spent.tell();
      return text;
    },
  };
}

function vectorsOf(answer: unknown, wanted: number): Float32Array[] {
  const { success, data: parsed } = embeddingsAnswer.safeParse(answer);
  if (!success || parsed.data.length !== wanted) throw badAnswer();
  const vectors: (Float32Array | undefined)[] = Array.from({ length: wanted });
  parsed.data.forEach(({ index, embedding }, place) => (vectors[index ?? place] = unitLength(embedding)));
  return vectors.map((vector) => {
    if (!vector) throw badAnswer();
    return vector;
  });
}

type Hear = (answer: unknown) => void;

async function wholeText(arriving: Arriving, onText: ChatOptions["onText"], hear: Hear): Promise<string> {
  const answer = await jsonOf(arriving);
  hear(answer);
  const { success, data } = chatAnswer.safeParse(answer);
  const text = success ? (data.choices[0]?.message.content.trim() ?? "") : "";
  if (!text) throw badAnswer();
  onText?.(text);
  return text;
}

async function streamedText(
  { pieces }: Arriving,
  onText: (piece: string) => void,
  hear: Hear,
): Promise<string> {
  let text = "";
  let ended = false;
  for await (const event of eventsOf(pieces)) {
    if (event === "[DONE]") {
      ended = true;
      break;
    }
    const { usage, choices } = pieceOf(event);
    if (usage) hear({ usage });
    const [choice] = choices;
    const piece = choice?.delta?.content ?? "";
    if (choice?.finish_reason) ended = true;
    if (!piece) continue;
    text += piece;
    onText(piece);
  }
  // A stream that was cut in the middle is no answer.
  if (!ended || !text.trim()) throw badAnswer();
  return text.trim();
}

function pieceOf(event: string): z.infer<typeof chatPiece> {
  try {
    return chatPiece.parse(JSON.parse(event));
  } catch {
    throw badAnswer();
  }
}

/** The key goes only to a public host, over TLS: a stored address may have been allowed by older rules. */
export function refusePrivate(address: string): void {
  try {
    if (publicAddress(address).protocol === "https:") return;
  } catch {
    // Refused below in the same words.
  }
  throw new ProviderError("unavailable", providersTexts.addressRefused);
}
