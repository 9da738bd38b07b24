import { describe, expect, test } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { directoryAuditOf, makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { openLine } from "#tests/support/line.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import { defaultRoles, listRoles, saveRole } from "#workers/contract/endpoints/roles.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import { type Permission, permissions } from "#workers/contract/permissions.ts";
import { roles } from "#workers/contract/roles.ts";

const harness = await startHarness();

const set = (granted: readonly Permission[]) =>
  Object.fromEntries(permissions.map((each) => [each, granted.includes(each) ? 1 : 0])) as Partial<
    Record<Permission, 0 | 1>
  >;
const put = (by: Person, role: number, granted: readonly Permission[], revision?: number) =>
  by.send("PUT", `/api/e/enterprise/roles/${role}/permissions`, { permissions: set(granted), revision });
const roleOf = async (person: Person, role: number) =>
  (await person.call(listRoles)).roles.find(({ id }) => id === role);

describe("the role configuration", () => {
  test("has every permission once, in groups whose keys are the permissions themselves", async () => {
    const { permissionList } = await (await makePerson(harness)).call(listRoles);
    const keys = permissionList.data.flatMap(({ id, value }) => value.map((item) => `${id}.${item.id}`));
    expect(keys.toSorted()).toEqual([...permissions].toSorted());
    for (const { name, value } of permissionList.data) {
      expect(name).toMatch(/[a-z]/);
      for (const item of value) expect(item.name).toMatch(/[a-z]/);
    }
  });

  test("is the enterprise's own; the default stays what it was, and other enterprises keep theirs", async () => {
    const [owner, other] = [await makePerson(harness), await makePerson(harness)];
    await put(owner, 3, ["CHAT.HANDLE", "NLP.VIEW"]);
    expect((await roleOf(owner, 3))?.permissions).toEqual(["CHAT.HANDLE", "NLP.VIEW"]);
    expect((await roleOf(other, 3))?.permissions).toEqual([...roles[3].defaults]);
    const { roles: untouched } = await owner.call(defaultRoles);
    expect(untouched.find(({ id }) => id === 3)?.permissions).toEqual([...roles[3].defaults]);
  });

  test("takes a permission granted as 0 for one that is not held", async () => {
    const owner = await makePerson(harness);
    const saved = await owner.call(saveRole, {
      params: { role: 6 },
      body: { permissions: { "ANALYTICS.VIEW": 1, "CHAT.HANDLE": 0 } },
    });
    expect(saved.permissions).toEqual(["ANALYTICS.VIEW"]);
  });

  test("can be sent as a form", async () => {
    const owner = await makePerson(harness);
    const body = new URLSearchParams({ permissions: '{"NLP.VIEW":1}' }).toString();
    const response = await owner.send("PUT", "/api/e/enterprise/roles/6/permissions", body, {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(await response.json()).toMatchObject({ status: true, data: { permissions: ["NLP.VIEW"] } });
  });

  test.each([
    ["an unknown role", "9", { permissions: {} }, 404],
    ["a role that is no number", "one", { permissions: {} }, 404],
    ["an unknown permission", "3", { permissions: { "EVERYTHING.*": 1 } }, 400],
    ["a grant that is neither 0 nor 1", "3", { permissions: { "NLP.VIEW": 2 } }, 400],
    ["no permissions at all", "3", {}, 400],
  ])("refuses %s", async (_, role, body, status) => {
    const owner = await makePerson(harness);
    const response = await owner.send("PUT", `/api/e/enterprise/roles/${role}/permissions`, body);
    expect(response.status).toBe(status);
  });
});

describe("a changed role", () => {
  test("holds with the next call of those who have it, and shows in their menu's permissions", async () => {
    const owner = await makePerson(harness);
    const agent = await makeColleague(harness, owner, { roles: [3] });
    expect((await agent.send("GET", "/api/chatbird/api/nlp/v2/agent")).status).toBe(403);
    await put(owner, 3, ["NLP.VIEW"]);
    expect((await agent.send("GET", "/api/chatbird/api/nlp/v2/agent")).status).toBe(200);
    expect((await agent.call(profileApi.me)).permissions).toEqual(["NLP.VIEW"]);
    await put(owner, 3, []);
    expect((await agent.send("GET", "/api/chatbird/api/nlp/v2/agent")).status).toBe(403);
  });

  test("takes effect on sockets that are open: what was taken away is no longer heard (S-07)", async () => {
    const owner = await makePerson(harness);
    const builder = await makeColleague(harness, owner, { roles: [2] });
    const [line, witness] = [await openLine(harness, builder), await openLine(harness, owner)];
    await put(owner, 2, ["ENCAPS.VIEW"]);
    await line.hears(({ action }) => action === "rightsChanged");
    const bot = await makeBot(owner, smallBank);
    await owner.call(botsApi.trainAgent, { params: { id: bot.agentId }, query: {} });
    await witness.hears(({ data }) => (data as { state?: string } | undefined)?.state === "done");
    await line.say('{"action":"ping"}');
    await line.hears(({ action }) => action === "pong");
    expect(line.received.filter(({ action }) => action === "jobProgress")).toEqual([]);
  });

  test("gives an open socket what was given, also after the hub has slept", async () => {
    const owner = await makePerson(harness);
    const agent = await makeColleague(harness, owner, { roles: [3] });
    const line = await openLine(harness, agent);
    await put(owner, 3, ["NLP.VIEW"]);
    await line.hears(({ action }) => action === "rightsChanged");
    await harness.evictHub(owner.enterpriseId);
    const bot = await makeBot(owner, smallBank);
    await owner.call(botsApi.trainAgent, { params: { id: bot.agentId }, query: {} });
    await line.hears(({ data }) => (data as { state?: string } | undefined)?.state === "done");
  });

  test("is in the audit trail, as it was and as it is", async () => {
    const owner = await makePerson(harness);
    await put(owner, 6, ["ANALYTICS.VIEW"]);
    const [entry] = await directoryAuditOf(harness, owner);
    expect(entry).toMatchObject({ action: "update", object_kind: "role", object_name: "Report Viewer" });
    expect(JSON.parse(entry?.before ?? "")).toEqual({ permissions: roles[6].defaults });
    expect(JSON.parse(entry?.after ?? "")).toEqual({ permissions: ["ANALYTICS.VIEW"] });
  });

  test("is not overwritten by who began from an older one: 409, saying who was faster (R-14)", async () => {
    const owner = await makePerson(harness);
    expect((await put(owner, 4, ["CAMPAIGNS.VIEW"], 0)).status).toBe(200);
    const late = await put(owner, 4, ["CUSTOMER.VIEW"], 0);
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({ message: expect.stringContaining("Changed by Kiran") });
    expect((await roleOf(owner, 4))?.permissions).toEqual(["CAMPAIGNS.VIEW"]);
  });

  test("is saved once when two save the same at the same moment", async () => {
    const owner = await makePerson(harness);
    const answers = await Promise.all([
      put(owner, 5, ["CAMPAIGNS.VIEW"], 0),
      put(owner, 5, ["CAMPAIGNS.APPROVE"], 0),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await directoryAuditOf(harness, owner)).length).toBe(1);
  });
});

describe("nobody lifts himself by roles (S-05)", () => {
  test("the administrators' role cannot lose what repairs an enterprise", async () => {
    const owner = await makePerson(harness);
    const response = await put(
      owner,
      1,
      permissions.filter((each) => each !== "ROLES.EDIT" && each !== "USERS.EDIT"),
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: { permissions: "An administrator must keep: ROLES.EDIT, USERS.EDIT." },
    });
    const least = permissions.filter((each) => /^(ROLES|USERS|ENTERPRISE)\./.test(each));
    expect((await put(owner, 1, least)).status).toBe(200);
    expect((await put(owner, 1, permissions)).status).toBe(200);
  });

  test("an editor of roles who is no administrator gives nothing that he does not hold, to whomever", async () => {
    const owner = await makePerson(harness);
    await put(owner, 2, ["ROLES.EDIT", "NLP.VIEW"]);
    const editor = await makeColleague(harness, owner, { roles: [2] });
    for (const role of [2, 3]) {
      const response = await put(editor, role, ["ROLES.EDIT", "NLP.VIEW", "USERS.EDIT"]);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ message: expect.stringContaining("USERS.EDIT") });
    }
    expect((await put(editor, 3, ["NLP.VIEW"])).status).toBe(200);
    // Revoking permissions is not an escalation.
    expect((await put(editor, 6, [])).status).toBe(200);
  });
});
