import { expect, test } from "vitest";
import { ProviderError } from "#workers/providers/provider.ts";
import { workersAi, type AiBinding } from "#workers/providers/workers-ai/workers-ai.ts";

/** The platform has no local stand-in for Workers AI: this one answers in the shapes that it documents. */
const answering = (
  answer: (input: Record<string, unknown>) => unknown,
): AiBinding & { inputs: unknown[] } => {
  const inputs: unknown[] = [];
  return {
    inputs,
    run: async (model, input) => {
      inputs.push({ model, ...input });
      return answer(input);
    },
  };
};
const patience = { silenceMs: 50, overallMs: 100 };
const hello = [{ role: "user", content: "hello" }] as const;

test("embeds in batches of a hundred, to vectors of unit length", async () => {
  const ai = answering(({ text }) => ({
    shape: [(text as string[]).length, 2],
    data: (text as string[]).map((_, i) => [3, i]),
  }));
  const vectors = await workersAi(ai).embed(Array.from({ length: 150 }, (_, i) => `text ${i}`));
  expect(ai.inputs).toHaveLength(2);
  expect(vectors).toHaveLength(150);
  expect([...(vectors[0] ?? [])]).toEqual([1, 0]);
  expect(Math.hypot(...(vectors[149] ?? []))).toBeCloseTo(1, 5);
});

test("chats with models that answer in either shape, whole or streamed", async () => {
  const stream = (lines: string[]) => new Response(lines.map((line) => `data: ${line}\n\n`).join("")).body;
  expect(await workersAi(answering(() => ({ response: "Hi" }))).chat(hello)).toBe("Hi");
  const choices = [{ message: { content: "Hi" } }];
  expect(await workersAi(answering(() => ({ choices }))).chat(hello)).toBe("Hi");
  for (const lines of [
    ['{"response":"H"}', '{"response":"i"}', '{"response":"","usage":{}}', "[DONE]"],
    ['{"choices":[{"delta":{"content":"H"}}]}', '{"choices":[{"delta":{"content":"i"}}]}', "[DONE]"],
  ]) {
    const pieces: string[] = [];
    const onText = (piece: string) => pieces.push(piece);
    expect(await workersAi(answering(() => stream(lines))).chat(hello, { onText })).toBe("Hi");
    expect(pieces).toEqual(["H", "i"]);
  }
});

test("fails in our words when it is over its limits, breaks, hangs or answers something else", async () => {
  const failing = (answer: () => unknown) =>
    workersAi(answering(answer), patience)
      .embed(["x"])
      .then(
        () => undefined,
        (error: unknown) => error as ProviderError,
      );
  const throwing = (text: string) => () => {
    throw new Error(text);
  };
  expect(await failing(throwing("3040: Capacity temporarily exceeded"))).toMatchObject({
    failure: "rateLimited",
  });
  expect(await failing(throwing("1031: CANARY"))).toMatchObject({
    failure: "unavailable",
    message: expect.not.stringContaining("CANARY"),
  });
  expect(await failing(() => new Promise(() => {}))).toMatchObject({ failure: "timeout" });
  expect(await failing(() => ({ data: "none" }))).toMatchObject({ failure: "badAnswer" });
  expect(await failing(() => ({ data: [] }))).toBeInstanceOf(ProviderError);
});
