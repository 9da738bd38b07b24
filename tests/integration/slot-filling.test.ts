import { expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { HARD_TEXTS } from "#tests/support/hard-texts.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { raced } from "#tests/support/raced-api.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";

const harness = await startHarness();
const person = await makePerson(harness);

const say = (who: Person, agentId: string, text: string, sessionId?: string) =>
  who.call(botSessionsApi.predictIntent, {
    body: { agentId, message: { text }, sessionId: sessionId ?? null },
  });

/** A trained bot that sends money: to whom (an entity of its own), how much (a system entity), and why (not required). */
async function payingBot() {
  const bot = await makeBot(person, smallBank);
  const { agentId, storyId } = bot;
  const payee = await person.call(entitiesApi.saveEntity, {
    body: {
      agentId,
      name: "payee",
      values: [
        { value: "Electricity board", type: "synonymns", synonyms: ["power company", "बिजली"] },
        { value: "Landlord", type: "synonymns", synonyms: ["house owner"] },
      ],
    },
  });
  await person.call(intentsApi.saveIntent, {
    body: {
      agentId,
      storyId,
      name: "Pay",
      utterances: [
        "send money",
        "pay somebody",
        "transfer an amount",
        "make a payment to someone",
        "pay my bill",
      ].map((utterance) => ({ utterance })),
      responses: [{ response: "Paid **{amount}** to {Payee}." }],
      entities: [
        { id: payee.id, name: "payee", required: true, prompts: ["To whom?", "Who gets the money?"] },
        { id: "sys.money", name: "amount", required: true, prompts: ["How much?"] },
      ],
    },
  });
  await person.call(botsApi.saveAgentConfig, {
    params: { id: agentId },
    body: {
      entityExtractRetries: 2,
      outOfScopeMessage: "Sorry, no.",
      modelType: "SVM",
      confidenceThreshold: 0.5,
      language: "en",
    },
  });
  const training = await trainBot(person, agentId);
  expect(training.state).toBe("trained");
  return bot;
}
const { agentId } = await payingBot();

test("asks for what is missing, in order, and answers with the values that the words stand for", async () => {
  const first = await say(person, agentId, "send money");
  expect(first).toMatchObject({ kind: "prompt", asking: "payee", output: { text: "To whom?" } });
  const second = await say(person, agentId, "the power company", first.sessionId);
  expect(second).toMatchObject({
    kind: "prompt",
    asking: "amount",
    output: { text: "How much?" },
    parameters: { payee: "Electricity board" },
  });
  const third = await say(person, agentId, "two thousand rupees", first.sessionId);
  expect(third).toMatchObject({
    kind: "answer",
    output: { text: "Paid **2000 INR** to Electricity board." },
  });
  expect(third.intent?.name).toBe("Pay");
  expect(third.entities).toMatchObject([
    { name: "amount of money", text: "two thousand rupees", start: 0, end: 19 },
  ]);
});

test("takes everything from one sentence when it is all there", async () => {
  const turn = await say(person, agentId, "pay ₹500 to my landlord");
  expect(turn).toMatchObject({ kind: "answer", output: { text: "Paid **500 INR** to Landlord." } });
});

test("asks again, then gives up with the out-of-scope message and forgets", async () => {
  const { sessionId } = await say(person, agentId, "send money");
  const again = await say(person, agentId, "qwerty asdf", sessionId);
  expect(again).toMatchObject({ kind: "prompt", output: { text: "Who gets the money?" } });
  const end = await say(person, agentId, "qwerty asdf", sessionId);
  expect(end).toMatchObject({ kind: "gaveUp", asking: null, output: { text: "Sorry, no." } });
  expect(await say(person, agentId, "landlord", sessionId)).not.toMatchObject({ kind: "prompt" });
});

test("lets people change their mind in the middle", async () => {
  const { sessionId } = await say(person, agentId, "send money");
  const other = await say(person, agentId, "I lost my card", sessionId);
  expect(other).toMatchObject({ kind: "answer", asking: null, intent: { name: "Lost card" } });
});

test("keeps what a session is filling in the database, each session its own", async () => {
  const one = await say(person, agentId, "send money to the landlord");
  const two = await say(person, agentId, "send money");
  expect([one.asking, two.asking]).toEqual(["amount", "payee"]);
  const row = await harness.env.TENANT_1.prepare("SELECT pending FROM conversations WHERE id = ?")
    .bind(one.sessionId)
    .first<string>("pending");
  expect(JSON.parse(row ?? "null")).toMatchObject({ asking: "amount", values: { payee: "Landlord" } });
  expect(await say(person, agentId, "100 dollars", one.sessionId)).toMatchObject({ kind: "answer" });
  expect(await say(person, agentId, "landlord", two.sessionId)).toMatchObject({ asking: "amount" });
});

test("two messages of one session at once are answered one after the other, and none is lost", async () => {
  const { sessionId } = await say(person, agentId, "send money");
  const answers = await Promise.all(
    ["landlord", "100 dollars", "landlord", "100 dollars"].map((text) =>
      say(person, agentId, text, sessionId),
    ),
  );
  expect(answers.every((answer) => answer.sessionId === sessionId)).toBe(true);
  const { results } = await harness.env.TENANT_1.prepare(
    "SELECT (SELECT turns FROM conversations WHERE id = ?1) AS counted, count(*) AS logged FROM turns WHERE conversation_id = ?1",
  )
    .bind(sessionId)
    .all();
  expect(results).toEqual([{ counted: 5, logged: 5 }]);
});

test("a message that another one of its session overtakes is decided anew, by what the other has left", async () => {
  const owner = raced(harness, person);
  const { sessionId } = await say(person, agentId, "send money");
  owner.meanwhile(() => say(person, agentId, "landlord", sessionId), /FROM conversations WHERE id/);
  const late = await say(owner, agentId, "100 dollars", sessionId);
  expect(owner.met).toBe(2);
  expect(late).toMatchObject({ kind: "answer", output: { text: "Paid **100 USD** to Landlord." } });
  const { results } = await harness.env.TENANT_1.prepare(
    "SELECT (SELECT turns FROM conversations WHERE id = ?1) AS counted, text FROM turns WHERE conversation_id = ?1 ORDER BY rowid",
  )
    .bind(sessionId)
    .all();
  expect(results).toEqual(["send money", "landlord", "100 dollars"].map((text) => ({ counted: 3, text })));
});

test("refuses a pattern that cannot be used, saying where", async () => {
  const response = await person.send("POST", "/api/chatbird/api/nlp/entity", {
    agentId,
    name: "order number",
    values: [{ value: "order", type: "pattern", pattern: ["ORD-[0-9]+", "(?<=x)y"] }],
  });
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as { errors: Record<string, string> };
  expect(Object.keys(errors)).toEqual(["values.0.pattern.1"]);
});

test("a message that nobody means to be understood is answered, as far as it is heard; an empty one is refused", async () => {
  const { sessionId } = await say(person, agentId, "what is my balance");
  for (const text of HARD_TEXTS.filter((each) => each !== "")) {
    const turn = await say(person, agentId, text, sessionId);
    expect(turn.output.text, text.slice(0, 40)).not.toBe("");
  }
  const kept = await harness.env.TENANT_1.prepare(
    "SELECT max(length(text)) AS longest FROM turns WHERE conversation_id = ?",
  )
    .bind(sessionId)
    .first<number>("longest");
  expect(kept).toBe(2_000);
  await expect(say(person, agentId, "")).rejects.toThrow("400");
  await expect(say(person, agentId, "x".repeat(10_001))).rejects.toThrow("10000");
});
