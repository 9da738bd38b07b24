import { trainBot } from "#db/seed/train.ts";
import { expect, test } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { talk } from "#tests/support/talks.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as reportsApi from "#workers/contract/endpoints/reports.ts";

const harness = await startHarness();
const person = await makePerson(harness);

const DAY = { startDate: "2031-05-01", endDate: "2031-05-01T23:59:59" };

/** A bot with three conversations of that day, and one that began the day before. */
async function talkedTo(): Promise<{ agentId: string; storyId: string }> {
  const { agentId, storyId, intents } = await makeBot(person, { Ask: ["may I ask", "a question please"] });
  const ask = [intents["Ask"] ?? "", "Ask"] as const;
  const book = ["gone", "Book"] as const;
  const says = (lines: Parameters<typeof talk>[3]) => talk(harness, person, agentId, lines);
  await says([
    { at: "2031-05-01T10:00:00Z", text: "ask, glad", intent: ask, emotion: "joy" },
    { at: "2031-05-01T10:01:00Z", text: "book, angry", intent: book, emotion: "anger" },
  ]);
  await says([
    { at: "2031-05-01T11:00:00Z", text: "ask, thanks", intent: ask, emotion: "gratitude" },
    { at: "2031-05-01T11:01:00Z", text: "lost", intent: null, emotion: "neutral" },
  ]);
  await says([{ at: "2031-05-01T12:00:00Z", text: "alone", intent: null }]);
  await says([
    { at: "2031-04-30T23:59:00Z", text: "yesterday", intent: null },
    { at: "2031-05-01T00:01:00Z", text: "ask, after midnight", intent: ask },
  ]);
  return { agentId, storyId };
}

test("every figure of the analytics pages has the messages behind it, as a list and as a file", async () => {
  const { agentId, storyId } = await talkedTo();
  const behind = async (narrowed: Record<string, string | boolean>) => {
    const body = { agentId, ...DAY, ...narrowed };
    const { messages } = await person.call(reportsApi.reportMessages, { body });
    const found = messages.map(({ userMessage }) => userMessage);
    const query = new URLSearchParams(Object.entries(body));
    const file = await person.send("GET", `/api/chatbird/api/nlp/download/conversations/csv?${query}`);
    const lines = (await file.text()).trim().split("\r\n").slice(1);
    expect(lines).toHaveLength(found.length);
    return found;
  };
  expect(await behind({ emotion: "joy" })).toEqual(["ask, glad"]);
  expect(await behind({ feeling: "positive" })).toEqual(["ask, thanks", "ask, glad"]);
  expect(await behind({ feeling: "neutral" })).toEqual(["lost"]);
  expect(await behind({ kind: "outOfScope" })).toEqual(["alone", "lost"]);
  expect(await behind({ storyId })).toEqual(["ask, thanks", "ask, glad", "ask, after midnight"]);
  expect(await behind({ storyId: "-" })).toEqual(["book, angry"]);
  expect(await behind({ cameFrom: "gone" })).toEqual([]);
  expect(await behind({ cameFrom: "-" })).toEqual(["ask, after midnight"]);
  expect(await behind({ begins: true })).toEqual(["alone", "ask, thanks", "ask, glad"]);
  expect(await behind({ begins: true, feeling: "positive", emotion: "joy" })).toEqual(["ask, glad"]);
  expect(await behind({ ends: true })).toEqual(["alone", "lost", "book, angry", "ask, after midnight"]);
});

test("the classes and stories lead to as many conversations and messages as they say", async () => {
  const { agentId, storyId } = await talkedTo();
  const body = { agentId, ...DAY };
  const { classes, stories } = await person.call(reportsApi.callClassification, { body });
  expect(classes).toEqual({ understood: 1, partly: 1, notUnderstood: 1 });
  expect(stories.map(({ id, count }) => [id, count])).toEqual([
    [storyId, 3],
    [null, 1],
  ]);
  for (const conversationClass of ["understood", "partly", "notUnderstood"] as const) {
    const { messages } = await person.call(reportsApi.reportMessages, {
      body: { ...body, conversationClass },
    });
    const talks = new Set(messages.map(({ conversationId }) => conversationId));
    expect(talks.size).toBe(classes[conversationClass]);
  }
});

test("a step from intent to intent leads to the messages that took it", async () => {
  const { agentId } = await talkedTo();
  const body = { agentId, ...DAY };
  const { steps } = await person.call(reportsApi.conversationFlow, { body });
  expect(steps).toHaveLength(2);
  for (const { from, to, count } of steps) {
    const narrowed = to.id === "-" ? { scopeType: 2 as const } : { intentId: to.id };
    const { messages } = await person.call(reportsApi.reportMessages, {
      body: { ...body, ...narrowed, cameFrom: from.id },
    });
    expect(messages).toHaveLength(count);
  }
});

test("what no figure can be is refused in words", async () => {
  const { agentId } = await makeBot(person);
  for (const narrowed of [
    { emotion: "hunger" },
    { feeling: "warm" },
    { kind: "magic" },
    { conversationClass: 1 },
  ]) {
    const body = { agentId, ...DAY, ...narrowed };
    const answer = await person.send("POST", "/api/chatbird/api/nlp/conversations", body);
    expect(answer.status).toBe(400);
  }
});

test("a message says of the other intents which of their phrases came nearest", async () => {
  const { agentId } = await makeBot(person, smallBank);
  await trainBot(person, agentId);
  await person.call(botSessionsApi.predictIntent, {
    body: { agentId, message: { text: "what is the balance of my lost card" } },
  });
  const today = new Date().toISOString().slice(0, 10);
  const body = { agentId, startDate: today, endDate: `${today}T23:59:59` };
  const [message] = (await person.call(reportsApi.reportMessages, { body })).messages;
  const known = new Map<string, string[]>(Object.entries(smallBank));
  const others = message?.otherIntent ?? [];
  expect(others.some(({ utterance }) => utterance !== null)).toBe(true);
  for (const { intent, utterance } of others) {
    if (utterance !== null) expect(known.get(intent)).toContain(utterance);
  }
});
