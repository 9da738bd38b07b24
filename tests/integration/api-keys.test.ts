import { expect, test, vi } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { allEndpoints } from "#tests/support/endpoints.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { KEY_CALLS_A_MINUTE, MOST_KEYS, type Scope, scopeNames } from "#workers/contract/api-keys.ts";
import * as apiKeysApi from "#workers/contract/endpoints/api-keys.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";

const harness = await startHarness();
const { DIRECTORY } = harness.env;
const customers = "/api/chatbird/api/customer_master/customers";
const asha = { name: "Asha", phoneNumber: "+91 98765 43210" };

const make = (person: Person, scopes: Scope[] = ["customers.read"], more: object = {}) =>
  person.call(apiKeysApi.createApiKey, { body: { name: "Online shop", scopes, ...more } });
const callAs = (key: string, method: string, path: string, body?: unknown) =>
  harness.fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const hasExpired = (id: string) =>
  DIRECTORY.prepare("UPDATE api_keys SET expires_at = 1 WHERE id = ?").bind(id).run();

test("a key does what its scopes allow, and no call shows it again", async () => {
  const owner = await makePerson(harness);
  const { key, secret } = await make(owner, ["customers.read"]);
  expect(secret).toMatch(/^cbk_[\w-]{43}$/);
  expect(key).toMatchObject({
    name: "Online shop",
    createdBy: "Kiran",
    start: secret.slice(0, 10),
    lastUsedAt: null,
  });
  const listed = await owner.send("GET", "/api/e/enterprise/api_keys");
  expect(await listed.text()).not.toContain(secret.slice(10));
  const stored = await DIRECTORY.prepare("SELECT * FROM api_keys WHERE id = ?").bind(key.id).first();
  expect(JSON.stringify(stored)).not.toContain(secret.slice(10));
  const read = await callAs(secret, "GET", customers);
  expect(read.status).toBe(200);
  expect(await read.json()).toMatchObject({ status: true });
  expect((await callAs(secret, "POST", customers, asha)).status).toBe(403);
  const writing = await make(owner, ["customers.write"]);
  const written = await callAs(writing.secret, "POST", customers, asha);
  expect(written.status).toBe(200);
  // A key that may only write reads nothing.
  expect(await written.text()).not.toContain("98765");
  expect((await callAs(writing.secret, "GET", customers)).status).toBe(403);
});

test("a key reads how far a message has come", async () => {
  const owner = await makePerson(harness);
  const { secret } = await make(owner, ["messages.read"]);
  const found = await callAs(secret, "GET", "/api/e/enterprise/messages/nothing-is-called-so");
  expect(found.status).toBe(404);
});

test("every call that does not say so refuses every key", async () => {
  const owner = await makePerson(harness);
  const { secret } = await make(owner, [...scopeNames]);
  const { paths } = (await (await harness.fetch("/api/openapi.json")).json()) as {
    paths: Record<string, object>;
  };
  const others = allEndpoints.filter(
    ({ endpoint: { access, key, path } }) =>
      access.kind !== "public" && !key && `/api${path.replace(/:(\w+)/g, "{$1}")}` in paths,
  );
  expect(others.length).toBeGreaterThan(200);
  for (const { endpoint } of others) {
    const path = `/api${endpoint.path.replace(/:\w+/g, "nothing-is-called-so")}`;
    const response = await callAs(secret, endpoint.method, path);
    const text = await response.text();
    expect(response.status, `${endpoint.method} ${path} ${text}`).toBe(403);
    expect(JSON.parse(text)).toMatchObject({ code: 1403 });
  }
});

test("a key is of one enterprise, whatever session comes along", async () => {
  const [owner, stranger] = [await makePerson(harness), await makePerson(harness)];
  const made = await owner.send("POST", customers, asha);
  expect(made.status).toBe(200);
  const { secret } = await make(stranger);
  const response = await harness.fetch(customers, {
    headers: { authorization: `Bearer ${secret}`, "authentication-token": owner.token },
  });
  expect(response.status).toBe(200);
  expect(await response.text()).not.toContain("Asha");
});

test("one that is wrong, expired or revoked is refused", async () => {
  const owner = await makePerson(harness);
  const [revoked, expired] = [await make(owner), await make(owner)];
  const statusOf = async (secret: string) => (await callAs(secret, "GET", customers)).status;
  expect(await statusOf(revoked.secret)).toBe(200);
  await owner.call(apiKeysApi.revokeApiKey, { params: { id: revoked.key.id } });
  expect(await statusOf(revoked.secret)).toBe(401);
  expect((await owner.send("DELETE", `/api/e/enterprise/api_keys/${revoked.key.id}`)).status).toBe(404);
  await hasExpired(expired.key.id);
  expect(await statusOf(expired.secret)).toBe(401);
  expect(await statusOf(`cbk_${"a".repeat(43)}`)).toBe(401);
  expect(await statusOf("cbk_short")).toBe(401);
  // A word without our prefix is no key at all.
  expect(await statusOf("another")).toBe(403);
});

test("one that was revoked elsewhere is believed for five seconds at most", async () => {
  const owner = await makePerson(harness);
  const { key, secret } = await make(owner);
  const statusOf = async () => (await callAs(secret, "GET", customers)).status;
  expect(await statusOf()).toBe(200);
  const began = Date.now();
  await DIRECTORY.prepare("UPDATE api_keys SET revoked_at = 1 WHERE id = ?").bind(key.id).run();
  await vi.waitFor(async () => expect(await statusOf()).toBe(401), { timeout: 40_000, interval: 200 });
  // Belief is no longer than that of a session; a busy machine adds its own.
  expect(Date.now() - began).toBeLessThan(20_000);
});

test("nobody makes a key that may do more than they, nor one that is over", async () => {
  const owner = await makePerson(harness);
  await DIRECTORY.prepare(
    `INSERT INTO role_permissions (enterprise_id, role, permissions, created_at, updated_at) VALUES (?, 3, '["INTEGRATIONS.CREATE","CUSTOMER.VIEW"]', 1, 1)`,
  )
    .bind(owner.enterpriseId)
    .run();
  const colleague = await makeColleague(harness, owner, { roles: [3] });
  const tries: [field: string, by: Person, body: object][] = [
    ["scopes", colleague, { name: "a", scopes: ["customers.read", "customers.write"] }],
    ["scopes", owner, { name: "a", scopes: [] }],
    ["scopes.0", owner, { name: "a", scopes: ["everything"] }],
    ["name", owner, { name: " ", scopes: ["customers.read"] }],
    ["expiresAt", owner, { name: "a", scopes: ["customers.read"], expiresAt: "2020-01-01T00:00:00Z" }],
    ["expiresAt", owner, { name: "a", scopes: ["customers.read"], expiresAt: "soon" }],
  ];
  for (const [field, by, body] of tries) {
    const response = await by.send("POST", "/api/e/enterprise/api_keys", body);
    expect(response.status, JSON.stringify(body)).toBe(400);
    expect(((await response.json()) as { errors: object }).errors).toHaveProperty([field]);
  }
  await make(colleague, ["customers.read"]);
});

test("an enterprise has so many keys and no more; a revoked one makes room", async () => {
  const owner = await makePerson(harness);
  const { key } = await make(owner);
  await DIRECTORY.batch(
    Array.from({ length: MOST_KEYS - 2 }, (_, at) =>
      DIRECTORY.prepare(
        "INSERT INTO api_keys (id, enterprise_id, hash, start, name, scopes, created_by, created_at) VALUES (?1, ?2, ?1, '', '', '[]', '', 1)",
      ).bind(`${owner.enterpriseId} ${at}`, owner.enterpriseId),
    ),
  );
  const two = await Promise.all(
    [0, 1].map(() =>
      owner.send("POST", "/api/e/enterprise/api_keys", { name: "a", scopes: ["customers.read"] }),
    ),
  );
  expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  await owner.call(apiKeysApi.revokeApiKey, { params: { id: key.id } });
  await make(owner);
});

test("the audit trail says who made and revoked a key, and what the key did", async () => {
  const owner = await makePerson(harness);
  const { key, secret } = await make(owner, ["customers.write"]);
  expect((await callAs(secret, "POST", customers, asha)).status).toBe(200);
  await owner.call(apiKeysApi.revokeApiKey, { params: { id: key.id } });
  const { entries } = await owner.call(auditTrailApi.listAuditTrail, { query: {} });
  expect(entries).toMatchObject([
    { action: "revoke", kind: "apiKey", object: { id: key.id, name: "Online shop" }, who: { name: "Kiran" } },
    { action: "create", kind: "customer", who: { id: key.id, name: "API key Online shop" } },
    { action: "create", kind: "apiKey", object: { id: key.id, name: "Online shop" }, who: { name: "Kiran" } },
  ]);
  const { people } = await owner.call(auditTrailApi.auditPeople);
  expect(people).toContainEqual({ id: key.id, name: "API key Online shop" });
});

test("its last use is noted, and not more often than once a minute", async () => {
  const owner = await makePerson(harness);
  const { key, secret } = await make(owner);
  const lastUsed = async () => (await owner.call(apiKeysApi.listApiKeys)).keys[0]?.lastUsedAt ?? null;
  await callAs(secret, "GET", customers);
  await eventually(async () => expect(await lastUsed()).not.toBeNull());
  const recent = Date.now() - 30_000;
  await DIRECTORY.prepare("UPDATE api_keys SET last_used_at = ? WHERE id = ?").bind(recent, key.id).run();
  // Another key of a row that this isolate does not believe yet.
  await owner.call(apiKeysApi.revokeApiKey, { params: { id: (await make(owner)).key.id } });
  await callAs(secret, "GET", customers);
  await callAs(secret, "GET", customers);
  expect(await lastUsed()).toBe(new Date(recent).toISOString());
});

test("a key makes so many calls in a minute, and another its own", async () => {
  const owner = await makePerson(harness);
  const [busy, calm] = [await make(owner, ["messages.read"]), await make(owner, ["messages.read"])];
  const path = "/api/e/enterprise/messages/nothing";
  let refused: Response | undefined;
  for (let call = 0; call <= 2 * KEY_CALLS_A_MINUTE && !refused; call++) {
    const response = await callAs(busy.secret, "GET", path);
    if (response.status === 429) refused = response;
  }
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await callAs(calm.secret, "GET", path)).status).toBe(404);
});

test("the API's description says which calls take a key", async () => {
  const { paths, components } = (await (await harness.fetch("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, { security: object[]; "x-codeSamples"?: { source: string }[] }>>;
    components: { securitySchemes: object };
  };
  expect(components.securitySchemes).toHaveProperty("key.scheme", "bearer");
  expect(paths[customers]?.["get"]?.security).toContainEqual({ key: [] });
  expect(paths[customers]?.["get"]?.["x-codeSamples"]?.[0]?.source).toContain(
    "authorization: Bearer $CHATBIRD_KEY",
  );
  expect(paths["/api/e/enterprise/api_keys"]?.["get"]?.security).not.toContainEqual({ key: [] });
});
