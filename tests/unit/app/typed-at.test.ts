import { expect, test } from "vitest";
import { mentionedIn } from "#app/routes/chats/composer/answer-draft.ts";
import { closedEmoji, emojiFor } from "#app/routes/chats/composer/emoji.ts";
import { emojiTable } from "#app/routes/chats/composer/emoji-table.ts";
import { replaced, type TypedKind, typedAt } from "#app/routes/chats/composer/typed-at.ts";
import {
  fieldVariables,
  fitting,
  holesIn,
  variablesOf,
  wordsOf,
} from "#app/routes/chats/composer/variables.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";

const ALL: readonly TypedKind[] = ["canned", "variable", "colleague", "emoji"];

test.each([
  ["/", 1, { kind: "canned", query: "", from: 0 }],
  ["Hello /ref", 10, { kind: "canned", query: "ref", from: 6 }],
  ["a\n/x", 4, { kind: "canned", query: "x", from: 2 }],
  ["/ref later", 4, { kind: "canned", query: "ref", from: 0 }],
  ["5/7", 3, undefined],
  ["https://a", 9, undefined],
  ["/ref later", 10, undefined],
  ["Dear {{", 7, { kind: "variable", query: "", from: 5 }],
  ["Dear{{order nu", 14, { kind: "variable", query: "order nu", from: 4 }],
  ["{{name}} x", 10, undefined],
  ["{name", 5, undefined],
  ["@", 1, { kind: "colleague", query: "", from: 0 }],
  ["ask @Asha Ra", 12, { kind: "colleague", query: "Asha Ra", from: 4 }],
  ["ask @Asha Rao now", 17, undefined],
  ["mail asha@example", 17, undefined],
  ["fine :smi", 9, { kind: "emoji", query: "smi", from: 5 }],
  [":smile:", 7, { kind: "emoji", query: "smile:", from: 0 }],
  ["at 10:30", 8, undefined],
  ["note :p", 7, undefined],
  ["thus: yes", 9, undefined],
])("the word under the caret says what is looked for: %s", (text, caret, found) => {
  expect(typedAt(text, caret, ALL)).toEqual(found);
});

test("what is not offered here is not looked for", () => {
  expect(typedAt("@Asha", 5, ["variable", "emoji"])).toBeUndefined();
  expect(typedAt("{{na", 4, ["canned", "colleague"])).toBeUndefined();
});

test.each([
  ["Dear {{na, hello", 9, "Meera", "Dear Meera, hello"],
  ["Dear {{na}}, hello", 9, "Meera", "Dear Meera, hello"],
  ["ask @As tomorrow", 7, "@Asha ", "ask @Asha  tomorrow"],
])("what is taken stands in the place of what was typed: %s", (text, caret, words, now) => {
  const typed = typedAt(text, caret, ALL);
  const next = typed && replaced(text, typed, caret, words);
  expect(next?.text).toBe(now);
  expect(next?.text.slice(0, next.caret).endsWith(words)).toBe(true);
});

const chat = {
  person: { name: "Meera", address: "+919876512345", identityId: "i", customerId: "1" },
  channelName: "Desk",
  departmentName: "",
} as ChatEntry;

test("a variable gives its value, or a gap where it is not known or not to be seen", () => {
  const [customer, agent, channel, department] = variablesOf(chat, "Asha").map(wordsOf);
  expect([customer, agent, channel, department]).toEqual(["Meera", "Asha", "Desk", "{{department}}"]);
  const masked = { ...chat, person: { ...chat.person, name: "•••••2345" } };
  expect(variablesOf(masked, "Asha").map(wordsOf)[0]).toBe("{{customer name}}");
  const fields = [
    { _id: "a", fieldLabel: "Order number" },
    { _id: "b", fieldLabel: "City" },
  ];
  expect(fieldVariables(fields, [{ id: "b", value: "Pune" }] as never).map(wordsOf)).toEqual([
    "{{Order number}}",
    "Pune",
  ]);
});

test("a variable is found by its letters, those that begin with them before the others", () => {
  const variables = ["Last order", "Order number", "City"].map((name) => ({ name, value: "" }));
  expect(fitting(variables, "ORDER ").map(({ name }) => name)).toEqual(["Order number", "Last order"]);
});

test.each([
  ["Dear {{customer name}}, {{x}} and {{x}}", ["{{customer name}}", "{{x}}"]],
  ["{name} {{}} {{\n}}", []],
])("gaps that are left are found once each: %s", (text, holes) => {
  expect(holesIn(text)).toEqual(holes);
});

test("only those are mentioned whose names still stand in the note", () => {
  const mentions = [
    { uId: "a", name: "Asha Rao" },
    { uId: "b", name: "Bela" },
    { uId: "a", name: "Asha Rao" },
  ];
  expect(mentionedIn({ note: "@Asha Rao please look", mentions })).toEqual(["a"]);
});

test("emoji are found by name, then by other words; a colon at the end takes the one of that name", () => {
  expect(emojiFor(emojiTable, "smi", 3).map(({ name }) => name)).toEqual([
    "smiley",
    "smile",
    "smiling_hearts",
  ]);
  expect(emojiFor(emojiTable, "birthday", 9).map(({ name }) => name)).toContain("cake");
  expect(closedEmoji(emojiTable, "smile:")?.sign).toBe("😄");
  expect(closedEmoji(emojiTable, "smile")).toBeUndefined();
  expect(closedEmoji(emojiTable, "nosuch:")).toBeUndefined();
  expect(new Set(emojiTable.map(({ name }) => name)).size).toBe(emojiTable.length);
  expect(emojiTable.length).toBeGreaterThan(150);
});
