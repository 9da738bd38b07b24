import { describe, expect, test } from "vitest";
import { systemEntities } from "#workers/contract/system-entities.ts";
import { makeBot } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import type { EntityValue } from "#workers/contract/endpoints/entities.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const nlp = "/api/chatbird/api/nlp";

const refusal = async (response: Response) => ({
  ...((await response.json()) as { message: string; errors?: Record<string, string> }),
  status: response.status,
});
const save = (agentId: string, name: string, values: Partial<EntityValue>[] = [{ value: "x" }]) =>
  person.call(entitiesApi.saveEntity, {
    body: {
      agentId,
      name,
      values: values.map(({ value = "x", type = "synonymns", ...rest }) => ({ value, type, ...rest })),
    },
  });
const list = (agentId: string, query: Record<string, string | number> = {}) =>
  person.call(entitiesApi.listEntities, { params: { id: agentId }, query });
const system = systemEntities.map(({ id }) => id);

describe("the list of entities", () => {
  test("gives custom ones fifteen a page, last changed first, and says whether there are more", async () => {
    const { agentId } = await makeBot(person);
    for (let at = 0; at < 16; at++) await save(agentId, `entity ${at}`);
    const first = await list(agentId, { type: 0 });
    expect(first.entities.map(({ name }) => name)).toEqual(
      Array.from({ length: 15 }, (_, at) => `entity ${15 - at}`),
    );
    expect(first.more).toBe(true);
    const second = await list(agentId, { type: 0, from: 15 });
    expect([second.entities.map(({ name }) => name), second.more]).toEqual([["entity 0"], false]);
  });

  test("gives the system's with name and description, fifteen a page", async () => {
    const { agentId } = await makeBot(person);
    const first = await list(agentId, { type: 1 });
    const second = await list(agentId, { type: 1, from: 15 });
    expect([...first.entities, ...second.entities].map(({ id }) => id)).toEqual(system);
    expect([first.entities.length, first.more, second.more]).toEqual([15, true, false]);
    for (const { name, description, type } of first.entities) {
      expect([name, description]).not.toContain("");
      expect(type).toBe(1);
    }
  });

  test("gives both without a type: the custom ones first, then the system's, over any page size", async () => {
    const { agentId } = await makeBot(person);
    const own = [(await save(agentId, "one")).id, (await save(agentId, "two")).id].toReversed();
    const both = [...own, ...system];
    expect((await list(agentId, { perPage: 100 })).entities.map(({ id }) => id)).toEqual(both);
    const paged: string[] = [];
    for (let from = 0, more = true; more; from += 7) {
      const page = await list(agentId, { perPage: 7, from });
      paged.push(...page.entities.map(({ id }) => id));
      more = page.more;
    }
    expect(paged).toEqual(both);
  });

  test("searches the names of both kinds, whatever the case; signs stand for themselves", async () => {
    const { agentId } = await makeBot(person);
    await save(agentId, "Date of birth");
    await save(agentId, "100% sure_thing");
    const names = async (searchterm: string) =>
      (await list(agentId, { searchterm })).entities.map(({ name }) => name);
    expect(await names("DATE")).toEqual(["Date of birth", "date", "date-time"]);
    expect(await names("%")).toEqual(["100% sure_thing"]);
    expect(await names("_")).toEqual(["100% sure_thing"]);
    expect(await names("क".repeat(200))).toEqual([]);
  });
});

describe("a system entity", () => {
  test("is read like any other, and used like any other", async () => {
    const bot = await makeBot(person);
    const { agentId, storyId } = bot;
    await person.call(intentsApi.saveIntent, {
      body: {
        agentId,
        storyId,
        name: "Send money",
        utterances: [
          {
            utterance: "send 500 rupees",
            entityRefs: [{ entityId: "sys.money", entityStartPos: 5, entityEndPos: 15 }],
          },
          { utterance: "transfer money" },
        ],
        entities: [{ id: "sys.money", name: "amount", prompts: ["How much?"] }],
      },
    });
    const params = { id: agentId, entityId: "sys.money" };
    expect(await person.call(entitiesApi.getEntity, { params })).toMatchObject({
      id: "sys.money",
      agentId,
      type: 1,
      values: [],
    });
    expect(await person.call(entitiesApi.entityUsage, { params })).toMatchObject({
      intents: [{ name: "Send money", storyId, phrases: 1, parameters: ["amount"] }],
    });
  });

  test("is neither changed nor deleted, and the answer says why", async () => {
    const { agentId } = await makeBot(person);
    const why = "System entities are the same for every bot and cannot be changed or deleted.";
    const body = { agentId, id: "sys.date", name: "date", values: [{ value: "x", type: "synonymns" }] };
    expect(await refusal(await person.send("POST", `${nlp}/entity`, body))).toMatchObject({
      status: 400,
      message: why,
    });
    expect(
      await refusal(await person.send("DELETE", `${nlp}/agent/${agentId}/entity/sys.date`)),
    ).toMatchObject({ status: 400, message: why });
  });

  test("that does not exist is not found, and not bound", async () => {
    const { agentId, storyId } = await makeBot(person);
    for (const path of ["entity/sys.nothing", "entity/sys.nothing/usage"]) {
      expect((await person.send("GET", `${nlp}/agent/${agentId}/${path}`)).status).toBe(404);
    }
    const response = await person.send("POST", `${nlp}/intent`, {
      agentId,
      storyId,
      name: "x",
      utterances: [{ utterance: "a" }, { utterance: "b" }],
      entities: [{ id: "sys.nothing", name: "x", prompts: ["?"] }],
    });
    expect(response.status).toBe(400);
  });
});

describe("the values of an entity", () => {
  test.each([
    ["no name", { name: " " }, "name", "Entity name should not be empty"],
    ["no value", { values: [] }, "values", "Please give at least one value"],
    [
      "an empty value",
      { values: [{ value: " ", type: "synonymns" }] },
      "values.0.value",
      "Please give the value and type first",
    ],
    ["no type", { values: [{ value: "a" }] }, "values.0.type", "Please give the value and type first"],
    [
      "an empty synonym",
      { values: [{ value: "a", type: "synonymns", synonyms: ["  "] }] },
      "values.0.synonyms.0",
      "Empty synonyms cannot be added",
    ],
    [
      "the same value twice",
      {
        values: [
          { value: "New York", type: "synonymns" },
          { value: " new  york", type: "synonymns" },
        ],
      },
      "values.1.value",
      "Duplication of value",
    ],
    [
      "501 values",
      { values: Array.from({ length: 501 }, (_, at) => ({ value: `v${at}`, type: "synonymns" })) },
      "values",
      "An entity can have at most 500 values.",
    ],
    [
      "51 patterns",
      {
        values: [{ value: "a", type: "pattern", pattern: Array.from({ length: 51 }, (_, at) => `p${at}`) }],
      },
      "values.0.pattern",
      "At most 50 for one value.",
    ],
    [
      "a pattern of 501 characters",
      { values: [{ value: "a", type: "pattern", pattern: ["a".repeat(501)] }] },
      "values.0.pattern.0",
      "Use at most 500 characters.",
    ],
  ])("with %s are refused at their field, and nothing is stored", async (_, change, field, message) => {
    const { agentId } = await makeBot(person);
    const body = { agentId, name: "Entity", values: [{ value: "a", type: "synonymns" }], ...change };
    expect(await refusal(await person.send("POST", `${nlp}/entity`, body))).toMatchObject({
      status: 400,
      errors: { [field]: message },
    });
    expect((await list(agentId, { type: 0 })).entities).toEqual([]);
  });

  test("may be 500 with their synonyms in Hindi, in one save", async () => {
    const { agentId } = await makeBot(person);
    const synonyms = Array.from({ length: 8 }, (_, at) => `${"पर्यायवाची".repeat(2)} ${at}`);
    const values = Array.from({ length: 500 }, (_, at) => ({ value: `शहर ${at}`, synonyms }));
    const { id } = await save(agentId, "city", values);
    const read = await person.call(entitiesApi.getEntity, { params: { id: agentId, entityId: id } });
    expect(read.values).toHaveLength(500);
    expect(read.values[499]).toEqual({ value: "शहर 499", type: "synonymns", synonyms, pattern: [] });
  });

  test("keep a name once per agent, whatever its case and spaces", async () => {
    const { agentId } = await makeBot(person);
    await save(agentId, "Card type");
    const body = { agentId, name: "  card   TYPE ", values: [{ value: "x", type: "synonymns" }] };
    expect(await refusal(await person.send("POST", `${nlp}/entity`, body))).toMatchObject({
      status: 409,
      message: "Duplication of entity name",
    });
  });
});

describe("patterns (S-43)", () => {
  test.each([
    ["look-around", "ORD(?=x)", 4, /invalid or unsupported Perl syntax/],
    ["a back-reference", "(a)\\1", 4, /invalid escape sequence/],
    ["a bracket that is not closed", "ORD-([0-9]+", 5, /missing closing \)/],
    ["a bracket that closes nothing", "ab\\))", 5, /unexpected \)/],
    ["a repetition of nothing", "*a", 1, /missing argument/],
    ["too large a repetition", "(a{1000}){500}", 10, /invalid repeat count|too large/],
  ])("with %s are refused: the row, the place, the reason", async (_, pattern, place, reason) => {
    const { agentId } = await makeBot(person);
    const body = {
      agentId,
      name: "order",
      values: [
        { value: "fine", type: "synonymns" },
        { value: "number", type: "pattern", pattern: ["[0-9]{4}", pattern] },
      ],
    };
    const { status, errors, message } = await refusal(await person.send("POST", `${nlp}/entity`, body));
    expect([status, Object.keys(errors ?? {})]).toEqual([400, ["values.1.pattern.1"]]);
    expect(message).toMatch(/^Value 2 \(number\): the pattern /);
    expect(message).toMatch(reason);
    expect(message).toContain(`(at character ${place})`);
    expect((await list(agentId, { type: 0 })).entities).toEqual([]);
  });

  test("and synonyms are tried before they are saved: where something is found, and as what", async () => {
    const { agentId } = await makeBot(person);
    const found = async (value: EntityValue, text: string) =>
      (await person.call(entitiesApi.tryEntityValue, { params: { id: agentId }, body: { value, text } }))
        .matches;
    expect(
      await found(
        { value: "order", type: "pattern", synonyms: [], pattern: ["ord-[0-9]+"] },
        "my 🎁 ORD-12!",
      ),
    ).toEqual([{ start: 6, end: 12, value: "ORD-12" }]);
    expect(
      await found({ value: "NYC", type: "synonymns", synonyms: ["big apple"], pattern: [] }, "the Big Apple"),
    ).toEqual([{ start: 4, end: 13, value: "NYC" }]);
    const response = await person.send("POST", `${nlp}/agent/${agentId}/entity/try`, {
      value: { value: "order", type: "pattern", pattern: ["a", "("] },
      text: "a",
    });
    expect(await refusal(response)).toMatchObject({
      status: 400,
      errors: { "pattern.1": expect.stringContaining("missing closing ) (at character 1)") },
    });
  });
});

describe("an entity that is used", () => {
  test("tells by which intents, in how many phrases and by which parameters; renaming it leaves them as they are", async () => {
    const { agentId, storyId } = await makeBot(person);
    const { id, revision } = await save(agentId, "size", [{ value: "big" }]);
    const other = await save(agentId, "colour");
    const body = {
      agentId,
      storyId,
      name: "Order",
      utterances: [
        { utterance: "a big one", entityRefs: [{ entityId: id, entityStartPos: 2, entityEndPos: 5 }] },
        { utterance: "big please", entityRefs: [{ entityId: id, entityStartPos: 0, entityEndPos: 3 }] },
        { utterance: "order" },
      ],
      entities: [{ id, name: "how big", prompts: ["Which size?"] }],
    };
    const intent = await person.call(intentsApi.saveIntent, { body });
    const usage = (entityId: string) =>
      person.call(entitiesApi.entityUsage, { params: { id: agentId, entityId } });
    expect(await usage(id)).toEqual({
      intents: [{ id: intent.id, storyId, name: "Order", phrases: 2, parameters: ["how big"] }],
    });
    expect(await usage(other.id)).toEqual({ intents: [] });

    await person.call(entitiesApi.saveEntity, {
      body: { agentId, id, revision, name: "measure", values: [{ value: "big", type: "synonymns" }] },
    });
    expect((await usage(id)).intents).toHaveLength(1);
    const params = { agentId, storyId, intentId: intent.id };
    expect((await person.call(intentsApi.getIntent, { params })).entities).toMatchObject([
      { id, name: "how big" },
    ]);
  });

  test("is not deleted, not even when it is bound in the same moment", async () => {
    const { agentId, storyId } = await makeBot(person);
    for (let round = 0; round < 5; round++) {
      const { id } = await save(agentId, `racer ${round}`);
      const [bound, deleted] = await Promise.all([
        person.send("POST", `${nlp}/intent`, {
          agentId,
          storyId,
          name: `Intent ${round}`,
          utterances: [{ utterance: "a" }, { utterance: "b" }],
          entities: [{ id, name: "x", prompts: ["?"] }],
        }),
        person.send("DELETE", `${nlp}/agent/${agentId}/entity/${id}`),
      ]);
      const there = (await person.send("GET", `${nlp}/agent/${agentId}/entity/${id}`)).status;
      // Regardless of which request was first, a saved intent has its entity.
      if (bound.status === 200) expect([deleted.status, there]).toEqual([409, 200]);
      else expect([bound.status, deleted.status, there]).toEqual([400, 200, 404]);
    }
  });
});

test("an entity saved from an older revision is refused, naming who was faster; the newer one stays (R-14)", async () => {
  const { agentId } = await makeBot(person);
  const { id, revision } = await save(agentId, "colour", [{ value: "red" }]);
  const body = (value: string) => ({
    agentId,
    id,
    revision,
    name: "colour",
    values: [{ value, type: "synonymns" }],
  });
  const answers = await Promise.all(
    ["blue", "green"].map((value) => person.send("POST", `${nlp}/entity`, body(value))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({
    message: expect.stringContaining("Changed by Kiran at"),
    errors: { revision: expect.any(String) },
  });
  const read = await person.call(entitiesApi.getEntity, { params: { id: agentId, entityId: id } });
  expect(read.revision).toBe(2);
});
