import { expect, test } from "vitest";
import { loginBody } from "#db/seed/client.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, PASSWORD, signedInAs } from "#tests/support/people.ts";
import { watchedDatabase } from "#tests/support/watched-database.ts";
import app from "#workers/api/app.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import { PAYMENT_HOOK_PATH } from "#workers/contract/payments/states.ts";
import { POSSIBLE_LEAK } from "#tests/support/leaks.ts";

// S-60: without what says whether somebody may, nobody may.
const harness = await startHarness();

/** The API in this process, so that a test breaks what it asks. */
function apiWith(env: Partial<ApiEnv>) {
  const waiting: Promise<unknown>[] = [];
  const context = {
    waitUntil: (work: Promise<unknown>) => void waiting.push(work),
    passThroughOnException: () => undefined,
    props: {},
  };
  return {
    fetch: async (path: string, init: RequestInit = {}) => {
      const request = new Request(new URL(path, "http://localhost"), init);
      const response = await app.fetch(request, { ...harness.env, ...env }, context as never);
      await Promise.allSettled(waiting.splice(0));
      return response;
    },
  };
}

/** The directory, which fails at whatever is about one of these tables. */
const directoryWithout = (tables: RegExp): D1Database =>
  watchedDatabase(harness.env.DIRECTORY, (sql) => {
    if (tables.test(sql)) throw new Error("D1_ERROR: the database is away, SELECT secret FROM everywhere");
  });

test("while sessions and rights cannot be read nobody is let in, and nothing is said but that it failed", async () => {
  const person = await makePerson(harness);
  const broken = signedInAs(apiWith({ DIRECTORY: directoryWithout(/sessions/i) }), person, person.token);
  const response = await broken.send("GET", "/api/e/enterprise/users");
  const text = await response.text();
  expect(response.status).toBeGreaterThanOrEqual(500);
  expect(Object.keys(JSON.parse(text) as object).toSorted()).toEqual(["message", "requestId", "status"]);
  expect(text).not.toMatch(POSSIBLE_LEAK);
  const whole = signedInAs(apiWith({}), person, person.token);
  expect((await whole.send("GET", "/api/chatbird/api/nlp/v2/agent")).status).toBe(200);
});

test("while attempts cannot be counted the right password opens nothing", async () => {
  const person = await makePerson(harness);
  const login = async (api: ReturnType<typeof apiWith>) =>
    api.fetch(`/api${accountApi.login.path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(
        await loginBody((path, init) => harness.fetch(path, init), {
          email: person.email,
          password: PASSWORD,
        }),
      ),
    });
  const refused = await login(apiWith({ DIRECTORY: directoryWithout(/login_failures/i) }));
  const text = await refused.text();
  expect(refused.status).toBeGreaterThanOrEqual(500);
  expect(text).not.toContain("authToken");
  expect((await login(apiWith({}))).status).toBe(200);
});

test("without the key that signs sessions no token is one, and without its secret no gateway is believed", async () => {
  const person = await makePerson(harness);
  const keyless = signedInAs(apiWith({ TOKEN_SECRET: "" as never }), person, person.token);
  const response = await keyless.send("GET", "/api/chatbird/api/nlp/v2/agent");
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await response.text()).not.toContain("agents");
  const hook = await apiWith({ PAYMENT_WEBHOOK_SECRET: "" } as never).fetch(
    `${PAYMENT_HOOK_PATH}razorpay/platform`,
    { method: "POST", headers: { "x-razorpay-signature": "0".repeat(64) }, body: "{}" },
  );
  expect(hook.status).toBe(404);
});
