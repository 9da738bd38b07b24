import { describe, expect, test } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { type Line, openLine } from "#tests/support/line.ts";
import { raced } from "#tests/support/raced-api.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { leavingTask } from "#workers/domain/after-commit/leave.ts";
import { saveRole } from "#workers/domain/roles/save.ts";
import { directoryCtxOf, ctxOf } from "#workers/domain/ctx.ts";
import { deactivateUser } from "#workers/domain/users/deactivate.ts";
import { updateRoles } from "#workers/domain/users/update-roles.ts";

/**
 * A change in the directory whose request died before it had told the hub or the enterprise's own database, or to which
 * neither answered: the rule is called by itself, without what the route does after it.
 */
const harness = await startHarness();
const administrator = { roles: [1], sets: [] };
const sql = (text: string, ...values: unknown[]) => harness.env.DIRECTORY.prepare(text).bind(...values);

function ctxsOf({ enterpriseId, userId }: Person) {
  const id = asEnterpriseId.parse(enterpriseId);
  const actor = { userId, name: "Kiran", address: "192.0.2.7", requestId: "the request that died" };
  return {
    directoryCtx: directoryCtxOf(directory(harness.env), id, actor),
    ctx: ctxOf(tenantDatabase(harness.env, "TENANT_1"), id, actor),
  };
}

async function workplace() {
  const owner = await makePerson(harness);
  return { owner, agent: await makeColleague(harness, owner, { roles: [3], name: "Ravi Agent" }) };
}

const tasksOf = async ({ enterpriseId }: Person) =>
  (await sql("SELECT * FROM after_commit_tasks WHERE enterprise_id = ?", enterpriseId).all()).results;

// The sweeper lives from its first arming on.
await harness.scheduled();

/** Waits until nothing is left to do for an enterprise: within five seconds, as the sweeper promises, on a quiet machine. */
const settled = (who: Person) => expect.poll(() => tasksOf(who)).toEqual([]);

/** Stored managers rather than shown ones, as an inactive manager is never shown. */
const managersOf = async ({ enterpriseId }: Person) => {
  const { results } = await harness.env.TENANT_1.prepare(
    "SELECT name, manager_id FROM departments WHERE enterprise_id = ? ORDER BY name",
  )
    .bind(enterpriseId)
    .all<{ name: string; manager_id: string | null }>();
  return results.map(({ name, manager_id: manager }) => [name, manager]);
};

describe("the lead of departments, of somebody deactivated by a request that died", () => {
  async function leftBehind() {
    const { owner, agent } = await workplace();
    for (const name of ["Loans", "Sales"]) {
      await owner.call(departmentsApi.createDepartment, { body: { name, desc: "", manager: agent.userId } });
    }
    const { directoryCtx, ctx } = ctxsOf(owner);
    await deactivateUser(directoryCtx, ctx, [1], agent.userId);
    expect(await managersOf(owner)).toEqual([
      ["Loans", agent.userId],
      ["Sales", agent.userId],
    ]);
    return { owner, agent };
  }

  test("is taken by the sweeper, once, in the name of who deactivated them", async () => {
    const { owner } = await leftBehind();
    await settled(owner);
    expect(await managersOf(owner)).toEqual([
      ["Loans", null],
      ["Sales", null],
    ]);
    const { results } = await harness.env.TENANT_1.prepare(
      "SELECT user_id, address, request_id, object_name FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'department' AND action = 'update' ORDER BY object_name",
    )
      .bind(owner.enterpriseId)
      .all();
    const by = { user_id: owner.userId, address: "192.0.2.7", request_id: "the request that died" };
    expect(results).toEqual([
      { ...by, object_name: "Loans" },
      { ...by, object_name: "Sales" },
    ]);
  });

  test("is taken when they are let in again before that, and what they lead from then on stays theirs", async () => {
    const { owner, agent } = await leftBehind();
    await owner.call(usersApi.activateUser, { params: { id: agent.userId } });
    await owner.call(departmentsApi.createDepartment, {
      body: { name: "Returns", desc: "", manager: agent.userId },
    });
    await settled(owner);
    expect(await managersOf(owner)).toEqual([
      ["Loans", null],
      ["Returns", agent.userId],
      ["Sales", null],
    ]);
  });
});

describe("sockets that the hub was not told to close", () => {
  test.each([
    ["of a session that has ended", "UPDATE login_sessions SET ended_at = ? WHERE user_id = ?"],
    ["of a session that has had its day", "UPDATE login_sessions SET expires_at = ? WHERE user_id = ?"],
  ])("%s are closed by the sweeper; a session that expires is ended by the cron", async (_, over) => {
    const { owner, agent } = await workplace();
    const [ending, staying] = [await openLine(harness, agent), await openLine(harness, owner)];
    await sql(over, Date.now() - 1, agent.userId).run();
    await harness.scheduled();
    expect(await ending.closed).toBe(4001);
    await staying.say('{"action":"ping"}');
    expect(await staying.hears(({ action }) => action === "pong")).toEqual({ action: "pong" });
    await settled(owner);
  });
});

describe("rights of live sockets that the hub was not told of", () => {
  /** Returns whether an event for holders of NLP.VIEW comes before the one for everybody that follows it. */
  async function hearsOfBots(line: Line, { enterpriseId }: Person): Promise<boolean> {
    const hub = hubOf(harness.env, enterpriseId);
    const marker = crypto.randomUUID();
    const data = { jobId: marker, kind: "agent.train", subject: "", state: "running", progress: 0 } as const;
    const event = (message: string) => ({ action: "jobProgress", data: { ...data, message } }) as const;
    await hub.pass({ permission: ["NLP.VIEW"] }, event("for some"));
    await hub.pass("everybody", event("for all"));
    const heard = (text: string) => (message: Record<string, unknown>) =>
      (message.data as { jobId?: string; message?: string } | undefined)?.jobId === marker &&
      (message.data as { message?: string }).message === text;
    await line.hears(heard("for all"));
    return line.received.some(heard("for some"));
  }
  const told = (uId: string) => (message: Record<string, unknown>) =>
    message.action === "rightsChanged" && (message.data as { uId: string }).uId === uId;

  test("are set by the sweeper when a person has other roles, and the console is told", async () => {
    const owner = await makePerson(harness);
    const colleague = await makeColleague(harness, owner, { roles: [1] });
    const line = await openLine(harness, colleague);
    expect(await hearsOfBots(line, owner)).toBe(true);
    await updateRoles(ctxsOf(owner).directoryCtx, administrator, colleague.userId, { roles: [6] });
    await line.hears(told(colleague.userId));
    expect(await hearsOfBots(line, owner)).toBe(false);
    await settled(owner);
  });

  test("are set by the sweeper when a role has another meaning, and the console is told", async () => {
    const owner = await makePerson(harness);
    const colleague = await makeColleague(harness, owner, { roles: [2] });
    await owner.call(rolesApi.saveRole, { params: { role: 2 }, body: { permissions: { "NLP.VIEW": 1 } } });
    const line = await openLine(harness, colleague);
    expect(await hearsOfBots(line, owner)).toBe(true);
    await saveRole(ctxsOf(owner).directoryCtx, administrator, { role: 2, granted: ["USERS.VIEW"] });
    await line.hears(told(""));
    expect(await hearsOfBots(line, owner)).toBe(false);
    expect((await colleague.call(profileApi.me)).permissions).toEqual(["USERS.VIEW"]);
  });
});

test("a request that goes well leaves no task to the sweeper", async () => {
  const { owner, agent } = await workplace();
  // In this process, where a call is over when its work after the answer is.
  const here = raced(harness, owner);
  await here.call(usersApi.updateRoles, { params: { id: agent.userId }, body: { roles: [4] } });
  expect(await tasksOf(owner)).toEqual([]);
  await here.call(rolesApi.saveRole, { params: { role: 2 }, body: { permissions: { "USERS.VIEW": 1 } } });
  expect(await tasksOf(owner)).toEqual([]);
  await here.call(usersApi.deactivateUser, { params: { id: agent.userId }, query: {} });
  expect(await tasksOf(owner)).toEqual([]);
});

test("a task that fails is kept, and keeps no other waiting", async () => {
  const [stuck, { owner, agent }] = [await makePerson(harness), await workplace()];
  await sql("UPDATE enterprises SET database = 'NOWHERE' WHERE id = ?", stuck.enterpriseId).run();
  await leavingTask(ctxsOf(stuck).directoryCtx, { kind: "rolesChanged", roles: [1] });
  await updateRoles(ctxsOf(owner).directoryCtx, administrator, agent.userId, { roles: [6] });
  await settled(owner);
  expect(await tasksOf(stuck)).toHaveLength(1);
  expect(
    harness
      .logs()
      .map(({ message }) => message)
      .join("\n"),
  ).toContain("NOWHERE, which is not bound here");
  await sql("DELETE FROM after_commit_tasks WHERE enterprise_id = ?", stuck.enterpriseId).run();
  await sql("DELETE FROM enterprises WHERE id = ?", stuck.enterpriseId).run();
});
