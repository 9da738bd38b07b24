import { expect, test } from "vitest";
import { filledIn } from "#app/routes/chats/composer/canned.ts";
import type { ChatEntry } from "#workers/contract/endpoints/chats.ts";

const chat = {
  person: { name: "Meera", address: "+919876512345", identityId: "i", customerId: null },
  departmentName: "",
} as ChatEntry;
const fill = (source: string) => filledIn(source, chat, "Asha");

test("a masked number is not written to the customer", () => {
  const person = { ...chat.person, address: "•••••2345" };
  expect(filledIn("{phoneNumber|your number}", { ...chat, person }, "Asha")).toBe("{{phoneNumber}}");
});

test.each([
  ["Hello {name}", "Hello Meera"],
  ["{ name } from {department|us}", "Meera from us"],
  ["{agent}: {phoneNumber}", "Asha: +919876512345"],
  ["From {department}", "From {{department}}"],
  ["Your {order} is here", "Your {{order}} is here"],
  ["{order|parcel}", "{{order}}"],
  ["{{name}} {name|there}", "{name} Meera"],
  ["$& {name}", "$& Meera"],
])("a canned message is filled in from its chat: %s", (source, words) => {
  expect(fill(source)).toBe(words);
});
