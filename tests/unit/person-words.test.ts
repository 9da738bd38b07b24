import { expect, test } from "vitest";
import { asksForPerson } from "#workers/contract/person-words.ts";

test.each([
  [
    "en",
    ["agent", "Agent please!", "talk to a human", "I want to talk to a person.", "Can I speak to an agent?"],
  ],
  ["en", ["connect me to customer care", "please put me through to a real person", "I need a human"]],
  ["hi", ["एजेंट", "एजेंट से बात करनी है", "मुझे किसी इंसान से बात करनी है।", "Mujhe agent se baat karni hai"]],
  ["es", ["quiero hablar con una persona", "Hablar con un agente, por favor"]],
  ["pt", ["falar com um atendente"]],
  ["fr", ["Je voudrais parler à un conseiller"]],
  ["de", ["Ich möchte mit einem Menschen sprechen"]],
  ["ar", ["أريد التحدث مع موظف"]],
  ["id", ["bicara dengan petugas"]],
])("%s: whoever asks for a person is understood in any writing", (_, texts) => {
  for (const text of texts) expect(asksForPerson(text), text).toBe(true);
});

test("a sentence about one is no wish, nor is a word for anybody alone", () => {
  for (const text of [
    "an agent has already called me",
    "how many agents do you have",
    "no agent",
    "I want to talk to a person about my loan of last year",
    "someone",
    "किसी",
    "what is my balance",
    "",
  ])
    expect(asksForPerson(text), text).toBe(false);
});

test("where a bot waits for a value a word alone may be that, and a wish is one still", () => {
  expect(asksForPerson("agent", true)).toBe(false);
  expect(asksForPerson("talk to an agent", true)).toBe(true);
});
