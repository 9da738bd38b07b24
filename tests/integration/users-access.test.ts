import { describe, expect, test } from "vitest";
import { directoryAuditOf, mailsTo, makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { openLine } from "#tests/support/line.ts";
import { makePerson, PASSWORD, type Person, sessionFor, signedInAs } from "#tests/support/people.ts";
import { loginBody } from "#db/seed/client.ts";
import { sealPassword } from "#db/seed/seal-password.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import * as agentStatusApi from "#workers/contract/endpoints/agent-status.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";

const harness = await startHarness();
const at = (userId: string, what = "") => `/api/e/enterprise/users/${userId}${what}`;
async function workplace() {
  const owner = await makePerson(harness);
  return { owner, agent: await makeColleague(harness, owner, { roles: [3], name: "Ravi Agent" }) };
}

describe("deactivation", () => {
  test("says first what it would mean, and changes nothing by that", async () => {
    const { owner, agent } = await workplace();
    await owner.call(departmentsApi.createDepartment, { body: { name: "Sales", manager: agent.userId } });
    const said = await owner.call(usersApi.deactivateUser, {
      params: { id: agent.userId },
      query: { isValidate: true },
    });
    expect(said).toEqual({ openChats: 0, managerOf: ["Sales"], openInvitations: 0, refusal: "" });
    const own = await owner.call(usersApi.deactivateUser, {
      params: { id: owner.userId },
      query: { isValidate: true },
    });
    expect(own.refusal).toMatch(/your own account/);
    expect((await agent.call(profileApi.me)).uId).toBe(agent.userId);
  });

  test("ends sessions, sockets, links, invitations and the lead of departments at once (S-11)", async () => {
    const { owner } = await workplace();
    const leaver = await makeColleague(harness, owner, { roles: [1], name: "Leaver" });
    const line = await openLine(harness, leaver);
    const again = await sessionFor(harness, leaver);
    const sales = await owner.call(departmentsApi.createDepartment, {
      body: { name: "Sales", manager: leaver.userId },
    });
    await owner.call(departmentsApi.addUsers, {
      params: { id: sales.id },
      body: { users: [leaver.userId] },
    });
    await leaver.call(invitationsApi.createInvitation, {
      body: { emailId: `friend-${Date.now()}@example.com`, roles: [1] },
    });

    await owner.call(usersApi.deactivateUser, { params: { id: leaver.userId }, query: {} });

    expect(await line.closed).toBe(4001);
    for (const token of [leaver.token, again]) {
      const response = await harness.fetch("/api/e/enterprise/users/me", {
        headers: { "authentication-token": token },
      });
      expect(await response.json()).toMatchObject({ login_required: true });
    }
    expect((await owner.call(invitationsApi.listInvitations)).invitations).toEqual([]);
    expect(await owner.call(departmentsApi.getDepartment, { params: { id: sales.id } })).toMatchObject({
      manager: null,
      users: 0,
    });
    const { users: pickable } = await owner.call(usersApi.listColleagues);
    expect(pickable.map(({ name }) => name)).not.toContain("Leaver");
    expect((await directoryAuditOf(harness, owner)).map(({ action }) => action)).toContain("deactivate");
  });

  test("is taken back by activating: the person is in their department again, but not signed in", async () => {
    const { owner, agent } = await workplace();
    const sales = await owner.call(departmentsApi.createDepartment, { body: { name: "Sales" } });
    await owner.call(departmentsApi.addUsers, { params: { id: sales.id }, body: { users: [agent.userId] } });
    await owner.call(usersApi.deactivateUser, { params: { id: agent.userId }, query: {} });
    expect(await owner.call(usersApi.activateUser, { params: { id: agent.userId } })).toMatchObject({
      state: 1,
    });
    expect(await owner.call(departmentsApi.getDepartment, { params: { id: sales.id } })).toMatchObject({
      users: 1,
    });
    expect((await agent.send("GET", "/api/e/enterprise/users/me")).status).toBe(403);
  });

  test("does not let in somebody who never verified their address", async () => {
    const { owner, agent } = await workplace();
    await harness.env.DIRECTORY.prepare("UPDATE users SET state = 0 WHERE id = ?").bind(agent.userId).run();
    expect((await owner.send("POST", at(agent.userId, "/activate"), {})).status).toBe(404);
  });
});

describe("a password set by an administrator (C-08)", () => {
  async function reset(by: Person, whom: Person, own: string, next: string) {
    return by.send("PUT", at(whom.userId, "/reset_password"), {
      adminPassword: await sealPassword(by, own, whom.userId),
      password: await sealPassword(by, next, whom.userId),
    });
  }

  test("ends the person's sessions, has to be changed at the next sign-in, is audited and told by mail", async () => {
    const { owner, agent } = await workplace();
    const line = await openLine(harness, agent);
    const response = await reset(owner, agent, PASSWORD, "a new password for Ravi");
    const text = await response.text();
    expect(response.status, text).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ response: { mustChangePassword: true } });
    expect(await line.closed).toBe(4001);
    expect((await agent.send("GET", "/api/e/enterprise/users/me")).status).toBe(403);
    const [mail] = await mailsTo(harness, agent.email);
    expect(mail).toMatchObject({ template: "passwordReset", text: expect.stringContaining("Kiran has set") });
    expect(mail?.text).not.toContain("a new password for Ravi");
    expect((await directoryAuditOf(harness, owner)).map(({ action }) => action)).toEqual(["resetPassword"]);
  });

  test("needs the administrator's own password, said at its field; nothing is changed or sent", async () => {
    const { owner, agent } = await workplace();
    const response = await reset(owner, agent, "not my password", "a new password for Ravi");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { adminPassword: "This is not your password." } });
    expect((await agent.send("GET", "/api/e/enterprise/users/me")).status).toBe(200);
    expect(await mailsTo(harness, agent.email)).toEqual([]);
  });

  test("is slowed down when the administrator's password is guessed", async () => {
    const { owner, agent } = await workplace();
    const answers: number[] = [];
    for (let guess = 0; guess < 7; guess++) {
      answers.push((await reset(owner, agent, `guess ${guess}`, "a new password for Ravi")).status);
    }
    expect(answers.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
    expect(answers).toContain(429);
  });

  test("that may not be one is refused before one's own is looked at: the answer tells no guess from another", async () => {
    const { owner, agent } = await workplace();
    for (const own of [PASSWORD, "not my password"]) {
      const response = await reset(owner, agent, own, "1234567");
      const { errors } = (await response.json()) as { errors: object };
      expect([response.status, Object.keys(errors)], own).toEqual([400, ["password"]]);
    }
  });

  test.each([
    ["short", "1234567", "Your Password must be atleast 8 characters long"],
    ["endless", "x".repeat(129), "Use at most 128 characters."],
  ])("must not be %s", async (_, next, sentence) => {
    const { owner, agent } = await workplace();
    const response = await reset(owner, agent, PASSWORD, next);
    expect(await response.json()).toMatchObject({ errors: { password: sentence } });
  });

  test("that was sealed for somebody else, or not sealed at all, is refused", async () => {
    const { owner, agent } = await workplace();
    const other = await sealPassword(owner, PASSWORD, "somebody else");
    for (const sealed of [other, PASSWORD]) {
      const response = await owner.send("PUT", at(agent.userId, "/reset_password"), {
        adminPassword: sealed,
        password: sealed,
      });
      expect(response.status).toBe(400);
    }
  });

  test("is not for one's own account", async () => {
    const { owner } = await workplace();
    expect((await reset(owner, owner, PASSWORD, "a new password")).status).toBe(409);
  });
});

describe("a user made with a password", () => {
  const FIRST = "a first password";
  const make = async (owner: Person, emailId: string, more: Record<string, unknown> = {}) =>
    owner.send("POST", "/api/e/enterprise/users", {
      name: "New",
      emailId,
      password: await sealPassword(owner, FIRST, emailId),
      roles: [3],
      ...more,
    });
  const fresh = () => `new-${crypto.randomUUID()}@example.com`;
  const codeTo = async (emailId: string) =>
    /signup-verify\/([\w-]+)/.exec((await mailsTo(harness, emailId))[0]?.text ?? "")?.[1] ?? "";
  const confirm = async (emailId: string) =>
    harness.fetch("/api/account/activate", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id: await codeTo(emailId) }),
    });
  const enter = async (emailId: string) =>
    harness.fetch("/api/account/enterprise/login/twoFactorAuth", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(
        await loginBody((path, init) => harness.fetch(path, init), { email: emailId, password: FIRST }),
      ),
    });

  test("comes in once the address is confirmed, has to choose another, and is of the maker's enterprise (S-06)", async () => {
    const { owner } = await workplace();
    const emailId = fresh();
    const response = await make(owner, emailId, {
      eId: "another",
      enterpriseId: "another",
      state: 1,
      mustChangePassword: false,
    });
    const { response: made } = (await response.json()) as { response: { uId: string } };
    expect(made).toMatchObject({ state: 0, mustChangePassword: true });
    expect((await enter(emailId)).status).toBe(400);
    expect((await owner.call(invitationsApi.listInvitations)).invitations).toMatchObject([{ emailId }]);

    expect((await confirm(emailId)).status).toBe(200);
    expect(await (await enter(emailId)).json()).toMatchObject({ status: false, code: 900 });
    const { users: found } = await owner.call(usersApi.listUsers, { query: { name: emailId } });
    expect(found).toMatchObject([{ uId: made.uId, name: "New", roles: [3], state: 1 }]);
    expect((await owner.call(invitationsApi.listInvitations)).invitations).toEqual([]);
    expect((await confirm(emailId)).status).toBe(410);
  });

  test("tells nobody that the address has an account elsewhere: not by the answer, nor by what is listed, nor at the door", async () => {
    const { owner } = await workplace();
    const elsewhere = await makePerson(harness);
    const told = async (emailId: string) => {
      const response = await make(owner, emailId);
      const { users: found } = await owner.call(usersApi.listUsers, { query: { name: emailId } });
      const { invitations: open } = await owner.call(invitationsApi.listInvitations, {
        query: { name: emailId },
      });
      const said = { status: response.status, body: await response.text(), found, open };
      const door = await enter(emailId);
      return JSON.stringify({ ...said, door: [door.status, await door.text()] })
        .replaceAll(emailId, "ADDRESS")
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
    };
    expect(await told(elsewhere.email)).toBe(await told(fresh()));
  });

  test("whose address has an account elsewhere is told so themselves, and that account is left alone", async () => {
    const { owner } = await workplace();
    const elsewhere = await makePerson(harness);
    await make(owner, elsewhere.email);
    const refused = await confirm(elsewhere.email);
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { message: "This address already has an account. Sign in with it." },
    ]);
    expect(await elsewhere.call(profileApi.me)).toMatchObject({
      eId: elsewhere.enterpriseId,
      roles: [1],
    });
  });

  test("is refused for a colleague's address, and for more than the maker may do", async () => {
    const { owner, agent } = await workplace();
    const twice = await make(owner, agent.email.toUpperCase());
    expect([twice.status, await twice.json()]).toMatchObject([
      409,
      { errors: { emailId: expect.any(String) } },
    ]);
    await owner.call(rolesApi.saveRole, {
      params: { role: 2 },
      body: { permissions: { "USERS.ADD": 1 } },
    });
    const adder = await makeColleague(harness, owner, { roles: [2] });
    expect((await make(adder, fresh(), { roles: [1] })).status).toBe(403);
  });

  test("keeps no password once they came in, once it was revoked, or once their time is over", async () => {
    const { owner } = await workplace();
    const [came, revoked, late] = [fresh(), fresh(), fresh()];
    await make(owner, came);
    await make(owner, revoked);
    await make(owner, late);
    const kept = async () =>
      (
        await harness.env.DIRECTORY.prepare(
          "SELECT password_hash FROM invitations WHERE enterprise_id = ? AND password_hash IS NOT NULL",
        )
          .bind(owner.enterpriseId)
          .all()
      ).results.length;
    expect(await kept()).toBe(3);
    await confirm(came);
    const { invitations: open } = await owner.call(invitationsApi.listInvitations, {
      query: { name: revoked },
    });
    await owner.call(invitationsApi.revokeInvitation, { params: { id: open[0]?.id ?? "" } });
    expect(await kept()).toBe(1);
    await harness.scheduled();
    expect(await kept()).toBe(1);
    await harness.env.DIRECTORY.prepare("UPDATE invitations SET expires_at = ? WHERE email = ?")
      .bind(Date.now() - 1, late)
      .run();
    await harness.scheduled();
    expect(await kept()).toBe(0);
  });
});

describe("whether somebody is there", () => {
  test("ends with their last session that they sign out of, but not what they said of being away", async () => {
    const { owner, agent } = await workplace();
    const other = signedInAs(harness, agent, await sessionFor(harness, agent));
    const seen = async () =>
      (await owner.call(usersApi.listColleagues, { query: { roles: [3] } })).users.map(
        ({ agentStatus }) => agentStatus,
      );
    await agent.call(agentStatusApi.updateAgentStatus, { body: { agentStatus: "online" } });
    await agent.call(accountApi.logout);
    expect(await seen()).toEqual(["online"]);
    await other.call(accountApi.logout);
    expect(await seen()).toEqual(["offline"]);

    const again = signedInAs(harness, agent, await sessionFor(harness, agent));
    await again.call(agentStatusApi.updateAgentStatus, { body: { agentStatus: "away" } });
    await again.call(accountApi.logout);
    expect(await seen()).toEqual(["away"]);
  });

  test("is said by themselves, seen by colleagues at once, and by nobody elsewhere", async () => {
    const { owner, agent } = await workplace();
    const [line, elsewhere] = [
      await openLine(harness, owner),
      await openLine(harness, await makePerson(harness)),
    ];
    expect(await agent.call(agentStatusApi.getAgentStatus)).toEqual({ agentStatus: "offline" });
    await agent.call(agentStatusApi.updateAgentStatus, { body: { agentStatus: "online" } });
    expect(await line.hears(({ action }) => action === "agentStatusChanged")).toMatchObject({
      data: { uId: agent.userId, agentStatus: "online" },
    });
    const { users: online } = await owner.call(usersApi.listColleagues, {
      query: { agentStatus: "online", roles: [3] },
    });
    expect(online.map(({ uId }) => uId)).toEqual([agent.userId]);
    await elsewhere.say('{"action":"ping"}');
    await elsewhere.hears(({ action }) => action === "pong");
    expect(elsewhere.received.filter(({ action }) => action === "agentStatusChanged")).toEqual([]);
  });

  test("cannot be something else, nor said for another", async () => {
    const { owner, agent } = await workplace();
    const path = "/api/e/enterprise/update_agent_status";
    expect((await owner.send("PUT", path, { agentStatus: "asleep" })).status).toBe(400);
    await owner.send("PUT", path, { agentStatus: "away", uId: agent.userId, id: agent.userId });
    expect(await agent.call(agentStatusApi.getAgentStatus)).toEqual({ agentStatus: "offline" });
  });
});
