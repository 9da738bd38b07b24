import { SpeechLike } from "./speech-like.ts";

/**
 * A provider that speaks OpenAI's HTTP contract, for tests and for trying things out: chat completions whole and
 * streamed, embeddings that place synonyms close together, and every kind of failure.
 */
export type Behaviour =
  | "well"
  | { status: number; headers?: Record<string, string> }
  /** Takes the request and never answers. */
  | "hang"
  /** Begins an answer and then falls silent. */
  | "stall"
  /** 200 with a page that is no JSON. */
  | "rubbish"
  /** 200 with JSON of another shape. */
  | "otherShape"
  /** 200 with 5 MB. */
  | "huge"
  /** A stream that ends in the middle. */
  | "cut";

export interface Said {
  role: string;
  content: string;
}

interface Body {
  model?: string;
  messages?: Said[];
  stream?: boolean;
  input?: string | string[];
  dimensions?: number;
}

export class OpenAiLike {
  readonly speech: SpeechLike;
  /** The key that it accepts; undefined: any. */
  readonly key: string | undefined;
  /** Requests received, in order. */
  readonly calls: { path: string; body: Body }[] = [];
  /** The reply to a conversation. */
  says: (messages: Said[]) => string = (messages) => `You said: ${messages.at(-1)?.content ?? ""}`;
  /** Vector length when a request names none, and the indent of its JSON. */
  dimensions = 64;
  indent = 0;
  /** The tokens that its answers name. */
  usage: { prompt_tokens: number; completion_tokens: number } | undefined;
  #behaviour: Behaviour = "well";
  #times = Infinity;

  constructor(key?: string) {
    this.key = key;
    this.speech = new SpeechLike(key);
  }

  /** Applies from now on, or for that many requests. */
  behave(behaviour: Behaviour, times = Infinity): void {
    this.#behaviour = behaviour;
    this.#times = times;
  }

  /** All texts embedded so far. */
  get embedded(): string[] {
    return this.calls.flatMap(({ body }) => body.input ?? []);
  }

  answer = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    if (path.includes("/audio/")) return this.speech.answer(request);
    const body = (await request.json()) as Body;
    this.calls.push({ path, body });
    const behaviour = this.#times-- > 0 ? this.#behaviour : "well";
    if (behaviour !== "well") return misbehaving(behaviour);
    const given = request.headers.get("authorization");
    if (this.key !== undefined && given !== `Bearer ${this.key}`) {
      const message = `Incorrect API key provided: ${given}. Find your key on our page.`;
      return Response.json({ error: { message, code: "invalid_api_key" } }, { status: 401 });
    }
    if (path.endsWith("/embeddings")) return this.#embeddings(body);
    if (path.endsWith("/chat/completions")) {
      return completion(this.says(body.messages ?? []), body.stream === true, this.usage);
    }
    return Response.json({ error: { message: "Unknown request URL" } }, { status: 404 });
  };

  #embeddings({ input = [], model, dimensions = this.dimensions }: Body): Response {
    const texts = [input].flat();
    if (texts.includes("")) return Response.json({ error: { message: "empty input" } }, { status: 400 });
    const data = texts.map((text, index) => ({
      object: "embedding",
      index,
      embedding: meaning(text, dimensions),
    }));
    // The order is not guaranteed; `index` says which input it belongs to.
    const reply = JSON.stringify(
      { object: "list", data: data.toReversed(), model, usage: this.usage },
      null,
      this.indent,
    );
    return new Response(reply, { headers: { "content-type": "application/json" } });
  }
}

function misbehaving(behaviour: Exclude<Behaviour, "well">): Response | Promise<Response> {
  if (typeof behaviour === "object") {
    const page = `<html>the provider's own page, with sk-leaked and ${"words ".repeat(200)}</html>`;
    return new Response(behaviour.status === 204 ? null : page, behaviour);
  }
  const json = { headers: { "content-type": "application/json" } };
  switch (behaviour) {
    case "hang":
      return new Promise(() => {});
    case "stall":
      return new Response(new ReadableStream({ start: (to) => to.enqueue(bytes('{"data": [')) }), json);
    case "rubbish":
      return new Response("<html>It works!</html>", json);
    case "otherShape":
      return Response.json({ object: "something else", choices: "none", data: [{ embedding: ["a"] }] });
    case "huge":
      return new Response(`{"data": "${"x".repeat(5 * 1024 * 1024)}"}`, json);
    case "cut":
      return events(['{"choices":[{"delta":{"content":"Half an ans"}}]}']);
    default:
      return behaviour satisfies never;
  }
}

function completion(text: string, stream: boolean, usage: OpenAiLike["usage"]): Response {
  if (!stream) {
    const message = { role: "assistant", content: text };
    return Response.json({ choices: [{ index: 0, message, finish_reason: "stop" }], usage });
  }
  const pieces = text.match(/\S+\s*/g) ?? [];
  return events([
    '{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}',
    ...pieces.map((content) => JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] })),
    '{"choices":[{"delta":{},"finish_reason":"stop"}]}',
    ...(usage ? [JSON.stringify({ choices: [], usage })] : []),
    "[DONE]",
  ]);
}

/** Cut into pieces of seven bytes: lines and letters are torn, as a network may tear them. */
function events(data: string[]): Response {
  const all = bytes(data.map((each) => `data: ${each}\r\n\r\n`).join(""));
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(to) {
      if (at >= all.length) return to.close();
      to.enqueue(all.slice(at, (at += 7)));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** Words on one line are synonyms, which a bag of words cannot know and a real embedding does. */
const CONCEPTS = [
  "lost stolen missing vanished mislaid misplaced gone pickpocketed robbed took",
  "balance money funds savings credit cash",
  "card plastic visa mastercard",
  "hours open opening close",
].map((line) => new Set(line.split(" ")));

/** A hashed bag of the words' meanings, of unit length and the same each time. */
export function meaning(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? ["nothing"]) {
    const concept = CONCEPTS.findIndex((words) => words.has(word));
    let seed = 2166136261;
    for (const letter of concept < 0 ? word : `concept ${concept}`) {
      seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16777619);
    }
    // Stop words carry little meaning.
    const weight = concept >= 0 ? 2 : word.length < 4 ? 0.2 : 1;
    for (let i = 0; i < dimensions; i++) {
      seed = Math.imul(seed ^ (seed >>> 15), 2246822519) + i;
      vector[i] = (vector[i] ?? 0) + weight * ((seed >>> 8) / 8388608 - 1);
    }
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((number) => number / length);
}
