import { afterAll, describe, expect, test } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { CuttingProxy } from "#tests/support/cutting-proxy.ts";
import { startHarness } from "#tests/support/harness.ts";
import { type Line, openDirect } from "#tests/support/line.ts";
import { randomOf } from "#tests/support/import-load.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { Tab, tabFaults } from "#tests/support/tab.ts";
import { watchedDatabase } from "#tests/support/watched-database.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import * as agentStatusApi from "#workers/contract/endpoints/agent-status.ts";
import * as profileApi from "#workers/contract/endpoints/profile.ts";
import * as rolesApi from "#workers/contract/endpoints/roles.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import { type AgentStatus, agentStatuses } from "#workers/contract/endpoints/agent-status.ts";
import type { AfterCommitTask } from "#workers/contract/after-commit.ts";
import { enterpriseId as asEnterpriseId } from "#workers/contract/ids.ts";
import type { HubCalls } from "#workers/contract/socket.ts";
import { ctxOf, directoryCtxOf } from "#workers/domain/ctx.ts";
import { setAgentStatus } from "#workers/domain/users/agent-status.ts";
import { agentStatusChanged, userChanged, type UserTaskDeps } from "#workers/domain/users/tasks.ts";
import { updateRoles } from "#workers/domain/users/update-roles.ts";

const harness = await startHarness();
const action = (name: string) => (message: Record<string, unknown>) => message.action === name;

/** The directory and the enterprise's database as somebody's request sees them, watched by a test. */
function depsOf(
  { enterpriseId, userId }: Person,
  watch: { directory?: (sql: string) => Promise<void>; tenant?: (sql: string) => Promise<void> } = {},
) {
  const id = asEnterpriseId.parse(enterpriseId);
  const actor = { userId, name: "Kiran", address: "192.0.2.7", requestId: "a test" };
  const DIRECTORY = watchedDatabase(harness.env.DIRECTORY, watch.directory ?? (() => {}));
  const TENANT_1 = watchedDatabase(harness.env.TENANT_1, watch.tenant ?? (() => {}));
  return {
    directoryCtx: directoryCtxOf(directory({ DIRECTORY }), id, actor),
    ctx: ctxOf(tenantDatabase({ ...harness.env, TENANT_1 }, "TENANT_1"), id, actor),
    hub: hubOf(harness.env, enterpriseId) as HubCalls,
  };
}

interface Left {
  id: string;
  what: AfterCommitTask;
}

/** The task that a rule leaves: taken away, so that only the test runs it. */
async function left({ directoryCtx }: UserTaskDeps, rule: Promise<unknown>): Promise<Left> {
  await rule;
  const id = [...directoryCtx.after.tasks].at(-1) ?? "";
  const what = await harness.env.DIRECTORY.prepare(
    "DELETE FROM after_commit_tasks WHERE id = ? RETURNING what",
  )
    .bind(id)
    .first<string>("what");
  return { id, what: JSON.parse(what ?? "") as AfterCommitTask };
}

async function runTask(deps: UserTaskDeps, { id, what }: Left): Promise<void> {
  if (what.kind === "userChanged") return userChanged(deps, what, id);
  if (what.kind === "agentStatusChanged") return agentStatusChanged(deps, what, id);
  throw new Error(`no test runs ${what.kind}`);
}

/** Runs `work` before the first matching call, once. */
function once(fits: RegExp, work: () => Promise<void>): (sql: string) => Promise<void> {
  let done = false;
  return async (sql) => {
    if (done || !fits.test(sql)) return;
    done = true;
    await work();
  };
}

const statusOf = (message: Record<string, unknown> | undefined) =>
  (message?.data as { agentStatus: AgentStatus } | undefined)?.agentStatus;

describe("an older state never comes after a newer one", () => {
  test("when somebody sets their availability while an earlier change is being told", async () => {
    const owner = await makePerson(harness);
    const line = await openDirect(harness, owner);
    const other = depsOf(owner);
    // The earlier change has read "online" and is about to write its event when the later one happens, all of it.
    const tenant = once(/insert into "live_events"/, async () =>
      runTask(other, await left(other, setAgentStatus(other.directoryCtx, "away"))),
    );
    const slow = depsOf(owner, { tenant });
    await runTask(slow, await left(slow, setAgentStatus(slow.directoryCtx, "online")));
    await line.hears(() => line.received.filter(action("agentStatusChanged")).length === 3);
    expect(line.received.filter(action("agentStatusChanged")).map(statusOf)).toEqual([
      "away",
      "online",
      "away",
    ]);
  });

  test("when roles change twice while sockets are being told: they end with the last ones", async () => {
    const owner = await makePerson(harness);
    const colleague = await makeColleague(harness, owner, { roles: [3] });
    const line = await openDirect(harness, colleague);
    const administrator = { roles: [1], sets: [] };
    const deps = depsOf(owner);
    let later: Promise<void> | undefined;
    // The first task has read role 2 and is about to tell the hub when the person gets role 6.
    const hub: HubCalls = {
      pass: (to, event) => deps.hub.pass(to, event),
      tell: (rows) => deps.hub.tell(rows),
      fill: (rows) => deps.hub.fill(rows),
      forget: (ids) => deps.hub.forget(ids),
      forgetAll: () => deps.hub.forgetAll(),
      newest: () => deps.hub.newest(),
      endSessions: (ids) => deps.hub.endSessions(ids),
      watch: (watcher) => deps.hub.watch(watcher),
      tellTopics: (told) => deps.hub.tellTopics(told),
      ping: () => deps.hub.ping(),
      changeRights: async (change) => {
        later ??= (async () => {
          const roles = { roles: [6 as const] };
          const rule = updateRoles(deps.directoryCtx, administrator, colleague.userId, roles);
          await runTask(deps, await left(deps, rule));
        })();
        await later;
        return deps.hub.changeRights(change);
      },
    };
    const rule = updateRoles(deps.directoryCtx, administrator, colleague.userId, { roles: [2] });
    await runTask({ ...deps, hub }, await left(deps, rule));
    const data = { jobId: "j", kind: "agent.train", subject: "", state: "running", progress: 0 } as const;
    const event = (message: string) => ({ action: "jobProgress", data: { ...data, message } }) as const;
    await deps.hub.pass({ permission: ["NLP.VIEW"] }, event("for role 2"));
    await deps.hub.pass({ permission: ["ANALYTICS.VIEW"] }, event("for role 6"));
    const heard = await line.hears(action("jobProgress"));
    expect(heard).toMatchObject({ data: { message: "for role 6" } });
  });

  test("a task that died after its event was kept, and runs again, keeps no second one", async () => {
    const owner = await makePerson(harness);
    const line = await openDirect(harness, owner);
    const deps = depsOf(owner);
    const task = await left(deps, setAgentStatus(deps.directoryCtx, "online"));
    const dying: HubCalls = { ...deps.hub, tell: () => Promise.reject(new Error("killed")) };
    await expect(runTask({ ...deps, hub: dying }, task)).rejects.toThrow("killed");
    await runTask(deps, task);
    // Nobody tells of the row any more but the sweeper, or the next event.
    await runTask(deps, await left(deps, setAgentStatus(deps.directoryCtx, "away")));
    await line.hears((message) => statusOf(message) === "away");
    expect(line.received.filter(action("agentStatusChanged")).map(statusOf)).toEqual(["online", "away"]);
  });
});

describe("old state and events are the fresh state (R-10)", () => {
  test("for whoever sees people's availability; nobody else is sent any", async () => {
    const owner = await makePerson(harness);
    const [agent, maker] = [
      await makeColleague(harness, owner, { roles: [3] }),
      await makeColleague(harness, owner, { roles: [5] }),
    ];
    const snapshot = async (): Promise<[string, AgentStatus][]> => {
      const { users: list } = await owner.call(usersApi.listUsers, { query: {} });
      return list.map(({ uId, agentStatus }) => [uId, agentStatus]);
    };
    const lines = await Promise.all([owner, agent, maker].map((person) => openDirect(harness, person)));
    const state = new Map(await snapshot());
    for (const [person, status] of [
      [agent, "online"],
      [owner, "away"],
      [agent, "away"],
      [agent, "offline"],
      [owner, "online"],
    ] as const) {
      await person.call(agentStatusApi.updateAgentStatus, { body: { agentStatus: status } });
    }
    const heard = (line?: Line) => (line?.received ?? []).filter(action("agentStatusChanged"));
    await Promise.all(lines.slice(0, 2).map((line) => line.hears(() => heard(line).length >= 5)));
    for (const { data } of heard(lines[0])) {
      const { uId, agentStatus } = data as { uId: string; agentStatus: AgentStatus };
      state.set(uId, agentStatus);
    }
    expect([...state]).toEqual(await snapshot());
    expect(heard(lines[1])).toEqual(heard(lines[0]));
    expect(heard(lines[2])).toEqual([]);
  });

  test("for a person's permissions: the event names who fetches them anew, and reaches no other person", async () => {
    const owner = await makePerson(harness);
    const colleague = await makeColleague(harness, owner, { roles: [3] });
    const [own, theirs] = [await openDirect(harness, owner), await openDirect(harness, colleague)];
    await owner.call(usersApi.updateRoles, { params: { id: colleague.userId }, body: { roles: [6] } });
    await theirs.hears(action("rightsChanged"));
    expect((await colleague.call(profileApi.me)).permissions).toContain("ANALYTICS.VIEW");
    await own.say('{"action":"ping"}');
    await own.hears(action("pong"));
    expect(own.received.filter(action("rightsChanged"))).toEqual([]);
  });
});

describe("clients that are cut off at random (R-09)", () => {
  let proxy: CuttingProxy | undefined;
  afterAll(() => proxy?.close());

  test("miss nothing, take nothing twice, and keep the order", async () => {
    const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
    console.log(`seed ${seed}`);
    const random = randomOf(seed);
    const pick = <Value>(values: readonly Value[]): Value =>
      values[Math.floor(random() * values.length)] as Value;
    const owner = await makePerson(harness);
    const people = [owner];
    for (let index = 1; index < 10; index++) people.push(await makeColleague(harness, owner, { roles: [3] }));
    const cutting = await CuttingProxy.before(harness.url);
    proxy = cutting;
    const near = {
      socket: (path: string) => new WebSocket(new URL(path, cutting.url.replace("http", "ws")).href),
    };
    const witness = await openDirect(harness, owner);
    const tabs = [...people, ...people].map((person) => new Tab(person, near));
    await Promise.all(tabs.map((tab) => tab.hears(action("onOpen"))));
    const cuts = Number(process.env.CUTS ?? 30);
    for (let cut = 0; cut < cuts; cut++) {
      const changes = [1, 2].map(() =>
        pick(people).call(agentStatusApi.updateAgentStatus, { body: { agentStatus: pick(agentStatuses) } }),
      );
      if (random() < 0.5) await Promise.race(changes);
      const share = random() < 0.05 ? 1 : 0.15;
      cutting.cut(() => random() < share);
      await Promise.all(changes);
    }
    const last = await people[0]?.call(usersApi.updateRoles, {
      params: { id: people[1]?.userId ?? "" },
      body: { roles: [3, 6] },
    });
    expect(last).toBeDefined();
    // The end that everybody waits for: a role that nobody has, changed.
    await owner.call(rolesApi.saveRole, {
      params: { role: 5 },
      body: { permissions: { "USERS.VIEW": 1 } },
    });
    const isLast = (message: Record<string, unknown>) =>
      message.action === "rightsChanged" && (message.data as { roles: number[] }).roles[0] === 5;
    await witness.hears(isLast);
    await Promise.all(tabs.map((tab) => tab.hears(isLast)));
    await Promise.all(tabs.map((tab) => tab.stop()));

    const { events, faults } = await tabFaults(harness, tabs);
    const opened = tabs.reduce((sum, tab) => sum + tab.opened, 0);
    console.log(`${events} events, ${tabs.length} clients, opened ${opened} times`);
    expect(faults).toEqual([]);
    expect(opened).toBeGreaterThan(2 * tabs.length);
  });
});
