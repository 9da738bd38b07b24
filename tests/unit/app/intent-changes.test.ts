import { describe, expect, it } from "vitest";
import { changesOf } from "#app/routes/bots/intents/changes.ts";
import { draftOf, newPhrase, rekeyed, reworded, type Draft } from "#app/routes/bots/intents/intent-draft.ts";
import { boundEverywhere, placesOf, suggestionsOf } from "#app/routes/bots/intents/same-words.ts";
import { builderTexts } from "#texts/builder.ts";
import { entityTypes, type Entity } from "#workers/contract/endpoints/entities.ts";

const stored = (): Draft => ({
  ...draftOf(undefined),
  name: "Fly",
  phrases: [newPhrase("fly to Paris"), newPhrase("book a flight"), newPhrase("a ticket please")],
  response: "Where to?",
  parameters: [{ id: "e1", name: "city", required: false, value: "", prompts: ["Where to?"] }],
});

describe("the number of unsaved changes", () => {
  const before = stored();
  const [first, second, third] = before.phrases as [
    (typeof before.phrases)[number],
    (typeof before.phrases)[number],
    (typeof before.phrases)[number],
  ];

  it("is none for what is stored, and none for its copy with other keys", () => {
    expect(changesOf(before, before)).toBe(0);
    expect(changesOf(before, rekeyed(before))).toBe(0);
  });

  it("counts the name and the response once each, however much of them changed", () => {
    expect(changesOf(before, { ...before, name: "Fly away with me", response: "No." })).toBe(2);
  });

  it("counts a reworded phrase once, and each one that is new or gone", () => {
    expect(changesOf(before, { ...before, phrases: [first, reworded(second, "book it"), third] })).toBe(1);
    expect(
      changesOf(before, { ...before, phrases: [newPhrase("one"), newPhrase("two"), first, third] }),
    ).toBe(3);
  });

  it("counts a phrase that was bound, and the parameter that came with it", () => {
    const bound = { ...first, refs: [{ entityId: "e2", entityStartPos: 7, entityEndPos: 12 }] };
    const parameter = { id: "e2", name: "town", required: false, value: "", prompts: [] };
    const draft = {
      ...before,
      phrases: [bound, second, third],
      parameters: [...before.parameters, parameter],
    };
    expect(changesOf(before, draft)).toBe(2);
    expect(changesOf(before, { ...before, parameters: [] })).toBe(1);
  });

  it("counts what is typed but not added yet, as saving takes it along", () => {
    expect(changesOf(before, { ...before, pendingPhrase: "one\ntwo" })).toBe(2);
    expect(changesOf(before, { ...before, editing: second.key, editedPhrase: "book it" })).toBe(1);
    expect(changesOf(before, { ...before, response: null, pendingResponse: "Where to?" })).toBe(0);
  });

  it("is said in the singular and in the plural", () => {
    expect([0, 1, 3].map(builderTexts.changes)).toEqual(["No changes", "1 change", "3 changes"]);
  });
});

const city = (values: Partial<Entity["values"][number]>[], id = "city"): Entity => ({
  id,
  agentId: "a",
  name: id,
  description: "",
  type: entityTypes.custom,
  values: values.map((value) => ({ value: "", type: "synonymns", synonyms: [], pattern: [], ...value })),
  updatedOn: "",
  revision: 1,
});

describe("the same words in other phrases", () => {
  it("are found whole, in any case, and not where they are bound already", () => {
    expect(placesOf(newPhrase("Paris, PARIS and parisian"), "paris")).toEqual([
      { start: 0, end: 5 },
      { start: 7, end: 12 },
    ]);
    const bound = newPhrase("to Paris", [{ entityId: "e", entityStartPos: 3, entityEndPos: 8 }]);
    expect(placesOf(bound, "Paris")).toEqual([]);
    expect(placesOf(newPhrase("to New  York, now"), "new york")).toEqual([{ start: 3, end: 12 }]);
    expect(placesOf(newPhrase("what?"), "?")).toEqual([]);
  });

  it("are bound in every phrase that has them; the others stay what they were", () => {
    const phrases = [newPhrase("Rome or rome"), newPhrase("to Paris")];
    const next = boundEverywhere(phrases, "Rome", "city");
    expect(next[0]?.refs.map(({ entityStartPos }) => entityStartPos)).toEqual([0, 8]);
    expect(next[1]).toBe(phrases[1]);
  });
});

describe("suggested bindings", () => {
  it("are values and synonyms that phrases say unbound, the most frequent first, the longest of several", () => {
    const entities = [
      city([{ value: "York" }, { value: "New York", synonyms: ["Big Apple"] }, { value: "Rome" }]),
    ];
    const phrases = [
      newPhrase("to new york"),
      newPhrase("from Rome to New York"),
      newPhrase("the big apple"),
    ];
    expect(suggestionsOf(phrases, entities)).toEqual([
      { entityId: "city", words: "new york", phrases: 2 },
      { entityId: "city", words: "Rome", phrases: 1 },
      { entityId: "city", words: "big apple", phrases: 1 },
    ]);
  });

  it("leave out what is bound, and what two entities know", () => {
    const entities = [city([{ value: "Paris" }, { value: "Rome" }]), city([{ value: "paris" }], "name")];
    const bound = newPhrase("to Rome", [{ entityId: "city", entityStartPos: 3, entityEndPos: 7 }]);
    expect(suggestionsOf([bound, newPhrase("Paris")], entities)).toEqual([]);
  });
});
