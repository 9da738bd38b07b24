import { describe, expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import {
  actionsOn,
  answerTo,
  channelsPath,
  createChannel,
  meta,
  readChannel,
  ringOf,
  rowsOf,
  simulator,
} from "#tests/support/channels.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { ctxOvertaken } from "#tests/support/watched-ctx.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import { vendors } from "#workers/contract/vendors.ts";
import { createChannel as saveNew } from "#workers/domain/channels/save.ts";

const harness = await startHarness();
const refused = (who: Person, body: object) => answerTo(who, "POST", channelsPath, body);

describe("a channel", () => {
  test("is added, read, changed and deleted, each with its entry in the audit trail", async () => {
    const owner = await makePerson(harness);
    const department = await owner.call(departmentsApi.createDepartment, { body: { name: "Sales" } });
    const bot = await makeBot(owner, { Balance: ["what is my balance", "show my balance"] });
    const made = await createChannel(
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
    expect(await readChannel(owner, made.id)).toEqual(made);
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
    expect((await owner.send("GET", `${channelsPath}/${made.id}`)).status).toBe(404);
    expect(await rowsOf(harness, "channels", owner)).toEqual([]);
    expect(await rowsOf(harness, "secrets", owner)).toEqual([]);
    expect(await actionsOn(harness, owner)).toEqual(["create", "update", "delete"]);
  });

  const refusal = (key: string) =>
    Response.json({ error: { message: `Invalid access token ${key}`, code: 190 } }, { status: 401 });

  test("never shows a credential again, in no answer, row, audit entry or log (S-52)", async () => {
    harness.logs();
    const owner = await makePerson(harness);
    // Vendors repeat keys in their refusals.
    answerOutbound("https://graph.facebook.com/", () => refusal("CANARY-second-token"));
    const made = await createChannel(owner, meta());
    const edited = await owner.send("PUT", `${channelsPath}/${made.id}`, {
      ...meta({}, { accessToken: "CANARY-second-token" }),
      type: undefined,
      vendor: undefined,
    });
    expect(edited.status).toBe(200);
    const answers = [
      made,
      await edited.text(),
      await (await owner.send("GET", channelsPath)).text(),
      await (await owner.send("GET", `${channelsPath}/${made.id}/details`)).text(),
      await (await owner.send("POST", `${channelsPath}/${made.id}/test`)).text(),
      await owner.call(auditTrailApi.listAuditTrail, { query: {} }),
    ];
    const rows = await Promise.all(
      ["channels", "secrets", "audit_trail"].map((table) => rowsOf(harness, table, owner)),
    );
    expect(JSON.stringify([answers, rows, harness.logs()])).not.toContain("CANARY");
    const trail = JSON.stringify(rows[2]);
    expect(trail).toContain('replaced\\":[\\"accessToken\\",\\"appSecret\\"]');
  });

  test("is listed by name, found by a part of it and by its type, in pages", async () => {
    const owner = await makePerson(harness);
    await createChannel(owner, simulator({ name: "Sales two", contactId: "2" }));
    await createChannel(owner, simulator({ name: "sales One", contactId: "1" }));
    await createChannel(owner, simulator({ name: "Sales SMS", type: 0 }));
    await createChannel(owner, meta({ name: "Service" }));
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
    const response = await harness.fetch(channelsPath, {
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
    const { id } = await createChannel(owner, meta());
    expect(await refused(owner, meta({ contactId: "4915112345678" }))).toMatchObject({
      status: 409,
      message: "Another channel already uses this number or account at this vendor.",
    });
    await createChannel(owner, simulator({ contactId: "4915112345678" }));
    await createChannel(other, meta());
    await owner.call(channelsApi.deleteChannel, { params: { id } });
    await createChannel(owner, meta());
    const web = { name: "Site", type: 12, vendor: 90 };
    await createChannel(owner, web);
    await createChannel(owner, { ...web, name: "Shop" });
    expect(await rowsOf(harness, "channels", owner)).toHaveLength(4);
  });

  test("goes on without its department or its bot when they are deleted", async () => {
    const owner = await makePerson(harness);
    const { id: deptId } = await owner.call(departmentsApi.createDepartment, { body: { name: "Sales" } });
    const { agentId } = await owner.call(botsApi.saveAgent, {
      body: { name: "Bot", description: "answers" },
    });
    const { id } = await createChannel(owner, simulator({ deptId, agentId }));
    await owner.call(departmentsApi.deleteDepartment, { params: { id: deptId } });
    await owner.call(botsApi.deleteAgent, { params: { id: agentId } });
    expect(await readChannel(owner, id)).toMatchObject({
      deptId: "",
      department: null,
      agentId: "",
      agent: null,
    });
  });
});

describe("what is wrong is said at its field, and nothing is written", () => {
  test.each<[string, object, Record<string, string>]>([
    ["an empty name", { name: "" }, { name: "This field is mandatory." }],
    ["a name of spaces", { name: "   " }, { name: "This field is mandatory." }],
    ["a name that begins with a space", { name: " x" }, { name: "Remove the space at the beginning." }],
    ["a type that is none", { type: 2 }, { type: "Choose a channel type from the list." }],
    ["a vendor that is none", { vendor: 3 }, { vendor: "Choose a vendor from the list." }],
    [
      "a vendor that has no such type",
      { type: 0 },
      { vendor: "WhatsApp Cloud API has no SMS. Choose another vendor." },
    ],
    [
      "a messenger that is closed",
      { type: 6, vendor: 8 },
      { vendor: "MCMI has no new channels of this type, so a channel cannot be saved with it." },
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
    expect(await rowsOf(harness, "channels", owner)).toEqual([]);
    expect(await rowsOf(harness, "secrets", owner)).toEqual([]);
    expect(await actionsOn(harness, owner)).toEqual([]);
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
    await expect(saveNew(ctx, { ring: ringOf(harness), offered: vendors }, body)).rejects.toMatchObject({
      code: "notFound",
      details: { errors: { deptId: expect.any(String) } },
    });
    expect(wasOvertaken()).toBe(true);
    expect(await rowsOf(harness, "channels", owner)).toEqual([]);
    expect(await rowsOf(harness, "secrets", owner)).toEqual([]);
  });

  test("its type and vendor never change, so no credential goes to another vendor", async () => {
    const owner = await makePerson(harness);
    const { id } = await createChannel(owner, meta());
    const said = await answerTo(owner, "PUT", `${channelsPath}/${id}`, simulator({ type: 5 }));
    const fixed = "This cannot be changed. Add another channel instead.";
    expect(said).toMatchObject({ status: 400, errors: { type: fixed, vendor: fixed } });
  });

  test("an edit of what somebody else has changed is refused, and two at once are one (R-14)", async () => {
    const owner = await makePerson(harness);
    const { id } = await createChannel(owner);
    const put = (name: string) => owner.send("PUT", `${channelsPath}/${id}`, { name, revision: 1 });
    const answers = await Promise.all([put("One"), put("Two")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await actionsOn(harness, owner)).toEqual(["create", "update"]);
  });
});
