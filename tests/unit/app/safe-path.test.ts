import { expect, test } from "vitest";
import { safePath } from "#app/session/safe-path.ts";

test.each([
  ["/bots", "/bots"],
  ["/bots/1/intents?name=a%20b#top", "/bots/1/intents?name=a%20b#top"],
  ["/chat/history?next=https://elsewhere.example", "/chat/history?next=https://elsewhere.example"],
])("a path of this site is followed: %s", (wanted, path) => {
  expect(safePath(wanted)).toBe(path);
});

test.each([
  "//elsewhere.example",
  "/\\elsewhere.example",
  "\\\\elsewhere.example",
  "https://elsewhere.example",
  "javascript:alert(1)",
  "/.//elsewhere.example",
  "/bots/..//elsewhere.example",
  "/\t/elsewhere.example",
  "/\n/elsewhere.example",
  "bots",
  "",
])("what could lead elsewhere is not: %j", (wanted) => {
  expect(safePath(wanted)).toBe("/dashboard");
});

test.each([null, undefined, "/login", "/login?next=/bots", "/"])(
  "nor what would lead in a circle: %s",
  (wanted) => {
    expect(safePath(wanted)).toBe("/dashboard");
  },
);
