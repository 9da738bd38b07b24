import { describe, expect, test } from "vitest";
import { makeBot, saveIntent, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import * as reviewApi from "#workers/contract/endpoints/review.ts";
import * as storiesApi from "#workers/contract/endpoints/stories.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const nlp = "/api/chatbird/api/nlp";

const refusal = async (response: Response) => ({
  ...((await response.json()) as { message: string; code?: number; errors?: Record<string, string> }),
  status: response.status,
});

describe("agents", () => {
  test("are listed newest first, fifteen a page, and the list says whether there are more", async () => {
    const lister = await makePerson(harness);
    for (let index = 0; index < 16; index++) {
      await lister.call(botsApi.saveAgent, { body: { name: `Agent ${index}`, description: "d" } });
    }
    const first = await lister.call(botsApi.listAgents, { query: {} });
    expect(first.agents.map(({ name }) => name)).toEqual(
      Array.from({ length: 15 }, (_, index) => `Agent ${15 - index}`),
    );
    expect(first.more).toBe(true);
    const second = await lister.call(botsApi.listAgents, { query: { from: 15 } });
    expect([second.agents.length, second.more]).toEqual([1, false]);
    const all = await lister.call(botsApi.listAgents, { query: { perPage: -1 } });
    expect(all.agents).toHaveLength(16);
  });

  test("a new one is in the audit trail, by its name", async () => {
    const { agentId, name } = await makeBot(person);
    const { entries } = await person.call(auditTrailApi.listAuditTrail, { query: { objectId: agentId } });
    expect(entries.map(({ action, object }) => [action, object.name])).toEqual([["create", name]]);
  });

  test("are made with the first story that is named, and a refused one leaves no story behind", async () => {
    const body = { name: "With a story", description: "d", firstStory: "General" };
    const { agentId, firstStoryId } = await person.call(botsApi.saveAgent, { body });
    const { childStories } = await person.call(storiesApi.listStories, { params: { id: agentId } });
    expect(childStories).toEqual([
      { id: firstStoryId, name: "General", agentId, parentId: null, intents: 0 },
    ]);
    const stories = () =>
      harness.env.TENANT_1.prepare("SELECT count(*) AS n FROM stories").first<number>("n");
    const before = await stories();
    const again = await person.send("POST", `${nlp}/agent`, body);
    expect(await refusal(again)).toMatchObject({ status: 409, message: "duplication of name" });
    const nameless = await person.send("POST", `${nlp}/agent`, { ...body, name: "Other", firstStory: " " });
    expect(await refusal(nameless)).toMatchObject({
      status: 400,
      errors: { firstStory: "Please give valid name" },
    });
    expect(await stories()).toBe(before);
  });

  test.each([
    ["17 Hindi letters", "क".repeat(17)],
    ["200 Hindi letters", "ग".repeat(200)],
    ["49 Latin letters", "a".repeat(49)],
    ["200 Latin letters", "b".repeat(200)],
    ["a percent sign", "%"],
    ["an underscore", "_"],
    ["a backslash", "\\"],
    ["SQL", "' OR 1=1 --"],
  ])("are searched for by %s without an error, and signs stand for themselves", async (_, name) => {
    const { agents } = await person.call(botsApi.listAgents, { query: { name } });
    expect(agents).toEqual([]);
  });

  test("are found by a part of the name, whatever its case", async () => {
    await person.call(botsApi.saveAgent, { body: { name: "Ägypten Reisen", description: "d" } });
    const { agents } = await person.call(botsApi.listAgents, { query: { name: "äGYPTEN" } });
    expect(agents.map(({ name }) => name)).toEqual(["Ägypten Reisen"]);
  });

  test("have names that are unique whatever the case and the spaces", async () => {
    await person.call(botsApi.saveAgent, { body: { name: "Travel Desk", description: "d" } });
    const response = await person.send("POST", `${nlp}/agent`, {
      name: "  travel   DESK ",
      description: "d",
    });
    expect(await refusal(response)).toMatchObject({ status: 409, message: "duplication of name" });
  });

  test("made twice at the same instant under one name exist once", async () => {
    const body = { name: "Race", description: "d" };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => person.send("POST", `${nlp}/agent`, body)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)]);
  });

  test("with stories are not deletable: code 101; without they are", async () => {
    const { agentId, storyId } = await makeBot(person);
    expect(await refusal(await person.send("DELETE", `${nlp}/agent/${agentId}`))).toMatchObject({
      status: 409,
      code: 101,
      message: "Agent has Stories and Intents attached to it. Cannot be deleted",
    });
    await person.call(storiesApi.deleteStory, { params: { agentId, storyId } });
    expect((await person.send("DELETE", `${nlp}/agent/${agentId}`)).status).toBe(200);
    expect((await person.send("GET", `${nlp}/agent/${agentId}`)).status).toBe(404);
  });

  test("go with the story that came with them as long as it is as it came, and not with anybody's work", async () => {
    const making = async (name: string) => {
      const body = { name: `Came with a story ${name}`, description: "d", firstStory: "General" };
      const { id: agentId, firstStoryId: storyId = "" } = await person.call(botsApi.saveAgent, { body });
      return { agentId, storyId };
    };
    const removing = async (agentId: string) =>
      (await refusal(await person.send("DELETE", `${nlp}/agent/${agentId}`))).status;
    const [fresh, renamed, filled, second] = await Promise.all(["A", "B", "C", "D"].map(making));
    if (!fresh || !renamed || !filled || !second) throw new Error("none were made");
    expect(await removing(fresh.agentId)).toBe(200);
    const stories = harness.env.TENANT_1.prepare("SELECT count(*) AS n FROM stories WHERE agent_id = ?");
    expect(await stories.bind(fresh.agentId).first("n")).toBe(0);

    const { agentId } = renamed;
    await person.call(storiesApi.saveStory, { body: { agentId, name: "Accounts", id: renamed.storyId } });
    await saveIntent(person, filled, "Hello", ["hello", "good day"]);
    await person.call(storiesApi.saveStory, { body: { agentId: second.agentId, name: "Cards" } });
    for (const kept of [renamed, filled, second]) {
      expect(await removing(kept.agentId)).toBe(409);
      expect(await stories.bind(kept.agentId).first("n")).toBeGreaterThan(0);
    }
  });

  test("are said to be created in the specified words, from a form as from JSON", async () => {
    const body = new URLSearchParams({ name: "From a form", description: "d" }).toString();
    const response = await person.send("POST", `${nlp}/agent`, body, {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(await response.json()).toMatchObject({ status: true, message: "Agent Created  Successfully" });
  });

  test("keep their threshold while they are SVM agents, and answer code '100' when configured", async () => {
    const { agentId } = await makeBot(person);
    const response = await person.send("POST", `${nlp}/agent/${agentId}/config`, {
      entityExtractRetries: 2,
      outOfScopeMessage: "Sorry?",
      modelType: "SVM",
      confidenceThreshold: 0.9,
      language: "hi",
    });
    expect(await response.json()).toMatchObject({
      code: "100",
      data: { config: { confidenceThreshold: 0.5, outOfScopeMessage: "Sorry?", language: "hi" } },
    });
  });
});

describe("stories", () => {
  test("have unique names within their agent", async () => {
    const { agentId } = await makeBot(person);
    const again = await person.send("POST", `${nlp}/story`, { agentId, name: " STORY " });
    expect(await refusal(again)).toMatchObject({ status: 409, message: "Duplication of story name" });
    const empty = await person.send("POST", `${nlp}/story`, { agentId, name: "   " });
    expect(await refusal(empty)).toMatchObject({ status: 400, message: "Please give valid name" });
  });

  test("take their intents and phrases with them when they go", async () => {
    const { agentId, storyId } = await makeBot(person, smallBank);
    await person.call(storiesApi.deleteStory, { params: { agentId, storyId } });
    const left = await harness.env.TENANT_1.prepare("SELECT count(*) AS n FROM utterances WHERE agent_id = ?")
      .bind(agentId)
      .first("n");
    expect(left).toBe(0);
  });
});

describe("two people at one thing", () => {
  test("an intent saved from an older revision is refused, says who was faster, and overwrites nothing (R-14)", async () => {
    const bot = await makeBot(person);
    const first = await saveIntent(person, bot, "Shared", ["one phrase", "two phrases"]);
    const body = (name: string) => ({
      ...ids(bot),
      id: first.id,
      revision: first.revision,
      name,
      utterances: [{ utterance: "one phrase" }, { utterance: `of ${name}` }],
    });
    const answers = await Promise.all(
      ["Asha", "Ravi", "Meena"].map((name) => person.send("POST", `${nlp}/intent`, body(name))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await refused?.json()).toMatchObject({ message: expect.stringContaining("Changed by Kiran at") });
    const kept = await person.call(intentsApi.getIntent, { params: { ...ids(bot), intentId: first.id } });
    expect(kept.revision).toBe(2);
    expect(kept.utterances.map(({ utterance }) => utterance)).toContain(`of ${kept.name}`);
  });

  test("an agent and an entity are guarded in the same way", async () => {
    const { agentId } = await makeBot(person);
    const entity = { agentId, name: "colour", values: [{ value: "red", type: "synonymns" as const }] };
    const { id, revision } = await person.call(entitiesApi.saveEntity, { body: entity });
    await person.call(entitiesApi.saveEntity, { body: { ...entity, id, revision } });
    expect((await person.send("POST", `${nlp}/entity`, { ...entity, id, revision })).status).toBe(409);
    const agent = { id: agentId, description: "x", revision: 1 };
    await person.call(botsApi.saveAgent, { body: { ...agent, name: `First ${agentId}` } });
    expect((await person.send("POST", `${nlp}/agent`, { ...agent, name: "Second" })).status).toBe(409);
  });
});

describe("intents", () => {
  test("come back as they were saved: phrases in order, bindings, response, parameters", async () => {
    const bot = await makeBot(person);
    const entity = await person.call(entitiesApi.saveEntity, {
      body: {
        agentId: bot.agentId,
        name: "city",
        values: [{ value: "Paris", type: "synonymns", synonyms: ["City of Light"] }],
      },
    });
    const utterances = [
      {
        utterance: "fly me to 🛫 Paris",
        entityRefs: [{ entityId: entity.id, entityStartPos: 13, entityEndPos: 18 }],
      },
      { utterance: "मुझे पेरिस जाना है", entityRefs: [] },
    ];
    const entities = [
      { id: entity.id, name: "to", required: true, value: "", prompts: ["Where to?", "Which city?"] },
    ];
    const saved = await person.call(intentsApi.saveIntent, {
      body: {
        ...ids(bot),
        name: "  Book   a flight ",
        utterances,
        responses: [{ response: "**Done**" }],
        entities,
      },
    });
    const read = await person.call(intentsApi.getIntent, { params: { ...ids(bot), intentId: saved.id } });
    expect(read).toEqual({
      id: saved.id,
      revision: 1,
      ...ids(bot),
      name: "Book a flight",
      utteranceCount: 2,
      handsOver: false,
      utterances: utterances.map((phrase) => ({ ...phrase, entityDefined: phrase.entityRefs.length > 0 })),
      responses: [{ response: "**Done**" }],
      entities,
    });
  });

  test.each([
    ["an empty name", { name: " " }, "Intent name should not be empty"],
    [
      "one phrase",
      { utterances: [{ utterance: "a" }] },
      "Please give atleast two training phrases save the intent",
    ],
    ["no phrases", { utterances: undefined }, "Please give atleast two training phrases save the intent"],
    [
      "the same phrase twice",
      { utterances: [{ utterance: "Hello  there" }, { utterance: " hello there" }] },
      "Duplication of utterance name",
    ],
    [
      "an empty phrase",
      { utterances: [{ utterance: "a" }, { utterance: "  " }] },
      "training phrases should not be empty",
    ],
    [
      "2,001 phrases",
      { utterances: Array.from({ length: 2_001 }, (_, index) => ({ utterance: `phrase ${index}` })) },
      "An intent can have at most 2000 training phrases.",
    ],
    ["an empty response", { responses: [{ response: "" }] }, "Responce should not be empty"],
    [
      "two responses",
      { responses: [{ response: "a" }, { response: "b" }] },
      "An intent can have only one response.",
    ],
    [
      "a parameter without prompt",
      { entities: [{ id: "x", name: "x", required: true, prompts: [] }] },
      "prompt cannot be empty",
    ],
    [
      "a binding outside its phrase",
      {
        utterances: [
          { utterance: "abc", entityRefs: [{ entityId: "x", entityStartPos: 1, entityEndPos: 9 }] },
          { utterance: "b" },
        ],
      },
      "A bound entity must be inside its training phrase, and bindings must not overlap.",
    ],
  ])("with %s are refused in the specified words, and nothing is written", async (_, change, message) => {
    const bot = await makeBot(person);
    const body = {
      ...ids(bot),
      name: "Intent",
      utterances: [{ utterance: "a" }, { utterance: "b" }],
      ...change,
    };
    expect(await refusal(await person.send("POST", `${nlp}/intent`, body))).toMatchObject({
      status: 400,
      message,
    });
    const { intents } = await person.call(intentsApi.listIntents, { params: ids(bot), query: {} });
    expect(intents).toEqual([]);
  });

  test("are replaced whole: a save that fails leaves the old one as it was", async () => {
    const bot = await makeBot(person, smallBank);
    const intentId = bot.intents["Balance"] ?? "";
    const before = await person.call(intentsApi.getIntent, { params: { ...ids(bot), intentId } });
    const response = await person.send("POST", `${nlp}/intent`, {
      ...ids(bot),
      id: intentId,
      name: "Lost card",
      utterances: [{ utterance: "new one" }, { utterance: "new two" }],
    });
    expect(await refusal(response)).toMatchObject({ status: 409, message: "Duplication of intent name" });
    expect(await person.call(intentsApi.getIntent, { params: { ...ids(bot), intentId } })).toEqual(before);
  });

  test("take 2,000 phrases in one save", async () => {
    const bot = await makeBot(person);
    const phrases = Array.from({ length: 2_000 }, (_, index) => `phrase number ${index}`);
    const saved = await saveIntent(person, bot, "Many", phrases);
    expect(saved.utterances.map(({ utterance }) => utterance)).toEqual(phrases);
  });

  test("leave a trace in the audit trail: who, what, before and after", async () => {
    const bot = await makeBot(person, { Greeting: ["hello", "hi"] });
    await person.call(intentsApi.saveIntent, {
      body: {
        ...ids(bot),
        id: bot.intents["Greeting"],
        name: "Greetings",
        utterances: [{ utterance: "hello" }, { utterance: "good day" }],
      },
    });
    const { results } = await harness.env.TENANT_1.prepare(
      "SELECT action, before, after, request_id FROM audit_trail WHERE object_id = ? ORDER BY at, id",
    )
      .bind(bot.intents["Greeting"])
      .all<{ action: string; before: string; after: string; request_id: string }>();
    expect(results.map(({ action }) => action)).toEqual(["create", "update"]);
    expect(JSON.parse(results[1]?.before ?? "")).toMatchObject({
      name: "Greeting",
      phrases: ["hello", "hi"],
    });
    expect(JSON.parse(results[1]?.after ?? "")).toMatchObject({
      name: "Greetings",
      phrases: ["hello", "good day"],
    });
    expect(results[1]?.request_id).not.toBe("");
  });
});

describe("a search of the intents of all agents", () => {
  test("finds every word of a name in any agent, the given agent's first, and nothing of another enterprise", async () => {
    const word = `Zq${Date.now().toString(36)}`;
    const old = await makeBot(person, { [`${word} Loan Status`]: ["how is my loan", "what about my loan"] });
    const own = await makeBot(person, { [`Status of ${word}`]: ["how is it", "what about it"] });
    await makeBot(person, { [`${word} alone`]: ["only this", "and that"] });
    const ask = async (name: string, agentId?: string) => {
      const query = { name, ...(agentId && { agentId }) };
      const { intents } = await person.call(intentsApi.searchIntents, { query });
      return intents.map((each) => [each.name, each.agentId, each.agentName]);
    };
    const inOld = [`${word} Loan Status`, old.agentId, old.name];
    const inOwn = [`Status of ${word}`, own.agentId, own.name];
    const words = `status ${word.toUpperCase()}`;
    expect(await ask(words)).toEqual([inOwn, inOld]);
    expect(await ask(words, old.agentId)).toEqual([inOld, inOwn]);
    expect(await ask(`${word} %`)).toEqual([]);
    const stranger = await makePerson(harness);
    const { intents: foreign } = await stranger.call(intentsApi.searchIntents, { query: { name: word } });
    expect(foreign).toEqual([]);
  });
});

describe("a search of all intents of an agent", () => {
  const found = async (agentId: string, name: string) => {
    const { intents } = await person.call(reviewApi.listAllIntents, {
      params: { id: agentId },
      query: { name },
    });
    return intents.map((intent) => [intent.name, intent.utteranceCount, intent.phrase]);
  };

  test("finds names, stories and words of phrases in any case, with the phrase, and in no other agent", async () => {
    const bot = await makeBot(person, smallBank);
    const { agentId } = bot;
    const cards = await person.call(storiesApi.saveStory, { body: { agentId, name: "Credit Cards" } });
    await saveIntent(person, { agentId, storyId: cards.id }, "Limit", ["raise it", "spend more"]);
    const other = await makeBot(person, { Stolen: ["a stolen phone", "my phone is gone"] });
    expect(await found(agentId, "STOLEN")).toEqual([["Lost card", 5, "my credit card was stolen"]]);
    expect(await found(agentId, "credit")).toEqual([
      ["Limit", 2, null],
      ["Lost card", 5, "my credit card was stolen"],
    ]);
    expect(await found(agentId, "bal")).toEqual([["Balance", 5, "what is my balance"]]);
    expect(await found(other.agentId, "stolen")).toEqual([["Stolen", 2, "a stolen phone"]]);
    expect(await found(agentId, "100%_")).toEqual([]);
  });

  test("leaves phrases alone while it has two letters only, and lists all without a word", async () => {
    const { agentId } = await makeBot(person, smallBank);
    expect(await found(agentId, "my")).toEqual([]);
    expect(await found(agentId, "")).toEqual([
      ["Balance", 5, null],
      ["Lost card", 5, null],
    ]);
  });
});

describe("entities", () => {
  test("cannot be deleted while an intent uses them, and the answer names it", async () => {
    const bot = await makeBot(person);
    const entity = await person.call(entitiesApi.saveEntity, {
      body: { agentId: bot.agentId, name: "size", values: [{ value: "big", type: "synonymns" }] },
    });
    await person.call(intentsApi.saveIntent, {
      body: {
        ...ids(bot),
        name: "Order",
        utterances: [{ utterance: "a" }, { utterance: "b" }],
        entities: [{ id: entity.id, name: "size", prompts: ["Which size?"] }],
      },
    });
    const response = await person.send("DELETE", `${nlp}/agent/${bot.agentId}/entity/${entity.id}`);
    expect(await refusal(response)).toMatchObject({ status: 409, errors: { entityId: "Order" } });
  });
});

const ids = ({ agentId, storyId }: { agentId: string; storyId: string }) => ({ agentId, storyId });
