import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PartError } from "#app/lib/load-part.ts";
import { reportError } from "#app/lib/report-errors.ts";

const calls = vi.fn(async (_: string, _init: { body: string }) => new Response());
beforeEach(() => {
  vi.stubGlobal("fetch", calls);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", { visibilityState: "visible" });
  vi.stubGlobal("window", {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  calls.mockClear();
});

const thrown = (name: string, stack: string) => Object.assign(new Error("words"), { name, stack });
const told = () => calls.mock.calls.map(([, { body }]) => JSON.parse(body) as { where: string });

test("a part that a deployment has replaced is no error to tell of, and any other is", () => {
  reportError("error", new PartError("replaced", undefined));
  expect(told()).toEqual([]);
  reportError("error", new TypeError("words"));
  expect(told()).toMatchObject([{ message: "TypeError" }]);
});

test.each([
  ["https://a.example/x.js?v=1:2:3", "/x.js:2:3"],
  ["https://a.example/chats?q=a:secret:12:34", "/chats:12:34"],
  ["https://a.example/chats#a:98114:7:8", "/chats:7:8"],
  ["https://a.example/x.js:5:6", "/x.js:5:6"],
])("of %s only the path and the place are told", (place, where) => {
  reportError("error", thrown("SyntaxError", `SyntaxError: words\n    at f (${place})`));
  expect(told()).toMatchObject([{ where }]);
});
