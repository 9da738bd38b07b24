import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listUsers } from "#workers/contract/endpoints/users.ts";
import { validateBroadcast } from "#workers/contract/endpoints/broadcast-sending.ts";

/** Answers of the server, one a call; "none" is a way there that broke off. */
let answers: (number | "none")[] = [];
let calls = 0;
let onLine = true;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  [calls, onLine] = [0, true];
  const window = new EventTarget();
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("navigator", {
    get onLine() {
      return onLine;
    },
  });
  vi.stubGlobal("fetch", () => {
    const answer = answers[calls++] ?? 200;
    if (answer === "none") return Promise.reject(new TypeError("Failed to fetch"));
    const headers = new Headers(answer === 429 || answer === 503 ? { "retry-after": "30" } : undefined);
    return Promise.resolve(
      Response.json(
        { status: answer === 200, message: `${answer}`, response: {} },
        { status: answer, headers },
      ),
    );
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function loaded(endpoint: typeof listUsers | typeof validateBroadcast, ...all: typeof answers) {
  answers = all;
  const { load } = await import("#app/data/query.ts");
  const loading = load(endpoint, {} as never).then(
    () => "shown",
    (error: Error) => error.message,
  );
  await vi.runAllTimersAsync();
  return [await loading, calls];
}

test.each([
  ["a database that failed for a moment", [500, 200], ["shown", 2]],
  ["a way there that broke off", ["none", 200], ["shown", 2]],
  ["a failure that lasts", [500, 500, 200], ["500", 2]],
  ["a refusal", [403, 200], ["403", 1]],
  ["a limit of calls", [429, 200], ["429", 1]],
  ["a server that says when to come back", [503, 200], ["503", 1]],
] as const)("a screen's call is made once more without a word after %s (R-11)", async (_, all, expected) => {
  expect(await loaded(listUsers, ...all)).toEqual(expected);
});

test("nothing is asked again without a network, and no call that might change something", async () => {
  onLine = false;
  const [, offline] = await loaded(listUsers, "none", 200);
  expect(offline).toBe(1);
  onLine = true;
  calls = 0;
  expect(await loaded(validateBroadcast, 500, 200)).toEqual(["500", 1]);
});
