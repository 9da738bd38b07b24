import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { chatAnalytics, NO_DEPARTMENT } from "#workers/contract/endpoints/chat-analytics.ts";
import * as labelsApi from "#workers/contract/endpoints/chat-labels.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import { recountChats } from "#workers/domain/chats/recount.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The same numbers at each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Figures of the chats themselves, as the screen's calls counted them before there were sums. */
async function scanned(enterpriseId: string, since: number, until: number, departmentId: string) {
  const began = "c.created_at >= ?2 AND c.created_at < ?3";
  const ended = `c.state IN (${CHAT.closed}, ${CHAT.missed}) AND c.closed_at >= ?2 AND c.closed_at < ?3`;
  const figures = `count(*) FILTER (WHERE ${began}) AS started,
    count(c.first_response_ms) FILTER (WHERE ${began}) AS firstResponses,
    coalesce(round(avg(c.first_response_ms) FILTER (WHERE ${began}) / 1000, 1), 0) AS firstResponseSeconds,
    count(*) FILTER (WHERE ${ended} AND c.state = ${CHAT.closed}) AS closed, count(*) FILTER (WHERE ${ended} AND c.state = ${CHAT.missed}) AS missed,
    coalesce(round(avg(c.closed_at - c.created_at) FILTER (WHERE ${ended} AND c.state = ${CHAT.closed}) / 1000, 1), 0) AS durationSeconds,
    count(c.rating) FILTER (WHERE ${ended}) AS rated, round(avg(c.rating) FILTER (WHERE ${ended}), 2) AS rating`;
  const from = (joins = "") => `FROM chats c ${joins} WHERE c.enterprise_id = ?1 AND (${began} OR ${ended})
    AND ?4 IN ('', coalesce(c.department_id, '${NO_DEPARTMENT}'))`;
  const read = (sql: string) =>
    rowsOf<{ id: string }>(harness, sql, enterpriseId, since, until, departmentId);
  const by = async (id: string, joins = "") =>
    (
      await read(`SELECT ${id} AS id, ${figures} ${from(joins)} AND ${id} IS NOT NULL GROUP BY 1 ORDER BY 1`)
    ).map((row) => ({ ...row }));
  return {
    total: (await read(`SELECT ${figures} ${from()}`))[0],
    departments: await by(`coalesce(c.department_id, '${NO_DEPARTMENT}')`),
    agents: await by("c.handler"),
    channels: await by("c.channel_id"),
    labels: await by("e.value", ", json_each(c.labels) e"),
  };
}

/** The call's answer, in the order and with the fields of the scan. */
async function asked(owner: Person, since: number, until: number, departmentId: string) {
  const { total, departments, agents, channels, labels, hours } = await owner.call(chatAnalytics, {
    query: { since: new Date(since).toISOString(), until: new Date(until).toISOString(), departmentId },
  });
  const { timedOut, outOfHours, attended: _, pickupSeconds: __, ...figures } = total;
  expect(timedOut + outOfHours).toBe(total.missed);
  for (const name of ["started", "closed", "missed"] as const)
    expect(hours.reduce((sum, hour) => sum + hour[name], 0)).toBe(total[name]);
  const sorted = (rows: typeof agents) =>
    rows.map(({ name: ___, ...row }) => row).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    total: figures,
    departments: sorted(departments),
    agents: sorted(agents),
    channels: sorted(channels),
    labels: sorted(labels),
  };
}

test("sums of hours say what a scan of the chats says, whatever happens to them and however the time is cut", async () => {
  const owner = await makePerson(harness);
  const { enterpriseId } = owner;
  const channels = [(await makeChannel(harness, owner)).id, (await makeChannel(harness, owner)).id];
  const departments: (string | null)[] = [null];
  for (const name of ["Sales", "Care"])
    departments.push(
      (await owner.call(departmentsApi.createDepartment, { body: { name, desc: "", manager: "" } })).id,
    );
  const labels: string[] = [];
  for (const name of ["Loan", "Card"])
    labels.push((await owner.call(labelsApi.createChatLabel, { body: { name, departmentId: "" } })).id);
  const below = numbers(7);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const start = Math.floor(Date.UTC(2031, 0, 5) / HOUR_MS) * HOUR_MS;
  const agents = ["agent-1", "agent-2", "agent-3"];
  const changes: ((at: number) => [set: string, ...values: unknown[]])[] = [
    () => [
      "state = 2, handler = ?2, handler_name = ?2, waiting_since = NULL, closed_at = NULL, missed_reason = NULL",
      pick(agents),
    ],
    (at) => [
      "state = 1, handler = NULL, handler_name = '', waiting_since = ?2, closed_at = NULL, missed_reason = NULL",
      at,
    ],
    (at) => [
      "state = 3, handler = ?3, handler_name = ?3, waiting_since = NULL, closed_at = ?2, missed_reason = NULL",
      at,
      pick(agents),
    ],
    (at) => [
      "state = 4, handler = NULL, waiting_since = NULL, closed_at = ?2, missed_reason = ?3",
      at,
      pick([0, 1]),
    ],
    () => ["rating = ?2", 1 + below(5)],
    () => ["rating = NULL"],
    () => ["labels = ?2", JSON.stringify(pick([[], [labels[0]], labels]))],
    () => ["department_id = ?2", pick(departments)],
    (at) => ["first_response_ms = ?2", at % 1_000_000],
    () => ["seq = seq + 1, unread = 3"],
  ];
  const statements: D1PreparedStatement[] = [];
  for (let chat = 0; chat < 120; chat++) {
    const id = randomUUID();
    // Many within one hour, which a time may cut twice.
    let at = start + (chat % 3 === 0 ? 2 * DAY_MS + below(HOUR_MS) : below(6 * DAY_MS));
    statements.push(
      db
        .prepare(
          `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, department_id, seq, unread, last_at, last_text, created_at, updated_at)
           VALUES (?1, ?2, ?3, ?1, ?4, ?5, 1, 0, ?6, '', ?6, ?6)`,
        )
        .bind(id, enterpriseId, pick(channels), CHAT.created, pick(departments), at),
    );
    for (let step = below(9); step > 0; step--) {
      at += below(3 * HOUR_MS);
      const [set, ...values] = pick(changes)(at);
      statements.push(db.prepare(`UPDATE chats SET ${set} WHERE id = ?1`).bind(id, ...values));
    }
    if (below(20) === 0) statements.push(db.prepare("DELETE FROM chats WHERE id = ?1").bind(id));
  }
  await db.batch(statements);
  expect(await recountChats(db)).toEqual([]);

  const ranges = [
    [start, start + 7 * DAY_MS],
    [start + HOUR_MS / 2, start + 3 * DAY_MS + HOUR_MS / 2],
    [start + DAY_MS + 7, start + DAY_MS + 11 * HOUR_MS - 1],
    [start + 2 * DAY_MS + 60_000, start + 2 * DAY_MS + 50 * 60_000],
    [start + 2 * DAY_MS + 60_000, start + 2 * DAY_MS + HOUR_MS],
    [start + 2 * DAY_MS + 50 * 60_000, start + 2 * DAY_MS + 80 * 60_000],
  ] as const;
  for (const departmentId of ["", NO_DEPARTMENT, departments[1] ?? ""])
    for (const [since, until] of ranges)
      expect(await asked(owner, since, until, departmentId)).toEqual(
        await scanned(enterpriseId, since, until, departmentId),
      );
});

test("a first answer is timed from the beginning of the first wait, once, also of a chat that was missed in between", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner, { name: "Asha" });
  const channel = await makeChannel(harness, owner);
  const act = (chatId: string, action: object) =>
    agent.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { id: randomUUID(), ...action });
  const { chatId } = await makeWaiting(harness, channel);
  const { chatId: quiet } = await makeWaiting(harness, channel);
  const responseOf = async (id: string) =>
    (
      await rowsOf<{ ms: number | null }>(
        harness,
        "SELECT first_response_ms AS ms FROM chats WHERE id = ?",
        id,
      )
    )[0]?.ms;
  const waitsSince = Date.now() - 2 * HOUR_MS;
  // It has waited for two hours, and was missed meanwhile.
  await db
    .prepare(
      "UPDATE chats SET asked_at = ?, state = 4, missed_reason = 1, waiting_since = NULL, closed_at = ? WHERE id = ?",
    )
    .bind(waitsSince, waitsSince + HOUR_MS, chatId)
    .run();
  expect((await act(chatId, { action: "agentMissedChatPickup" })).status).toBe(200);
  // Leaving it lets it wait anew.
  expect((await act(chatId, { action: "leaveChat" })).status).toBe(200);
  expect((await act(chatId, { action: "agentPickupChat" })).status).toBe(200);
  expect((await act(quiet, { action: "agentPickupChat" })).status).toBe(200);
  expect((await act(chatId, { action: "agentNote", text: "Seen" })).status).toBe(200);
  expect(await responseOf(chatId)).toBeNull();
  expect((await act(chatId, { action: "agentReplyChat", text: "Here I am" })).status).toBe(200);
  const first = (await responseOf(chatId)) ?? 0;
  expect(first).toBeGreaterThanOrEqual(2 * HOUR_MS);
  expect(first).toBeLessThan(2 * HOUR_MS + 60_000);
  expect((await act(chatId, { action: "agentReplyChat", text: "And again" })).status).toBe(200);
  expect(await responseOf(chatId)).toBe(first);

  const range = {
    since: new Date(Date.now() - DAY_MS).toISOString(),
    until: new Date(Date.now() + HOUR_MS).toISOString(),
  };
  const { total, agents } = await owner.call(chatAnalytics, { query: { ...range, departmentId: "" } });
  const seconds = Math.round(first / 100) / 10;
  expect(total).toMatchObject({ started: 2, firstResponses: 1, firstResponseSeconds: seconds, missed: 0 });
  expect(agents).toMatchObject([
    { id: agent.userId, name: "Asha", started: 2, firstResponses: 1, firstResponseSeconds: seconds },
  ]);
  const found = async (begun: "any" | "answered") =>
    (await agent.call(chatsApi.chatHistory, { query: { ...range, begun } })).chats
      .map((chat) => chat.chatId)
      .toSorted();
  expect(await found("any")).toEqual([chatId, quiet].toSorted());
  expect(await found("answered")).toEqual([chatId]);
});
