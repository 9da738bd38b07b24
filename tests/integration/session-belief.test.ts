import { describe, expect, test, vi } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person, sessionFor } from "#tests/support/people.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import { BELIEVED_MS } from "#workers/domain/identity/believed-sessions.ts";

const harness = await startHarness();
const { DIRECTORY } = harness.env;
const bots = "/api/chatbird/api/nlp/v2/agent";

/** Ends the sessions as another isolate would: nothing here hears of it. */
const endElsewhere = ({ enterpriseId }: Person) =>
  DIRECTORY.prepare("UPDATE login_sessions SET ended_at = 1 WHERE enterprise_id = ?")
    .bind(enterpriseId)
    .run();
const statusOf = async (person: Person, method = "GET", path = bots, body?: unknown) =>
  (await person.send(method, path, body)).status;

describe("a session that was ended elsewhere", () => {
  test("is believed for five seconds at most where one only looks", async () => {
    const began = Date.now();
    const person = await makePerson(harness);
    expect(await statusOf(person)).toBe(200);
    await endElsewhere(person);
    expect(await statusOf(person)).toBe(200);
    await vi.waitFor(async () => expect(await statusOf(person)).toBe(403), {
      timeout: 40_000,
      interval: 200,
    });
    expect(Date.now() - began).toBeGreaterThan(BELIEVED_MS - 1_000);
    expect(BELIEVED_MS).toBe(5_000);
  });

  test.each([
    ["administers users", "POST", "/api/e/enterprise/users", {}],
    ["changes rights", "PUT", "/api/e/enterprise/roles/6/permissions", {}],
    ["changes their password", "PUT", "/api/e/enterprise/change_password", {}],
    ["ends sessions", "DELETE", "/api/account/sessions", undefined],
    ["stores a secret", "POST", "/api/e/enterprise/appiyo_authconfig", {}],
    ["exports customers", "GET", "/api/chatbird/api/customer_master/customers/export", undefined],
    ["exports the audit trail", "GET", "/api/e/enterprise/audit_trail/csv", undefined],
    ["deletes a bot", "DELETE", "/api/chatbird/api/nlp/agent/x", undefined],
    [
      "deletes customers",
      "POST",
      "/api/chatbird/api/customer_master/customers_deleted",
      { customerIds: ["x"] },
    ],
    ["erases a customer", "POST", "/api/chatbird/api/customer_master/customers/x/erase", { confirm: "x" }],
  ])("is not believed of whoever %s", async (_, method, path, body) => {
    const person = await makePerson(harness);
    expect(await statusOf(person)).toBe(200);
    await endElsewhere(person);
    const response = await person.send(method, path, body);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ login_required: true });
  });
});

test("one's own sign-out is heard at once", async () => {
  const person = await makePerson(harness);
  expect(await statusOf(person)).toBe(200);
  await person.call(accountApi.logout);
  expect(await statusOf(person)).toBe(403);
});

test("a call that only reads tells nothing to an ended session, though it began to read at once", async () => {
  const person = await makePerson(harness);
  await endElsewhere(person);
  const response = await person.send("GET", bots);
  expect(response.status).toBe(403);
  expect(Object.keys((await response.json()) as object).toSorted()).toEqual([
    "login_required",
    "message",
    "status",
  ]);
});

test("what a call would write waits for its session, and is not written without one", async () => {
  const written = async ({ userId }: Person) =>
    (await DIRECTORY.prepare("SELECT 1 FROM one_time_codes WHERE user_id = ?").bind(userId).all()).results
      .length;
  const [person, other] = [await makePerson(harness), await makePerson(harness)];
  await endElsewhere(other);
  const path = "/api/e/enterprise/designer/access";
  expect(await statusOf(other, "GET", path)).toBe(403);
  expect(await written(other)).toBe(0);
  expect(await statusOf(person, "GET", path)).toBe(200);
  expect(await written(person)).toBe(1);
});

test("an enterprise that has moved to another database is read where it is now", async () => {
  const person = await makePerson(harness);
  await DIRECTORY.prepare("UPDATE enterprises SET database = 'TENANT_2' WHERE id = ?")
    .bind(person.enterpriseId)
    .run();
  const { id } = await person.call(botsApi.saveAgent, { body: { name: "Moved", description: "x" } });
  const token = await sessionFor(harness, person);
  await DIRECTORY.prepare("UPDATE enterprises SET database = 'TENANT_1' WHERE id = ?")
    .bind(person.enterpriseId)
    .run();
  const found = await harness.fetch(`/api/chatbird/api/nlp/agent/${id}`, {
    headers: { "authentication-token": token },
  });
  expect(found.status).toBe(404);
});

test("a token has one spelling: neither padded nor with other bits behind its signature", async () => {
  const { token } = await makePerson(harness);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(token.at(-1) ?? "");
  const others = [1, 2, 3].map((bits) => token.slice(0, -1) + alphabet[last + bits]);
  const statuses = await Promise.all(
    [token, `${token}=`, `${token}==`, ...others].map(
      async (each) => (await harness.fetch(bots, { headers: { "authentication-token": each } })).status,
    ),
  );
  expect(statuses).toEqual([200, 403, 403, 403, 403, 403]);
});
