import { expect, test } from "vitest";
import { filledIn, slashIn } from "#app/routes/chats/canned.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";

const chat = {
  person: { name: "Meera", address: "+919876512345", identityId: "i", customerId: null },
  departmentName: "",
} as ChatEntry;
const fill = (source: string) => filledIn(source, chat, "Asha");

test.each([
  ["/", 1, { query: "", from: 0 }],
  ["/ref", 4, { query: "ref", from: 0 }],
  ["Hello /ref", 10, { query: "ref", from: 6 }],
  ["a\n/x", 4, { query: "x", from: 2 }],
  ["/ref later", 4, { query: "ref", from: 0 }],
  ["5/7", 3, undefined],
  ["https://a", 9, undefined],
  ["/ref later", 10, undefined],
])("a slash that begins a word asks for a canned message: %s", (text, caret, found) => {
  expect(slashIn(text, caret)).toEqual(found);
});

test("a masked number is not written to the customer", () => {
  const person = { ...chat.person, address: "•••••2345" };
  expect(filledIn("{phoneNumber|your number}", { ...chat, person }, "Asha")).toBe(
    "{phoneNumber|your number}",
  );
});

test.each([
  ["Hello {name}", "Hello Meera"],
  ["{ name } from {department|us}", "Meera from us"],
  ["{agent}: {phoneNumber}", "Asha: +919876512345"],
  ["From {department}", "From {department}"],
  ["Your {order} is here", "Your {order} is here"],
  ["{order|parcel}", "{order|parcel}"],
  ["{{name}} {name|there}", "{name} Meera"],
  ["$& {name}", "$& Meera"],
])("a canned message is filled in from its chat: %s", (source, words) => {
  expect(fill(source)).toBe(words);
});
