import { trainBot } from "#db/seed/train.ts";
import { afterEach, describe, expect, test } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { type Behaviour, playOpenAi } from "#tests/support/openai.ts";
import { answerOutbound, forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson } from "#tests/support/people.ts";
import { tenantDatabase } from "#db/client.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as importExportApi from "#workers/contract/endpoints/import-export.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";
import * as knowledgeApi from "#workers/contract/endpoints/knowledge.ts";
import { defaultConfig } from "#workers/domain/bots/agent.ts";
import { providerOfAgent } from "#workers/domain/integrations/provider-of.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { resealSecrets } from "#workers/domain/key-rotation/reseal-tenant.ts";
import { keepSecret, sealSecret, useSecret } from "#workers/domain/secrets/secret.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";

const harness = await startHarness();
const person = await makePerson(harness);
afterEach(forgetOutbound);

const config = (more = {}) => ({
  entityExtractRetries: 3,
  outOfScopeMessage: "Sorry.",
  modelType: "OpenAi" as const,
  confidenceThreshold: 0.5,
  language: "en" as const,
  ...more,
});
const makeIntegration = (name: string) =>
  person.call(integrationsApi.createIntegration, { body: { name, llm: 1, apikey: "canary key" } });

describe("keys", () => {
  test("are never in an answer, a list, the database, the audit trail or a log (S-52)", async () => {
    harness.logs();
    const made = await makeIntegration("Keys");
    expect(made).toMatchObject({ hasKey: true, authType: 5, llm: 1, _id: made.id });
    const { agentId } = await makeBot(person);
    await person.call(botsApi.saveAgentConfig, {
      params: { id: agentId },
      body: config({ openaiKey: "canary key" }),
    });
    const answers = await Promise.all([
      person.call(integrationsApi.listIntegrations, { query: {} }),
      person.call(integrationsApi.getIntegration, { params: { id: made.id } }),
      person.call(botsApi.getAgent, { params: { id: agentId } }),
    ]);
    const { results: tables } = await harness.env.TENANT_1.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%_fts%' AND name NOT LIKE '_cf%'",
    ).all<{ name: string }>();
    const dump = await Promise.all(
      tables.map(
        async ({ name }) => (await harness.env.TENANT_1.prepare(`SELECT * FROM "${name}"`).all()).results,
      ),
    );
    const everything = JSON.stringify([answers, dump, harness.logs()]);
    expect(everything).not.toContain("canary key");
    expect(everything).not.toContain(btoa("canary key"));
  });

  test("open only for what they belong to, and are encrypted anew under a newer key", async () => {
    const db = tenantDatabase(harness.env, "TENANT_1");
    const of = (enterprise: string) =>
      ctxOf(db, enterprise as EnterpriseId, { userId: "", name: "", address: "", requestId: "" });
    const ctx = of("keys-enterprise");
    const old = keyRing(btoa("0123456789abcdef0123456789abcdef"));
    const owner = { kind: "agent", id: "one", field: "apikey" } as const;
    const sealed = await sealSecret(ctx, old, owner, "a secret");
    const again = await sealSecret(ctx, old, owner, "a secret");
    expect(again.sealed).not.toBe(sealed.sealed);
    await keepSecret(ctx, owner, sealed);
    expect(await useSecret(ctx, old, owner)).toBe("a secret");
    // The same ciphertext under another owner or tenant does not open.
    const other = { ...owner, id: "two" } as const;
    await keepSecret(ctx, other, sealed);
    await expect(useSecret(ctx, old, other)).rejects.toThrow();
    await keepSecret(of("other-enterprise"), owner, sealed);
    await expect(useSecret(of("other-enterprise"), old, owner)).rejects.toThrow();
    await harness.env.TENANT_1.prepare(
      "DELETE FROM secrets WHERE enterprise_id = 'other-enterprise' OR owner_id = 'two'",
    ).run();

    const ring = keyRing(
      `${btoa("another key that is 32 bytes lon")},${btoa("0123456789abcdef0123456789abcdef")}`,
    );
    expect(await useSecret(ctx, ring, owner)).toBe("a secret");
    await harness.env.TENANT_1.prepare("DELETE FROM secrets WHERE enterprise_id <> 'keys-enterprise'").run();
    // One that does not open any more keeps no other from being sealed anew.
    const { sealed: stolen } = sealed;
    await harness.env.TENANT_1.prepare(
      `INSERT INTO secrets (id, enterprise_id, owner_kind, owner_id, field, sealed, key_version, created_at, updated_at)
       VALUES ('0', 'keys-enterprise', 'agent', 'broken', 'apikey', ?, 1, 0, 0)`,
    )
      .bind(stolen)
      .run();
    expect(await resealSecrets(db, ring)).toEqual({ resealed: 1, failed: 1 });
    expect(await resealSecrets(db, ring)).toEqual({ resealed: 0, failed: 1 });
    await harness.env.TENANT_1.prepare("DELETE FROM secrets WHERE id = '0'").run();
    expect(await useSecret(ctx, ring, owner)).toBe("a secret");
    await expect(useSecret(ctx, old, owner)).rejects.toThrow();
  });

  test("stay as they were replaced while they were being encrypted anew", async () => {
    const keys = { enterpriseId: "keys-enterprise" as EnterpriseId };
    const [older, newer] = [
      btoa("0123456789abcdef0123456789abcdef"),
      btoa("another key that is 32 bytes lon"),
    ];
    const [old, ring] = [keyRing(older), keyRing(`${newer},${older}`)];
    const owner = { kind: "agent", id: "replaced", field: "apikey" } as const;
    const plain = watchedCtx(harness, keys, () => undefined);
    await keepSecret(plain, owner, await sealSecret(plain, old, owner, "before"));
    const { ctx, wasOvertaken } = ctxOvertaken(harness, keys, "update", async () =>
      keepSecret(plain, owner, await sealSecret(plain, ring, owner, "after")),
    );
    await resealSecrets(ctx.db, ring);
    expect(wasOvertaken()).toBe(true);
    expect(await useSecret(plain, ring, owner)).toBe("after");
  });
});

describe("a configuration", () => {
  test("needs name, LLM type and key, in the specified words, and a name once", async () => {
    const response = await person.send("POST", "/api/e/enterprise/appiyo_authconfig", {});
    expect(await response.json()).toMatchObject({
      errors: {
        name: "Configuration name should not be empty",
        llm: "LLM Type should not be empty",
        apikey: "API Key should not be empty",
      },
    });
    await makeIntegration("Once");
    await expect(makeIntegration(" once ")).rejects.toThrow("Duplication of configuration name");
  });

  test("refuses a base address that is not public (S-37)", async () => {
    for (const baseUrl of ["http://api.example.com/v1", "https://127.0.0.1/v1", "https://localhost/v1"]) {
      const response = await person.send("POST", "/api/e/enterprise/appiyo_authconfig", {
        name: `Base ${baseUrl}`,
        llm: 1,
        apikey: "x",
        settings: { baseUrl },
      });
      expect(response.status).toBe(400);
      expect(((await response.json()) as { errors: object }).errors).toHaveProperty("settings.baseUrl");
    }
  });

  test("is not deleted while an agent works with it", async () => {
    const made = await makeIntegration("Used");
    const { agentId } = await makeBot(person);
    await person.call(botsApi.saveAgentConfig, {
      params: { id: agentId },
      body: config({ integrationId: made.id }),
    });
    await expect(person.call(integrationsApi.deleteIntegration, { params: { id: made.id } })).rejects.toThrow(
      "uses this configuration",
    );
    await person.call(botsApi.saveAgentConfig, {
      params: { id: agentId },
      body: config({ integrationId: null }),
    });
    await person.call(integrationsApi.deleteIntegration, { params: { id: made.id } });
  });

  test("cannot be chosen for an agent by another enterprise, nor when there is none", async () => {
    const stranger = await makePerson(harness);
    const { agentId } = await makeBot(stranger);
    const { id } = await makeIntegration("Mine alone");
    for (const integrationId of [id, "nowhere"]) {
      const path = `/api/chatbird/api/nlp/agent/${agentId}/config`;
      const response = await stranger.send("POST", path, config({ integrationId }));
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        errors: { integrationId: "This configuration no longer exists." },
      });
    }
  });

  test("asks for its key again when it is to be sent to another host", async () => {
    const { id } = await makeIntegration("Moves");
    const path = `/api/e/enterprise/appiyo_authconfig/${id}`;
    const to = (baseUrl: string, more = {}) =>
      person.send("PUT", path, { name: "Moves", llm: 1, settings: { baseUrl }, ...more });
    const response = await to("https://collector.example.com/v1");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { apikey: expect.stringContaining("again") } });
    expect((await to("https://api.openai.com/v2")).status).toBe(200);
    expect((await to("https://models.example.org/v1", { apikey: "another" })).status).toBe(200);
  });

  test("can be tried before it is saved, and nothing is stored by that", async () => {
    playOpenAi();
    const { results: before } = await harness.env.TENANT_1.prepare("SELECT id FROM secrets").all();
    const tried = (apikey: string, settings = {}) =>
      person.call(integrationsApi.tryIntegration, { body: { llm: 1, apikey, settings } });
    expect(await tried("canary key")).toMatchObject({ ok: true });
    expect(await tried("wrong key")).toMatchObject({
      ok: false,
      message: "The provider did not accept the API key.",
    });
    await expect(tried("canary key", { baseUrl: "https://10.0.0.1/v1" })).rejects.toThrow("public https");
    const { results: after } = await harness.env.TENANT_1.prepare("SELECT id FROM secrets").all();
    expect(after).toEqual(before);
  });

  test("of a provider that only chats says so", async () => {
    const { id } = await makeIntegration("Chats only");
    playOpenAi();
    answerOutbound("https://api.openai.com/v1/embeddings", () => new Response("", { status: 404 }));
    const { ok, message } = await person.call(integrationsApi.testIntegration, { params: { id } });
    expect(ok).toBe(true);
    expect(message).toContain("returns no embeddings");
  });

  const failures: [string, Behaviour, string][] = [
    ["is wrong", { status: 401 }, "did not accept the API key"],
    ["is asked too often", { status: 429, retryAfter: "60" }, "too many requests"],
    ["stumbles twice", { status: 500 }, "Couldn't reach the provider"],
    ["answers rubbish", { body: "<html>hello" }, "Couldn't understand the provider"],
    ["answers 6 MB", { body: "x".repeat(6 * 1024 * 1024) }, "Couldn't understand the provider"],
  ];
  test.each(failures)(
    "says in its test that the provider %s, and shows nothing of its page",
    async (name, behaviour, text) => {
      const { id } = await makeIntegration(`Test ${name}`);
      playOpenAi(behaviour);
      const outcome = await person.call(integrationsApi.testIntegration, { params: { id } });
      expect(outcome.ok).toBe(false);
      expect(outcome.message).toContain(text);
      expect(outcome.message).not.toContain("secrets");
    },
  );

  test("says in its test that it works", async () => {
    const { id } = await makeIntegration("Works");
    playOpenAi();
    expect(await person.call(integrationsApi.testIntegration, { params: { id } })).toMatchObject({
      ok: true,
    });
  });
});

describe("model types", () => {
  const train = (agentId: string) => trainBot(person, agentId);
  const ask = (agentId: string, text: string) =>
    person.call(botSessionsApi.predictIntent, { body: { agentId, message: { text } } });

  test("OpenAi understands by the provider's vectors, and by our own model when it cannot be reached", async () => {
    const { agentId } = await makeBot(person, smallBank);
    await person.call(botsApi.saveAgentConfig, {
      params: { id: agentId },
      body: config({ openaiKey: "canary key" }),
    });
    const provider = playOpenAi();
    expect(await train(agentId)).toMatchObject({ state: "trained" });
    // "cash" and "funds" occur in no phrase: only the vectors know that they are money.
    expect((await ask(agentId, "how much cash is in my account")).candidates[0]?.name).toBe("Balance");
    expect((await ask(agentId, "robbed plastic")).candidates[0]?.name).toBe("Lost card");
    const before = provider.requests.length;
    expect((await ask(agentId, "I lost my card")).intent?.confidence).toBe(1);
    expect(provider.requests.length).toBe(before);
    provider.remove();
    playOpenAi({ status: 500 });
    expect((await ask(agentId, "please show the balance of my account")).candidates[0]?.name).toBe("Balance");
  });

  test("a training whose provider fails says why, and the last good model goes on serving", async () => {
    const { agentId } = await makeBot(person, smallBank);
    await train(agentId);
    await person.call(botsApi.saveAgentConfig, { params: { id: agentId }, body: config() });
    await expect(train(agentId)).rejects.toThrow("no key");
    await person.call(botsApi.saveAgentConfig, {
      params: { id: agentId },
      body: config({ openaiKey: "wrong key" }),
    });
    playOpenAi();
    await expect(train(agentId)).rejects.toThrow("did not accept");
    const { training } = await person.call(botsApi.getAgent, { params: { id: agentId } });
    expect(training).toMatchObject({ state: "failed", version: 1 });
    expect((await ask(agentId, "what is my balance")).intent?.name).toBe("Balance");
  });

  test("Semantic needs nobody, and knows what is meant in words that no phrase has", async () => {
    const { agentId } = await makeBot(person, smallBank);
    await person.call(botsApi.saveAgentConfig, {
      params: { id: agentId },
      body: config({ modelType: "Semantic" }),
    });
    expect(await train(agentId)).toMatchObject({ state: "trained" });
    const [best] = (await ask(agentId, "the plastic was stolen from me")).candidates;
    expect(best?.name).toBe("Lost card");
    // Without what the sentence means it is a guess of 0.39.
    expect(best?.confidence).toBeGreaterThan(0.7);
    const files = await harness.env.FILES.list({ prefix: `${person.enterpriseId}/models/${agentId}/` });
    const sentences = files.objects.filter(({ key }) => key.endsWith("/sentences"));
    expect(sentences).toHaveLength(1);
    // The phrases' stored meanings are not made again, and stay while the bot does.
    expect(await train(agentId)).toMatchObject({ state: "trained" });
    const [again] = (await harness.env.FILES.list({ prefix: sentences[0]?.key ?? "" })).objects;
    expect(again?.etag).toBe(sentences[0]?.etag);
    expect(again?.uploaded).toEqual(sentences[0]?.uploaded);
  });

  test("Semantic of another language is understood as by SVM, also where the platform has models", async () => {
    const { agentId } = await makeBot(person, smallBank);
    const ctx = ctxOf(tenantDatabase(harness.env, "TENANT_1"), person.enterpriseId as EnterpriseId, {
      name: "",
      address: "",
      requestId: "",
      userId: agentId,
    });
    const withModels = { ...harness.env, AI: { run: () => Promise.reject(new Error("called")) } };
    const providerOf = (modelType: "Semantic" | "GPT2") =>
      providerOfAgent(ctx, withModels, agentId, {
        ...defaultConfig,
        modelType,
        language: "hi",
      });
    expect(await providerOf("Semantic")).toBeNull();
    expect(await providerOf("GPT2")).not.toBeNull();
    await person.call(botsApi.saveAgentConfig, {
      params: { id: agentId },
      body: config({ modelType: "Semantic", language: "hi" }),
    });
    expect(await train(agentId)).toMatchObject({ state: "trained" });
    expect((await ask(agentId, "I lost my debit card")).candidates[0]?.name).toBe("Lost card");
  });

  test("the provider paraphrases for Auto Generate, and never gives what an intent has", async () => {
    const { agentId } = await makeBot(person, smallBank);
    const { id } = await makeIntegration("Paraphrases");
    await person.call(knowledgeApi.saveKnowledge, { params: { id: agentId }, body: { genAiConfigId: id } });
    playOpenAi({ chat: () => 'Sure: ["My funds?", "what is my balance", "How rich am I?"]' });
    const made = await person.call(importExportApi.paraphrase, {
      body: { agentId, lines: ["what is my balance"], num_return_sequences: 5 },
    });
    expect(made.by).toBe("integration");
    expect(made.paraphrases.slice(0, 2)).toEqual(["My funds?", "How rich am I?"]);
    expect(made.paraphrases).toHaveLength(5);
  });
});
