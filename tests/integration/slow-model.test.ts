import { expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { knowledgeOf, serveShop } from "#tests/support/knowledge.ts";
import { answerOurselves, deliver, makeChannel, messagesOf, saying } from "#tests/support/messaging.ts";
import { playOpenAi } from "#tests/support/openai.ts";
import { makePerson } from "#tests/support/people.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";

const harness = await startHarness();

/** More than answer side by side. */
const SLOW = 8;

test("customers who wait for a model that does not answer hold up nobody whose answer needs none", async () => {
  const owner = await makePerson(harness);
  const { save, built } = knowledgeOf(harness, owner);
  const { provider } = playOpenAi();
  serveShop({ "/": "<p>Parcels travel by ship and by train, and a parcel that is late is paid back.</p>" });
  const { agentId } = await makeBot(owner, smallBank);
  const { id: genAiConfigId } = await owner.call(integrationsApi.createIntegration, {
    body: { name: "Slow", llm: 1, apikey: "canary key" },
  });
  await save(agentId, ["https://www.shop.com/"], { genAiConfigId });
  await built(agentId);
  await trainBot(owner, agentId);
  answerOurselves(harness);
  const channel = await makeChannel(harness, owner, { agentId });
  const answers = async (by: "bot") =>
    (await messagesOf(harness, channel)).filter((each) => each.by_kind === by).map(({ text }) => text);

  const before = provider.calls.length;
  provider.behave("hang");
  const ask = (at: number) => saying(`+91982200000${at}`, "do parcels travel by ship or by train");
  for (let at = 0; at < SLOW; at++) await deliver(harness, channel, [ask(at)]);
  await eventually(() => expect(provider.calls.length).toBeGreaterThan(before));
  await deliver(harness, channel, [saying("+919822000099", "what is my balance")]);
  await eventually(async () => expect(await answers("bot")).toContain("Answer of Balance"));
  // While nobody who asked before had an answer.
  expect(await answers("bot")).toEqual(["Answer of Balance"]);
  await eventually(async () => expect(await answers("bot")).toHaveLength(SLOW + 1));
});
