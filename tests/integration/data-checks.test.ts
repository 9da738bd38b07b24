import { randomUUID } from "node:crypto";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { foundIn } from "#tests/support/found-in.ts";
import { startHarness } from "#tests/support/harness.ts";
import { eventually } from "#tests/support/eventually.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { countChecks, expiryChecks, referenceChecks, runChecks } from "#workers/contract/data-checks.ts";
import * as enterpriseApi from "#workers/contract/endpoints/enterprise.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { checks } from "#workers/domain/consistency/checks.ts";
import { checkByNight } from "#workers/domain/consistency/night.ts";

/** O-17: what the night compares is found where it differs, mended by the command alone, and then found no more. */
const harness = await startHarness();
const { TENANT_1: tenant, DIRECTORY } = harness.env;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.now();

const owner = await makePerson(harness);
const neighbour = await makePerson(harness);

const run = (database: D1Database, sql: string, ...values: unknown[]) =>
  database
    .prepare(sql)
    .bind(...values)
    .run();

const found = ({ enterpriseId }: Person, repair = false) => foundIn(harness, enterpriseId, now, repair);

beforeAll(async () => {
  answerOurselves(harness);
  for (const person of [owner, neighbour]) {
    const channel = await makeChannel(harness, person);
    await deliver(harness, channel, [saying("+919811400001", "hello", { name: "Asha" })]);
    await eventually(async () => expect((await messagesOf(harness, channel)).length).toBeGreaterThan(1));
    await eventually(async () =>
      expect((await messagesOf(harness, channel)).map(({ status }) => status)).not.toContain("queued"),
    );
  }
});

const own = owner.enterpriseId;
const nobody = () => `gone ${randomUUID()}`;
const WRONG_INSTANCE = randomUUID();
const INSERTS: Record<string, [sql: string, ...values: unknown[]]> = {
  actionsOfChats: [
    "INSERT INTO chat_actions (id, enterprise_id, chat_id, seq, type, by_id, by_name, at) VALUES (?, ?, ?, 1, 20, 'u', 'Kiran', 1)",
    randomUUID(),
    own,
    nobody(),
  ],
  pinsOfChats: ["INSERT INTO chat_pins (enterprise_id, chat_id, user_id) VALUES (?, ?, 'u')", own, nobody()],
  addressesOfPeople: [
    `INSERT INTO addresses (id, enterprise_id, identity_id, channel_type, scope, kind, address, created_at)
     VALUES (?, ?, ?, 4, '', 'number', '+1', 0)`,
    randomUUID(),
    own,
    nobody(),
  ],
  consentsOfPeople: [
    `INSERT INTO consents (id, enterprise_id, identity_id, channel_type, purpose, given, wording, source, at)
     VALUES (?, ?, ?, 4, 'service', 0, '', '', 0)`,
    randomUUID(),
    own,
    nobody(),
  ],
  reachOfPeople: [
    "INSERT INTO reach (enterprise_id, channel_id, identity_id) VALUES (?, 'c', ?)",
    own,
    nobody(),
  ],
  peopleOfCustomers: [
    `INSERT INTO identities (id, enterprise_id, channel_type, name, customer, created_at, updated_at)
     VALUES (?, ?, 4, 'Nobody', 987654321, 0, 0)`,
    randomUUID(),
    own,
  ],
  waitsOfRuns: [
    "INSERT INTO run_waits (enterprise_id, kind, key, run_id) VALUES (?, 'reply', 'gone', ?)",
    own,
    nobody(),
  ],
  callsOfRuns: [
    "INSERT INTO run_calls (key, enterprise_id, run_id, seq, kind, effect, due_at) VALUES (?, ?, ?, 1, 'http', '{}', ?)",
    randomUUID(),
    own,
    nobody(),
    now - 2 * HOUR,
  ],
  downloadSlots: [
    "INSERT INTO places (id, enterprise_id, kind, until) VALUES (?, ?, 'customers', ?)",
    randomUUID(),
    own,
    now - 2 * HOUR,
  ],
  floors: [
    "INSERT INTO floors (id, enterprise_id, channel_id, identity_id, bot_id, until, seq) VALUES (?, ?, 'c', 'i', 'b', ?, 1)",
    randomUUID(),
    own,
    now - 2 * DAY,
  ],
  taggingChanges: [
    "INSERT INTO mark_changes (enterprise_id, work, customer, mark_id, taken, at) VALUES (?, 'w', 1, 'm', 0, ?)",
    own,
    now - 3 * DAY,
  ],
  liveEvents: [
    `INSERT INTO live_events (enterprise_id, before, "to", body, at) VALUES (?, 0, '"everybody"', '{}', ?)`,
    own,
    now - 2 * DAY,
  ],
  inboundEvents: [
    "INSERT INTO inbound_events (enterprise_id, channel_id, event_key, state, at) VALUES (?, 'c', 'k', 'done', ?)",
    own,
    now - 40 * DAY,
  ],
};
const IN_DIRECTORY: Record<string, [sql: string, ...values: unknown[]]> = {
  codes: [
    "INSERT INTO one_time_codes (hash, enterprise_id, purpose, user_id, expires_at, created_at) VALUES (?, ?, 'reset', 'u', ?, 0)",
    randomUUID(),
    own,
    now - 3 * DAY,
  ],
  challenges: [
    `INSERT INTO login_challenges (id, enterprise_id, user_id, method, remove_existing_session, expires_at, created_at)
     VALUES (?, ?, 'u', 'mail', 0, ?, 0)`,
    randomUUID(),
    own,
    now - 3 * DAY,
  ],
  ssoAttempts: [
    `INSERT INTO sso_attempts (state_hash, enterprise_id, nonce_hash, verifier_sealed, verifier_key_version, next, expires_at)
     VALUES (?, ?, '', '', 1, '/', ?)`,
    randomUUID(),
    own,
    now - 3 * DAY,
  ],
  sessions: [
    `INSERT INTO login_sessions (id, enterprise_id, user_id, created_at, last_seen_at, expires_at, address, user_agent)
     VALUES (?, ?, ?, 0, 0, ?, '', '')`,
    randomUUID(),
    own,
    owner.userId,
    now - 2 * HOUR,
  ],
  tickets: [
    `INSERT INTO tickets (hash, session_id, expires_at) SELECT ?, id, ? FROM login_sessions WHERE enterprise_id = ? LIMIT 1`,
    randomUUID(),
    now - 3 * DAY,
    own,
  ],
};
/** Faults that people look at: taking them away could take words away, or figures. */
const LOOKED_AT: Record<string, [sql: string, ...values: unknown[]]> = {
  runFigures: [
    `INSERT INTO automation_instances (id, enterprise_id, automation_id, version_id, channel_id, name, state, created_at, updated_at)
     VALUES (?, ?, 'a', 'v', 'c', 'Wrong', 4, 1, 1)`,
    WRONG_INSTANCE,
    own,
  ],
  mediaOfMessages: [
    `INSERT INTO message_media (id, enterprise_id, channel_id, identity_id, message_id, kind, medium, state, not_before, until, at)
     VALUES (?, ?, 'c', '', ?, 'image', '{}', 'failed', 0, 0, 0)`,
    randomUUID(),
    own,
    nobody(),
  ],
  messagesOfChats: [
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
     SELECT ?, enterprise_id, channel_id, identity_id, ?, 1, 'in', 'text', '{"kind":"text","text":"x"}', 'customer', '', 'received', '{}', ?
     FROM chats WHERE enterprise_id = ? LIMIT 1`,
    randomUUID(),
    nobody(),
    now,
    own,
  ],
  messagesOfPeople: [
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
     SELECT ?, enterprise_id, channel_id, ?, id, 90001, 'in', 'text', '{"kind":"text","text":"x"}', 'customer', '', 'received', '{}', ?
     FROM chats WHERE enterprise_id = ? LIMIT 1`,
    randomUUID(),
    nobody(),
    now,
    own,
  ],
  chatsOfColleagues: [
    `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, handler, seq, unread, last_at, last_text, created_at, updated_at)
     SELECT ?, enterprise_id, ?, identity_id, 2, ?, 1, 0, 1, '', 1, 1 FROM chats WHERE enterprise_id = ? LIMIT 1`,
    randomUUID(),
    nobody(),
    nobody(),
    own,
  ],
  chatsOfPeople: [
    `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, closed_at, seq, unread, last_at, last_text, created_at, updated_at)
     SELECT ?, enterprise_id, channel_id, ?, 3, 1, 1, 0, 1, '', 1, 1 FROM chats WHERE enterprise_id = ? LIMIT 1`,
    randomUUID(),
    nobody(),
    own,
  ],
};

test("every fault is found, looking changes nothing, repairing mends it, and then nothing is found", async () => {
  const sound = { owner: await found(owner), neighbour: await found(neighbour) };
  expect(sound).toEqual({ owner: {}, neighbour: {} });
  // Whoever makes calls would end the one that nobody waits for; a repair deletes it.
  await run(
    tenant,
    `CREATE TRIGGER kept_call BEFORE UPDATE ON run_calls WHEN new.enterprise_id = '${own}' BEGIN SELECT RAISE(IGNORE); END`,
  );
  onTestFinished(async () => void (await run(tenant, "DROP TRIGGER kept_call")));
  for (const [sql, ...values] of Object.values(INSERTS)) await run(tenant, sql, ...values);
  for (const [sql, ...values] of Object.values(IN_DIRECTORY)) await run(DIRECTORY, sql, ...values);
  await run(tenant, "UPDATE chat_counts SET count = count + 1 WHERE enterprise_id = ? AND count > 0", own);
  await run(
    tenant,
    "UPDATE chat_figures SET started = started + 1 WHERE enterprise_id = ? AND kind = 'all'",
    own,
  );
  await run(
    tenant,
    "UPDATE message_hours SET count = count + 1 WHERE enterprise_id = ? AND fact = 'made'",
    own,
  );
  await run(tenant, "UPDATE message_quarters SET count = count + 1 WHERE enterprise_id = ?", own);
  await run(
    tenant,
    "INSERT INTO broadcast_counts (enterprise_id, broadcast_id, status, code, count) VALUES (?, 'broadcast of nobody', 'sent', '', 3)",
    own,
  );
  await run(
    tenant,
    "INSERT INTO broadcast_bills (enterprise_id, broadcast_id, category, billable, billed_to, count) VALUES (?, 'broadcast of nobody', 'utility', 1, '', 3)",
    own,
  );
  await run(
    tenant,
    "INSERT INTO broadcast_quarters (enterprise_id, broadcast_id, at, status, count) VALUES (?, 'broadcast of nobody', 0, 'sent', 3)",
    own,
  );
  await run(
    tenant,
    "INSERT INTO report_sums (enterprise_id, agent_id, grain, at, turns) VALUES (?, 'bot of nobody', ?, ?, 3)",
    own,
    DAY,
    now - (now % DAY),
  );

  await run(tenant, "UPDATE usage_days SET count = 0 WHERE enterprise_id = ? AND kind = 'messageIn'", own);
  await run(
    tenant,
    "INSERT INTO usage_days (enterprise_id, kind, day, count, carried) VALUES (?, 'speechSecond', ?, 5, 5)",
    own,
    Math.floor(now / DAY),
  );

  // More than a page of a repair.
  await run(
    tenant,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
     INSERT INTO inbound_events (enterprise_id, channel_id, event_key, state, at) SELECT ?, 'c', 'many ' || i, 'done', ? FROM n`,
    own,
    now - 40 * DAY,
  );

  const first = await found(owner);
  expect(first.inboundEvents).toBe(6_001);
  const mendable = [...Object.keys(INSERTS), ...Object.keys(IN_DIRECTORY), ...countChecks];
  expect(Object.keys(first).toSorted()).toEqual(mendable.toSorted());
  expect(await found(owner)).toEqual(first);
  expect(await found(neighbour)).toEqual({});
  await found(owner, true);
  expect(await found(owner)).toEqual({});
  expect(await found(neighbour)).toEqual({});
});

test("what has words is found and left to people", async () => {
  for (const [sql, ...values] of Object.values(LOOKED_AT)) await run(tenant, sql, ...values);
  // More came in than runs are there, more stayed than left, and more left by the log than by the figures.
  const hours = "INSERT INTO entry_hours (enterprise_id, instance_id, hour, entered) VALUES (?, ?, 1, 3)";
  await run(tenant, hours, own, WRONG_INSTANCE);
  await run(
    tenant,
    "INSERT INTO node_stays (enterprise_id, instance_id, version_id, day, node, class, runs) VALUES (?, ?, 'v', '2026-01-01', 'ask', 1, 2)",
    ...[own, WRONG_INSTANCE],
  );
  await run(
    tenant,
    "INSERT INTO milestone_daily (enterprise_id, instance_id, day, milestone_id, reached) VALUES (?, ?, '2026-01-01', 'm', 2)",
    ...[own, WRONG_INSTANCE],
  );
  expect((await found(owner)).runFigures).toBe(3);
  expect(Object.keys(await found(owner)).toSorted()).toEqual(Object.keys(LOOKED_AT).toSorted());
  await found(owner, true);
  expect(Object.keys(await found(owner)).toSorted()).toEqual(Object.keys(LOOKED_AT).toSorted());
  // Every kind of check has met its fault.
  const met = [
    ...countChecks,
    ...Object.keys(INSERTS),
    ...Object.keys(IN_DIRECTORY),
    ...Object.keys(LOOKED_AT),
  ];
  expect(met.toSorted()).toEqual(
    [...countChecks, ...referenceChecks, ...runChecks, ...expiryChecks].toSorted(),
  );
});

test("the night looks page by page, each check once, and the administrators see what it found", async () => {
  const person = await makePerson(harness);
  const enterprise = person.enterpriseId as EnterpriseId;
  // More than one page, each of which names nobody.
  await run(
    tenant,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
     INSERT INTO chat_pins (enterprise_id, chat_id, user_id) SELECT ?, printf('gone %05d', i), 'u' FROM n`,
    enterprise,
  );
  const databases = { db: tenantDatabase(harness.env, "TENANT_1"), directory: directory(harness.env) };
  const night = (at: number, pages = 7) => checkByNight(databases, [enterprise], { now: at, pages });
  expect((await person.call(enterpriseApi.dataChecks)).checks).toEqual([]);
  let calls = 0;
  while ((await night(now)) === 7) calls++;
  expect(calls).toBeGreaterThan(2);
  expect(await night(now + 1)).toBe(0);
  const { checks: seen } = await person.call(enterpriseApi.dataChecks);
  expect(seen.map(({ kind }) => kind).toSorted()).toEqual(checks.map(({ kind }) => kind).toSorted());
  expect(seen.filter(({ wrong, failed }) => wrong > 0 || failed)).toMatchObject([
    { kind: "pinsOfChats", looked: 1_500, wrong: 1_500, failed: false },
  ]);
  expect(await rowsOf(harness, "SELECT 1 FROM chat_pins WHERE enterprise_id = ?", enterprise)).toHaveLength(
    1_500,
  );
  // The next night looks anew.
  await run(tenant, "DELETE FROM chat_pins WHERE enterprise_id = ?", enterprise);
  while ((await night(now + DAY)) === 7);
  const { checks: later } = await person.call(enterpriseApi.dataChecks);
  expect(later.filter(({ wrong }) => wrong > 0)).toEqual([]);
});

test("what is too much for a page is left to the command, and says so", async () => {
  const person = await makePerson(harness);
  const many =
    "INSERT INTO message_hours (enterprise_id, channel_id, hour, direction, fact, count) VALUES (?, 'c', 1, 'in', 'made', 50001)";
  await run(tenant, many, person.enterpriseId);
  const databases = { db: tenantDatabase(harness.env, "TENANT_1"), directory: directory(harness.env) };
  await checkByNight(databases, [person.enterpriseId as EnterpriseId], { now, pages: 1_000 });
  const { checks: seen } = await person.call(enterpriseApi.dataChecks);
  expect(seen.filter(({ failed }) => failed)).toMatchObject([
    { kind: "messageHours", looked: 0, wrong: 0 },
    { kind: "usageDays", looked: 0, wrong: 0 },
  ]);
  expect(await found(person)).toEqual({ messageHours: 1 });
  // Counts of chats that are deleted for their age are not made anew.
  await run(
    tenant,
    "INSERT INTO retentions (enterprise_id, sealed_until) VALUES (?, ?)",
    person.enterpriseId,
    2 * HOUR,
  );
  expect(await found(person)).toEqual({});
});

test("a check that fails says so, and the others are looked at", async () => {
  const person = await makePerson(harness);
  const broken = {
    prepare: () => {
      throw new Error("no directory today");
    },
  } as unknown as D1Database;
  const databases = {
    db: tenantDatabase(harness.env, "TENANT_1"),
    directory: directory({ DIRECTORY: broken }),
  };
  await checkByNight(databases, [person.enterpriseId as EnterpriseId], { now, pages: 1_000 });
  const { checks: seen } = await person.call(enterpriseApi.dataChecks);
  expect(seen).toHaveLength(checks.length);
  expect(
    seen
      .filter(({ failed }) => failed)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual([...Object.keys(IN_DIRECTORY), "usageCarried", "chatsOfColleagues"].toSorted());
});

test("by night files are looked at too: bytes without a row once they are a day old, and rows without bytes", async () => {
  const person = await makePerson(harness);
  const { FILES } = harness.env;
  const key = `${person.enterpriseId}/drive/nobody's`;
  await FILES.put(key, "x");
  await run(
    tenant,
    `INSERT INTO drive_files (id, enterprise_id, use, name, media_type, bytes, key, state, created_by, created_at)
     VALUES (?, ?, 'inbound', 'a.jpg', 'image/jpeg', 1, ?, 'ready', 'system', ?)`,
    randomUUID(),
    person.enterpriseId,
    `${person.enterpriseId}/drive/lost`,
    now - 2 * DAY,
  );
  const at = new Date(now + 2 * DAY);
  at.setUTCHours(2, 23, 0, 0);
  // The handler's own clock is today's: an upload of today is left alone.
  await harness.scheduled(at);
  const seen = await eventually(async () => {
    const { checks: now_ } = await person.call(enterpriseApi.dataChecks);
    expect(now_.find(({ kind }) => kind === "rowsWithoutBytes")).toBeDefined();
    return now_;
  });
  expect(seen.find(({ kind }) => kind === "rowsWithoutBytes")).toMatchObject({ looked: 1, wrong: 1 });
  expect(seen.find(({ kind }) => kind === "bytesWithoutRow")).toMatchObject({ looked: 1, wrong: 0 });
  expect(await FILES.get(key)).not.toBeNull();
  const rows = "SELECT count(*) AS n FROM data_checks WHERE kind = 'chatCounts' AND begun_at = ?";
  expect(await rowsOf<{ n: number }>(harness, rows, at.getTime())).not.toEqual([{ n: 0 }]);
});

test("codes, tickets and sign-ins that were begun go a day after their time, though nobody makes another", async () => {
  const { sessions: _, ...others } = IN_DIRECTORY;
  for (const [sql, ...values] of Object.values(others)) await run(DIRECTORY, sql, ...values);
  const before = await found(owner);
  expect(Object.keys(before)).toEqual(expect.arrayContaining(Object.keys(others)));
  await harness.scheduled();
  await eventually(async () => {
    const left = await found(owner);
    expect(Object.keys(others).filter((kind) => kind in left)).toEqual([]);
  });
});
