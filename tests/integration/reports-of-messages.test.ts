import { randomUUID } from "node:crypto";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makeChannel, rowsOf } from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { fillBroadcast, fillMessages, fillPeople } from "#tests/support/sent-messages.ts";
import { reportsOfMessagesTexts as texts } from "#texts/reports-of-messages.ts";
import { broadcastsTexts } from "#texts/broadcasts.ts";
import { broadcastMessagesCsv } from "#workers/contract/endpoints/broadcasts.ts";
import { saveCustomer } from "#workers/contract/endpoints/customers.ts";
import * as api from "#workers/contract/endpoints/reports-of-messages.ts";
import { saveRole } from "#workers/contract/endpoints/roles.ts";
import { MASK } from "#workers/contract/mask.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { recountQuarters } from "#workers/domain/reports-of-messages/recount.ts";

const harness = await startHarness();
const database = harness.env.TENANT_1;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const now = Date.now();
/** Away from midnight, so that a day before is a day before in the zone too. */
const noon = now - (now % DAY) - DAY / 2;

async function begin() {
  const owner = await makePerson(harness);
  const { enterpriseId } = owner;
  const [one, other] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  const prefix = `${randomUUID()}-`;
  await fillPeople({ database, enterpriseId }, 40, prefix);
  const on = (channel: { id: string }) => ({ database, enterpriseId, channelId: channel.id });
  const report = (query: object = {}) => owner.call(api.messageStatusReport, { query });
  return { owner, one, other, prefix, on, report };
}

type World = Awaited<ReturnType<typeof begin>>;

/** Chats over three days, three broadcasts between them, one of them a campaign's that was scheduled long before. */
async function filled() {
  const world = await begin();
  const { one, other, prefix, on } = world;
  await fillMessages(on(one), { count: 130, until: noon, everyMs: 7 * 60_000, people: 40, prefix });
  await fillMessages(on(other), { count: 90, until: noon - HOUR, everyMs: 30 * 60_000, people: 40, prefix });
  const old = await fillBroadcast(on(one), { count: 30, at: noon - DAY, prefix, name: "Old" });
  const campaign = await fillBroadcast(on(other), {
    count: 25,
    at: noon - 2 * HOUR,
    createdAt: noon - 40 * DAY,
    prefix,
    campaign: true,
    name: "Spring",
  });
  const late = await fillBroadcast(on(one), { count: 12, at: noon - 2 * HOUR, prefix, first: 20 });
  return { ...world, old, campaign, late };
}

interface Row {
  id: string;
  arm: "m" | "r";
  at: number;
  place: number | string;
  channelId: string;
  source: string;
  status: string;
  person: string;
}

/** Every row of the report, in its order, without any of what makes it fast. */
async function all({ owner }: World): Promise<Row[]> {
  return (
    await rowsOf<Row>(
      harness,
      `SELECT id, 'm' AS arm, at, rowid AS place, channel_id AS channelId, by_kind AS source, status, identity_id AS person
         FROM messages WHERE enterprise_id = ?1 AND direction = 'out'
       UNION ALL SELECT r.id, 'r', b.started_at, r.id, b.channel_id, iif(b.request ->> '$.resourceType' = 'CAMPAIGN', 'campaign', 'broadcast'), r.status, r.identity_id
         FROM broadcast_recipients r JOIN broadcasts b ON b.id = substr(r.id, 1, 28) || '00000000' WHERE r.enterprise_id = ?1`,
      owner.enterpriseId,
    )
  ).toSorted((a, b) => b.at - a.at || a.arm.localeCompare(b.arm) || (a.place < b.place ? 1 : -1));
}

const DATES = { fromDate: new Date(noon - 5 * DAY).toISOString(), toDate: new Date(noon + 1).toISOString() };
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test("messages of chats and of broadcasts are one list, newest first, whatever is filtered and on whatever page", async () => {
  const world = await filled();
  const { report, one, other, prefix } = world;
  const rows = await all(world);
  expect(rows.length).toBeGreaterThan(250);
  const cut = {
    fromDate: new Date(noon - DAY - 100 * 60_000).toISOString(),
    toDate: new Date(noon - 90 * 60_000).toISOString(),
  };
  const within = (row: Row) => row.at >= Date.parse(cut.fromDate) && row.at < Date.parse(cut.toDate);
  const cases: [query: object, fits: (row: Row) => boolean][] = [
    [DATES, () => true],
    [cut, within],
    [{ ...DATES, channelId: one.id }, ({ channelId }) => channelId === one.id],
    [
      { ...cut, channelId: other.id, status: "read" },
      (row) => within(row) && row.channelId === other.id && row.status === "read",
    ],
    ...api.messageSources.map((source): (typeof cases)[number] => [
      { ...DATES, source },
      (row) => row.source === source,
    ]),
    ...["sent", "delivered", "read", "failed", "unknown", "queued"].map((status): (typeof cases)[number] => [
      { ...DATES, status },
      (row) => row.status === status,
    ]),
    [{ ...DATES, source: "bot", status: "failed" }, (row) => row.source === "bot" && row.status === "failed"],
    [{ ...DATES, customerNumber: "+91 95 1000 0003" }, ({ person }) => person === `${prefix}3`],
    [
      { ...cut, customerNumber: "00919510000021", status: "read" },
      (row) => within(row) && row.person === `${prefix}21` && row.status === "read",
    ],
  ];
  for (const [query, fits] of cases) {
    const expected = idsOf(rows.filter(fits));
    const whole = await report({ ...query, perPage: -1 });
    expect(idsOf(whole.messages), JSON.stringify(query)).toEqual(expected);
    for (const from of [0, 13, 40, 200]) {
      const page = await report({ ...query, from });
      expect(idsOf(page.messages), `${JSON.stringify(query)} from ${from}`).toEqual(
        expected.slice(from, from + 20),
      );
      expect(page.more).toBe(expected.length > from + 20);
    }
  }
});

test("one message is found by our id or the vendor's, however old it is", async () => {
  const { report, on, one, prefix } = await begin();
  await fillMessages(on(one), { count: 3, until: noon - 300 * DAY, people: 3, prefix });
  const id = await fillBroadcast(on(one), { count: 3, at: noon - 300 * DAY, prefix });
  const recipient = recipientIdOf(id, 2);
  expect((await report()).messages).toEqual([]);
  expect(idsOf((await report({ messageId: recipient })).messages)).toEqual([recipient]);
  expect(idsOf((await report({ messageId: `wamid.${id}2` })).messages)).toEqual([recipient]);
  const [message] = await rowsOf<{ id: string; vendor: string }>(
    harness,
    "SELECT id, vendor_id AS vendor FROM messages WHERE channel_id = ? LIMIT 1",
    one.id,
  );
  expect(idsOf((await report({ messageId: message?.id })).messages)).toEqual([message?.id]);
  expect(idsOf((await report({ messageId: message?.vendor })).messages)).toEqual([message?.id]);
  expect((await report({ messageId: message?.id, source: "broadcast" })).messages).toEqual([]);
});

test("a row says what was sent to whom, how far it came, why it failed and what to do", async () => {
  const { owner, report, on, one, prefix } = await begin();
  await owner.call(saveCustomer, {
    body: { name: "Asha Rao", phoneNumber: "+919510000008", data: [], groups: [], tags: [] },
  });
  await database
    .prepare(
      "UPDATE identities SET customer = (SELECT number FROM customers WHERE enterprise_id = ?1 AND name = 'Asha Rao') WHERE id = ?2",
    )
    .bind(owner.enterpriseId, `${prefix}8`)
    .run();
  const id = await fillBroadcast(on(one), { count: 9, at: noon, prefix });
  await fillMessages(on(one), { count: 8, until: noon - HOUR, people: 40, prefix });
  const { messages, channels } = await report(DATES);
  expect(channels.map((each) => each.id)).toContain(one.id);
  const failed = messages.find((each) => each.id === recipientIdOf(id, 7));
  expect(failed).toMatchObject({
    to: "+919510000007",
    source: "broadcast",
    broadcast: { id, name: "Spring offer" },
    chat: null,
    channelId: one.id,
    kind: "template",
    templateName: "spring_offer",
    currentDeliveryStatus: "failed",
    code: "131026",
    reason: "Message undeliverable",
    hint: texts.codeHint["131026"],
    transId: `wamid.${id}7`,
    at: new Date(noon + 7).toISOString(),
  });
  expect(failed?.messageStatuses).toEqual([
    { status: "failed", messageStatusTime: new Date(noon).toISOString(), msg: "Message undeliverable" },
  ]);
  expect(messages.find((each) => each.id === recipientIdOf(id, 8))).toMatchObject({
    name: "Asha Rao",
    reason: "",
    hint: "",
  });
  expect(messages.find(({ chat }) => chat !== null)).toMatchObject({
    broadcast: null,
    chat: { isOpen: false },
    kind: "text",
    templateName: "",
  });

  await database
    .prepare("UPDATE broadcast_recipients SET status = 'failed', code = 'optOut', reason = NULL WHERE id = ?")
    .bind(recipientIdOf(id, 1))
    .run();
  await database
    .prepare("UPDATE broadcast_recipients SET status = 'unknown', code = NULL, reason = NULL WHERE id = ?")
    .bind(recipientIdOf(id, 2))
    .run();
  const again = (await report(DATES)).messages;
  expect(again.find((each) => each.id === recipientIdOf(id, 1))).toMatchObject({
    reason: broadcastsTexts.reasons["optOut"]?.[0],
    hint: "",
  });
  expect(again.find((each) => each.id === recipientIdOf(id, 2))).toMatchObject({
    reason: "",
    hint: texts.unknownHint,
  });
});

test("somebody else's channel, number and ids match nothing", async () => {
  const theirs = await filled();
  const [row] = await all(theirs);
  const stranger = await begin();
  for (const query of [
    DATES,
    { ...DATES, channelId: theirs.one.id },
    { ...DATES, customerNumber: "+919510000003" },
    { messageId: row?.id },
    { messageId: `wamid.${theirs.old}2` },
    { messageId: recipientIdOf(theirs.old, 2) },
  ]) {
    const { messages, channels } = await stranger.report(query);
    expect(messages).toEqual([]);
    expect(channels.map(({ id }) => id).toSorted()).toEqual([stranger.one.id, stranger.other.id].toSorted());
  }
});

test("numbers are masked for whoever may not see customers", async () => {
  const { owner, on, one, prefix } = await begin();
  await fillBroadcast(on(one), { count: 3, at: noon, prefix });
  await fillMessages(on(one), { count: 3, until: noon - HOUR, people: 3, prefix });
  await owner.call(saveRole, {
    params: { role: 6 },
    body: { permissions: { "MANAGE.DELIVERYREPORT.VIEW": 1 } },
  });
  const viewer = await makeColleague(harness, owner, { roles: [6] });
  const { messages } = await viewer.call(api.messageStatusReport, { query: DATES });
  expect(messages).toHaveLength(6);
  for (const { to } of messages) expect(to).toMatch(new RegExp(`^\\+${MASK}+\\d{3}$`));
});

test("dates default to the last seven days and what is no date, number or range is said", async () => {
  const { report, owner, on, one, prefix } = await begin();
  const at = (days: number) => fillBroadcast(on(one), { count: 1, at: now - days * DAY, prefix });
  const [today, sixth] = [await at(0), await at(6)];
  await at(9);
  expect(idsOf((await report()).messages)).toEqual([recipientIdOf(today, 1), recipientIdOf(sixth, 1)]);
  const day = new Date(now - 6 * DAY).toISOString().slice(0, 10);
  expect(idsOf((await report({ fromDate: day, toDate: day })).messages)).toEqual([recipientIdOf(sixth, 1)]);
  const refused = async (query: Record<string, string>) => {
    const path = `/api${api.messageStatusReport.path}?${new URLSearchParams(query).toString()}`;
    const response = await owner.send("GET", path);
    expect(response.status).toBe(400);
    return ((await response.json()) as { errors: Record<string, string> }).errors;
  };
  expect(await refused({ fromDate: "2026-02-02", toDate: "2026-02-01" })).toEqual({
    toDate: texts.endBeforeStart,
  });
  expect(await refused({ fromDate: "2020-02-02", toDate: "2026-02-01" })).toEqual({
    fromDate: texts.tooLong(366),
  });
  expect(Object.keys(await refused({ customerNumber: "12" }))).toEqual(["customerNumber"]);
  expect(await refused({ from: "10001" })).toEqual({ from: texts.tooFar });
  expect(Object.keys(await refused({ status: "eaten" }))).toEqual(["status"]);
});

const linesOf = async (who: Pick<Person, "send">, path: string, query: Record<string, string>) => {
  const response = await who.send("GET", `/api${path}?${new URLSearchParams(query).toString()}`);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const { data } = Papa.parse<string[]>(await response.text(), { skipEmptyLines: true });
  return { header: data[0] ?? [], rows: data.slice(1) };
};
const exportsOf = (enterpriseId: string, kind: string) =>
  rowsOf<{ after: string }>(
    harness,
    "SELECT after FROM audit_trail WHERE enterprise_id = ? AND action = 'export' AND object_kind = ?",
    enterpriseId,
    kind,
  );

test("the CSV of the report has every row once, in its order, and the trail says who took it", async () => {
  const world = await filled();
  const { owner, on, other, prefix } = world;
  // More than two pages of the file, of one broadcast and within one quarter of an hour.
  await fillBroadcast(on(other), { count: 1_700, at: noon - 3 * HOUR, prefix, name: "=1+1" });
  await fillMessages(on(other), { count: 1_500, until: noon - 2 * HOUR, everyMs: 100, people: 40, prefix });
  const rows = await all(world);
  const { header, rows: lines } = await linesOf(owner, api.messageStatusCsv.path, DATES);
  expect(header[0]?.replace("\uFEFF", "")).toBe(texts.csv.at);
  const last = (line: readonly string[]) => line.at(-1);
  expect(lines.map(last)).toEqual(idsOf(rows));
  expect(lines.find((line) => line.includes("'=1+1"))).toBeDefined();
  for (const [query, fits] of [
    [{ status: "failed" }, ({ status }) => status === "failed"],
    [{ source: "bot" }, ({ source }) => source === "bot"],
    [{ customerNumber: "+919510000003" }, ({ person }) => person === `${prefix}3`],
    [{ messageId: rows[0]?.id ?? "" }, ({ id }) => id === rows[0]?.id],
  ] satisfies [Record<string, string>, (row: Row) => boolean][])
    expect((await linesOf(owner, api.messageStatusCsv.path, { ...DATES, ...query })).rows.map(last)).toEqual(
      idsOf(rows.filter(fits)),
    );
  const taken = await exportsOf(owner.enterpriseId, "deliveryReport");
  expect(taken).toHaveLength(5);
  expect(taken.map(({ after }) => JSON.parse(after) as object)).toContainEqual(
    expect.objectContaining({ searched: true, from: DATES.fromDate }),
  );
  expect(JSON.stringify(taken)).not.toContain("9510000003");
});

test("the CSV of a broadcast has its recipients with what became of them and their own values", async () => {
  const { owner, on, one, prefix } = await begin();
  const id = await fillBroadcast(on(one), { count: 2_100, at: noon, prefix });
  await database
    .prepare(
      `UPDATE broadcasts SET template = json_set(template, '$.components.body.text', 'Hello {{1}}'),
         request = json_set(request, '$.columnMapping', json('[{"variable":"body/1","type":"column","value":"name"}]')) WHERE id = ?`,
    )
    .bind(id)
    .run();
  await database
    .prepare(`UPDATE broadcast_recipients SET data = '{"body/1":"=cmd"}' WHERE id = ?`)
    .bind(recipientIdOf(id, 2_100))
    .run();
  const path = broadcastMessagesCsv.path.replace(":id", id);
  const { header, rows } = await linesOf(owner, path, {});
  expect(header.slice(1)).toEqual([
    "Name",
    "Status",
    "Time (UTC)",
    "Reason",
    "Vendor's id",
    "Replied",
    "Clicked",
    "{{1}}",
  ]);
  expect(rows.map(([number]) => number)).toEqual(
    Array.from({ length: 2_100 }, (_, at) => `'+9195${10_000_001 + at}`),
  );
  expect(rows[6]).toEqual([
    "'+919510000007",
    "",
    "Failed",
    new Date(noon).toISOString(),
    "Message undeliverable",
    `wamid.${id}7`,
    "No",
    "No",
    "Asha",
  ]);
  expect(rows[1]?.[6]).toBe("Yes");
  expect(rows.at(-1)?.at(-1)).toBe("'=cmd");
  const failed = await linesOf(owner, path, { status: "failed", code: "131026" });
  expect(failed.rows).toHaveLength(21);
  expect((await linesOf(owner, path, { status: "replied" })).rows).toHaveLength(42);
  expect(await exportsOf(owner.enterpriseId, "broadcast")).toHaveLength(3);

  await owner.call(saveRole, { params: { role: 6 }, body: { permissions: { "CAMPAIGNS.VIEW": 1 } } });
  const viewer = await makeColleague(harness, owner, { roles: [6] });
  const [line] = (await linesOf(viewer, path, {})).rows;
  expect(line?.[0]).toMatch(new RegExp(`${MASK}+001$`));
});

test("quarters are the count of what left, however a message moves or goes", async () => {
  const { owner, on, one, prefix } = await begin();
  await fillMessages(on(one), { count: 40, until: noon, people: 5, prefix });
  const sound = async () =>
    expect(await recountQuarters(database, owner.enterpriseId)).toMatchObject({ rows: 0, example: null });
  const run = (text: string) => database.prepare(text).bind(one.id).run();
  await sound();
  await run("UPDATE messages SET status = 'read' WHERE channel_id = ? AND status = 'sent'");
  await sound();
  await run("UPDATE messages SET at = at - 1000000 WHERE channel_id = ? AND by_kind = 'bot'");
  await sound();
  await run("DELETE FROM messages WHERE channel_id = ? AND by_kind = 'person'");
  await sound();
  expect((await recountQuarters(database, owner.enterpriseId)).looked).toBeGreaterThan(3);
});

test("messages are counted by day, channel, source and status, without reading one", async () => {
  const { owner, one, report } = await filled();
  const query = { fromDate: new Date(noon - 4 * DAY).toISOString(), toDate: new Date(now).toISOString() };
  const { messages } = await report({ ...query, perPage: -1 });
  const { counts } = await owner.call(api.messageCounts, { query });
  const sums = (rows: readonly { channelId: string; source: string; status: string; count: number }[]) => {
    const found: Record<string, number> = {};
    for (const { channelId, source, status, count } of rows)
      found[`${channelId} ${source} ${status}`] = (found[`${channelId} ${source} ${status}`] ?? 0) + count;
    return found;
  };
  expect(messages.length).toBeGreaterThan(200);
  expect(sums(counts)).toEqual(
    sums(messages.map(({ currentDeliveryStatus: status, ...each }) => ({ ...each, status, count: 1 }))),
  );
  // Those of chats by their own day, in the zone that is asked for.
  const timeZone = "Asia/Kolkata";
  const local = await owner.call(api.messageCounts, { query: { ...query, timeZone } });
  const dayOf = (at: string) => new Date(Date.parse(at) + 5.5 * HOUR).toISOString().slice(0, 10);
  const chats = messages.filter(({ source }) => source !== "broadcast" && source !== "campaign");
  const byDay = (days: readonly { day: string; count: number }[]) => {
    const found: Record<string, number> = {};
    for (const { day, count } of days) found[day] = (found[day] ?? 0) + count;
    return found;
  };
  expect(byDay(local.counts.filter(({ source }) => source !== "broadcast" && source !== "campaign"))).toEqual(
    byDay(chats.map(({ at }) => ({ day: dayOf(at), count: 1 }))),
  );
  const narrow = await owner.call(api.messageCounts, {
    query: { ...query, channelId: one.id, source: "broadcast" },
  });
  expect(narrow.counts.reduce((sum, { count }) => sum + count, 0)).toBe(42);

  const response = await owner.send(
    "GET",
    `/api${api.messageCountsCsv.path}?${new URLSearchParams(query).toString()}`,
  );
  const lines = Papa.parse<string[]>((await response.text()).trim()).data;
  expect(lines[0]?.map((each) => each.replace("\uFEFF", ""))).toEqual(Object.values(texts.countsCsv));
  expect(lines.slice(1).reduce((sum, line) => sum + Number(line[4]), 0)).toBe(messages.length);
  expect(await exportsOf(owner.enterpriseId, "deliveryReport")).toHaveLength(1);
  const other = await makePerson(harness);
  expect((await other.call(api.messageCounts, { query })).counts).toEqual([]);
});

test("a broadcast that goes on for days counts where its people were called, and who never was where it began", async () => {
  const { owner, one, on, prefix } = await begin();
  const id = await fillBroadcast(on(one), { count: 5, at: noon - 2 * DAY, prefix });
  const theirs = "substr(id, 1, 28) = substr(?, 1, 28)";
  const run = (text: string, ...values: unknown[]) =>
    database
      .prepare(text)
      .bind(...values)
      .run();
  await run(`UPDATE broadcast_recipients SET status = 'queued', claimed_at = NULL WHERE ${theirs}`, id);
  await run("DELETE FROM broadcast_quarters WHERE broadcast_id = ?", id);
  const rows = await rowsOf<{ id: string }>(
    harness,
    `SELECT id FROM broadcast_recipients WHERE ${theirs} ORDER BY id`,
    id,
  );
  const became = (at: number, status: string, claimedAt: number | null) =>
    run(
      "UPDATE broadcast_recipients SET status = ?, claimed_at = ? WHERE id = ?",
      status,
      claimedAt,
      rows[at]?.id,
    );
  await became(0, "sent", noon - 2 * DAY);
  await became(1, "delivered", noon - DAY);
  await became(2, "failed", null);
  const query = { fromDate: new Date(noon - 4 * DAY).toISOString(), toDate: new Date(now).toISOString() };
  const { counts } = await owner.call(api.messageCounts, { query });
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  expect(counts.map((each) => [each.day, each.status, each.count])).toEqual([
    [day(noon - DAY), "delivered", 1],
    [day(noon - 2 * DAY), "failed", 1],
    [day(noon - 2 * DAY), "queued", 2],
    [day(noon - 2 * DAY), "sent", 1],
  ]);
  // Of the later day alone, too.
  const later = { ...query, fromDate: new Date(noon - 1.2 * DAY).toISOString() };
  const { counts: ofLater } = await owner.call(api.messageCounts, { query: later });
  expect(ofLater.map((each) => [each.status, each.count])).toEqual([["delivered", 1]]);
});
