import { describe, expect, test } from "vitest";
import { directoryAuditOf, makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { openLine } from "#tests/support/line.ts";
import { sealPassword } from "#db/seed/seal-password.ts";
import { PASSWORD, type Person, makePerson } from "#tests/support/people.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";

const harness = await startHarness();
const at = (userId: string, what = "") => `/api/e/enterprise/users/${userId}${what}`;
const setRoles = (by: Person, { userId }: Person, roles: number[]) =>
  by.send("PUT", at(userId, "/update_roles"), { roles });
const rolesOf = async (by: Person, { userId }: Person) =>
  (await by.call(usersApi.getUser, { params: { id: userId } })).roles;

async function workplace() {
  const owner = await makePerson(harness);
  return { owner, agent: await makeColleague(harness, owner, { roles: [3], name: "Ravi Agent" }) };
}

describe("the list of users", () => {
  test("finds by a part of the name or the address, in any case, and pages", async () => {
    const { owner } = await workplace();
    for (const name of ["Asha Rao", "asha Iyer", "रवि शर्मा"]) await makeColleague(harness, owner, { name });
    const find = async (name: string) =>
      (await owner.call(usersApi.listUsers, { query: { name } })).users.map((user) => user.name);
    expect(await find("ASHA")).toEqual(["asha Iyer", "Asha Rao"]);
    expect(await find("शर्मा")).toEqual(["रवि शर्मा"]);
    expect(await find(owner.email.toUpperCase())).toEqual(["Kiran"]);
    expect(await find("100%_")).toEqual([]);
    const first = await owner.call(usersApi.listUsers, { query: { perPage: 2 } });
    const second = await owner.call(usersApi.listUsers, { query: { perPage: 2, from: 2 } });
    expect([first.users.length, first.more, second.users.length]).toEqual([2, true, 2]);
  });

  test("parts the active from the deactivated, and says nothing that is secret (C-07)", async () => {
    const { owner, agent } = await workplace();
    await owner.call(usersApi.deactivateUser, { params: { id: agent.userId }, query: {} });
    const text = await (await owner.send("GET", `${at("")}?state=2`)).text();
    expect(text).toContain("Ravi Agent");
    expect(text).not.toMatch(/scrypt|passwordHash|password_hash|totp[A-Z_]|Sealed/);
    const { users: active } = await owner.call(usersApi.listUsers, { query: { state: 1 } });
    expect(active.map(({ name }) => name)).toEqual(["Kiran"]);
  });
});

describe("roles of a user", () => {
  test("are set with chat settings, hold with the next call, and are in the audit trail", async () => {
    const { owner, agent } = await workplace();
    const saved = await owner.call(usersApi.updateRoles, {
      params: { id: agent.userId },
      body: { roles: [6, 3, 6], chat: { maxChats: 9, autoAssign: false }, revision: 1 },
    });
    expect(saved).toMatchObject({ roles: [3, 6], chat: { maxChats: 9, autoAssign: false }, revision: 2 });
    expect((await agent.call(profileApi.me)).permissions).toContain("ANALYTICS.VIEW");
    const [entry] = await directoryAuditOf(harness, owner);
    expect(entry).toMatchObject({ action: "update", object_kind: "user", object_name: "Ravi Agent" });
    expect(JSON.parse(entry?.after ?? "")).toMatchObject({ roles: [3, 6] });
  });

  test("are told to the person's open sockets at once (S-07)", async () => {
    const { owner, agent } = await workplace();
    const line = await openLine(harness, agent);
    await setRoles(owner, agent, [6]);
    expect(await line.hears(({ action }) => action === "rightsChanged")).toMatchObject({
      data: { uId: agent.userId },
    });
  });

  test("that somebody else has changed meanwhile are not overwritten", async () => {
    const { owner, agent } = await workplace();
    await setRoles(owner, agent, [4]);
    const late = await owner.send("PUT", at(agent.userId, "/update_roles"), { roles: [5], revision: 1 });
    expect(late.status).toBe(409);
    expect(await rolesOf(owner, agent)).toEqual([4]);
  });

  test.each([
    ["none", []],
    ["one that does not exist", [7]],
    ["one that is no number", ["1"]],
  ])("cannot be %s", async (_, roles) => {
    const { owner, agent } = await workplace();
    const response = await setRoles(owner, agent, roles as number[]);
    expect(response.status).toBe(400);
    expect(await rolesOf(owner, agent)).toEqual([3]);
  });

  test("are all that this call writes: other fields of a user are left alone (S-04)", async () => {
    const { owner, agent } = await workplace();
    await owner.send("PUT", at(agent.userId, "/update_roles"), {
      roles: [3],
      state: 2,
      enterpriseId: "x",
      eId: "x",
      permissions: ["USERS.EDIT"],
      isAdmin: true,
      passwordHash: "x",
      emailId: "other@example.com",
    });
    expect(await owner.call(usersApi.getUser, { params: { id: agent.userId } })).toMatchObject({
      state: 1,
      roles: [3],
      isAdmin: false,
      emailId: agent.email,
    });
  });
});

describe("nobody lifts himself, and an administrator remains (S-05)", () => {
  /** Somebody who may edit users and nothing else that matters. */
  async function limited() {
    const { owner, agent } = await workplace();
    await owner.call(rolesApi.saveRole, {
      params: { role: 2 },
      body: { permissions: { "USERS.EDIT": 1, "USERS.VIEW": 1, "USERS.ADD": 1 } },
    });
    return { owner, agent, editor: await makeColleague(harness, owner, { roles: [2] }) };
  }

  test("who may edit users cannot give himself or a friend more than he has", async () => {
    const { owner, agent, editor } = await limited();
    for (const whom of [editor, agent]) {
      for (const roles of [[1], [2, 4]]) {
        const response = await setRoles(editor, whom, roles);
        expect(response.status).toBe(403);
        expect(await response.json()).toMatchObject({ code: 1403 });
      }
    }
    expect(await rolesOf(owner, editor)).toEqual([2]);
    expect(await rolesOf(owner, agent)).toEqual([3]);
  });

  test("who may edit users cannot touch an administrator: no demotion, no new password, no deactivation", async () => {
    const { owner, editor } = await limited();
    const sealed = await sealPassword(editor, PASSWORD, owner.userId);
    const answers = [
      await setRoles(editor, owner, [2]),
      await editor.send("PUT", at(owner.userId, "/reset_password"), {
        adminPassword: sealed,
        password: sealed,
      }),
      await editor.send("DELETE", at(owner.userId)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await owner.call(usersApi.getUser, { params: { id: owner.userId } })).toMatchObject({
      roles: [1],
      state: 1,
    });
  });

  test("the last administrator can neither step down nor be deactivated", async () => {
    const { owner } = await workplace();
    expect((await setRoles(owner, owner, [3])).status).toBe(409);
    expect((await owner.send("DELETE", at(owner.userId))).status).toBe(409);
    expect(await rolesOf(owner, owner)).toEqual([1]);
  });

  test("two administrators who demote each other at the same moment do not both succeed", async () => {
    const { owner } = await workplace();
    const second = await makeColleague(harness, owner, { roles: [1] });
    const answers = await Promise.all([setRoles(owner, second, [3]), setRoles(second, owner, [3])]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    const { results } = await harness.env.DIRECTORY.prepare(
      "SELECT id FROM users WHERE enterprise_id = ? AND roles = '[1]' AND state = 1",
    )
      .bind(owner.enterpriseId)
      .all();
    expect(results.length).toBe(1);
  });

  test("a deactivated administrator does not count as the one who remains", async () => {
    const { owner } = await workplace();
    const second = await makeColleague(harness, owner, { roles: [1] });
    await owner.call(usersApi.deactivateUser, { params: { id: second.userId }, query: {} });
    expect((await setRoles(owner, owner, [3])).status).toBe(409);
  });
});
