import { describe, expect, test } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { Line, openDirect, openLine } from "#tests/support/line.ts";
import { fresh, namesOf, writerOf } from "#tests/support/live-events.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import * as accountApi from "#workers/contract/endpoints/account.ts";
import * as agentStatusApi from "#workers/contract/endpoints/agent-status.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as usersApi from "#workers/contract/endpoints/users.ts";
import type { AgentStatus } from "#workers/contract/endpoints/agent-status.ts";
import { CLIENT_MESSAGES_A_MINUTE, SOCKETS_A_PERSON } from "#workers/contract/socket.ts";

const harness = await startHarness();
const action = (name: string) => (message: Record<string, unknown>) => message.action === name;
const named = (name: number) => (message: Record<string, unknown>) => namesOf([message]).includes(name);

describe("the actions socket", () => {
  test("opens with the auth message and answers a ping", async () => {
    const line = await openLine(harness, await makePerson(harness));
    await line.say('{"action":"ping"}');
    expect(await line.hears(action("pong"))).toEqual({ action: "pong" });
  });

  test.each([
    ["a forged token", { action: "auth", token: "x.y.z" }],
    ["something that is not the auth message", { action: "hello" }],
    ["text that is not JSON", "not json"],
  ])("closes with 4001 on %s", async (_, message) => {
    const line = await new Line(harness).say(message);
    expect(await line.closed).toBe(4001);
  });

  test("opens with a ticket, which is good once", async () => {
    const person = await makePerson(harness);
    const { ticket } = await person.call(accountApi.socketTicket);
    const line = new Line(harness, `/api/actions?ticket=${ticket}`);
    await line.hears(action("onOpen"));
    const again = await harness.fetch(`/api/actions?ticket=${ticket}`, { headers: { upgrade: "websocket" } });
    expect(again.status).toBe(403);
  });

  test("opens for one of two who bring a ticket at once, and for nobody once its time is over", async () => {
    const person = await makePerson(harness);
    const bring = async (ticket: string) =>
      (await harness.fetch(`/api/actions?ticket=${ticket}`, { headers: { upgrade: "websocket" } })).status;
    const { ticket } = await person.call(accountApi.socketTicket);
    expect((await Promise.all([bring(ticket), bring(ticket)])).toSorted()).toEqual([101, 403]);
    const late = await person.call(accountApi.socketTicket);
    const { meta } = await harness.env.DIRECTORY.prepare(
      `UPDATE tickets SET expires_at = 1 WHERE session_id IN (SELECT id FROM login_sessions WHERE user_id = ?)`,
    )
      .bind(person.userId)
      .run();
    expect(meta.changes).toBe(1);
    expect(await bring(late.ticket)).toBe(403);
  });

  test("opens with a ticket as whoever asked for it, of their enterprise and with their permissions", async () => {
    const owner = await makePerson(harness);
    const colleague = await makeColleague(harness, owner, { roles: [3] });
    const line = await openDirect(harness, colleague);
    await line.say({ action: "typing", isTyping: true });
    await owner.call(usersApi.updateRoles, { params: { id: colleague.userId }, body: { roles: [3, 6] } });
    const { data } = await line.hears(action("rightsChanged"));
    expect(data).toMatchObject({ uId: colleague.userId });
  });

  test("of an ended session closes with 4001, whichever way it was opened", async () => {
    const person = await makePerson(harness);
    const bridged = await openLine(harness, person);
    const direct = await openDirect(harness, person);
    await person.call(accountApi.logout);
    expect(await Promise.all([bridged.closed, direct.closed])).toEqual([4001, 4001]);
  });

  test.each([
    ["another site", "https://evil.example", 403],
    ["no page at all, in a sandbox", "null", 403],
    ["the console, on another port", "http://127.0.0.1:1", 403],
    ["the configured console", "http://127.0.0.1:8787", 101],
    ["the host it is asked at", "own", 101],
  ])("from %s is refused unless it is the console's own page", async (_, origin, status) => {
    const { ticket } = await (await makePerson(harness)).call(accountApi.socketTicket);
    const response = await harness.fetch(`/api/actions?ticket=${ticket}`, {
      headers: { upgrade: "websocket", origin: origin === "own" ? harness.url : origin },
    });
    expect(response.status).toBe(status);
  });

  test("answers what it does not know without closing", async () => {
    const line = await openLine(harness, await makePerson(harness));
    await line.say({ action: "dance" });
    expect(await line.hears(action("error"))).toMatchObject({ message: "unknown action" });
    await line.say('{"action":"ping"}');
    await line.hears(action("pong"));
  });

  test("that says too much is closed; pings are not counted (S-55)", async () => {
    const line = await openDirect(harness, await makePerson(harness));
    for (let sent = 0; sent < 2 * CLIENT_MESSAGES_A_MINUTE; sent++) await line.say('{"action":"ping"}');
    for (let sent = 0; sent < CLIENT_MESSAGES_A_MINUTE; sent++) await line.say({ action: "dance", sent });
    await line.hears(() => line.received.filter(action("error")).length === CLIENT_MESSAGES_A_MINUTE);
    await line.say({ action: "dance" });
    expect(await line.closed).toBe(1008);
    expect(line.received.filter(action("pong"))).toHaveLength(2 * CLIENT_MESSAGES_A_MINUTE);
  });

  test("is refused to a person who has too many open, until one closes (S-55)", async () => {
    const owner = await makePerson(harness);
    const lines = [];
    for (let index = 0; index < SOCKETS_A_PERSON; index++) lines.push(await openDirect(harness, owner));
    const { ticket } = await owner.call(accountApi.socketTicket);
    const refused = await harness.fetch(`/api/actions?ticket=${ticket}`, {
      headers: { upgrade: "websocket" },
    });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    const bridged = await new Line(harness).say({ action: "auth", token: owner.token });
    expect(await bridged.closed).toBe(1013);
    await openDirect(harness, await makeColleague(harness, owner, { roles: [3] }));
    lines[0]?.close();
    await lines[0]?.closed;
    await openDirect(harness, owner);
  });
});

describe("passing events", () => {
  test("carry a training's progress to holders of the permission alone, without a number (S-07)", async () => {
    const owner = await makePerson(harness);
    const agent = await openDirect(harness, await makeColleague(harness, owner, { roles: [3] }));
    const stranger = await openDirect(harness, await makePerson(harness));
    const line = await openDirect(harness, owner);
    const bot = await makeBot(owner, smallBank);
    await owner.call(botsApi.trainAgent, { params: { id: bot.agentId }, query: {} });
    const last = await line.hears(({ data }) => (data as { state?: string } | undefined)?.state === "done");
    expect(last).toMatchObject({ data: { progress: 1, message: "Bot trained" } });
    expect(last).not.toHaveProperty("seq");
    for (const other of [agent, stranger]) {
      await other.say('{"action":"ping"}');
      await other.hears(action("pong"));
      expect(other.received.map((message) => message.action)).toEqual(["onOpen", "pong"]);
    }
  });

  test("are not given to one who comes back: they fetch what these are about", async () => {
    const owner = await makePerson(harness);
    const writer = writerOf(harness, owner);
    const line = await openDirect(harness, owner);
    const data = {
      jobId: "j",
      kind: "agent.train",
      subject: "",
      state: "running",
      progress: 0,
      message: "",
    } as const;
    await writer.hub.pass("everybody", { action: "jobProgress", data });
    await line.hears(action("jobProgress"));
    const back = await openDirect(harness, owner, 0);
    await writer.tell(await writer.keep(1));
    await back.hears(named(1));
    expect(back.received.filter(action("jobProgress"))).toEqual([]);
  });
});

describe("kept events", () => {
  async function enterprise() {
    const owner = await makePerson(harness);
    return { owner, writer: writerOf(harness, owner) };
  }
  /** Resolves once all that was to be delivered before this has been. */
  async function settled(line: Line): Promise<number[]> {
    const before = line.received.filter(action("pong")).length;
    await line.say('{"action":"ping"}');
    await line.hears(() => line.received.filter(action("pong")).length > before);
    return namesOf(line.received);
  }

  test("come in order; one who comes back gets exactly what was missed", async () => {
    const { owner, writer } = await enterprise();
    const line = await openDirect(harness, owner);
    for (const name of [1, 2, 3]) await writer.tell(await writer.keep(name));
    await line.hears(named(3));
    const seqs = line.received.filter(action("rightsChanged")).map(({ seq }) => Number(seq));
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    for (const open of [openDirect(harness, owner, seqs[0]), openLine(harness, owner, seqs[0])]) {
      expect(await settled(await open)).toEqual([2, 3]);
    }
    expect(await settled(line)).toEqual([1, 2, 3]);
  });

  test("begin, for a client that has seen none, with those since it asked for what it shows", async () => {
    const { owner } = await enterprise();
    let now = Date.now() - 60_000;
    const writer = writerOf(harness, owner, () => now);
    await writer.tell(await writer.keep(1));
    now = Date.now() - 2_000;
    for (const name of [2, 3]) await writer.tell(await writer.keep(name));
    const first = await openDirect(harness, owner, undefined, 10_000);
    expect(await settled(first)).toEqual([2, 3]);
    // A client passes over numbers that are not above the one it began with.
    const began = Number(first.received.find(action("onOpen"))?.seq);
    expect(namesOf(fresh(first.received, began))).toEqual([2, 3]);
    expect(await settled(await openDirect(harness, owner, undefined, 70_000))).toEqual([1, 2, 3]);
    expect(await settled(await openDirect(harness, owner))).toEqual([]);
    expect(await settled(await openLine(harness, owner, undefined, 10_000))).toEqual([2, 3]);
    const old = await openDirect(harness, owner, undefined, 15 * 60_000 + 1);
    expect(await old.hears(action("refetch"))).toMatchObject({ action: "refetch" });
  });

  test("are for those addressed alone: people, departments, holders of a permission", async () => {
    const { owner, writer } = await enterprise();
    const [agent, maker] = [
      await makeColleague(harness, owner, { roles: [3] }),
      await makeColleague(harness, owner, { roles: [4] }),
    ];
    const { id } = await owner.call(departmentsApi.createDepartment, { body: { name: "Loans", desc: "" } });
    await owner.call(departmentsApi.addUsers, { params: { id }, body: { users: [maker.userId] } });
    const lines = await Promise.all([owner, agent, maker].map((person) => openDirect(harness, person)));
    await writer.tell(await writer.keep(1, { users: [agent.userId] }));
    await writer.tell(await writer.keep(2, { permission: ["CAMPAIGNS.CREATE"] }));
    await writer.tell(await writer.keep(3, { departments: [id] }));
    await writer.tell(
      await writer.keep(4, { departments: [id], users: [agent.userId], permission: ["USERS.ADD"] }),
    );
    await writer.tell(await writer.keep(5, {}));
    await writer.tell(await writer.keep(6));
    await Promise.all(lines.map((line) => line.hears(named(6))));
    const expected = [
      [2, 4, 6],
      [1, 4, 6],
      [2, 3, 4, 6],
    ];
    expect(lines.map((line) => namesOf(line.received))).toEqual(expected);
    const first = Number(lines[0]?.received.find(action("onOpen"))?.seq);
    for (const [index, person] of [owner, agent, maker].entries()) {
      expect(await settled(await openDirect(harness, person, first))).toEqual(expected[index]);
    }
  });

  test("are not caught up by one who lost the permission meanwhile, nor heard from then on", async () => {
    const { owner, writer } = await enterprise();
    const builder = await makeColleague(harness, owner, { roles: [2] });
    const line = await openDirect(harness, builder);
    await writer.tell(await writer.keep(1, { permission: ["NLP.VIEW"] }));
    const { seq } = await line.hears(named(1));
    line.close();
    await writer.tell(await writer.keep(2, { permission: ["NLP.VIEW"] }));
    await owner.call(usersApi.updateRoles, { params: { id: builder.userId }, body: { roles: [6] } });
    const back = await openDirect(harness, builder, Number(seq));
    await back.hears(action("rightsChanged"));
    await writer.tell(await writer.keep(3, { permission: ["NLP.VIEW"] }));
    await writer.tell(await writer.keep(4));
    await back.hears(named(4));
    expect(namesOf(back.received).filter((name) => name > 0)).toEqual([4]);
  });

  test("and what is said of a topic are over for one who has lost the permission since it was opened", async () => {
    const { owner, writer } = await enterprise();
    const builder = await makeColleague(harness, owner, { roles: [2] });
    const line = await openDirect(harness, builder);
    const { socketId } = await line.hears(action("onOpen"));
    const topic = `a bot of ${owner.enterpriseId}`;
    const watcher = { socketId: String(socketId), userId: builder.userId, name: "B", topic };
    expect(await writer.hub.watch(watcher)).toBe(true);
    const data = { topic, people: [] };
    const hear = () => writer.hub.tellTopics([{ topic, event: { action: "watchers", data } as never }]);
    const haveRoles = async (roles: number[]) => {
      const before = line.received.filter(action("rightsChanged")).length;
      await owner.call(usersApi.updateRoles, { params: { id: builder.userId }, body: { roles } });
      await line.hears(() => line.received.filter(action("rightsChanged")).length > before);
    };
    expect(await hear()).toBe(1);
    await haveRoles([2, 6]);
    expect(await hear()).toBe(1);
    await haveRoles([6]);
    expect(await hear()).toBe(0);
  });

  test("that two writers tell in the wrong order come once each and in order", async () => {
    const { owner, writer } = await enterprise();
    const line = await openDirect(harness, owner);
    await writer.tell(await writer.keep(1));
    const [second, third] = [await writer.keep(2), await writer.keep(3)];
    await writer.tell(third);
    // The later writer hands over what it finds missing; nobody waits for the sweeper.
    expect(await writer.hub.newest()).toBe(third[0]?.seq);
    await writer.tell(second);
    await writer.tell([...second, ...third]);
    expect(await settled(line)).toEqual([1, 2, 3]);
  });

  test("that a dead writer left are handed over by the sweeper within five seconds, once and in order", async () => {
    const { owner, writer } = await enterprise();
    const line = await openDirect(harness, owner);
    // Its change of availability arms the sweeper, as every writer does before it commits.
    await owner.call(agentStatusApi.updateAgentStatus, { body: { agentStatus: "away" } });
    await line.hears(action("agentStatusChanged"));
    for (const name of [1, 2, 3]) await writer.keep(name);
    const committed = performance.now();
    await line.hears(named(3));
    // A busy machine is several times slower; a sweeper that sleeps would leave them to the next minute.
    expect(performance.now() - committed).toBeLessThan(30_000);
    await harness.scheduled();
    expect(await settled(line)).toEqual([1, 2, 3]);
  });

  /** Sets the owner's availability as a screen does, and waits until a socket has heard of it. */
  async function become(owner: Person, line: Line, agentStatus: AgentStatus): Promise<number> {
    const before = line.received.filter(action("agentStatusChanged")).length;
    await owner.call(agentStatusApi.updateAgentStatus, { body: { agentStatus } });
    await line.hears(() => statusesOf(line).length > before);
    return Number(line.received.findLast(action("agentStatusChanged"))?.seq);
  }
  const statusesOf = ({ received }: Line): AgentStatus[] =>
    received
      .filter(action("agentStatusChanged"))
      .map(({ data }) => (data as { agentStatus: AgentStatus }).agentStatus);

  test("are filled in from the database when the hub has lost its storage", async () => {
    const owner = await makePerson(harness);
    const line = await openDirect(harness, owner);
    const seq = await become(owner, line, "online");
    await become(owner, line, "away");
    await become(owner, line, "offline");
    await harness.loseHub(owner.enterpriseId);
    const back = await openDirect(harness, owner, seq);
    await become(owner, back, "online");
    expect(statusesOf(back)).toEqual(["away", "offline", "online"]);
    await harness.loseHub(owner.enterpriseId);
    await owner.call(agentStatusApi.updateAgentStatus, { body: { agentStatus: "away" } });
    await back.hears(() => fresh(back.received, seq).length === 4);
    // A socket that was open meanwhile may hear again what its client has, which passes over numbers that it has seen.
    expect(
      fresh(back.received, seq).map(({ data }) => (data as { agentStatus: AgentStatus }).agentStatus),
    ).toEqual(["away", "offline", "online", "away"]);
  });

  test("survive the hub's sleep: sockets stay, and numbers go on", async () => {
    const owner = await makePerson(harness);
    const line = await openDirect(harness, owner);
    const seq = await become(owner, line, "online");
    await harness.evictHub(owner.enterpriseId);
    expect(await become(owner, line, "away")).toBeGreaterThan(seq);
    await harness.evictHub(owner.enterpriseId);
    const back = await openDirect(harness, owner, seq);
    // The events that it missed come first, and are not those that it is about to hear.
    await back.hears(() => statusesOf(back).length === 1);
    await become(owner, back, "offline");
    expect(statusesOf(back)).toEqual(["away", "offline"]);
    expect(statusesOf(line)).toEqual(["online", "away", "offline"]);
    await harness.evictHub(owner.enterpriseId);
    const opened = await openDirect(harness, owner, undefined, 60_000);
    await opened.hears(() => statusesOf(opened).length === 3);
    expect(statusesOf(opened)).toEqual(["online", "away", "offline"]);
  });

  test.each([
    ["more than is kept", 15 * 60_000 + 1, "refetch"],
    ["only what is kept", 14 * 60_000, 2],
  ])("are fetched anew by one who missed %s, never left out in silence", async (_, ago, expected) => {
    const { owner } = await enterprise();
    let now = Date.now() - ago;
    const writer = writerOf(harness, owner, () => now);
    await writer.tell(await writer.keep(1));
    await writer.tell(await writer.keep(2));
    now = Date.now();
    await writer.tell(await writer.keep(3));
    const line = await openDirect(harness, owner);
    const [first] = await writer.ctx.db.$client
      .prepare("SELECT seq FROM live_events WHERE enterprise_id = ? ORDER BY seq LIMIT 1")
      .bind(owner.enterpriseId)
      .raw<[number]>();
    const back = await openDirect(harness, owner, Number(first?.[0]));
    const names = await settled(back);
    expect(back.received.some(action("refetch")) ? "refetch" : names[0]).toBe(expected);
    expect(line.received.filter(action("refetch"))).toEqual([]);
  });

  test("numbered beyond the database's make a client fetch anew", async () => {
    const { owner, writer } = await enterprise();
    await writer.tell(await writer.keep(1));
    const line = await openLine(harness, owner, 987_654_321);
    expect(await line.hears(action("refetch"))).toMatchObject({ action: "refetch" });
  });

  test("are tidied away when they are old, but an enterprise's newest stays: the next one must fit", async () => {
    const { owner } = await enterprise();
    const old = writerOf(harness, owner, () => Date.now() - 31 * 60_000);
    for (const name of [1, 2, 3]) await old.tell(await old.keep(name));
    await harness.scheduled();
    const left = await old.ctx.db.$client
      .prepare("SELECT body FROM live_events WHERE enterprise_id = ?")
      .bind(owner.enterpriseId)
      .raw<[string]>();
    // Its contents are forgotten: a client that is handed it asks anew.
    expect(left).toEqual([[JSON.stringify({ action: "refetch" })]]);
    const line = await openDirect(harness, owner);
    const writer = writerOf(harness, owner);
    await writer.tell(await writer.keep(4));
    expect(await settled(line)).toEqual([4]);
    expect(line.received.filter(action("refetch"))).toEqual([]);
  });

  test("that went while a hub could not be reached make its clients fetch anew", async () => {
    const { owner } = await enterprise();
    const old = writerOf(harness, owner, () => Date.now() - 31 * 60_000);
    await old.tell(await old.keep(1));
    const line = await openDirect(harness, owner);
    await old.keep(2);
    await old.keep(3);
    // The sweeper would have handed these over, had it reached the hub in half an hour.
    await old.ctx.db.$client
      .prepare("DELETE FROM live_events WHERE enterprise_id = ? AND body LIKE '%[2]%'")
      .bind(owner.enterpriseId)
      .run();
    const writer = writerOf(harness, owner);
    await writer.tell(await writer.keep(4));
    await line.hears(named(4));
    expect(line.received.map((message) => message.action)).toEqual([
      "onOpen",
      "refetch",
      "rightsChanged",
      "rightsChanged",
    ]);
  });
});
