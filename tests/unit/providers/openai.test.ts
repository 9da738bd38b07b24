import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Behaviour } from "#tests/support/openai-like.ts";
import { startOpenAiServer } from "#tests/support/openai-server.ts";
import { usualLimits } from "#workers/providers/openai/ask.ts";
import { openAi, type OpenAiSettings } from "#workers/providers/openai/openai.ts";
import { ProviderError } from "#workers/providers/provider.ts";
import type { Spent } from "#workers/providers/spent.ts";

const server = await startOpenAiServer({ key: "sk-right" });
const { provider: remote } = server;
afterAll(() => server.stop());
beforeEach(() => {
  remote.behave("well");
  remote.calls.length = 0;
  remote.usage = undefined;
});

/** Whoever answers is given time, also on a busy machine; only who never does is not waited for. */
const limits = { silenceMs: 8_000, overallMs: 10_000, longestWaitMs: 100, pauseMs: 1 };
const impatient = { ...limits, silenceMs: 300, overallMs: 600 };
const client = (settings: Partial<OpenAiSettings> = {}) =>
  openAi({ baseUrl: server.url, apiKey: "sk-right", allowPrivate: true, limits, ...settings });
const hello = [{ role: "user", content: "नमस्ते 👋 hello there" }] as const;

async function failureOf(work: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

describe("a chat", () => {
  test("answers the text, asked with the model and the bounds that were wanted", async () => {
    const text = await client({ chatModel: "own-model" }).chat(hello, { maxTokens: 9, temperature: 0.5 });
    expect(text).toBe("You said: नमस्ते 👋 hello there");
    expect(remote.calls).toMatchObject([
      { path: "/v1/chat/completions", body: { model: "own-model", max_tokens: 9, temperature: 0.5 } },
    ]);
  });

  test("streamed gives the same text in pieces, however the network tears them", async () => {
    const pieces: string[] = [];
    const text = await client().chat(hello, { onText: (piece) => pieces.push(piece) });
    expect(text).toBe("You said: नमस्ते 👋 hello there");
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join("")).toBe(text);
  });

  test("of a stream that ends in the middle is no answer", async () => {
    remote.behave("cut");
    expect((await failureOf(client().chat(hello, { onText: () => {} }))).failure).toBe("badAnswer");
  });

  test("leaves the temperature out for models that refuse one", async () => {
    await client({ chatModel: "gpt-5-mini" }).chat(hello);
    expect(remote.calls[0]?.body).not.toHaveProperty("temperature");
  });
});

describe("what a call takes", () => {
  const told = () => {
    const spent: Spent[] = [];
    return { spent, onSpent: (each: Spent) => spent.push(each) };
  };

  test("is told with the model, once for each answer, also of a stream and of vectors", async () => {
    const { spent, onSpent } = told();
    remote.usage = { prompt_tokens: 12, completion_tokens: 5 };
    const asked = client({ chatModel: "own-model", embeddingModel: "own-vectors", onSpent });
    await asked.chat(hello);
    await asked.chat(hello, { onText: () => undefined });
    await asked.embed(["one"]);
    const took = { input: 12, output: 5, ms: expect.any(Number) as number };
    expect(spent).toEqual([
      { model: "own-model", ...took },
      { model: "own-model", ...took },
      { model: "own-vectors", ...took },
    ]);
  });

  test("is nought where the provider counts nothing, and no refusal is told", async () => {
    const { spent, onSpent } = told();
    await client({ onSpent }).chat(hello);
    expect(spent).toMatchObject([{ input: 0, output: 0 }]);
    remote.behave({ status: 401 });
    await failureOf(client({ onSpent }).chat(hello));
    expect(spent).toHaveLength(1);
  });
});

describe("embeddings", () => {
  test("come in the order of the texts, of unit length, in batches", async () => {
    const texts = Array.from({ length: 150 }, (_, i) => `text number ${i}`);
    const vectors = await client().embed(texts);
    expect(remote.calls.map(({ body }) => body.input?.length)).toEqual([64, 64, 22]);
    const [alone] = await client().embed(["text number 149"]);
    expect(vectors).toHaveLength(150);
    expect(vectors[149]).toEqual(alone);
    expect(Math.hypot(...(vectors[0] ?? []))).toBeCloseTo(1, 5);
  });

  test("of OpenAI's third generation are asked for short; the model's name says so", async () => {
    const [vector] = await client().embed([""]);
    expect(vector).toHaveLength(512);
    expect(client().embeddingModel).toContain("text-embedding-3-small 512");
    const [own] = await client({ embeddingModel: "own" }).embed(["x"]);
    expect(own).toHaveLength(64);
  });

  test("of two providers are never taken for each other's", () => {
    const names = [
      openAi({ apiKey: "k" }),
      client(),
      client({ embeddingModel: "own" }),
      client({ baseUrl: "https://models.example.com/v1" }),
    ].map(({ embeddingModel }) => embeddingModel);
    expect(new Set(names).size).toBe(4);
  });
});

test("a key is sent to no address that is not public and https (S-37)", async () => {
  for (const baseUrl of [
    server.url,
    "http://api.openai.com/v1",
    "https://10.0.0.1/v1",
    "https://[::127.0.0.1]",
  ]) {
    const error = await failureOf(client({ baseUrl, allowPrivate: false }).chat(hello));
    expect(error.message).toBe("The base address must be a public https address.");
  }
  expect(remote.calls).toEqual([]);
});

/** OpenAI writes each number on a line of its own; a batch of the longest vectors must stay below our own cap. */
test("the answer to a full batch is not taken for one that is too large", async () => {
  const texts = Array.from({ length: 256 }, (_, i) => `text ${i}`);
  remote.indent = 2;
  for (const [model, dimensions] of [
    ["text-embedding-3-large", 512],
    ["another-model", 1536],
  ] as const) {
    remote.dimensions = dimensions;
    expect(await client({ embeddingModel: model }).embed(texts)).toHaveLength(256);
  }
  remote.indent = 0;
  remote.dimensions = 64;
});

describe("a provider that misbehaves (R-19)", () => {
  const cases: [string, Behaviour, ProviderError["failure"], number][] = [
    ["refuses the key", { status: 401 }, "unauthorized", 1],
    ["forbids", { status: 403 }, "unauthorized", 1],
    ["is too busy", { status: 429 }, "rateLimited", 1],
    ["is too busy for an hour", { status: 429, headers: { "retry-after": "3600" } }, "rateLimited", 1],
    ["has a fault of its own, twice", { status: 500 }, "unavailable", 2],
    ["is overloaded, twice", { status: 529 }, "unavailable", 2],
    ["knows no such model", { status: 404 }, "badAnswer", 1],
    ["finds the request wrong", { status: 400 }, "badAnswer", 1],
    [
      "sends elsewhere",
      { status: 307, headers: { location: "https://elsewhere.example.com/" } },
      "badAnswer",
      1,
    ],
    ["never answers", "hang", "timeout", 1],
    ["falls silent in its answer", "stall", "timeout", 1],
    ["answers rubbish", "rubbish", "badAnswer", 1],
    ["answers JSON of another shape", "otherShape", "badAnswer", 1],
    ["answers 5 MB", "huge", "badAnswer", 1],
  ];

  test.each(cases)("and %s fails as such, in our words", async (_, behaviour, failure, asked) => {
    remote.behave(behaviour);
    const asking = failure === "timeout" ? { limits: impatient } : {};
    for (const work of [
      () => client(asking).chat(hello),
      () => client(asking).chat(hello, { onText: () => {} }),
      () => client(asking).embed(["x"]),
    ]) {
      remote.calls.length = 0;
      const error = await failureOf(work());
      expect(error.failure).toBe(failure);
      expect(error.message).not.toMatch(/sk-|html|127\.0\.0\.1/);
      expect(error.message.length).toBeLessThan(120);
      expect(remote.calls).toHaveLength(asked);
    }
  });

  test("once with a fault of its own is asked again", async () => {
    remote.behave({ status: 503 }, 1);
    expect(await client().chat(hello)).toContain("hello there");
  });

  test("that names a short wait is asked again after it, a long one is passed on", async () => {
    remote.behave({ status: 429, headers: { "retry-after": "0.05" } }, 1);
    expect(await client().chat(hello)).toContain("hello there");
    remote.behave({ status: 429, headers: { "retry-after": "20" } });
    expect((await failureOf(client().chat(hello))).retryAfterSeconds).toBe(20);
    const date = new Date(Date.now() + 90_000).toUTCString();
    remote.behave({ status: 429, headers: { "retry-after": date } });
    const { retryAfterSeconds } = await failureOf(client().chat(hello));
    expect(retryAfterSeconds).toBeGreaterThan(80);
    expect(retryAfterSeconds).toBeLessThanOrEqual(90);
  });

  test("that nobody listens at is unavailable", async () => {
    const gone = await startOpenAiServer();
    await gone.stop();
    expect((await failureOf(client({ baseUrl: gone.url }).chat(hello))).failure).toBe("unavailable");
  });

  test("with a wrong key never has the key in its error, though the provider repeats it", async () => {
    const error = await failureOf(client({ apiKey: "CANARY-key" }).chat(hello));
    expect(error.failure).toBe("unauthorized");
    expect(JSON.stringify([error.message, error.stack])).not.toContain("CANARY");
  });

  test("is cut after ten seconds of silence", () => {
    expect(usualLimits).toMatchObject({ silenceMs: 10_000, overallMs: 30_000, attempts: 2 });
  });
});
