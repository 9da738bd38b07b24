import { afterEach, describe, expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import { type Answer, answerOutbound, forgetOutbound, unexpected } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { authConfigsTexts as texts } from "#texts/auth-configs.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as integrationsApi from "#workers/contract/endpoints/integrations.ts";

const harness = await startHarness();
const person = await makePerson(harness);
afterEach(forgetOutbound);

const PATH = "/api/e/enterprise/appiyo_authconfig";
const SIGNING = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
let made = 0;
const unique = (name: string) => `${name} ${++made}`;

const appiyo = (more: object = {}) => ({
  name: unique("Appiyo"),
  authType: 1,
  data: { baseUrl: "https://appiyo.company.com", emailId: "bot@company.com" },
  secrets: { password: "CANARY-password-1234" },
  ...more,
});
const webhook = (data: object = {}, secrets: Record<string, string> = {}) => ({
  name: unique("Webhook"),
  authType: 2,
  data: { url: "https://hooks.company.com/in?x=1", ...data },
  secrets,
});
const video = () => ({
  name: unique("Video"),
  authType: 3,
  data: { endpoint: "https://video.company.com/", key: "k1" },
  secrets: { secret: "CANARY-video-5678" },
});
const database = (data: object = {}) => ({
  name: unique("Database"),
  authType: 4,
  data: { host: "db.company.com", database: "shop", user: "reader", ...data },
  secrets: { password: "CANARY-db-9012" },
});

/** Names lead to a public address, or to what the test says. */
const names = (addresses: Record<string, string> = {}) =>
  answerOutbound("https://cloudflare-dns.com/dns-query", (request) => {
    const query = new URL(request.url).searchParams;
    const data = addresses[query.get("name") ?? ""] ?? "93.184.216.34";
    return Response.json(query.get("type") === "A" ? { Answer: [{ type: 1, data }] } : {});
  });
const answering = (prefix: string, answer: Answer = () => Response.json({ status: true })) =>
  answerOutbound(prefix, answer);

const create = (body: object, who: Person = person) => who.call(integrationsApi.createIntegration, { body });
const tryOut = (body: object) => person.call(integrationsApi.tryIntegration, { body });
const testStored = (id: string) => person.call(integrationsApi.testIntegration, { params: { id } });
async function refused(method: string, path: string, body: unknown, who: Person = person) {
  const response = await who.send(method, path, body);
  const said = (await response.json()) as { message: string; errors?: object; code?: number };
  return { ...said, status: response.status };
}

describe("an integration", () => {
  test("of each type is kept, listed by name with the others, and read again", async () => {
    const own = await makePerson(harness);
    for (const body of [appiyo(), webhook(), video(), database()]) {
      const { id } = await create(body, own);
      const read = await own.call(integrationsApi.getIntegration, { params: { id } });
      expect(read).toMatchObject({ name: body.name, authType: body.authType, data: body.data, revision: 1 });
    }
    await create({ name: "A model", llm: 1, apikey: "CANARY-key" }, own);
    const { configs } = await own.call(integrationsApi.listIntegrations, { query: {} });
    expect(configs.map(({ authType }) => authType)).toEqual([5, 1, 4, 3, 2]);
    const { configs: hooks, more } = await own.call(integrationsApi.listIntegrations, {
      query: { authType: 2 },
    });
    expect([hooks.length, more]).toEqual([1, false]);
    const page = await own.call(integrationsApi.listIntegrations, { query: { from: 1, perPage: 2 } });
    expect([page.configs.map(({ authType }) => authType), page.more]).toEqual([[1, 4], true]);
  });

  test("never shows a secret again, in no answer, row, audit entry or log; only how a long one ends (S-52, C-07)", async () => {
    harness.logs();
    const own = await makePerson(harness);
    const configs = [];
    for (const body of [
      appiyo(),
      webhook({ auth: "signed" }, { signingSecret: SIGNING }),
      webhook({ auth: "bearer" }, { token: "CANARY-token-short" }),
      video(),
      database(),
    ]) {
      configs.push(await create(body, own));
    }
    expect(configs[0]?.secrets).toEqual([{ field: "password", hint: "1234" }]);
    const short = await create(appiyo({ secrets: { password: "CANARY-9" } }), own);
    expect(short.secrets).toEqual([{ field: "password", hint: "" }]);
    const answers = [
      configs,
      await own.call(integrationsApi.listIntegrations, { query: {} }),
      await own.call(auditTrailApi.listAuditTrail, { query: {} }),
      await (await own.send("GET", "/api/e/enterprise/audit_trail/csv")).text(),
    ];
    const rows = await harness.env.TENANT_1.batch(
      ["auth_configs", "secrets", "audit_trail"].map((table) =>
        harness.env.TENANT_1.prepare(`SELECT * FROM ${table} WHERE enterprise_id = ?`).bind(own.enterpriseId),
      ),
    );
    const everything = JSON.stringify([answers, rows.map(({ results }) => results), harness.logs()]);
    expect(everything).not.toContain("CANARY");
    expect(everything).not.toContain(SIGNING);
  });

  test("says of every field what is wrong with it, also which secret it needs", async () => {
    expect((await refused("POST", PATH, { authType: 1 })).errors).toMatchObject({ name: expect.any(String) });
    expect((await refused("POST", PATH, appiyo({ secrets: {} }))).errors).toEqual({
      "secrets.password": "This field is mandatory.",
    });
    expect(
      (
        await refused("POST", PATH, {
          ...webhook({ url: "ftp://x", headers: [{ name: "Authorization", value: "x" }] }),
          name: " ",
        })
      ).errors,
    ).toMatchObject({
      name: "Enter a name.",
      "data.url": expect.stringContaining("https://"),
      "data.headers.0.name": expect.stringContaining("Authentication"),
    });
    const weak = webhook({ auth: "signed" }, { signingSecret: "hello" });
    expect((await refused("POST", PATH, weak)).errors).toHaveProperty(["secrets.signingSecret"]);
    expect((await refused("POST", PATH, database({ port: 22 }))).errors).toHaveProperty(["data.port"]);
    expect((await refused("POST", PATH, { name: "x", authType: 6 })).errors).toHaveProperty("authType");
  });

  test("reaches public https hosts only, whatever the spelling (S-37)", async () => {
    for (const url of [
      "http://hooks.company.com/",
      "https://127.0.0.1/",
      "https://0x7f000001/",
      "https://[::ffff:10.0.0.1]/",
      "https://localhost/",
      "https://user:pw@hooks.company.com/",
      "https://hooks.company.com:8443/",
      "https://metadata.internal/",
    ]) {
      for (const path of [PATH, `${PATH}/test`]) {
        expect((await refused("POST", path, webhook({ url }))).errors, url).toHaveProperty(["data.url"]);
      }
    }
    for (const host of ["127.0.0.1", "localhost", "db", "169.254.169.254", "db.internal", "0x7f000001"]) {
      expect((await refused("POST", PATH, database({ host }))).errors, host).toHaveProperty(["data.host"]);
    }
    expect(unexpected).toEqual([]);
  });

  test("keeps its secrets when they are left out, but not for another host", async () => {
    const { id, name, data, revision } = await create(appiyo());
    const path = `${PATH}/${id}`;
    const renamed = await person.call(integrationsApi.updateIntegration, {
      params: { id },
      body: { name: `${name} renamed`, authType: 1, data, revision },
    });
    expect(renamed).toMatchObject({ revision: 2, secrets: [{ field: "password", hint: "1234" }] });
    const moved = { ...data, baseUrl: "https://evil.company.org" };
    expect((await refused("PUT", path, { name, authType: 1, data: moved })).errors).toEqual({
      "secrets.password": expect.stringContaining("the host it was entered for"),
    });
    expect((await refused("POST", `${PATH}/test`, { id, authType: 1, data: moved })).errors).toEqual({
      "secrets.password": expect.stringContaining("the host it was entered for"),
    });
    expect((await refused("PUT", path, webhook())).errors).toHaveProperty("authType");
  });

  test("forgets a secret that it does not need any more", async () => {
    const { id, name } = await create(webhook({ auth: "bearer" }, { token: "CANARY-of-bearer" }));
    const changed = await person.call(integrationsApi.updateIntegration, {
      params: { id },
      body: { ...webhook(), name },
    });
    expect(changed.secrets).toEqual([]);
    const left = await harness.env.TENANT_1.prepare("SELECT count(*) AS n FROM secrets WHERE owner_id = ?")
      .bind(id)
      .first<{ n: number }>();
    expect(left?.n).toBe(0);
  });

  test("that somebody else has changed meanwhile is not overwritten; of two at once one gets it", async () => {
    for (const body of [appiyo(), { name: unique("Model"), llm: 1, apikey: "CANARY-key" }]) {
      const { id, authType, data, revision } = await create(body);
      const edit = (name: string) =>
        person.send("PUT", `${PATH}/${id}`, { ...body, name, authType, data, revision, secrets: {} });
      const both = await Promise.all([edit(unique("One")), edit(unique("Two"))]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const stale = await refused("PUT", `${PATH}/${id}`, { ...body, authType, data, revision, secrets: {} });
      expect(stale).toMatchObject({ status: 409, errors: { revision: expect.any(String) } });
    }
  });

  test("has a name once, and is deleted with its secrets, which is written down", async () => {
    const { id, name } = await create(database());
    expect((await refused("POST", PATH, { ...video(), name: ` ${name.toUpperCase()} ` })).status).toBe(409);
    await person.call(integrationsApi.deleteIntegration, { params: { id } });
    expect((await refused("GET", `${PATH}/${id}`, undefined)).status).toBe(404);
    expect((await refused("DELETE", `${PATH}/${id}`, undefined)).status).toBe(404);
    const left = await harness.env.TENANT_1.prepare("SELECT count(*) AS n FROM secrets WHERE owner_id = ?")
      .bind(id)
      .first<{ n: number }>();
    expect(left?.n).toBe(0);
    const { entries } = await person.call(auditTrailApi.listAuditTrail, { query: { objectId: id } });
    expect(entries.map(({ action }) => action)).toEqual(["delete", "create"]);
  });

  test("of another type than GenAI is nothing for those who only build bots", async () => {
    const { id } = await create(appiyo());
    await harness.env.DIRECTORY.prepare(
      "INSERT INTO role_permissions (enterprise_id, role, permissions, revision, updated_by, created_at, updated_at) VALUES (?, 3, ?, 1, '', 1, 1)",
    )
      .bind(person.enterpriseId, JSON.stringify(["NLP.VIEW"]))
      .run();
    await harness.env.DIRECTORY.prepare("UPDATE users SET roles = '[3]' WHERE email = ?")
      .bind(person.email)
      .run();
    try {
      const { configs } = await person.call(integrationsApi.listIntegrations, { query: {} });
      expect(configs.filter(({ authType }) => authType !== 5)).toEqual([]);
      expect((await refused("GET", `${PATH}/${id}`, undefined)).status).toBe(404);
      expect((await refused("POST", `${PATH}/${id}/test`, {})).status).toBe(404);
      expect(await refused("POST", PATH, appiyo())).toMatchObject({ status: 403, code: 1403 });
      expect(await refused("POST", `${PATH}/test`, appiyo())).toMatchObject({ status: 403, code: 1403 });
      await create({ name: unique("Model"), llm: 1, apikey: "CANARY-key" });
    } finally {
      await harness.env.DIRECTORY.prepare("UPDATE users SET roles = '[1]' WHERE email = ?")
        .bind(person.email)
        .run();
    }
  });
});

describe("the test of an integration", () => {
  test("calls a webhook as it will be called, signed, and shows what it answered and how fast", async () => {
    names();
    const seen = answering(
      "https://hooks.company.com/",
      () => new Response("thank you", { status: 202, headers: { "content-type": "text/plain" } }),
    );
    const { id } = await create(
      webhook(
        { auth: "signed", method: "PUT", headers: [{ name: "X-Shop", value: "1" }] },
        { signingSecret: SIGNING },
      ),
    );
    const found = await testStored(id);
    expect(found).toMatchObject({ ok: true, answer: { status: 202, text: "thank you" } });
    expect(found.milliseconds).toBeGreaterThanOrEqual(0);
    const [call] = seen.requests;
    expect(call).toMatchObject({ method: "PUT", url: "https://hooks.company.com/in?x=1" });
    expect(call?.headers.get("x-shop")).toBe("1");
    const { createHmac } = await import("node:crypto");
    const key = Buffer.from(SIGNING.slice("whsec_".length), "base64");
    const signed = `${call?.headers.get("webhook-id")}.${call?.headers.get("webhook-timestamp")}.${await call?.text()}`;
    expect(call?.headers.get("webhook-signature")).toBe(
      `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
    );
  });

  test("sends a user name and password or a token as it was told, before anything is saved", async () => {
    names();
    const seen = answering("https://hooks.company.com/");
    await tryOut(webhook({ auth: "basic", userName: "asha" }, { password: "pässword" }));
    await tryOut(webhook({ auth: "bearer", method: "GET" }, { token: "t0ken" }));
    expect(seen.requests.map(({ headers }) => headers.get("authorization"))).toEqual([
      `Basic ${Buffer.from("asha:pässword").toString("base64")}`,
      "Bearer t0ken",
    ]);
    const { id, data } = await create(webhook({ auth: "bearer" }, { token: "stored-token" }));
    await tryOut({ id, authType: 2, data });
    expect(seen.requests.at(-1)?.headers.get("authorization")).toBe("Bearer stored-token");
  });

  test("asks nobody whose name leads to a private address, and follows no redirect (S-38, S-39)", async () => {
    names({ "hooks.company.com": "10.0.0.7" });
    const seen = answering("https://");
    names({ "hooks.company.com": "10.0.0.7" });
    expect(await tryOut(webhook())).toMatchObject({
      ok: false,
      message: "Only public https addresses can be reached.",
    });
    expect(await tryOut(database({ host: "hooks.company.com" }))).toMatchObject({ ok: false });
    expect(seen.requests).toHaveLength(0);
    forgetOutbound();
    names();
    const redirecting = answering("https://hooks.company.com/", () =>
      Response.redirect("https://elsewhere.company.com/", 307),
    );
    expect(await tryOut(webhook({ auth: "bearer" }, { token: "x" }))).toMatchObject({
      ok: false,
      message: expect.stringContaining("redirect"),
    });
    expect(redirecting.requests).toHaveLength(1);
    expect(unexpected).toEqual([]);
  });

  test("reads no more of an answer than is shown, and says in plain words what failed (S-40, S-58)", async () => {
    names();
    answering("https://hooks.company.com/", () => new Response("x".repeat(3_000_000)));
    expect((await tryOut(webhook())).answer?.text).toHaveLength(1_000);
    answering("https://hooks.company.com/", () => new Response("no", { status: 500 }));
    expect(await tryOut(webhook())).toMatchObject({ ok: false, message: "It answered 500." });
    answering("https://hooks.company.com/", () => {
      throw new Error("ECONNREFUSED 10.1.2.3 stack");
    });
    const { message } = await tryOut(webhook());
    expect(message).not.toMatch(/10\.1\.2\.3|stack/);
  });

  test("signs in at Appiyo, also with an e-mail and a password that are not stored", async () => {
    names();
    const seen = answering("https://appiyo.company.com/account/login", async (request) => {
      const form = new URLSearchParams(await request.text());
      return Response.json({
        status: form.get("password") === "CANARY-password-1234",
        token: "CANARY-token",
      });
    });
    const { id } = await create(appiyo());
    const found = await testStored(id);
    expect(found).toMatchObject({ ok: true, answer: null });
    expect(JSON.stringify(found)).not.toContain("CANARY");
    const login = (body: object) =>
      person.call(integrationsApi.loginIntegration, {
        body: { emailId: "a@company.com", password: "wrong", ...body },
      });
    expect(await login({ id })).toMatchObject({
      ok: false,
      message: expect.stringContaining("did not accept"),
    });
    expect(await login({ baseUrl: "https://appiyo.company.com/" })).toMatchObject({ ok: false });
    expect(seen.requests).toHaveLength(3);
    const nowhere = await refused("POST", `${PATH}/login`, { emailId: "a@company.com", password: "x" });
    expect(nowhere.errors).toHaveProperty(["data.baseUrl"]);
  });

  test("says of video that only its endpoint was tried", async () => {
    names();
    answering("https://video.company.com/", () => new Response("", { status: 401 }));
    const { id } = await create(video());
    expect(await testStored(id)).toMatchObject({ ok: true, message: expect.stringContaining("not tested") });
  });
});

test("a libSQL database is tested by a statement with its token, and needs neither user nor database", async () => {
  names();
  const config = (secrets = { token: "CANARY-token-77" }) => ({
    ...{ name: unique("libSQL"), authType: 4, secrets },
    data: { type: "libSQL", host: "db.company.com" },
  });
  const result = { cols: [{ name: "1" }], rows: [[{ type: "integer", value: "1" }]], affected_row_count: 0 };
  const ok = { results: [{ type: "ok", response: { type: "execute", result } }] };
  answering("https://db.company.com/v2/pipeline", (request) =>
    request.headers.get("authorization") === "Bearer CANARY-token-77"
      ? Response.json(ok)
      : new Response("", { status: 401 }),
  );
  expect(await tryOut(config())).toMatchObject({ ok: true, message: texts.tested.libSql });
  expect(await tryOut(config({ token: "another" }))).toMatchObject({
    ok: false,
    message: texts.refusedToken,
  });
  const missing = await refused("POST", PATH, { ...config(), secrets: {} });
  expect(missing).toMatchObject({ status: 400, errors: { "secrets.token": texts.empty } });
});
