import { afterEach, expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { knowledgeOf, serveShop } from "#tests/support/knowledge.ts";
import { playOpenAi } from "#tests/support/openai.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson } from "#tests/support/people.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const { save, reread, built, get, ask, search } = knowledgeOf(harness, person);
const SHOP = "https://www.shop.com/";

afterEach(forgetOutbound);

const theft = "<p>Report stolen goods to the police before you write to us.</p>";
const dogs = "<p>Dogs are welcome in every branch of the shop.</p>";
/** Shares no meaningful word with the page. */
const inOtherWords = "mine was pickpocketed";

let made = 0;
const makeConfig = () =>
  person
    .call(integrationsApi.createIntegration, {
      body: { name: `Provider ${++made}`, llm: 1, apikey: "canary key" },
    })
    .then(({ id }) => id);

/** A bot that knows the two pages. */
async function knowing(genAiConfigId: string | null, pages: Record<string, string> = {}) {
  const { agentId } = await makeBot(person);
  const shop = serveShop({
    "/": `<p>Start.</p><a href="/theft">t</a><a href="/dogs">d</a>`,
    "/theft": theft,
    "/dogs": dogs,
    ...pages,
  });
  await save(agentId, [SHOP], { genAiConfigId });
  await built(agentId);
  return { agentId, shop };
}

/** Answers with all it is given to read. */
const reader = (messages: { content: string }[]) => messages.at(-1)?.content ?? "";
const paths = (found: { source: string }[]) => found.map(({ source }) => new URL(source).pathname);

test("a question in other words than the page's finds it where a provider gives vectors, and nothing without", async () => {
  const { provider } = playOpenAi({ chat: reader });
  const { agentId } = await knowing(await makeConfig());
  expect(provider.embedded).toEqual(expect.arrayContaining([expect.stringContaining("stolen goods")]));
  expect(paths(await search(agentId, inOtherWords))[0]).toBe("/theft");
  const answer = await ask(agentId, inOtherWords);
  expect(answer.kind).toBe("knowledge");
  expect(answer.output.text).toContain("stolen goods");

  const without = await knowing(null);
  expect(await search(without.agentId, inOtherWords)).toEqual([]);
  expect((await ask(without.agentId, inOtherWords)).kind).toBe("outOfScope");
});

test("words and meaning are weighed together: what both find stands before what words alone find", async () => {
  playOpenAi();
  const pages = {
    "/": `<p>Start.</p><a href="/both">b</a><a href="/words">w</a>`,
    "/both": "<p>The insurance replaces what was stolen.</p>",
    "/words": "<p>Ask about the insurance of buildings: all about insurance is kept in the branch.</p>",
  };
  const question = "is there an insurance of the branch, I was robbed";
  const withVectors = await knowing(await makeConfig(), pages);
  expect(paths(await search(withVectors.agentId, question))[0]).toBe("/both");
  const without = await knowing(null, pages);
  expect(paths(await search(without.agentId, question))[0]).toBe("/words");
});

test("a provider that fails leaves the reading whole and the words working; the next reading mends it", async () => {
  const { provider } = playOpenAi();
  provider.behave({ status: 500 });
  const { agentId } = await knowing(await makeConfig());
  expect(await get(agentId)).toMatchObject({ building: { state: "idle" }, sources: [{ state: "ready" }] });
  // The one that writes fails as well: the best passage answers by itself.
  expect((await ask(agentId, "are dogs welcome in the branch")).output.text).toContain("Dogs are welcome");
  expect(await search(agentId, inOtherWords)).toEqual([]);
  provider.behave("well");
  await reread(agentId);
  await built(agentId);
  expect(paths(await search(agentId, inOtherWords))[0]).toBe("/theft");
  // And it fails again when there are vectors already.
  provider.behave({ status: 500 });
  expect(paths(await search(agentId, "are dogs welcome"))[0]).toBe("/dogs");
});

test("vectors are made once: only for what has changed, and again for another model", async () => {
  const { provider } = playOpenAi();
  const id = await makeConfig();
  const pages = { "/theft": theft };
  const { agentId } = await knowing(id, pages);
  expect(provider.embedded).toHaveLength(3);
  await reread(agentId);
  await built(agentId);
  expect(provider.embedded).toHaveLength(3);

  await person.call(integrationsApi.updateIntegration, {
    params: { id },
    body: { name: "Another model", llm: 1, settings: { embeddingModel: "another-model" } },
  });
  await harness.scheduled();
  await expect.poll(() => provider.embedded.length).toBe(6);
  await built(agentId);
  expect(paths(await search(agentId, inOtherWords))[0]).toBe("/theft");
});

test("choosing a configuration makes vectors of what was read before, without reading it again", async () => {
  const { agentId, shop } = await knowing(null);
  const { provider } = playOpenAi();
  const asked = shop.requests.length;
  await save(agentId, [SHOP], { genAiConfigId: await makeConfig() });
  await built(agentId);
  expect(provider.embedded).toHaveLength(3);
  expect(shop.requests).toHaveLength(asked);
  expect(paths(await search(agentId, inOtherWords))[0]).toBe("/theft");
});

test("an agent that generates with its own key has vectors of its own provider from the next reading on", async () => {
  const { agentId } = await knowing(null);
  const { provider } = playOpenAi();
  await person.call(botsApi.saveAgentConfig, {
    params: { id: agentId },
    body: {
      entityExtractRetries: 3,
      outOfScopeMessage: "Sorry.",
      modelType: "OpenAi",
      confidenceThreshold: 0.5,
      language: "en",
      openaiKey: "canary key",
    },
  });
  await reread(agentId);
  await built(agentId);
  expect(provider.embedded).toHaveLength(3);
  expect(paths(await search(agentId, inOtherWords))[0]).toBe("/theft");
});

test.each(["NONE", "none.", '"NONE"'])(
  "when the model says %s, the passage does not answer instead",
  async (said) => {
    playOpenAi({ chat: () => said });
    const { agentId } = await knowing(await makeConfig());
    expect((await ask(agentId, "are dogs welcome in the branch")).kind).toBe("outOfScope");
  },
);
