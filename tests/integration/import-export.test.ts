import { strToU8, zipSync } from "fflate";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { makeBot, saveIntent, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, sendForm, type Person } from "#tests/support/people.ts";
import { agentFile } from "#workers/contract/agent-file.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as importExportApi from "#workers/contract/endpoints/import-export.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import * as reviewApi from "#workers/contract/endpoints/review.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const stranger = await makePerson(harness);
const nlp = "/api/chatbird/api/nlp";

async function send(who: Person, path: string, file: string | Uint8Array<ArrayBuffer>, fields = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.append("files", new File([file], "file"));
  const response = await sendForm(harness, who, path, form);
  const { data, message, errors } = (await response.json()) as {
    data: unknown;
    message: string;
    errors: unknown;
  };
  return { status: response.status, data, message, errors };
}
const importFile = (file: string | Uint8Array<ArrayBuffer>, fields = {}) =>
  send(person, `${nlp}/agent/import`, file, fields);
const exported = async (agentId: string) =>
  agentFile.parse(await (await person.send("GET", `${nlp}/agent/${agentId}/export`)).json());

async function fullBot() {
  const bot = await makeBot(person, smallBank);
  const { agentId, storyId } = bot;
  const city = await person.call(entitiesApi.saveEntity, {
    body: {
      agentId,
      name: "city",
      values: [
        { value: "दिल्ली", type: "synonymns", synonyms: ["Delhi"] },
        { value: "code", type: "pattern", pattern: ["[A-Z]{3}\\d+"] },
      ],
    },
  });
  await person.call(intentsApi.saveIntent, {
    body: {
      agentId,
      storyId,
      name: "Fly",
      utterances: [
        {
          utterance: "fly to Delhi 🛫 tomorrow",
          entityRefs: [{ entityId: city.id, entityStartPos: 7, entityEndPos: 12 }],
        },
        { utterance: "=HYPERLINK(1)" },
      ],
      responses: [{ response: "Off to {city}." }],
      handsOver: true,
      entities: [
        { id: city.id, name: "city", required: true, prompts: ["Where to?"] },
        { id: "sys.date", name: "day", prompts: ["When?"] },
      ],
    },
  });
  return bot;
}

test("an agent goes out as one file and comes in as the same agent", async () => {
  const { agentId } = await fullBot();
  const file = await exported(agentId);
  const marked = file.stories.flatMap(({ intents }) => intents.filter(({ handsOver }) => handsOver));
  expect(marked.map(({ name }) => name)).toEqual(["Fly"]);
  const made = await importFile(JSON.stringify(file), { name: `Copy of ${agentId}` });
  expect(made.status, JSON.stringify(made)).toBe(200);
  expect(made.data).toMatchObject({ format: "chatbird", stories: 1, intents: 3, entities: 1, notes: [] });
  const again = await exported((made.data as { agentId: string }).agentId);
  const { name: _, description: __, ...config } = file.agent;
  expect({ ...again, agent: undefined }).toEqual({ ...file, agent: undefined });
  expect(again.agent).toMatchObject(config);
});

test("a name that is taken is refused, and nothing is written", async () => {
  const { agentId } = await fullBot();
  const file = await exported(agentId);
  const refused = await importFile(JSON.stringify(file));
  expect(refused).toMatchObject({ status: 409, message: "duplication of name" });
});

test.each([
  ["an empty file", ""],
  ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe])],
  ["JSON of something else", '{"format":"other"}'],
  ["YAML of something else", "a: [1, 2]"],
  ["broken YAML", "nlu:\n  - intent: x\n bad: ["],
  ["a ZIP of something else", zipSync({ "a.json": strToU8("{}") }) as Uint8Array<ArrayBuffer>],
  ["an agent without phrases", "nlu:\n  - intent: empty\n    examples: |\n"],
])("refuses %s in words, and writes nothing", async (_, file) => {
  const before = await person.call(botsApi.listAgents, { query: { perPage: -1 } });
  const refused = await importFile(file);
  expect(refused.status).toBe(400);
  expect(refused.message).not.toBe("");
  expect(await person.call(botsApi.listAgents, { query: { perPage: -1 } })).toEqual(before);
});

test("takes Rasa's training data: annotations, synonyms, lookups, groups of intents, responses", async () => {
  const made = await importFile(
    `version: "3.1"
nlu:
- intent: book_flight
  examples: |
    - fly to [Berlin](city)
    - book a flight from [munich]{"entity": "city", "value": "Munich"} to [NYC](city:New York)
- intent: faq/opening
  examples: |
    - when do you open
    - opening hours?
    - opening hours?
- synonym: Berlin
  examples: |
    - B-town
- lookup: city
  examples: |
    - Hamburg
    - b-town
- regex: order
  examples: |
    - \\d{5}
responses:
  utter_opening:
  - text: "From nine to five."
rules:
- rule: opening
  steps:
  - intent: faq/opening
  - action: utter_opening
`,
    { name: `Rasa ${Date.now()}` },
  );
  expect(made.status, JSON.stringify(made)).toBe(200);
  const file = await exported((made.data as { agentId: string }).agentId);
  const intents = file.stories.flatMap((story) => story.intents);
  expect(intents.map(({ name }) => name).toSorted()).toEqual(["book_flight", "opening"]);
  expect(intents.find(({ name }) => name === "opening")?.response).toBe("From nine to five.");
  const phrase = intents.find(({ name }) => name === "book_flight")?.phrases[1];
  expect(phrase).toEqual({
    text: "book a flight from munich to NYC",
    entities: [
      { entity: "city", start: 19, end: 25 },
      { entity: "city", start: 29, end: 32 },
    ],
  });
  const values = Object.fromEntries(
    (file.entities[0]?.values ?? []).map(({ value, synonyms }) => [value, synonyms]),
  );
  expect(values).toMatchObject({ "New York": ["NYC"], Munich: [], Hamburg: [], Berlin: ["b-town"] });
});

test("takes a Dialogflow ES export: phrases with entities, parameters with prompts, the fallback's answer", async () => {
  const json = (value: unknown) => strToU8(JSON.stringify(value));
  const zip = zipSync({
    "export/agent.json": json({
      displayName: `Dialogflow ${Date.now()}`,
      language: "en",
      description: "A bot",
    }),
    "export/entities/room.json": json({ name: "room", isRegexp: false }),
    "export/entities/room_entries_en.json": json([
      { value: "single", synonyms: ["single", "small one"] },
      { value: "suite", synonyms: ["suite"] },
    ]),
    "export/intents/Book room.json": json({
      name: "Book room",
      responses: [
        {
          parameters: [
            {
              name: "room",
              dataType: "@room",
              required: true,
              value: "$room",
              prompts: [{ lang: "en", value: "Which room?" }],
            },
            { name: "when", dataType: "@sys.date", required: false, value: "$when" },
            { name: "odd", dataType: "@sys.color", value: "$odd" },
          ],
          messages: [{ type: "0", lang: "en", speech: ["A $room it is."] }],
        },
      ],
    }),
    "export/intents/Book room_usersays_en.json": json([
      {
        data: [
          { text: "I want a " },
          { text: "suite", meta: "@room", alias: "room" },
          { text: " for tomorrow", meta: "@sys.date" },
        ],
      },
      { data: [{ text: "book a room" }] },
    ]),
    "export/intents/Fallback.json": json({
      name: "Fallback",
      fallbackIntent: true,
      responses: [{ messages: [{ type: 0, speech: "Say that again?" }] }],
    }),
  }) as Uint8Array<ArrayBuffer>;
  const made = await importFile(zip);
  expect(made.status, JSON.stringify(made)).toBe(200);
  expect((made.data as { notes: string[] }).notes.join()).toContain("@sys.color");
  const file = await exported((made.data as { agentId: string }).agentId);
  expect(file.agent.config.outOfScopeMessage).toBe("Say that again?");
  expect(file.stories[0]?.intents[0]).toMatchObject({
    name: "Book room",
    response: "A {room} it is.",
    phrases: [
      {
        text: "I want a suite for tomorrow",
        entities: [
          { entity: "room", start: 9, end: 14 },
          { entity: "sys.date", start: 15, end: 27 },
        ],
      },
      { text: "book a room" },
    ],
    parameters: [
      { name: "room", required: true, prompts: ["Which room?"] },
      { name: "when", entity: "sys.date", required: false },
    ],
  });
});

test("phrases go out as CSV that no spreadsheet runs, and come back as the same phrases", async () => {
  const { agentId } = await fullBot();
  const response = await person.send("GET", `${nlp}/agent/${agentId}/phrases`);
  const csv = await response.text();
  const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, "").trim());
  expect(data[0]).toEqual(["story", "intent", "phrase"]);
  expect(csv).toContain("'=HYPERLINK(1)");
  const empty = await makeBot(person);
  const back = await send(person, `${nlp}/agent/${empty.agentId}/phrases`, csv);
  expect(back.data).toMatchObject({ added: data.length - 1, known: 0, newIntents: 3, wrong: [] });
  const phrases = (file: Awaited<ReturnType<typeof exported>>) =>
    file.stories
      .flatMap(({ intents }) =>
        intents.flatMap((intent) => intent.phrases.map(({ text }) => `${intent.name}: ${text}`)),
      )
      .toSorted();
  expect(phrases(await exported(empty.agentId))).toEqual(phrases(await exported(agentId)));
  // Once more changes nothing.
  const again = await send(person, `${nlp}/agent/${agentId}/phrases`, csv);
  expect(again.data).toMatchObject({ added: 0, known: data.length - 1 });
});

test("a CSV is looked at before it is imported: wrong lines are told with their number and left out", async () => {
  const bot = await makeBot(person);
  await saveIntent(person, bot, "Balance", ["what is my balance", "show my balance"]);
  const path = `${nlp}/agent/${bot.agentId}/phrases`;
  const csv = `Story,Intent,Phrase\nStory,Balance,how much have I got\nStory,Balance,WHAT is my   balance\n,Balance,no story\nStory,Balance,${"x".repeat(501)}\n`;
  const looked = await send(person, path, csv, { dryRun: true });
  expect(looked.data).toMatchObject({ added: 1, known: 1, newIntents: 0 });
  expect((looked.data as { wrong: { line: number }[] }).wrong.map(({ line }) => line)).toEqual([4, 5]);
  expect((await exported(bot.agentId)).stories[0]?.intents[0]?.phrases).toHaveLength(2);
  await send(person, path, csv);
  const after = await person.call(intentsApi.getIntent, {
    params: {
      agentId: bot.agentId,
      storyId: bot.storyId,
      intentId:
        bot.intents["Balance"] ??
        (await person.call(reviewApi.listAllIntents, { params: { id: bot.agentId } })).intents[0]?.id ??
        "",
    },
  });
  expect(after).toMatchObject({ utteranceCount: 3, revision: 2 });
});

test("a stranger's files reach nobody else's agent (S-01)", async () => {
  const { agentId } = await fullBot();
  const before = await exported(agentId);
  const csv = "story,intent,phrase\nStory,Balance,stolen";
  expect((await send(stranger, `${nlp}/agent/${agentId}/phrases`, csv)).status).toBe(404);
  const pdf = await send(stranger, `${nlp}/agent/upload_documents`, "%PDF-1.7", { agentId });
  expect(pdf.status).toBe(404);
  expect(await exported(agentId)).toEqual(before);
});

test("Auto Generate gives ten or five, never a phrase that any intent has", async () => {
  const { agentId } = await makeBot(person, smallBank);
  for (const count of [10, 5] as const) {
    const { paraphrases, by } = await person.call(importExportApi.paraphrase, {
      body: {
        agentId,
        lines: ["what is my balance"],
        num_return_sequences: count,
        known: ["what's my balance"],
      },
    });
    expect(by).toBe("rules");
    expect(paraphrases).toHaveLength(count);
    const taken = [...Object.values(smallBank).flat(), "what's my balance"].map((each) => each.toLowerCase());
    expect(paraphrases.filter((each) => taken.includes(each.toLowerCase()))).toEqual([]);
  }
  const nothing = await person.send("POST", `${nlp}/paraphrase`, { agentId, lines: [] });
  expect(await nothing.json()).toMatchObject({ message: "Select at least one training phrase" });
});
