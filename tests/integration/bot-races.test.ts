import { afterEach, expect, test } from "vitest";
import { makeBot, saveIntent as make } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { knowledgeOf, serveShop } from "#tests/support/knowledge.ts";
import { forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson } from "#tests/support/people.ts";
import { ctxOvertaken } from "#tests/support/watched-ctx.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import * as storiesApi from "#workers/contract/endpoints/stories.ts";
import { intentFields } from "#workers/contract/endpoints/intents.ts";
import { configureAgent } from "#workers/domain/bots/configure.ts";
import { saveAgent } from "#workers/domain/bots/save.ts";
import { removeEntity } from "#workers/domain/entities/remove.ts";
import { saveEntity } from "#workers/domain/entities/save.ts";
import { phrasesFromCsv } from "#workers/domain/import-export/phrases-csv.ts";
import { saveIntent } from "#workers/domain/intents/save.ts";
import { saveKnowledge } from "#workers/domain/knowledge/save.ts";
import { addPhrases } from "#workers/domain/review/handle.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { saveStory } from "#workers/domain/stories/save.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const { save, built } = knowledgeOf(harness, person);

afterEach(forgetOutbound);

/** Somebody else acts between what a rule has read and its batch, which begins with this statement of it. */
const overtaken = (statement: string, by: () => Promise<unknown>) =>
  ctxOvertaken(harness, person, statement, by);

const values = (...given: string[]) =>
  given.map((value) => ({ value, type: "synonymns" as const, synonyms: [], pattern: [] }));
const changedMeanwhile = {
  code: "changedMeanwhile",
  message: expect.stringContaining("Changed by Kiran at"),
};
/** How often the audit trail names an object. */
const audited = (id: string) =>
  harness.env.TENANT_1.prepare("SELECT count(*) AS n FROM audit_trail WHERE object_id = ?")
    .bind(id)
    .first("n");

test("an intent that somebody saves between the reading and the writing is not overwritten (R-14)", async () => {
  const bot = await makeBot(person);
  const { id, revision } = await make(person, bot, "Shared", ["one phrase", "two phrases"]);
  const fields = (word: string) =>
    intentFields.parse({
      ...bot,
      id,
      revision,
      name: "Shared",
      utterances: [{ utterance: `${word} one` }, { utterance: `${word} two` }],
    });
  const { ctx, wasOvertaken } = overtaken(`update "intents"`, () =>
    person.call(intentsApi.saveIntent, { body: fields("theirs") }),
  );
  await expect(saveIntent(ctx, fields("mine"))).rejects.toMatchObject(changedMeanwhile);
  expect(wasOvertaken()).toBe(true);
  const kept = await person.call(intentsApi.getIntent, { params: { ...bot, intentId: id } });
  expect([kept.revision, ...kept.utterances.map(({ utterance }) => utterance)]).toEqual([
    2,
    "theirs one",
    "theirs two",
  ]);
});

test("messages are not added to an intent that somebody saves meanwhile: no phrase gets another's place (R-14)", async () => {
  const bot = await makeBot(person);
  const { id, revision } = await make(person, bot, "Shared", ["one phrase", "two phrases"]);
  const { ctx, wasOvertaken } = overtaken(`update "intents"`, () =>
    person.call(intentsApi.saveIntent, {
      body: { ...bot, id, revision, name: "Shared", utterances: [{ utterance: "a" }, { utterance: "b" }] },
    }),
  );
  const adding = addPhrases(ctx, bot.agentId, { intentId: id, texts: ["a message"] });
  await expect(adding).rejects.toMatchObject(changedMeanwhile);
  expect(wasOvertaken()).toBe(true);
  const kept = await person.call(intentsApi.getIntent, { params: { ...bot, intentId: id } });
  expect(kept).toMatchObject({ utteranceCount: 2, utterances: [{ utterance: "a" }, { utterance: "b" }] });
});

test("phrases of a file are added to what somebody saves meanwhile, none twice and none lost", async () => {
  const bot = await makeBot(person);
  const { id, revision } = await make(person, bot, "Shared", ["one phrase", "two phrases"]);
  const csv = "story,intent,phrase\r\nStory,Shared,from the file\r\nStory,Shared,theirs\r\nStory,New,new\r\n";
  const { ctx, wasOvertaken } = overtaken(`update "intents"`, async () => {
    await person.call(intentsApi.saveIntent, {
      body: {
        ...bot,
        id,
        revision,
        name: "Shared",
        utterances: [{ utterance: "theirs" }, { utterance: "b" }],
      },
    });
    await make(person, bot, "New", ["there", "already"]);
  });
  const done = await phrasesFromCsv(ctx, bot.agentId, new TextEncoder().encode(csv), false);
  expect(wasOvertaken()).toBe(true);
  expect(done).toMatchObject({ added: 2, known: 1, newIntents: 0 });
  const kept = await person.call(intentsApi.getIntent, { params: { ...bot, intentId: id } });
  expect(kept).toMatchObject({
    revision: 3,
    utteranceCount: 3,
    utterances: [{ utterance: "theirs" }, { utterance: "b" }, { utterance: "from the file" }],
  });
});

test("an entity that somebody saves between the reading and the writing is not overwritten (R-14)", async () => {
  const { agentId } = await makeBot(person);
  const entity = { agentId, name: "colour", values: values("red") };
  const { id, revision } = await person.call(entitiesApi.saveEntity, { body: entity });
  const { ctx, wasOvertaken } = overtaken(`update "entities"`, () =>
    person.call(entitiesApi.saveEntity, { body: { ...entity, id, revision, values: values("theirs") } }),
  );
  const mine = saveEntity(ctx, { ...entity, id, revision, values: values("mine") });
  await expect(mine).rejects.toMatchObject(changedMeanwhile);
  expect(wasOvertaken()).toBe(true);
  const kept = await person.call(entitiesApi.getEntity, { params: { id: agentId, entityId: id } });
  expect(kept).toMatchObject({ revision: 2, values: [{ value: "theirs" }] });
});

test("an entity that is deleted while it is saved is not there, and nothing says that it was saved", async () => {
  const { agentId } = await makeBot(person);
  const entity = { agentId, name: "colour", values: values("red") };
  const { id, revision } = await person.call(entitiesApi.saveEntity, { body: entity });
  const { ctx, wasOvertaken } = overtaken(`update "entities"`, () =>
    person.call(entitiesApi.deleteEntity, { params: { agentId, entityId: id } }),
  );
  await expect(saveEntity(ctx, { ...entity, id, revision })).rejects.toMatchObject({ code: "notFound" });
  expect(wasOvertaken()).toBe(true);
  // Made and deleted.
  expect(await audited(id)).toBe(2);
});

test("an intent does not bind an entity that is deleted at that moment", async () => {
  const bot = await makeBot(person);
  const { id } = await person.call(entitiesApi.saveEntity, {
    body: { agentId: bot.agentId, name: "colour", values: values("red") },
  });
  const { ctx, wasOvertaken } = overtaken(`insert into "intents"`, () =>
    person.call(entitiesApi.deleteEntity, { params: { agentId: bot.agentId, entityId: id } }),
  );
  const binding = saveIntent(
    ctx,
    intentFields.parse({
      ...bot,
      name: "Binding",
      utterances: [{ utterance: "a" }, { utterance: "b" }],
      entities: [{ id, name: "colour", prompts: ["Which?"] }],
    }),
  );
  await expect(binding).rejects.toMatchObject({
    code: "invalid",
    details: { errors: { entities: expect.any(String) } },
  });
  expect(wasOvertaken()).toBe(true);
  const { intents } = await person.call(intentsApi.listIntents, { params: bot, query: {} });
  expect(intents).toEqual([]);
});

test("an entity that an intent binds at that moment is not deleted", async () => {
  const bot = await makeBot(person);
  const { id } = await person.call(entitiesApi.saveEntity, {
    body: { agentId: bot.agentId, name: "colour", values: values("red") },
  });
  const { ctx, wasOvertaken } = overtaken(`delete from "entities"`, () =>
    person.call(intentsApi.saveIntent, {
      body: {
        ...bot,
        name: "Binding",
        utterances: [{ utterance: "a" }, { utterance: "b" }],
        entities: [{ id, name: "colour", prompts: ["Which?"] }],
      },
    }),
  );
  await expect(removeEntity(ctx, bot.agentId, id)).rejects.toMatchObject({
    code: "entityInUse",
    details: { errors: { entityId: "Binding" } },
  });
  expect(wasOvertaken()).toBe(true);
});

test("a bot's name and its configuration are not overwritten either (R-14)", async () => {
  const { agentId: id } = await makeBot(person);
  const rename = (name: string, revision?: number) => ({
    id,
    name: `${name} ${id}`,
    description: "x",
    revision,
  });
  const naming = overtaken(`update "agents"`, () =>
    person.call(botsApi.saveAgent, { body: rename("Theirs") }),
  );
  await expect(saveAgent(naming.ctx, rename("Mine"))).rejects.toMatchObject(changedMeanwhile);
  const configuring = overtaken(`update "agents"`, () =>
    person.call(botsApi.saveAgent, { body: rename("Theirs again") }),
  );
  const config = {
    entityExtractRetries: 2,
    outOfScopeMessage: "Sorry?",
    modelType: "SVM" as const,
    confidenceThreshold: 0.5,
    language: "en" as const,
  };
  await expect(
    configureAgent(configuring.ctx, id, config, keyRing(harness.secrets.DATA_KEY)),
  ).rejects.toMatchObject(changedMeanwhile);
  expect([naming.wasOvertaken(), configuring.wasOvertaken()]).toEqual([true, true]);
  const kept = await person.call(botsApi.getAgent, { params: { id } });
  expect(kept).toMatchObject({
    name: `Theirs again ${id}`,
    revision: 3,
    config: { entityExtractRetries: 3 },
  });
});

test("a story that is deleted while it is renamed is not there, and nothing says that it was renamed", async () => {
  const { agentId, storyId } = await makeBot(person);
  const { ctx, wasOvertaken } = overtaken(`update "stories"`, () =>
    person.call(storiesApi.deleteStory, { params: { agentId, storyId } }),
  );
  const renaming = saveStory(ctx, { agentId, id: storyId, name: "Renamed" });
  await expect(renaming).rejects.toMatchObject({ code: "notFound" });
  expect(wasOvertaken()).toBe(true);
  expect(await audited(storyId)).toBe(2);
});

test("two saves of the knowledge with one new website both succeed, and it is read once", async () => {
  const { agentId } = await makeBot(person);
  const fields = (urls: string[]) => ({
    kbFromWebsite: true,
    websitesUrls: urls,
    kbFromDoc: false,
    documents: [],
    genAiConfigId: null,
    crawlDepth: 0,
    recrawlHours: null,
  });
  const site = "https://www.shop.com";
  const [shared, theirs, mine] = [`${site}/shared`, `${site}/theirs`, `${site}/mine`];
  serveShop({ "/shared": "<p>Ours.</p>", "/theirs": "<p>Theirs.</p>", "/mine": "<p>Mine.</p>" });
  const { ctx, wasOvertaken } = overtaken(`insert into "knowledge_configs"`, () =>
    save(agentId, [shared, theirs], { crawlDepth: 0 }),
  );
  await saveKnowledge(ctx, agentId, fields([shared, mine]));
  expect(wasOvertaken()).toBe(true);
  const { sources } = await built(agentId);
  expect(sources.map(({ name, state }) => [name, state]).toSorted()).toEqual(
    [shared, theirs, mine].toSorted().map((name) => [name, "ready"]),
  );
});
