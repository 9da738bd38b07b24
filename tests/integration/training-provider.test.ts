import { afterEach, expect, test } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { OpenAiLike } from "#tests/support/openai-like.ts";
import { answerOutbound, forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson } from "#tests/support/people.ts";
import { Clock, heldTraining, modelFiles, ctxFor, work } from "#tests/support/training.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as trainingApi from "#workers/contract/endpoints/training.ts";
import { LeaseLost, claim, LEASE_MS, type LeasedJob } from "#workers/domain/jobs/lease.ts";
import { openAi } from "#workers/providers/openai/openai.ts";

const harness = await startHarness();
const person = await makePerson(harness);
afterEach(forgetOutbound);

const minutes = (n: number): number => n * 60_000;
const providerFor = () => Promise.resolve(openAi({ apiKey: "canary key" }));
const versionsOf = async (agentId: string) =>
  (await person.call(trainingApi.listVersions, { params: { id: agentId }, query: {} })).versions;

/** Plays the provider; `before` each answer the test may do something, or keep it waiting. */
function play(before: () => Promise<void> | void): OpenAiLike {
  const provider = new OpenAiLike("canary key");
  answerOutbound("https://api.openai.com/v1", async (request) => {
    await before();
    return provider.answer(request);
  });
  return provider;
}

const manyPhrases = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${word} number ${at}`);

/** The next worker, when the lease of the one before has run out. */
async function next(clock: Clock, job: LeasedJob): Promise<LeasedJob> {
  clock.ahead += LEASE_MS + 1_000;
  const taken = await claim(ctxFor(harness, person, clock), job.id);
  if (!taken) throw new Error("the job could not be taken");
  return taken;
}

test("a provider that takes long over one call does not cost the worker its lease", async () => {
  const { agentId } = await makeBot(person, smallBank);
  const clock = new Clock();
  const ctx = ctxFor(harness, person, clock);
  const job = await heldTraining(ctx, agentId);
  const slow = Promise.withResolvers<void>();
  play(() => slow.promise);
  let pauses = 0;
  let taken: unknown = "nobody tried";
  await work(harness, ctx, job, {
    providerFor,
    pause: async (ms) => {
      clock.ahead += ms;
      await new Promise((resolve) => setImmediate(resolve));
      // Far longer than a lease; another worker looks, and finds the job held.
      if (++pauses !== 10) return;
      taken = await claim(ctx, job.id);
      slow.resolve();
    },
  });
  expect(clock.ahead).toBeGreaterThan(2 * LEASE_MS);
  expect(taken).toBeUndefined();
  expect(await versionsOf(agentId)).toMatchObject([{ version: 1, serving: true }]);
});

test("a training that is cancelled while the provider is silent stops without waiting for it", async () => {
  const { agentId } = await makeBot(person, smallBank);
  const ctx = ctxFor(harness, person);
  const job = await heldTraining(ctx, agentId);
  const never = Promise.withResolvers<void>();
  play(async () => {
    await person.call(botsApi.cancelTraining, { params: { id: agentId } });
    await never.promise;
  });
  const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
  await expect(work(harness, ctx, job, { providerFor, pause })).rejects.toBeInstanceOf(LeaseLost);
  never.resolve();
});

test("a slow provider is asked in shares, one worker after the other, and never twice for the same phrase", async () => {
  const intents = { Apples: manyPhrases("apple", 150), Pears: manyPhrases("pear", 150) };
  const bot = await makeBot(person, intents);
  const { agentId } = bot;
  await person.call(trainingApi.saveTestQuestion, {
    params: { id: agentId },
    body: { text: "another apple please", intentId: bot.intents["Apples"] ?? null },
  });
  const clock = new Clock();
  const ctx = ctxFor(harness, person, clock);
  // Each call takes three minutes.
  const provider = play(() => void (clock.ahead += minutes(3)));
  let job = await heldTraining(ctx, agentId);
  let workers = 1;
  while ((await work(harness, ctx, job, { providerFor })) === "more") {
    expect(await versionsOf(agentId)).toEqual([]);
    job = await next(clock, job);
    expect(job.progress).toBeGreaterThan(0);
    expect(++workers).toBeLessThan(10);
  }
  expect(workers).toBeGreaterThan(2);
  expect(provider.embedded.toSorted()).toEqual([...new Set(provider.embedded)].toSorted());
  expect(new Set(provider.embedded)).toEqual(
    new Set([...intents.Apples, ...intents.Pears, "another apple please"]),
  );
  expect(await versionsOf(agentId)).toMatchObject([{ version: 1, serving: true, tests: { total: 1 } }]);
  // Model, contents, findings, vectors; what was kept on the way is gone.
  expect(await modelFiles(harness, ctx, agentId)).toHaveLength(4);
});

test("a worker that died in the middle costs no more than the last phrases it asked for", async () => {
  const { agentId } = await makeBot(person, {
    Apples: manyPhrases("apple", 400),
    Pears: manyPhrases("pear", 400),
  });
  const clock = new Clock();
  const ctx = ctxFor(harness, person, clock);
  let calls = 0;
  const died = new Error("the isolate is gone");
  const provider = play(() => undefined);
  const job = await heldTraining(ctx, agentId);
  const breathe = () => (++calls === 10 ? Promise.reject(died) : Promise.resolve());
  await expect(work(harness, ctx, job, { providerFor, breathe })).rejects.toBe(died);
  const askedBefore = provider.embedded.length;
  await work(harness, ctx, await next(clock, job), { providerFor });
  expect(askedBefore).toBeGreaterThan(512);
  expect(provider.embedded).toHaveLength(800 + askedBefore - 512);
  expect(await modelFiles(harness, ctx, agentId)).toHaveLength(4);
});
