import { trainBot } from "#db/seed/train.ts";
import { describe, expect, test } from "vitest";
import { makeBot, saveIntent, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import { recount } from "#workers/domain/reports/recount.ts";

const harness = await startHarness();
const person = await makePerson(harness);

const train = (who: Person, agentId: string) => trainBot(who, agentId);
const ask = (who: Person, agentId: string, text: string, sessionId?: string) =>
  who.call(botSessionsApi.predictIntent, { body: { agentId, sessionId, message: { text } } });

describe("training", () => {
  test("makes a model that answers rightly, and says when the content has changed since", async () => {
    const bot = await makeBot(person, smallBank);
    const trained = await train(person, bot.agentId);
    expect(trained).toMatchObject({
      state: "trained",
      version: 1,
      changedSince: false,
      report: { intents: 2, phrases: 10 },
    });
    const turn = await ask(person, bot.agentId, "please tell me the balance of my account");
    expect(turn.intent?.name).toBe("Balance");
    expect(turn.output.text).toBe("Answer of Balance");

    await saveIntent(person, bot, "Opening hours", ["when do you open", "what are your opening hours"]);
    const { training } = await person.call(botsApi.getAgent, { params: { id: bot.agentId } });
    expect(training.changedSince).toBe(true);
  });

  test("says that a bot of another type or language than it was trained with must be trained again", async () => {
    const bot = await makeBot(person, smallBank);
    await train(person, bot.agentId);
    const configured = async (wanted: { modelType?: "SVM" | "Semantic"; language?: "en" | "hi" }) => {
      const agent = await person.call(botsApi.getAgent, { params: { id: bot.agentId } });
      const { entityExtractRetries, outOfScopeMessage, modelType, confidenceThreshold, language } =
        agent.config;
      await person.call(botsApi.saveAgentConfig, {
        params: { id: bot.agentId },
        body: {
          entityExtractRetries,
          outOfScopeMessage,
          modelType,
          confidenceThreshold,
          language,
          ...wanted,
          revision: agent.revision,
        },
      });
      const { training } = await person.call(botsApi.getAgent, { params: { id: bot.agentId } });
      return training.changedSince;
    };
    expect(await configured({ language: "hi" })).toBe(true);
    expect(await configured({ language: "en" })).toBe(false);
    expect(await configured({ modelType: "Semantic" })).toBe(true);
    expect(await configured({ modelType: "SVM" })).toBe(false);
  });

  test("asked for many times at once is one job and one version", async () => {
    const bot = await makeBot(person, smallBank);
    const answers = await Promise.all(Array.from({ length: 10 }, () => train(person, bot.agentId)));
    expect(new Set(answers.map(({ jobId }) => jobId)).size).toBe(1);
    const versions = await harness.env.TENANT_1.prepare(
      "SELECT count(*) AS n FROM model_versions WHERE agent_id = ?",
    )
      .bind(bot.agentId)
      .first("n");
    expect(versions).toBe(1);
  });

  test("leaves earlier versions as they were, each in a file of its own", async () => {
    const bot = await makeBot(person, smallBank);
    await train(person, bot.agentId);
    await train(person, bot.agentId);
    const { results } = await harness.env.TENANT_1.prepare(
      "SELECT version, file FROM model_versions WHERE agent_id = ? ORDER BY version",
    )
      .bind(bot.agentId)
      .all<{ version: number; file: string }>();
    expect(results.map(({ version }) => version)).toEqual([1, 2]);
    for (const { file } of results) {
      expect(file.startsWith(`${person.enterpriseId}/`)).toBe(true);
      expect(await harness.env.FILES.head(file)).not.toBeNull();
    }
  });

  test("of an agent without phrases is refused with what to do", async () => {
    const bot = await makeBot(person);
    const response = await person.send("GET", `/api/chatbird/api/nlp/agent/${bot.agentId}/train`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining("nothing to train") });
  });

  test("that nobody was woken for is found and finished by the sweeper", async () => {
    const bot = await makeBot(person, smallBank);
    const jobId = `lost-${Date.now()}`;
    await harness.env.TENANT_1.prepare(
      `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, created_at, updated_at)
       VALUES (?, ?, 'agent.train', ?, ?, 'waiting', 0, '', 0, 0, 0, 0)`,
    )
      .bind(jobId, person.enterpriseId, bot.agentId, JSON.stringify({ agentId: bot.agentId }))
      .run();
    await harness.scheduled();
    await expect
      .poll(async () => (await person.call(botsApi.getAgent, { params: { id: bot.agentId } })).training.state)
      .toBe("trained");
  });

  test("goes on serving the last good model when a later one fails", async () => {
    const bot = await makeBot(person, smallBank);
    await train(person, bot.agentId);
    await harness.env.TENANT_1.prepare(
      `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, created_at, updated_at)
       VALUES (?, ?, 'agent.train', ?, ?, 'waiting', 0, '', 99, 0, 0, 0)`,
    )
      .bind(`zz-${Date.now()}`, person.enterpriseId, bot.agentId, JSON.stringify({ agentId: bot.agentId }))
      .run();
    await harness.scheduled();
    await expect
      .poll(async () => (await person.call(botsApi.getAgent, { params: { id: bot.agentId } })).training)
      .toMatchObject({ state: "failed", version: 1, message: expect.stringContaining("last good model") });
    expect((await ask(person, bot.agentId, "what is my balance")).intent?.name).toBe("Balance");
  });
});

test("a training can be cancelled: it stops, says who did it, and the last good model goes on (S-56)", async () => {
  const bot = await makeBot(person, smallBank);
  await train(person, bot.agentId);
  await person.call(botsApi.trainAgent, { params: { id: bot.agentId } });
  const state = await person.call(botsApi.cancelTraining, { params: { id: bot.agentId } });
  // It may have ended a moment before; it is never left half done.
  expect(["failed", "trained"]).toContain(state.state);
  if (state.state === "failed") expect(state.message).toContain("cancelled by Kiran");
  expect((await ask(person, bot.agentId, "what is my balance")).intent?.name).toBe("Balance");
  await train(person, bot.agentId);
});

describe("a conversation", () => {
  test("with a model that the engine no longer reads asks for another training", async () => {
    const bot = await makeBot(person, smallBank);
    await train(person, bot.agentId);
    const file = await harness.env.TENANT_1.prepare("SELECT file FROM model_versions WHERE agent_id = ?")
      .bind(bot.agentId)
      .first<string>("file");
    await harness.env.FILES.put(file ?? "", "a file of another age, long enough to have a header");
    const response = await person.send("POST", "/api/chatbird/api/nlp/predictIntent", {
      agentId: bot.agentId,
      message: { text: "hello" },
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining("earlier engine") });
  });

  test("with an agent that was never trained says so", async () => {
    const bot = await makeBot(person, smallBank);
    const response = await person.send("POST", "/api/chatbird/api/nlp/predictIntent", {
      agentId: bot.agentId,
      message: { text: "hello" },
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining("not trained") });
  });

  test("goes on under its session id, and every turn is logged with what a report needs", async () => {
    const bot = await makeBot(person, smallBank);
    await train(person, bot.agentId);
    const first = await ask(person, bot.agentId, "I lost my card");
    const second = await ask(person, bot.agentId, "qwertz asdf zxcv", first.sessionId);
    expect(second.sessionId).toBe(first.sessionId);
    expect(second.intent).toBeNull();
    expect(second.output.text).toBe("Sorry, I did not understand that.");
    const { results } = await harness.env.TENANT_1.prepare(
      "SELECT text, intent_name, confidence, nearest_phrase, answer, channel FROM turns WHERE conversation_id = ? ORDER BY id",
    )
      .bind(first.sessionId)
      .all();
    expect(results).toMatchObject([
      { text: "I lost my card", intent_name: "Lost card", confidence: 1, nearest_phrase: "I lost my card" },
      { text: "qwertz asdf zxcv", intent_name: null, channel: "try-it" },
    ]);
  });

  test("starts anew after half an hour of silence, and under a session id that is not one's own", async () => {
    const bot = await makeBot(person, smallBank);
    await train(person, bot.agentId);
    const first = await ask(person, bot.agentId, "balance");
    const { TENANT_1 } = harness.env;
    await TENANT_1.batch(
      [
        "UPDATE turns SET at = at - 1800001 WHERE conversation_id = ?",
        "UPDATE conversations SET started_at = started_at - 1800001, last_at = last_at - 1800001 WHERE id = ?",
      ].map((sql) => TENANT_1.prepare(sql).bind(first.sessionId)),
    );
    // The turns have moved in time, so the report counters are rebuilt.
    await recount(TENANT_1, { enterpriseId: person.enterpriseId, agentId: bot.agentId }, { repair: true });
    const later = await ask(person, bot.agentId, "balance", first.sessionId);
    expect(later.sessionId).not.toBe(first.sessionId);
    expect((await ask(person, bot.agentId, "balance", "made-up")).sessionId).not.toBe("made-up");
  });

  test("never gives the intent that was deleted since the training", async () => {
    const bot = await makeBot(person, smallBank);
    await train(person, bot.agentId);
    const { agentId, storyId } = bot;
    await person.call(intentsApi.deleteIntent, {
      params: { agentId, storyId, intentId: bot.intents["Balance"] ?? "" },
    });
    const turn = await ask(person, agentId, "what is my balance");
    expect(turn.candidates.map(({ name }) => name)).not.toContain("Balance");
  });
});
