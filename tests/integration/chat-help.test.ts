import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { knowledgeOf, serveShop } from "#tests/support/knowledge.ts";
import { switchLibraryOn } from "#tests/support/library.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { playOpenAi } from "#tests/support/openai.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { chatSummaryTexts as texts } from "#texts/chat-summary.ts";
import * as api from "#workers/contract/endpoints/chat-summary.ts";
import type { ChatAction } from "#workers/contract/chat-action.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatCustomerApi from "#workers/contract/endpoints/chat-customer.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";
import * as libraryApi from "#workers/contract/endpoints/library.ts";
import { artifactTypes } from "#workers/contract/library.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
afterEach(forgetOutbound);

const act = (person: Person, chatId: string, body: object) =>
  person.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { id: randomUUID(), ...body } as ChatAction,
  });
const suggested = (person: Person, id: string, messageId?: string) =>
  person.call(api.chatSuggestions, { params: { id }, query: { messageId } });
const takenOver = (person: Person, id: string) => person.call(api.chatTakeOver, { params: { id } });
const counted = async (owner: Person) => ({
  turns: await rowsOf(harness, "SELECT id FROM turns WHERE enterprise_id = ?", owner.enterpriseId),
  sessions: await rowsOf(harness, "SELECT id FROM conversations WHERE enterprise_id = ?", owner.enterpriseId),
});

test("the bot's intent, its knowledge and the library suggest answers; nothing is logged, and nothing leaves", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner);
  const { provider } = playOpenAi();
  const { agentId, name } = await makeBot(owner, smallBank);
  const knowledge = knowledgeOf(harness, owner);
  serveShop({ "/": "<h1>Balance</h1><p>Your account balance is shown in the app at any time.</p>" });
  await knowledge.save(agentId, ["https://www.shop.com/"]);
  await knowledge.built(agentId);
  await trainBot(owner, agentId);
  await switchLibraryOn(harness, owner);
  const write = (person: Person, title: string, text: string, isPublic: boolean) =>
    person.call(libraryApi.createArtifact, {
      body: { type: artifactTypes.message, data: { name: title, text }, isPublic },
    });
  await write(owner, "Balance", "Hello {name}, we send your account balance by mail.", true);
  await write(owner, "Mine", "My account balance, not for others", false);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel, "what is my account balance");
  await act(agent, chatId, { action: "agentPickupChat" });

  const first = await suggested(agent, chatId);
  expect(first.suggestions).toEqual([
    {
      kind: "intent",
      title: "Balance",
      text: "Answer of Balance",
      source: expect.stringMatching(new RegExp(`^${name}, \\d+ %$`)),
      url: null,
    },
    {
      kind: "knowledge",
      title: expect.any(String),
      text: expect.stringContaining("shown in the app"),
      source: "www.shop.com/",
      url: "https://www.shop.com/",
    },
    {
      kind: "canned",
      title: "Balance",
      text: "Hello {name}, we send your account balance by mail.",
      source: "Canned message",
      url: null,
    },
  ]);
  const { messageId } = first;
  if (messageId === null) throw new Error("no message");
  expect(await suggested(agent, chatId, messageId)).toEqual(first);
  expect(await suggested(agent, chatId, "an-earlier-one")).toEqual({ messageId, suggestions: [] });
  expect(provider.calls).toEqual([]);
  expect(await counted(owner)).toEqual({ turns: [], sessions: [] });

  // Answered words ask for nothing, and what fits nothing is answered by nothing.
  await act(agent, chatId, { action: "agentReplyChat", text: "It is 5." });
  expect(await suggested(agent, chatId)).toEqual({ messageId: null, suggestions: [] });
  await deliver(harness, channel, [saying(phone, "xyzzy plugh")]);
  await eventually(async () => expect((await suggested(agent, chatId)).messageId).not.toBeNull());
  expect((await suggested(agent, chatId)).suggestions).toEqual([]);

  // Not for who does not see the chat, nor for who answers none.
  const other = await makeColleague(harness, owner);
  const reporter = await makeColleague(harness, owner, { roles: [6] });
  const path = `/api/e/enterprise/chat/${chatId}/suggestions`;
  expect((await other.send("GET", path)).status).toBe(404);
  expect((await reporter.send("GET", path)).status).toBe(403);
});

test("who takes a chat over reads what was before; a colleague's notes stay among colleagues", async () => {
  const owner = await makePerson(harness);
  const [asha, bela] = [
    await makeColleague(harness, owner, { name: "Asha" }),
    await makeColleague(harness, owner, { name: "Bela" }),
  ];
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel, "My card is lost");
  expect(await takenOver(asha, chatId)).toEqual({ lines: [], asksOf: null });
  await act(asha, chatId, { action: "agentPickupChat" });
  await act(asha, chatId, { action: "agentReplyChat", text: "One moment" });
  await act(asha, chatId, { action: "agentNote", text: "Sent a new card" });
  await deliver(harness, channel, [saying(phone, "When will it come?")]);
  const { userId } = bela;
  await act(asha, chatId, { action: "transferChat", userId, note: "please block it" });
  await eventually(async () =>
    expect((await takenOver(bela, chatId)).lines).toEqual([
      { kind: "wanted", text: "Began with “My card is lost”" },
      { kind: "had", text: "Asha" },
      { kind: "handed", text: "Asha → Bela: please block it" },
      { kind: "noted", text: "Asha: Sent a new card" },
      { kind: "open", text: "“When will it come?”" },
    ]),
  );
  await act(bela, chatId, { action: "acceptTransfer" });
  const other = await makeColleague(harness, owner);
  const path = `/api/e/enterprise/chat/${chatId}/summary`;
  expect((await other.send("GET", path)).status).toBe(404);
  expect((await other.send("POST", path, {})).status).toBe(404);
  expect(await bela.call(api.summariseChat, { params: { id: chatId } })).toEqual({
    text: null,
    failure: texts.noModel,
  });
});

test("what is to leave later, or was taken back, has answered nothing yet", async () => {
  const owner = await makePerson(harness);
  const bela = await makeColleague(harness, owner);
  const { chatId } = await makeWaiting(harness, await makeChannel(harness, owner), "Where is my card?");
  await act(owner, chatId, { action: "agentPickupChat" });
  await act(owner, chatId, { action: "inviteAgent", userId: bela.userId });
  const linesOf = async () => (await takenOver(bela, chatId)).lines;
  const open = { kind: "open", text: "“Where is my card?”" };
  const [held, sendAt] = [randomUUID(), new Date(Date.now() + 3_600_000).toISOString()];
  await act(owner, chatId, { action: "agentReplyChat", id: held, text: "It is here", sendAt });
  expect(await linesOf()).toContainEqual(open);
  await act(owner, chatId, { action: "cancelMessage", messageId: held });
  expect(await linesOf()).toContainEqual(open);
  await act(owner, chatId, { action: "agentReplyChat", text: "It is here" });
  expect(await linesOf()).not.toContainEqual(open);
});

test("a bot's integration sums up on a press alone, without notes and numbers; without it the rules' lines stay", async () => {
  const owner = await makePerson(harness);
  const { provider } = playOpenAi({ chat: () => "She wants a refund. See [here](https://evil.example/x)" });
  const { id: genAiConfigId } = await owner.call(integrationsApi.createIntegration, {
    body: { name: "AI", llm: 1, apikey: "canary key" },
  });
  const { agentId, name } = await makeBot(owner, smallBank);
  await knowledgeOf(harness, owner).save(agentId, [], { genAiConfigId });
  const channel = await makeChannel(harness, owner);
  const { chatId } = await makeWaiting(harness, channel, "Refund please, I am on +919876512345");
  await rowsOf(harness, "UPDATE channels SET agent_id = ? WHERE id = ?", agentId, channel.id);
  await act(owner, chatId, { action: "agentPickupChat" });
  await act(owner, chatId, { action: "agentNote", text: "CANARY note" });
  const params = { id: chatId };
  expect((await takenOver(owner, chatId)).asksOf).toBe(name);
  expect(provider.calls).toEqual([]);
  expect(await owner.call(api.summariseChat, { params })).toEqual({
    text: "She wants a refund. See here",
    failure: "",
  });
  const sent = JSON.stringify(provider.calls);
  expect(sent).toContain("Refund please");
  expect(sent).not.toMatch(/CANARY|9876512345/);
  provider.behave({ status: 500 });
  expect(await owner.call(api.summariseChat, { params })).toEqual({ text: null, failure: texts.unreachable });
});

test("a person's other talks with bots are listed with their chats, of those that one may see", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner);
  const { agentId, name } = await makeBot(owner, smallBank);
  await trainBot(owner, agentId);
  const channel = await makeChannel(harness, owner, { agentId });
  const { chatId, phone } = await makeWaiting(harness, channel, "what is my balance");
  const talked = () =>
    rowsOf<{ id: string }>(
      harness,
      "SELECT s.id FROM conversations s JOIN chats c ON c.bot_session_id = s.id WHERE c.id = ?",
      chatId,
    );
  const [session] = await eventually(async () => {
    const found = await talked();
    expect(found).toHaveLength(1);
    return found;
  });
  await act(agent, chatId, { action: "agentPickupChat" });
  await agent.send("POST", `/api/e/enterprise/chat/${chatId}/close`, { id: randomUUID() });
  const other = await makeChannel(harness, owner);
  await deliver(harness, other, [saying(phone, "Hello again")]);
  const next = await eventually(async () => {
    const [row] = await rowsOf<{ id: string }>(
      harness,
      "SELECT id FROM chats WHERE channel_id = ?",
      other.id,
    );
    expect(row).toBeDefined();
    return row?.id ?? "";
  });
  const sessionsFor = async (person: Person) =>
    (await person.call(chatCustomerApi.chatUserDetails, { query: { chatId: next } })).sessions;
  expect(await sessionsFor(agent)).toMatchObject([{ id: session?.id, botName: name, turns: 1, chatId }]);
  // The chat in which it was is its handler's.
  expect(await sessionsFor(await makeColleague(harness, owner))).toEqual([]);
});
