import { describe, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";

const harness = await startHarness();
const path = "/api/e/enterprise/departments";

const make = (by: Person, name: string, manager = "") =>
  by.call(departmentsApi.createDepartment, { body: { name, desc: `About ${name}`, manager } });
const mapped = (by: Person, id: string, query: { mapped?: boolean; name?: string; from?: number } = {}) =>
  by.call(departmentsApi.mappedUsers, { params: { id }, query });

describe("a department", () => {
  test("is made, read, changed and deleted, each with its entry in the audit trail", async () => {
    const owner = await makePerson(harness);
    const agent = await makeColleague(harness, owner, { name: "Ravi" });
    const made = await make(owner, "  Retail   Sales ", agent.userId);
    expect(made).toMatchObject({
      name: "Retail Sales",
      manager: { uId: agent.userId, name: "Ravi" },
      users: 0,
      revision: 1,
    });
    const changed = await owner.call(departmentsApi.updateDepartment, {
      params: { id: made.id },
      body: { name: "Sales", desc: "", manager: "", revision: 1 },
    });
    expect(changed).toMatchObject({ name: "Sales", desc: "", manager: null, revision: 2 });
    await owner.call(departmentsApi.deleteDepartment, { params: { id: made.id } });
    expect((await owner.send("GET", `${path}/${made.id}`)).status).toBe(404);
    const { results } = await harness.env.TENANT_1.prepare(
      "SELECT action FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'department' ORDER BY id",
    )
      .bind(owner.enterpriseId)
      .all();
    expect(results.map(({ action }) => action)).toEqual(["create", "update", "delete"]);
  });

  test("has a name of its own, compared without case and spaces; other enterprises do not matter", async () => {
    const [owner, other] = [await makePerson(harness), await makePerson(harness)];
    await make(owner, "Sales");
    const response = await owner.send("POST", path, { name: " SALES " });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ message: "A department with this name already exists." });
    expect(await make(other, "Sales")).toMatchObject({ name: "Sales" });
  });

  test("is found by a part of its name, in pages", async () => {
    const owner = await makePerson(harness);
    for (const name of ["Sales North", "Sales South", "Service"]) await make(owner, name);
    const found = await owner.call(departmentsApi.listDepartments, { query: { name: "SALES", perPage: 1 } });
    expect([found.departments.map(({ name }) => name), found.more]).toEqual([["Sales North"], true]);
  });

  test("that somebody else has changed meanwhile is not overwritten (R-14)", async () => {
    const owner = await makePerson(harness);
    const { id } = await make(owner, "Sales");
    const put = (name: string) => owner.send("PUT", `${path}/${id}`, { name, revision: 1 });
    const answers = await Promise.all([put("One"), put("Two")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test.each([
    ["an empty name", { name: "  " }],
    ["a name of 101 letters", { name: "x".repeat(101) }],
    ["a description of 501 letters", { name: "Sales", desc: "x".repeat(501) }],
  ])("is refused with %s", async (_, body) => {
    const owner = await makePerson(harness);
    expect((await owner.send("POST", path, body)).status).toBe(400);
  });

  test("has an active colleague for its manager, nobody else", async () => {
    const [owner, stranger] = [await makePerson(harness), await makePerson(harness)];
    const gone = await makeColleague(harness, owner);
    await owner.call(usersApi.deactivateUser, { params: { id: gone.userId }, query: {} });
    for (const manager of [stranger.userId, gone.userId, "nobody"]) {
      expect((await owner.send("POST", path, { name: "Sales", manager })).status).toBe(404);
    }
  });
});

describe("the people of a department", () => {
  test("are put in and taken out, found by name, and come in pages of 30", async () => {
    const owner = await makePerson(harness);
    const { id } = await make(owner, "Sales");
    const people: Person[] = [];
    for (let at = 0; at < 32; at++) {
      people.push(await makeColleague(harness, owner, { name: `Agent ${String(at).padStart(2, "0")}` }));
    }
    const users = people.map(({ userId }) => userId);
    expect(await owner.call(departmentsApi.addUsers, { params: { id }, body: { users } })).toEqual({
      changed: 32,
    });
    const first = await mapped(owner, id);
    const second = await mapped(owner, id, { from: 30 });
    expect([first.users.length, first.more, second.users.length, second.more]).toEqual([30, true, 2, false]);
    expect((await mapped(owner, id, { name: "agent 07" })).users.map(({ name }) => name)).toEqual([
      "Agent 07",
    ]);
    expect((await mapped(owner, id, { mapped: false })).users.map(({ name }) => name)).toEqual(["Kiran"]);
    await owner.call(departmentsApi.removeUsers, { params: { id }, body: { users: users.slice(0, 31) } });
    expect((await mapped(owner, id)).users.map(({ name }) => name)).toEqual(["Agent 31"]);
    expect(await owner.call(departmentsApi.getDepartment, { params: { id } })).toMatchObject({ users: 1 });
  });

  test("are counted once, however often they are put in, also at the same moment", async () => {
    const owner = await makePerson(harness);
    const { id } = await make(owner, "Sales");
    const body = { users: [owner.userId] };
    const done = await Promise.all(
      [1, 2, 3].map(() => owner.call(departmentsApi.addUsers, { params: { id }, body })),
    );
    expect(done.reduce((sum, { changed }) => sum + changed, 0)).toBe(1);
    expect((await mapped(owner, id)).users).toHaveLength(1);
  });

  test("are nobody of another enterprise: one wrong id and nobody is put in (S-01)", async () => {
    const [owner, stranger] = [await makePerson(harness), await makePerson(harness)];
    const { id } = await make(owner, "Sales");
    const response = await owner.send("PUT", `${path}/${id}/add_users`, {
      users: [owner.userId, stranger.userId],
    });
    expect(response.status).toBe(404);
    expect((await mapped(owner, id)).users).toEqual([]);
  });

  test("can be sent as a form, as a list in JSON or as repeated fields", async () => {
    const owner = await makePerson(harness);
    const agent = await makeColleague(harness, owner);
    const { id } = await make(owner, "Sales");
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const both = `users=${owner.userId}&users=${agent.userId}`;
    const added = await owner.send("PUT", `${path}/${id}/add_users`, both, form);
    expect(await added.json()).toMatchObject({ response: { changed: 2 } });
    const list = new URLSearchParams({ users: JSON.stringify([agent.userId]) }).toString();
    const removed = await owner.send("PUT", `${path}/${id}/remove_users`, list, form);
    expect(await removed.json()).toMatchObject({ response: { changed: 1 } });
  });

  test("go with their department; their accounts stay", async () => {
    const owner = await makePerson(harness);
    const { id } = await make(owner, "Sales");
    await owner.call(departmentsApi.addUsers, { params: { id }, body: { users: [owner.userId] } });
    await owner.call(departmentsApi.deleteDepartment, { params: { id } });
    const left = await harness.env.TENANT_1.prepare("SELECT 1 FROM department_users WHERE department_id = ?")
      .bind(id)
      .first();
    expect(left).toBeNull();
    expect((await owner.call(profileApi.me)).uId).toBe(owner.userId);
  });
});
