import { answerOutbound, type Expectation } from "./outbound.ts";

export const OPENAI = "https://api.openai.com/v1";

/** How the provider behaves: as it should, or in one of the ways in which it does not. */
export interface Behaviour {
  status?: number;
  retryAfter?: string;
  body?: string;
  chat?: (messages: { role: string; content: string }[]) => string;
}

/** Speaks OpenAI's HTTP contract: chat completions, whole and streamed, and embeddings that mean something. */
export function playOpenAi(behaviour: Behaviour = {}): Expectation {
  return answerOutbound(OPENAI, async (request) => {
    if (request.headers.get("authorization") !== "Bearer canary key") {
      return Response.json({ error: { message: "Incorrect API key provided: canary" } }, { status: 401 });
    }
    if (behaviour.status) {
      return new Response(behaviour.body ?? "an error page with secrets", {
        status: behaviour.status,
        headers: behaviour.retryAfter ? { "retry-after": behaviour.retryAfter } : {},
      });
    }
    if (behaviour.body !== undefined) return new Response(behaviour.body);
    const body = (await request.json()) as {
      input?: string[];
      stream?: boolean;
      messages?: { role: string; content: string }[];
    };
    if (request.url.endsWith("/embeddings")) {
      const data = (body.input ?? []).map((text, index) => ({ index, embedding: vectorOf(text) }));
      return Response.json({ data: data.toReversed() });
    }
    const content = behaviour.chat?.(body.messages ?? []) ?? "OK";
    if (!body.stream) return Response.json({ choices: [{ message: { content } }] });
    const pieces = [...content].map(
      (letter) => `data: ${JSON.stringify({ choices: [{ delta: { content: letter } }] })}\n\n`,
    );
    return new Response([...pieces, "data: [DONE]\n\n"].join(""));
  });
}

/** Words hashed into 64 numbers, a few of them alike on purpose: enough to be near what shares them. */
function vectorOf(text: string): number[] {
  const alike: Record<string, string> = { cash: "money", funds: "money", plastic: "card", robbed: "stolen" };
  const vector = Array.from({ length: 64 }, () => 0.01);
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    let hash = 7;
    for (const letter of alike[word] ?? word) hash = (hash * 31 + letter.charCodeAt(0)) % 64;
    vector[hash] = (vector[hash] ?? 0) + 1;
  }
  return vector;
}
