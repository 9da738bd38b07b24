import { trainBot } from "#db/seed/train.ts";
import { describe, expect, test } from "vitest";
import { makeBot, saveIntent, smallBank, type Bot } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import * as reviewApi from "#workers/contract/endpoints/review.ts";
import * as trainingApi from "#workers/contract/endpoints/training.ts";

const harness = await startHarness();
const person = await makePerson(harness);

const train = (agentId: string) => trainBot(person, agentId);
const report = (agentId: string, version: number) =>
  person.call(trainingApi.getVersion, { params: { id: agentId, version: String(version) } });
const ask = (agentId: string, text: string) =>
  person.call(botSessionsApi.predictIntent, { body: { agentId, message: { text } } });
const addQuestion = (agentId: string, text: string, intentId: string | null) =>
  person.call(trainingApi.saveTestQuestion, { params: { id: agentId }, body: { text, intentId } });

const transfers = {
  Transfer: [
    "send money to my brother",
    "transfer money to another account",
    "wire funds to a friend",
    "move money to savings",
    "pay my landlord by transfer",
  ],
};

/** Phrases of one intent put among another's: a version that must be worse. */
async function spoil({ agentId, storyId, intents }: Bot): Promise<void> {
  const params = { agentId, storyId, intentId: intents["Lost card"] ?? "" };
  const lost = await person.call(intentsApi.getIntent, { params });
  await person.call(intentsApi.saveIntent, {
    body: {
      agentId,
      storyId,
      id: lost.id,
      name: lost.name,
      utterances: [
        ...smallBank.Balance.map((utterance) => ({ utterance: `${utterance} now` })),
        ...lost.utterances.slice(0, 2),
      ],
    },
  });
}

describe("a training", () => {
  test("tells how each intent is recognised and how the saved questions went", async () => {
    const bot = await makeBot(person, { ...smallBank, ...transfers });
    await addQuestion(bot.agentId, "somebody has stolen my credit card", bot.intents["Lost card"] ?? null);
    await addQuestion(bot.agentId, "zebras in the savannah", null);
    await train(bot.agentId);
    const { findings, comparison, serving, hasContent, trainedBy } = await report(bot.agentId, 1);
    expect({ comparison, serving, hasContent, trainedBy }).toEqual({
      comparison: null,
      serving: true,
      hasContent: true,
      trainedBy: "Kiran",
    });
    expect(findings?.perIntent.map(({ name }) => name).toSorted()).toEqual([
      "Balance",
      "Lost card",
      "Transfer",
    ]);
    expect(findings?.tests.outcomes.map(({ text }) => text)).toEqual([
      "somebody has stolen my credit card",
      "zebras in the savannah",
    ]);
  });

  test("says what got worse when phrases were put in the wrong place, and one can go back", async () => {
    const bot = await makeBot(person, { ...smallBank, ...transfers });
    const { agentId } = bot;
    await addQuestion(agentId, "how much money have I got in my account", bot.intents["Balance"] ?? null);
    await train(agentId);
    expect((await report(agentId, 1)).tests).toEqual({ right: 1, total: 1 });
    await spoil(bot);
    await train(agentId);
    const second = await report(agentId, 2);
    expect(second.comparison?.with).toBe(1);
    expect(second.comparison?.worse.length).toBeGreaterThan(0);
    expect(JSON.stringify(second.findings?.confusions)).toContain("Balance");

    await person.call(trainingApi.serveVersion, { params: { id: agentId, version: "1" } });
    const { versions } = await person.call(trainingApi.listVersions, { params: { id: agentId }, query: {} });
    expect(versions.map(({ version, serving }) => [version, serving])).toEqual([
      [2, false],
      [1, true],
    ]);
    expect((await ask(agentId, "report a stolen card")).intent?.name).toBe("Lost card");
  });

  test("keeps what each version was taught, to be compared with another and with what is stored now", async () => {
    const bot = await makeBot(person, smallBank);
    await train(bot.agentId);
    await saveIntent(person, bot, "Greeting", ["hello there", "good morning"]);
    await spoil(bot);
    const diff = await person.call(trainingApi.diffVersions, {
      params: { id: bot.agentId },
      query: { from: 1, to: 0 },
    });
    expect(diff.intents).toMatchObject([
      {
        name: "Story › Lost card",
        change: "changed",
        addedCount: 5,
        removedCount: 3,
        otherwise: ["Response"],
      },
      { name: "Story › Greeting", change: "added", addedCount: 2 },
    ]);
    const same = await person.call(trainingApi.diffVersions, {
      params: { id: bot.agentId },
      query: { from: 1, to: 1 },
    });
    expect(same).toMatchObject({ intents: [], entities: [] });
    const none = await person.send(
      "GET",
      `/api/chatbird/api/nlp/agent/${bot.agentId}/versiondiff?from=9&to=0`,
    );
    expect(none.status).toBe(404);
  });

  test("an exact training phrase always wins, however it is written", async () => {
    const { agentId } = await makeBot(person, { ...smallBank, ...transfers });
    await train(agentId);
    for (const [name, phrases] of Object.entries({ ...smallBank, ...transfers })) {
      for (const phrase of phrases) {
        for (const text of [phrase, `  ${phrase.toUpperCase()}!! `]) {
          expect((await ask(agentId, text)).intent).toMatchObject({ name, confidence: 1 });
        }
      }
    }
  });
});

describe("while typing", () => {
  test("a phrase near another intent's is told with that intent, an equal one also before any training", async () => {
    const bot = await makeBot(person, smallBank);
    const overlaps = async (phrases: string[], intentId?: string) =>
      (
        await person.call(trainingApi.phraseOverlaps, {
          params: { id: bot.agentId },
          body: { phrases, intentId: intentId ?? null },
        })
      ).overlaps;
    expect(await overlaps(["WHAT is my balance", "tell me a joke"])).toMatchObject([
      [{ intentName: "Balance", similarity: 1, storyId: bot.storyId }],
      [],
    ]);
    await train(bot.agentId);
    const [near, own] = await overlaps(
      ["please show me my balance", "account balance"],
      bot.intents["Lost card"],
    );
    expect(near?.[0]).toMatchObject({ intentName: "Balance", phrase: "show me my balance please" });
    expect(own?.[0]?.intentName).toBe("Balance");
    expect(await overlaps(["account balance"], bot.intents["Balance"])).toEqual([[]]);
  });

  test("only phrases that are stored now are told of, where they stand now (a model remembers deleted ones)", async () => {
    const bot = await makeBot(person, { ...smallBank, ...transfers });
    const { agentId, storyId } = bot;
    await train(agentId);
    const near = async (phrase: string) =>
      (
        await person.call(trainingApi.phraseOverlaps, {
          params: { id: agentId },
          body: { phrases: [phrase], intentId: bot.intents["Transfer"] ?? null },
        })
      ).overlaps[0];
    expect(await near("please show me my balance")).toMatchObject([
      { intentName: "Balance", phrase: "show me my balance please" },
    ]);
    const params = { agentId, storyId, intentId: bot.intents["Balance"] ?? "" };
    const { id, name, utterances } = await person.call(intentsApi.getIntent, { params });
    const kept = utterances.filter(({ utterance }) => !utterance.includes("show me"));
    await person.call(intentsApi.saveIntent, { body: { agentId, storyId, id, name, utterances: kept } });
    expect(await near("please show me my balance")).toEqual([]);
    await saveIntent(person, bot, "Moved", ["Show me my balance, please", "show me my balance please"]);
    expect(await near("please show me my balance")).toMatchObject([
      { intentName: "Moved", phrase: "show me my balance please" },
    ]);
  });
});

describe("test questions", () => {
  test("are there once, can be changed, asked and deleted", async () => {
    const bot = await makeBot(person, smallBank);
    const made = await addQuestion(bot.agentId, "my card is gone", bot.intents["Lost card"] ?? null);
    await expect(addQuestion(bot.agentId, " My card  is GONE ", null)).rejects.toThrow("already exists");
    await expect(addQuestion(bot.agentId, "x", "nowhere")).rejects.toThrow("404");
    await train(bot.agentId);
    const asked = await person.call(trainingApi.runTestQuestions, { params: { id: bot.agentId } });
    expect(asked.total).toBe(1);
    await person.call(trainingApi.deleteTestQuestion, { params: { id: bot.agentId, questionId: made.id } });
    const { questions } = await person.call(trainingApi.listTestQuestions, {
      params: { id: bot.agentId },
      query: {},
    });
    expect(questions).toEqual([]);
  });
});

describe("a test question whose intent was deleted", () => {
  test("says so, in the list and in what comes out of it, and is never right", async () => {
    const bot = await makeBot(person, { ...smallBank, ...transfers });
    const { agentId, storyId } = bot;
    await addQuestion(agentId, "what is my balance", bot.intents["Balance"] ?? null);
    await train(agentId);
    const intentId = bot.intents["Balance"] ?? "";
    await person.call(intentsApi.deleteIntent, { params: { agentId, storyId, intentId } });
    const { questions } = await person.call(trainingApi.listTestQuestions, {
      params: { id: agentId },
      query: {},
    });
    expect(questions).toMatchObject([{ intentName: null, intentDeleted: true }]);
    // The model still knows the intent, but in a session it answers no more.
    const asked = await person.call(trainingApi.runTestQuestions, { params: { id: agentId } });
    expect(asked).toMatchObject({
      right: 0,
      total: 1,
      outcomes: [{ expected: null, expectedDeleted: true }],
    });
    await train(agentId);
    expect((await report(agentId, 2)).findings?.tests.outcomes).toMatchObject([
      { expected: null, expectedDeleted: true, right: false },
    ]);
  });
});

describe("the report of an agent with a thousand long questions", () => {
  test("is kept whole, though it is larger than a row of the database may be", async () => {
    const { agentId, intents } = await makeBot(person, smallBank);
    await harness.env.TENANT_1.prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
       INSERT INTO test_questions (id, enterprise_id, agent_id, text, text_key, intent_id, created_at, updated_at)
       SELECT ?1 || '-' || n, ?2, ?1, n || ?3, n || 'key', ?4, 0, 0 FROM numbers`,
    )
      .bind(agentId, person.enterpriseId, " \u{1F600}".repeat(240), intents["Balance"] ?? "")
      .run();
    expect(await train(agentId)).toMatchObject({ state: "trained" });
    const { findings, tests } = await report(agentId, 1);
    expect(findings?.tests.outcomes).toHaveLength(1_000);
    expect(tests.total).toBe(1_000);
    const inRow = await harness.env.TENANT_1.prepare(
      "SELECT length(findings) AS n FROM model_versions WHERE agent_id = ?",
    )
      .bind(agentId)
      .first<number>("n");
    expect(inRow).toBeLessThan(1_000);
  });
});

describe("what was not understood", () => {
  test("comes in groups of the same thing, is added in bulk or ignored, and then leaves the list", async () => {
    const bot = await makeBot(person, smallBank);
    const { agentId } = bot;
    await train(agentId);
    const said = [
      "zebra crossing colours",
      "colours of a zebra crossing",
      "qwertz asdfgh",
      "zebra crossing colours",
    ];
    for (const text of said) expect((await ask(agentId, text)).intent).toBeNull();
    const unmatched = (tryIt: boolean) =>
      person.call(reviewApi.listUnmatched, { params: { id: agentId }, query: { tryIt } });
    expect((await unmatched(false)).groups).toEqual([]);
    const { groups, total } = await unmatched(true);
    expect(total).toBe(3);
    expect(groups[0]).toMatchObject({
      title: "zebra crossing colours",
      messages: [
        { text: "zebra crossing colours", count: 2 },
        { text: "colours of a zebra crossing", count: 1 },
      ],
    });
    const texts = groups[0]?.messages.map(({ text }) => text) ?? [];
    const added = await person.call(reviewApi.addPhrases, {
      params: { id: agentId },
      body: { intentId: bot.intents["Balance"] ?? "", texts: [...texts, "what is my balance"] },
    });
    expect(added).toEqual({ added: 2, known: 1, tooLong: 0 });
    await person.call(reviewApi.ignoreUnmatched, {
      params: { id: agentId },
      body: { texts: ["qwertz asdfgh"] },
    });
    expect((await unmatched(true)).groups).toEqual([]);
    await person.call(reviewApi.ignoreUnmatched, {
      params: { id: agentId },
      body: { texts: ["qwertz asdfgh"], undo: true },
    });
    expect((await unmatched(true)).total).toBe(1);
    await train(agentId);
    expect((await ask(agentId, "zebra crossing colours")).intent?.name).toBe("Balance");
  });
});
