import { describe, expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { OpenAiLike } from "#tests/support/openai-like.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson } from "#tests/support/people.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { seal } from "#workers/domain/secrets/seal.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const all = "/api/e/enterprise/appiyo_authconfig";
let made = 0;

const fields = (change: Record<string, unknown> = {}) => ({
  name: `Config ${++made}`,
  authType: 5 as const,
  llm: 1 as const,
  apikey: `CANARY-${made}`,
  ...change,
});
const create = (change: Record<string, unknown> = {}) =>
  person.call(endpoints.integrations.create, { body: fields(change) });
const test_ = (id: string) => person.call(endpoints.integrations.test, { params: { id } });
const db = harness.env.TENANT_1;
const secretOf = (ownerId: string) =>
  db
    .prepare("SELECT * FROM secrets WHERE owner_id = ?")
    .bind(ownerId)
    .first<{ id: string; sealed: string; key_version: number }>();
const openAiHost = "https://api.openai.com/v1/";

describe("a configuration", () => {
  test("is created with the specified reply, and read back without its key", async () => {
    const response = await person.send("POST", all, fields({ name: "  My   OpenAI " }));
    const reply = (await response.json()) as { response: { _id: string } };
    expect(reply).toMatchObject({
      status: true,
      message: "Configuration created successfully",
      response: { _id: expect.any(String), name: "My OpenAI", authType: 5, llm: 1, hasKey: true },
    });
    const { _id: id } = reply.response;
    const got = await person.call(endpoints.integrations.get, { params: { id } });
    expect(got).toEqual(reply.response);
    const { configs } = await person.call(endpoints.integrations.list, { query: { authType: 5 } });
    expect(configs).toContainEqual(got);
    expect(await person.call(endpoints.knowledge.configs)).toContainEqual({ id, name: "My OpenAI" });
  });

  test("is refused in the specified words while something is missing", async () => {
    const refusals: [Record<string, unknown>, string, string][] = [
      [{ name: " " }, "name", "Configuration name should not be empty"],
      [{ apikey: "" }, "apikey", "API Key should not be empty"],
      [{ apikey: undefined }, "apikey", "API Key should not be empty"],
      [{ llm: undefined }, "llm", "LLM Type should not be empty"],
      [{ llm: 3 }, "llm", "LLM Type should not be empty"],
    ];
    for (const [change, field, message] of refusals) {
      const response = await person.send("POST", all, fields(change));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ status: false, message, errors: { [field]: message } });
    }
  });

  test("has a name of its own, whatever its case and spaces", async () => {
    await create({ name: "Twice" });
    const response = await person.send("POST", all, fields({ name: " tWICE " }));
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ message: "Duplication of configuration name" });
    const other = await create();
    const renamed = await person.send("PUT", `${all}/${other.id}`, fields({ name: "Twice" }));
    expect(renamed.status).toBe(409);
  });

  test("keeps its key when it is changed without one, and takes a new one", async () => {
    const { id } = await create();
    const before = await secretOf(id);
    const { apikey: _, ...rest } = fields({ name: "Renamed", llm: 2 });
    const updated = await person.call(endpoints.integrations.update, { params: { id }, body: rest });
    expect(updated).toMatchObject({ name: "Renamed", llm: 2, hasKey: true });
    expect(await secretOf(id)).toEqual(before);
    await person.call(endpoints.integrations.update, { params: { id }, body: fields() });
    expect((await secretOf(id))?.sealed).not.toBe(before?.sealed);
  });

  test("asks for its key again when it is to be sent to another host", async () => {
    const { id } = await create();
    const { apikey: _, ...elsewhere } = fields({ settings: { baseUrl: "https://collector.example.com/v1" } });
    const response = await person.send("PUT", `${all}/${id}`, elsewhere);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { apikey: expect.stringContaining("again") } });
    const sameHost = { ...elsewhere, settings: { baseUrl: "https://api.openai.com/v2" } };
    expect((await person.send("PUT", `${all}/${id}`, sameHost)).status).toBe(200);
    expect((await person.send("PUT", `${all}/${id}`, { ...elsewhere, apikey: "sk-new" })).status).toBe(200);
  });

  test("names only a public https address, or a server on this machine where that is allowed", async () => {
    for (const baseUrl of [
      "http://example.com",
      "https://10.0.0.1/v1",
      "https://[fd00::1]",
      "ftp://x.example",
    ]) {
      for (const path of [all, `${all}/test`]) {
        const response = await person.send("POST", path, fields({ settings: { baseUrl } }));
        expect(response.status, baseUrl).toBe(400);
        expect(await response.json()).toMatchObject({
          errors: { "settings.baseUrl": expect.stringContaining("public https") },
        });
      }
    }
    const { settings } = await create({ settings: { baseUrl: "http://127.0.0.1:9/v1/" } });
    expect(settings.baseUrl).toBe("http://127.0.0.1:9/v1");
  });

  test("goes with its key when it is deleted", async () => {
    const { id } = await create();
    const response = await person.send("DELETE", `${all}/${id}`);
    expect(await response.json()).toMatchObject({ message: "Configuration deleted successfully" });
    expect(await secretOf(id)).toBeNull();
    expect((await person.send("GET", `${all}/${id}`)).status).toBe(404);
  });

  test("stays while an agent or its knowledge works with it", async () => {
    const { agentId } = await makeBot(person);
    const [byAgent, byKnowledge] = [await create(), await create()];
    await db
      .prepare("UPDATE agents SET config = json_set(config, '$.integrationId', ?) WHERE id = ?")
      .bind(byAgent.id, agentId)
      .run();
    await db
      .prepare(
        `INSERT INTO knowledge_configs (id, enterprise_id, agent_id, kb_from_website, kb_from_doc, gen_ai_config_id, crawl_depth, created_at, updated_at)
         VALUES (?, ?, ?, 0, 0, ?, 1, 0, 0)`,
      )
      .bind(`k-${agentId}`, person.enterpriseId, agentId, byKnowledge.id)
      .run();
    for (const { id } of [byAgent, byKnowledge]) {
      const response = await person.send("DELETE", `${all}/${id}`);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ message: expect.stringContaining("works with this") });
      expect(await secretOf(id)).not.toBeNull();
    }
  });
});

describe("the test of a configuration", () => {
  test("asks the provider with the stored key", async () => {
    const { id } = await create({ apikey: "sk-right" });
    const remote = new OpenAiLike("sk-right");
    const outbound = answerOutbound(openAiHost, remote.answer);
    expect(await test_(id)).toMatchObject({ ok: true, message: "The provider answers." });
    expect(outbound.requests.map(({ url }) => url).toSorted()).toEqual([
      `${openAiHost}chat/completions`,
      `${openAiHost}embeddings`,
    ]);
  });

  test("tries what is about to be saved, and stores nothing", async () => {
    answerOutbound(openAiHost, new OpenAiLike("sk-right").answer);
    const before = await db.prepare("SELECT count(*) AS n FROM secrets").first("n");
    const tried = (apikey: string) =>
      person.call(endpoints.integrations.try, { body: { name: "x", llm: 1, apikey } });
    expect(await tried("sk-right")).toMatchObject({ ok: true });
    expect(await tried("CANARY-wrong")).toMatchObject({
      ok: false,
      message: "The provider refused the API key.",
    });
    expect(await db.prepare("SELECT count(*) AS n FROM secrets").first("n")).toBe(before);
  });

  test("says what is wrong in our words, never in the provider's", async () => {
    const { id } = await create();
    const remote = new OpenAiLike();
    answerOutbound(openAiHost, remote.answer);
    for (const behaviour of [{ status: 401 }, { status: 429 }, { status: 500 }, "rubbish", "huge"] as const) {
      remote.behave(behaviour);
      const { ok, message } = await test_(id);
      expect(ok).toBe(false);
      expect(message).toMatch(/^The provider /);
      expect(message).not.toMatch(/html|sk-|CANARY/);
    }
  });

  test("tells a provider that only chats from one that embeds as well", async () => {
    const { id } = await create();
    const remote = new OpenAiLike();
    answerOutbound(openAiHost, (request) =>
      request.url.endsWith("/embeddings") ? new Response("", { status: 404 }) : remote.answer(request),
    );
    expect(await test_(id)).toMatchObject({ ok: true, message: expect.stringContaining("no embeddings") });
  });
});

describe("credentials at rest (S-52)", () => {
  test("are nowhere in clear: not in a table, a file, a log line or an answer", async () => {
    const key = `CANARY-${crypto.randomUUID()}`;
    const { id } = await create({ apikey: key });
    await person.send("PUT", `${all}/${id}`, fields({ apikey: key }));
    answerOutbound(openAiHost, new OpenAiLike("another").answer);
    const answers = [
      await (await person.send("POST", `${all}/${id}/test`)).text(),
      await (await person.send("GET", `${all}/${id}`)).text(),
      await (await person.send("GET", `${all}?perPage=-1`)).text(),
      await (await person.send("POST", all, { ...fields({ apikey: key }), llm: 9 })).text(),
    ];
    const dumps = await Promise.all([harness.env.DIRECTORY, db, harness.env.TENANT_2].map(dumpOf));
    const { objects } = await harness.env.FILES.list({ limit: 1_000 });
    const files = await Promise.all(
      objects.map(async ({ key: name }) => (await harness.env.FILES.get(name))?.text()),
    );
    const everything = JSON.stringify([answers, dumps, files, harness.logs()]);
    expect(everything).toContain(id);
    for (const form of [key, btoa(key), Buffer.from(key).toString("hex")])
      expect(everything).not.toContain(form);
  });

  test("do not open in another's place, even when somebody writes into the database", async () => {
    const [mine, theirs] = [await create({ apikey: "sk-right" }), await create({ apikey: "sk-other" })];
    const stolen = await secretOf(mine.id);
    await db
      .prepare("UPDATE secrets SET sealed = ?, key_version = ? WHERE owner_id = ?")
      .bind(stolen?.sealed, stolen?.key_version, theirs.id)
      .run();
    const outbound = answerOutbound(openAiHost, new OpenAiLike().answer);
    const response = await person.send("POST", `${all}/${theirs.id}/test`);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/sk-|secret/i);
    expect(outbound.requests).toHaveLength(0);
    expect((await test_(mine.id)).ok).toBe(true);
  });

  test("sealed with an older key open, and the cron seals them anew", async () => {
    const { id } = await create();
    const [, old = ""] = /v1:(.+)$/.exec(harness.secrets.DATA_KEY) ?? [];
    const place = {
      enterpriseId: person.enterpriseId,
      ownerKind: "integration",
      ownerId: id,
      field: "apikey",
    } as const;
    const { sealed, keyVersion } = await seal(keyRing(`v1:${old}`), place, "sk-right");
    expect((await secretOf(id))?.key_version).toBe(2);
    await db
      .prepare("UPDATE secrets SET sealed = ?, key_version = ? WHERE owner_id = ?")
      .bind(sealed, keyVersion, id)
      .run();
    answerOutbound(openAiHost, new OpenAiLike("sk-right").answer);
    expect((await test_(id)).ok).toBe(true);
    await harness.scheduled();
    const after = await secretOf(id);
    expect(after?.key_version).toBe(2);
    expect(after?.sealed).not.toBe(sealed);
    expect((await test_(id)).ok).toBe(true);
  });
});

test("the audit trail has every change and none of the keys", async () => {
  const { id } = await create({ apikey: "CANARY-audit" });
  await person.send("PUT", `${all}/${id}`, fields({ apikey: "CANARY-audit-2" }));
  await person.send("DELETE", `${all}/${id}`);
  const { results } = await db
    .prepare("SELECT * FROM audit_trail WHERE object_id = ? ORDER BY id")
    .bind(id)
    .all<{ action: string }>();
  expect(results.map(({ action }) => action)).toEqual(["create", "update", "delete"]);
  expect(JSON.stringify(results)).not.toContain("CANARY");
  expect(JSON.stringify(results)).toContain("keyReplaced");
});

async function dumpOf(database: D1Database): Promise<unknown> {
  const { results: tables } = await database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'")
    .all<{ name: string }>();
  return Promise.all(
    tables.map(async ({ name }) => (await database.prepare(`SELECT * FROM "${name}"`).all()).results),
  );
}
