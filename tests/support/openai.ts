import { OpenAiLike } from "./openai-like.ts";
import { answerOutbound, type Expectation } from "./outbound.ts";

const OPENAI = "https://api.openai.com/v1";

/** The provider's behaviour: correct, or failing in one of several ways. */
export interface Behaviour {
  status?: number;
  retryAfter?: string;
  body?: string;
  chat?: (messages: { role: string; content: string }[]) => string;
}

/** Answers in OpenAI's place, for the key "canary key". */
export function playOpenAi({ status, retryAfter, body, chat }: Behaviour = {}): Expectation & {
  provider: OpenAiLike;
} {
  const provider = new OpenAiLike("canary key");
  provider.says = chat ?? (() => "OK");
  if (status !== undefined) {
    provider.behave({ status, ...(retryAfter && { headers: { "retry-after": retryAfter } }) });
  }
  const { requests, remove } = answerOutbound(OPENAI, (request) =>
    body === undefined ? provider.answer(request) : new Response(body),
  );
  return { provider, requests, remove };
}
