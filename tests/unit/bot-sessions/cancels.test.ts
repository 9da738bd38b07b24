import { expect, test } from "vitest";
import { cancels } from "#workers/domain/bot-sessions/cancels.ts";

test.each([
  "cancel",
  "Cancel!",
  "stop it",
  "ok, never mind",
  "nevermind thanks",
  "No thanks",
  "Please cancel that",
  "sorry, I've changed my mind",
  "i’ve changed my mind",
  "forget it please",
  "रहने दो",
  "रद्द करो।",
  "rehne do",
])("“%s” ends the asking", (text) => {
  expect(cancels(text)).toBe(true);
});

test.each([
  "cancel my flight to Goa",
  "I want to stop a payment",
  "no",
  "please",
  "stop at Pune station",
  "don't cancel",
  "do not stop",
  "",
  "exit row seat",
  "कार्ड रद्द करो",
])("“%s” does not", (text) => {
  expect(cancels(text)).toBe(false);
});
