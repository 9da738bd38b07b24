import { describe, expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person, signedInAs } from "#tests/support/people.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import app from "#workers/api/index.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import { vendorCodes, vendors } from "#workers/contract/vendors.ts";
import { createChannel, updateChannel } from "#workers/domain/channels/save.ts";
import { testChannel } from "#workers/domain/channels/test.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";

const harness = await startHarness();
const path = "/api/e/enterprise/channels";

const simulator = (more: object = {}) => ({ name: "Simulator", type: 4, vendor: 91, ...more });
const meta = (more: object = {}, data: object = {}) => ({
  name: "WhatsApp",
  type: 4,
  vendor: 92,
  contactId: "+4915112345678",
  data: {
    phoneNumberId: "106540352242922",
    wabaId: "102290129340398",
    accessToken: "CANARY-access-token",
    appSecret: "CANARY-app-secret",
    ...data,
  },
  ...more,
});
const create = (who: Person, body: object = simulator()) =>
  who.call(channelsApi.createChannel, { body: body as ReturnType<typeof simulator> });
const read = (who: Person, id: string) => who.call(channelsApi.getChannel, { params: { id } });
async function answerTo(who: Person, method: string, to: string, body?: unknown) {
  const response = await who.send(method, to, body);
  const said = (await response.json()) as { message: string; errors?: Record<string, string> };
  return { ...said, status: response.status };
}
const refused = (who: Person, body: object) => answerTo(who, "POST", path, body);
const rowsOf = async (table: string, { enterpriseId }: Person) =>
  (
    await harness.env.TENANT_1.prepare(`SELECT * FROM ${table} WHERE enterprise_id = ?`)
      .bind(enterpriseId)
      .all()
  ).results;
const actionsOn = async (owner: Person) =>
  (await rowsOf("audit_trail", owner))
    .filter(({ object_kind }) => object_kind === "channel")
    .map(({ action }) => action);
const ringOf = () => keyRing(harness.secrets.DATA_KEY);

describe("a channel", () => {
  test("is added, read, changed and deleted, each with its entry in the audit trail", async () => {
    const owner = await makePerson(harness);
    const department = await owner.call(departmentsApi.createDepartment, { body: { name: "Sales" } });
    const bot = await makeBot(owner, { Balance: ["what is my balance", "show my balance"] });
    const made = await create(
      owner,
      meta({ name: "Support   line", deptId: department.id, agentId: bot.agentId }),
    );
    expect(made).toMatchObject({
      _id: { $oid: made.id },
      name: "Support line",
      type: 4,
      typeName: "WhatsApp",
      vendor: 92,
      vendorName: "WhatsApp Cloud API",
      contactId: "4915112345678",
      department: { id: department.id, name: "Sales" },
      agentId: bot.agentId,
      data: { phoneNumberId: "106540352242922", wabaId: "102290129340398" },
      secrets: ["accessToken", "appSecret"],
      rate: 80,
      state: "active",
      firstEventAt: null,
      revision: 1,
    });
    expect(await read(owner, made.id)).toEqual(made);
    const changed = await owner.call(channelsApi.updateChannel, {
      params: { id: made.id },
      body: {
        name: "Support",
        contactId: "4915112345678",
        data: { phoneNumberId: "1", wabaId: "2" },
        rate: 20,
        revision: 1,
      },
    });
    expect(changed).toMatchObject({
      name: "Support",
      department: null,
      deptId: "",
      agent: null,
      data: { phoneNumberId: "1", wabaId: "2" },
      secrets: ["accessToken", "appSecret"],
      rate: 20,
      revision: 2,
    });
    await owner.call(channelsApi.deleteChannel, { params: { id: made.id } });
    expect((await owner.send("GET", `${path}/${made.id}`)).status).toBe(404);
    expect(await rowsOf("channels", owner)).toEqual([]);
    expect(await rowsOf("secrets", owner)).toEqual([]);
    expect(await actionsOn(owner)).toEqual(["create", "update", "delete"]);
  });

  test("never shows a credential again, in no answer, row, audit entry or log (S-52)", async () => {
    harness.logs();
    const owner = await makePerson(harness);
    const made = await create(owner, meta());
    const edited = await owner.send("PUT", `${path}/${made.id}`, {
      ...meta({}, { accessToken: "CANARY-second-token" }),
      type: undefined,
      vendor: undefined,
    });
    expect(edited.status).toBe(200);
    const answers = [
      made,
      await edited.text(),
      await (await owner.send("GET", path)).text(),
      await (await owner.send("GET", `${path}/${made.id}/details`)).text(),
      await (await owner.send("POST", `${path}/${made.id}/test`)).text(),
      await owner.call(auditTrailApi.listAuditTrail, { query: {} }),
    ];
    const rows = await Promise.all(
      ["channels", "secrets", "audit_trail"].map((table) => rowsOf(table, owner)),
    );
    expect(JSON.stringify([answers, rows, harness.logs()])).not.toContain("CANARY");
    const trail = JSON.stringify(rows[2]);
    expect(trail).toContain('replaced\\":[\\"accessToken\\",\\"appSecret\\"]');
  });

  test("is listed by name, found by a part of it and by its type, in pages", async () => {
    const owner = await makePerson(harness);
    await create(owner, simulator({ name: "Sales two", contactId: "2" }));
    await create(owner, simulator({ name: "sales One", contactId: "1" }));
    await create(owner, simulator({ name: "Sales SMS", type: 0 }));
    await create(owner, meta({ name: "Service" }));
    const list = async (query: object) => {
      const { channelConfig, more } = await owner.call(channelsApi.listChannels, { query });
      return [channelConfig.map(({ name }) => name), more];
    };
    expect(await list({})).toEqual([["sales One", "Sales SMS", "Sales two", "Service"], false]);
    expect(await list({ name: "SALES", type: 4 })).toEqual([["sales One", "Sales two"], false]);
    expect(await list({ type: 0 })).toEqual([["Sales SMS"], false]);
    expect(await list({ from: 1, perPage: 2 })).toEqual([["Sales SMS", "Sales two"], true]);
    const { channelConfig } = await owner.call(channelsApi.listChannels, { query: { name: "service" } });
    expect(channelConfig[0]?.secrets).toEqual(["accessToken", "appSecret"]);
  });

  test("may come as a form too, its fields as JSON", async () => {
    const owner = await makePerson(harness);
    const { data, ...rest } = meta();
    const response = await harness.fetch(path, {
      method: "POST",
      headers: { "authentication-token": owner.token },
      body: new URLSearchParams({
        ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
        data: JSON.stringify(data),
      }),
    });
    expect(response.status, await response.text()).toBe(200);
  });

  test("is one account: the same number at the same vendor, however it is typed, is refused (409)", async () => {
    const [owner, other] = [await makePerson(harness), await makePerson(harness)];
    const { id } = await create(owner, meta());
    expect(await refused(owner, meta({ contactId: "4915112345678" }))).toMatchObject({
      status: 409,
      message: "Another channel already uses this number or account at this vendor.",
    });
    await create(owner, simulator({ contactId: "4915112345678" }));
    await create(other, meta());
    await owner.call(channelsApi.deleteChannel, { params: { id } });
    await create(owner, meta());
    const web = { name: "Site", type: 12, vendor: 90 };
    await create(owner, web);
    await create(owner, { ...web, name: "Shop" });
    expect(await rowsOf("channels", owner)).toHaveLength(4);
  });

  test("goes on without its department or its bot when they are deleted", async () => {
    const owner = await makePerson(harness);
    const { id: deptId } = await owner.call(departmentsApi.createDepartment, { body: { name: "Sales" } });
    const { agentId } = await owner.call(botsApi.saveAgent, {
      body: { name: "Bot", description: "answers" },
    });
    const { id } = await create(owner, simulator({ deptId, agentId }));
    await owner.call(departmentsApi.deleteDepartment, { params: { id: deptId } });
    await owner.call(botsApi.deleteAgent, { params: { id: agentId } });
    expect(await read(owner, id)).toMatchObject({ deptId: "", department: null, agentId: "", agent: null });
  });
});

describe("what is wrong is said at its field, and nothing is written", () => {
  test.each<[string, object, Record<string, string>]>([
    ["an empty name", { name: "" }, { name: "This field is mandatory." }],
    ["a name of spaces", { name: "   " }, { name: "This field is mandatory." }],
    ["a name that begins with a space", { name: " x" }, { name: "Remove the space at the beginning." }],
    ["a type that is none", { type: 2 }, { type: "Choose a channel type of the list." }],
    ["a vendor that is none", { vendor: 3 }, { vendor: "Choose a vendor of the list." }],
    [
      "a vendor that has no such type",
      { type: 0 },
      { vendor: "WhatsApp Cloud API has no SMS. Choose another vendor." },
    ],
    [
      "a vendor that is not there yet",
      { vendor: 0 },
      { vendor: "Karix is not there yet, so a channel cannot be saved with it." },
    ],
    [
      "no number and no id",
      { contactId: "", data: { wabaId: "2", accessToken: "a", appSecret: "b" } },
      {
        contactId: "Valid Waba Phone Number is required",
        "data.phoneNumberId": "Phone number id is required",
      },
    ],
    ["a number that is none", { contactId: "12-34" }, { contactId: "Invalid number format" }],
    ["a rate of nothing", { rate: 0 }, { rate: "Enter a whole number from 1 to 1000." }],
    ["data that are no object", { data: "x" }, { data: "Send the vendor's fields as an object of texts." }],
  ])("%s", async (_, more, errors) => {
    const owner = await makePerson(harness);
    expect(await refused(owner, meta(more))).toMatchObject({ status: 400, errors });
    expect(await rowsOf("channels", owner)).toEqual([]);
    expect(await rowsOf("secrets", owner)).toEqual([]);
    expect(await actionsOn(owner)).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["a secret of spaces", "   ", "App secret is required"],
    ["a secret that begins with a space", " abc", "Remove the space at the beginning."],
    ["a secret with a line break", "a\r\nx: y", "Remove the line break."],
    ["a secret without end", "x".repeat(4_001), "Use at most 4000 characters."],
  ])("%s", async (_, appSecret, text) => {
    const owner = await makePerson(harness);
    expect((await refused(owner, meta({}, { appSecret }))).errors).toEqual({ "data.appSecret": text });
  });

  test("a department or a bot of somebody else is not found, at its field", async () => {
    const [owner, other] = [await makePerson(harness), await makePerson(harness)];
    const { id } = await other.call(departmentsApi.createDepartment, { body: { name: "Theirs" } });
    expect(await refused(owner, simulator({ deptId: id, agentId: "none" }))).toMatchObject({
      status: 404,
      errors: {
        deptId: "This department no longer exists. Choose another.",
        agentId: "This bot no longer exists. Choose another.",
      },
    });
  });

  test("a department that is deleted between the check and the write is not found, and nothing is kept", async () => {
    const owner = await makePerson(harness);
    const { id } = await owner.call(departmentsApi.createDepartment, { body: { name: "Sales" } });
    const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "select CASE", () =>
      owner.call(departmentsApi.deleteDepartment, { params: { id } }),
    );
    const body = { ...meta({ deptId: id }), agentId: "" } as never;
    await expect(createChannel(ctx, { ring: ringOf(), offered: vendors }, body)).rejects.toMatchObject({
      code: "notFound",
      details: { errors: { deptId: expect.any(String) } },
    });
    expect(wasOvertaken()).toBe(true);
    expect(await rowsOf("channels", owner)).toEqual([]);
    expect(await rowsOf("secrets", owner)).toEqual([]);
  });

  test("its type and vendor never change, so no credential goes to another vendor", async () => {
    const owner = await makePerson(harness);
    const { id } = await create(owner, meta());
    const said = await answerTo(owner, "PUT", `${path}/${id}`, simulator({ type: 5 }));
    const fixed = "This cannot be changed. Add another channel instead.";
    expect(said).toMatchObject({ status: 400, errors: { type: fixed, vendor: fixed } });
  });

  test("an edit of what somebody else has changed is refused, and two at once are one (R-14)", async () => {
    const owner = await makePerson(harness);
    const { id } = await create(owner);
    const put = (name: string) => owner.send("PUT", `${path}/${id}`, { name, revision: 1 });
    const answers = await Promise.all([put("One"), put("Two")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await actionsOn(owner)).toEqual(["create", "update"]);
  });
});

describe("a deployment that limits its vendors", () => {
  const limited = (owner: Person, setting: string) => {
    const env = { ...harness.env, CHANNEL_VENDORS: setting };
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
    const fetch = async (to: string, init: RequestInit = {}) =>
      app.fetch(new Request(new URL(to, "http://localhost"), init), env, context as never);
    return signedInAs({ fetch }, owner, owner.token);
  };

  test("offers these, refuses others, and what is there goes on", async () => {
    const owner = await makePerson(harness);
    const { id } = await create(owner, meta());
    const here = limited(owner, "simulator, 10");
    const { types } = await here.call(channelsApi.channelVendors, {});
    const offered = types.filter((type) => type.vendors.some(({ name }) => name !== "Simulator"));
    expect(offered.map(({ name }) => name)).toEqual(["Email"]);
    expect(await refused(here, meta({ contactId: "4915112345679" }))).toMatchObject({
      status: 400,
      errors: { vendor: "WhatsApp Cloud API is not offered here. Choose another vendor." },
    });
    const { accessToken: _, appSecret: __, ...data } = meta().data;
    const body = { name: "Renamed", contactId: "4915112345678", data };
    expect((await here.send("PUT", `${path}/${id}`, body)).status).toBe(200);
  });

  test("offers everything without the setting, and says which vendors are not there yet", async () => {
    const owner = await makePerson(harness);
    const { types } = await owner.call(channelsApi.channelVendors, {});
    const all = new Set(types.flatMap((type) => type.vendors.map(({ vendor }) => vendor)));
    expect([...all].toSorted((a, b) => a - b)).toEqual(Object.values(vendorCodes).toSorted((a, b) => a - b));
    const ready = new Set(
      types.flatMap((type) => type.vendors.filter((each) => each.ready).map(({ name }) => name)),
    );
    expect([...ready].toSorted()).toEqual(["Simulator", "Telegram Bot", "Web widget", "WhatsApp Cloud API"]);
  });
});

describe("details", () => {
  const details = (who: Person, id: string) => who.call(channelsApi.channelDetails, { params: { id } });

  test("give the webhook's address by vendor, and Meta's verify token", async () => {
    const owner = await makePerson(harness);
    const { id } = await create(owner, meta());
    const { webhook, channel } = await details(owner, id);
    expect(channel.id).toBe(id);
    expect(webhook.kind).toBe("address");
    expect(new URL(webhook.address ?? "").pathname).toBe(`/api/webhooks/whatsapp-cloud/${id}`);
    expect(new URL(webhook.address ?? "").search).toBe("");
    expect(webhook.verifyToken).toMatch(/^[\w-]{32}$/);
    const site = await create(owner, { name: "Site", type: 12, vendor: 90 });
    expect((await details(owner, site.id)).webhook).toEqual({
      kind: "none",
      address: null,
      verifyToken: null,
    });
  });

  test("keep the secrets of an address from people who may only look", async () => {
    const owner = await makePerson(harness);
    const looking = await makeColleague(harness, owner, { roles: [2] });
    const { id } = await create(owner, meta());
    expect((await details(looking, id)).webhook).toMatchObject({ kind: "address", verifyToken: null });
    // A vendor that signs nothing; its adapter is not there yet, so such a channel cannot be saved.
    await harness.env.TENANT_1.prepare("UPDATE channels SET vendor = 5 WHERE id = ?").bind(id).run();
    expect((await details(looking, id)).webhook).toEqual({
      kind: "hidden",
      address: null,
      verifyToken: null,
    });
    const { webhook } = await details(owner, id);
    expect(webhook.address).toMatch(new RegExp(`/api/webhooks/kaleyra/${id}\\?token=[\\w-]{32}$`));
  });
});

describe("a test", () => {
  const run = (who: Person, id: string) => who.call(channelsApi.testChannel, { params: { id } });

  test("of the simulator works and is its last success; one whose call is not there says so", async () => {
    const owner = await makePerson(harness);
    const [played, real] = [await create(owner), await create(owner, meta())];
    const worked = await run(owner, played.id);
    expect(worked).toMatchObject({ ok: true, channel: { lastError: null } });
    expect((await read(owner, played.id)).lastSuccessAt).toBe(worked.channel.lastSuccessAt);
    const failed = await run(owner, real.id);
    expect(failed).toMatchObject({ ok: false, message: "This vendor's test call is not there yet." });
    expect(await read(owner, real.id)).toMatchObject({
      lastError: "This vendor's test call is not there yet.",
      lastErrorAt: failed.channel.lastErrorAt,
      lastSuccessAt: null,
      revision: 1,
    });
  });

  test("gets the stored credentials, and what it says is kept without them", async () => {
    const owner = await makePerson(harness);
    const { id } = await create(owner, meta());
    const ctx = watchedCtx(harness, owner, () => undefined);
    const given: unknown[] = [];
    const finding = await testChannel(
      ctx,
      {
        ring: ringOf(),
        testCall: (channel, credentials) => {
          given.push(channel.contactId, credentials);
          return Promise.resolve({ ok: false, message: `wrong key ${credentials["accessToken"]}` });
        },
      },
      id,
    );
    expect(given).toEqual([
      "4915112345678",
      { accessToken: "CANARY-access-token", appSecret: "CANARY-app-secret" },
    ]);
    expect(finding.message).toBe("wrong key •••");
    expect((await read(owner, id)).lastError).toBe("wrong key •••");
  });

  test("that breaks is a sentence, not a failure of ours", async () => {
    const owner = await makePerson(harness);
    const { id } = await create(owner, meta());
    const ctx = watchedCtx(harness, owner, () => undefined);
    const broken = { ring: ringOf(), testCall: () => Promise.reject(new Error("CANARY")) };
    expect((await testChannel(ctx, broken, id)).message).toBe("The test could not be made. Try again.");
    await harness.env.TENANT_1.prepare("UPDATE secrets SET sealed = 'x' WHERE owner_id = ?").bind(id).run();
    expect((await testChannel(ctx, broken, id)).message).toContain("Enter it again");
  });
});

describe("a pause", () => {
  const say = (who: Person, id: string, word: string) => answerTo(who, "POST", `${path}/${id}/${word}`);

  test("stops a channel until it is resumed, is recorded once, and asks for no revision", async () => {
    const owner = await makePerson(harness);
    const { id } = await create(owner);
    const paused = await Promise.all([say(owner, id, "pause"), say(owner, id, "pause")]);
    expect(paused.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read(owner, id)).toMatchObject({ state: "paused", revision: 1 });
    expect((await say(owner, id, "resume")).status).toBe(200);
    expect(await read(owner, id)).toMatchObject({ state: "active" });
    expect(await actionsOn(owner)).toEqual(["create", "pause", "resume"]);
  });

  test("holds through an edit that began before it", async () => {
    const owner = await makePerson(harness);
    const { id } = await create(owner);
    const { ctx, wasOvertaken } = ctxOvertaken(harness, owner, "select CASE", () => say(owner, id, "pause"));
    const body = { name: "Edited", deptId: "", agentId: "", data: {} };
    await updateChannel(ctx, { ring: ringOf(), offered: vendors }, id, body);
    expect(wasOvertaken()).toBe(true);
    expect(await read(owner, id)).toMatchObject({ name: "Edited", state: "paused" });
  });

  test("is for people who may edit channels", async () => {
    const owner = await makePerson(harness);
    const looking = await makeColleague(harness, owner, { roles: [2] });
    const { id } = await create(owner);
    for (const word of ["pause", "resume", "test"]) {
      expect(await say(looking, id, word)).toMatchObject({ status: 403, code: 1403 });
    }
  });
});
