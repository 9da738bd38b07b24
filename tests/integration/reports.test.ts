import { expect, test } from "vitest";
import { makeBot } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { type Line, talk } from "#tests/support/talks.ts";
import { codes } from "#workers/contract/codes.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as reportsApi from "#workers/contract/endpoints/reports.ts";
import * as storiesApi from "#workers/contract/endpoints/stories.ts";
import { recount } from "#workers/domain/reports/recount.ts";

const harness = await startHarness();
const person = await makePerson(harness);

const made = async (): Promise<string> => (await makeBot(person)).agentId;
const says = (agentId: string, lines: readonly Line[]) => talk(harness, person, agentId, lines);
/** Repairs the counters after turns were inserted or deleted directly in the database. */
const countAnew = (agentId: string) =>
  recount(harness.env.TENANT_1, { enterpriseId: person.enterpriseId, agentId }, { repair: true });
const of = (agentId: string, startDate: string, endDate: string) => ({ agentId, startDate, endDate });

test("the figures count a conversation when it begins, its messages when they are said", async () => {
  const agentId = await made();
  await says(agentId, [
    { at: "2031-03-01T23:50:00Z" },
    { at: "2031-03-01T23:55:00Z", weak: true },
    { at: "2031-03-02T00:05:00Z", intent: null },
  ]);
  const longest = await says(agentId, [
    { at: "2031-03-02T10:00:00Z" },
    { at: "2031-03-02T10:01:00Z" },
    { at: "2031-03-02T10:02:00Z", weak: true },
    { at: "2031-03-02T10:03:00Z", intent: null },
  ]);
  const body = of(agentId, "2031-03-02T00:00:00", "2031-03-02T23:59:59");
  expect(await person.call(reportsApi.conversationsReport, { body })).toEqual({
    totalConversations: 1,
    averageMessages: 4,
    maximumConversations: { maximumConversationsValue: 4, conversationId: longest },
    weakUnderstanding: 1,
    totalMessages: 5,
    scoped: 3,
    offered: 0,
    nonScoped: 2,
    range: { from: "2031-03-02T00:00:00.000Z", to: "2031-03-03T00:00:00.000Z" },
  });
  const both = of(agentId, "2031-03-01T00:00:00", "2031-03-02T23:59:59");
  expect(await person.call(reportsApi.conversationsReport, { body: both })).toMatchObject({
    totalConversations: 2,
    averageMessages: 3.5,
    totalMessages: 7,
  });
});

test("a day is a day of the reader's zone, also one of 45 minutes or of 25 hours, and no day is left out", async () => {
  const agentId = await made();
  // In Kathmandu (+05:45) it is the 11th from 18:15 UTC on.
  await says(agentId, [{ at: "2031-03-10T18:14:00Z", sender: "asha" }]);
  await says(agentId, [{ at: "2031-03-10T18:16:00Z", sender: "asha", intent: null }]);
  await says(agentId, [{ at: "2031-03-10T19:00:00Z", sender: "ravi", emotion: "joy", weak: true }]);
  const range = of(agentId, "2031-03-10T00:00:00", "2031-03-12T23:59:59");
  const nepal = await person.call(reportsApi.graphReport, { body: { ...range, timeZone: "Asia/Kathmandu" } });
  expect(nepal.scopeTrend).toEqual([
    { date: "2031-03-10", scoped: 1, offered: 0, nonScoped: 0 },
    { date: "2031-03-11", scoped: 1, offered: 0, nonScoped: 1 },
    { date: "2031-03-12", scoped: 0, offered: 0, nonScoped: 0 },
  ]);
  expect(nepal.activeUsers.map(({ value }) => value)).toEqual([1, 2, 0]);
  expect(nepal.figures).toEqual([
    { date: "2031-03-10", conversations: 1, messages: 1, longest: 1, weak: 0 },
    { date: "2031-03-11", conversations: 2, messages: 2, longest: 1, weak: 1 },
    { date: "2031-03-12", conversations: 0, messages: 0, longest: 0, weak: 0 },
  ]);
  expect(nepal.feelings[1]).toEqual({
    date: "2031-03-11",
    positive: 1,
    negative: 0,
    ambiguous: 0,
    neutral: 0,
  });
  const byOffset = await person.call(reportsApi.graphReport, { body: { ...range, timeZoneOffset: -345 } });
  expect(byOffset).toEqual(nepal);
  const utc = await person.call(reportsApi.graphReport, { body: range });
  expect(utc.activeUsers.map(({ value }) => value)).toEqual([2, 0, 0]);

  const autumn = of(agentId, "2031-10-25T00:00:00", "2031-10-27T23:59:59");
  await says(agentId, [{ at: "2031-10-25T22:00:00Z" }, { at: "2031-10-26T22:59:00Z" }]);
  await says(agentId, [{ at: "2031-10-26T23:00:00Z" }]);
  const berlin = await person.call(reportsApi.graphReport, {
    body: { ...autumn, timeZone: "Europe/Berlin" },
  });
  expect(berlin.scopeTrend.map(({ scoped }) => scoped)).toEqual([0, 2, 1]);
  expect(berlin.activeUsers.map(({ value }) => value)).toEqual([0, 1, 1]);
});

test("top intents count exactly the range, whatever days it cuts, under the name they had last", async () => {
  const agentId = await made();
  const balance = ["b", "Balance"] as const;
  await says(agentId, [
    { at: "2031-03-01T11:44:00Z", intent: balance },
    { at: "2031-03-01T11:46:00Z", intent: balance },
    { at: "2031-03-02T09:00:00Z", intent: ["c", "Card"] },
    { at: "2031-03-03T09:00:00Z", intent: ["b", "Account balance"] },
    { at: "2031-03-05T11:44:00Z", intent: ["c", "Card"] },
    { at: "2031-03-05T11:46:00Z", intent: ["c", "Card"] },
  ]);
  const body = of(agentId, "2031-03-01T11:45:00", "2031-03-05T11:45:00");
  expect(await person.call(reportsApi.topIntent, { body })).toEqual([
    { intentName: "Account balance", count: 2, intentId: "b" },
    { intentName: "Card", count: 2, intentId: "c" },
  ]);
});

test("pages put together are the whole list, by their number or by where the last one ended, while others write", async () => {
  const agentId = await made();
  for (let day = 1; day <= 6; day++) {
    await says(
      agentId,
      Array.from({ length: 7 }, (_, at) => ({
        at: `2031-04-0${day}T10:${String(at * 4).padStart(2, "0")}:00Z`,
        text: `message ${day} ${at}`,
        intent: at % 3 === 0 ? null : (["i", "Intent"] as const),
      })),
    );
  }
  const body = of(agentId, "2031-04-01T00:00:00", "2031-04-06T23:59:59");
  for (const scopeType of [0, 1, 2] as const) {
    const whole = await person.call(reportsApi.reportMessages, {
      query: { from: 0, perPage: -1 },
      body: { ...body, scopeType },
    });
    expect(whole.messages).toHaveLength([42, 24, 18][scopeType] ?? 0);
    expect(whole.more).toBe(false);
    const numbered: string[] = [];
    for (let from = 0, more = true; more; from += 5) {
      const page = await person.call(reportsApi.reportMessages, {
        query: { from, perPage: 5 },
        body: { ...body, scopeType },
      });
      numbered.push(...page.messages.map(({ id }) => id));
      more = page.more;
    }
    expect(numbered).toEqual(whole.messages.map(({ id }) => id));
    const walked: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await person.call(reportsApi.reportMessages, {
        query: { from: 0, perPage: 5 },
        body: { ...body, scopeType, ...(after && { after }) },
      });
      walked.push(...page.messages.map(({ id }) => id));
      await says(agentId, [{ at: "2031-04-06T23:59:00Z" }]);
      if (!page.next) break;
      after = page.next;
    }
    expect(walked).toEqual(whole.messages.map(({ id }) => id));
    await harness.env.TENANT_1.prepare("DELETE FROM turns WHERE agent_id = ? AND at = ?")
      .bind(agentId, Date.parse("2031-04-06T23:59:00Z"))
      .run();
    await countAnew(agentId);
  }
});

test("a click leaves the messages of one intent, of one conversation, or what was understood weakly", async () => {
  const agentId = await made();
  const mine = await says(agentId, [
    { at: "2031-05-01T10:00:00Z", text: "one", intent: ["x", "X"], weak: true },
    {
      at: "2031-05-01T10:01:00Z",
      text: "two",
      intent: null,
      others: [{ id: "x", name: "X", confidence: 0.4 }],
    },
  ]);
  await says(agentId, [{ at: "2031-05-01T10:02:00Z", text: "three", intent: ["y", "Y"] }]);
  const body = of(agentId, "2031-05-01", "2031-05-01T23:59:59");
  const texts = async (narrowed: object) =>
    (await person.call(reportsApi.reportMessages, { body: { ...body, ...narrowed } })).messages.map(
      ({ userMessage }) => userMessage,
    );
  expect(await texts({ intentId: "x" })).toEqual(["one"]);
  expect(await texts({ conversationId: mine })).toEqual(["two", "one"]);
  expect(await texts({ weak: true })).toEqual(["one"]);
  const { messages } = await person.call(reportsApi.reportMessages, { body: { ...body, scopeType: 2 } });
  expect(messages[0]).toMatchObject({
    userMessage: "two",
    intentIdentified: false,
    intent: null,
    otherIntent: [{ intent: "X", confidence: 0.4, utterance: null }],
  });
});

test("the CSV has every message of the range once, in the zone asked for, and no cell that runs", async () => {
  const agentId = await made();
  const line = (text: string, at: string): Line => ({
    at,
    text,
    emotion: "joy",
    answer: 'He said "hi",\nok',
  });
  await says(agentId, [
    line('=HYPERLINK("http://evil")', "2031-06-01T18:29:59Z"),
    line("plain, with comma", "2031-06-01T18:30:00Z"),
  ]);
  // More than a page of the file, many of them of one moment.
  await harness.env.TENANT_1.prepare(
    `WITH RECURSIVE n (n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM n WHERE n < 1199)
     INSERT INTO turns (id, enterprise_id, agent_id, conversation_id, at, text, confidence, answer, others,
       model_version_id, channel)
     SELECT agent_id || n, enterprise_id, agent_id, conversation_id, at + 60000 + n / 400, 'm0 ' || n, 0, '', '[]', '', ''
     FROM n, (SELECT * FROM turns WHERE agent_id = ?1 ORDER BY at DESC LIMIT 1)`,
  )
    .bind(agentId)
    .run();
  await countAnew(agentId);
  const query = new URLSearchParams({
    ...of(agentId, "2031-06-02T00:00:00", "2031-06-02T23:59:59"),
    scope: "0",
    timeZoneOffset: "-330",
  });
  const answer = await person.send("GET", `/api/chatbird/api/nlp/download/conversations/csv?${query}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toMatch(/conversation_report_\d{4}-\d\d-\d\d\.csv/);
  const bytes = await answer.arrayBuffer();
  expect([...new Uint8Array(bytes).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const csv = new TextDecoder().decode(bytes);
  expect(csv.split("\r\n")[0]).toBe(
    "Message,Date,Intent Identified,Intent,Confidence,Training Phrase,Response,Emotion",
  );
  const messages = csv.match(/^m\d \d+,/gm) ?? [];
  expect([messages.length, new Set(messages).size]).toEqual([1200, 1200]);
  expect(csv).toContain(
    '"plain, with comma",02-06-2031 00:00:00,Yes,Intent,0.9,hello there,"He said ""hi"",\nok",Joy 😊\r\n',
  );
  expect(csv).not.toContain("HYPERLINK");

  const all = new URLSearchParams({
    ...of(agentId, "2031-06-01T00:00:00", "2031-06-01T20:00:00"),
    scope: "1",
  });
  const guarded = await person.send("GET", `/api/chatbird/api/nlp/download/conversations/csv?${all}`);
  expect(await guarded.text()).toContain("'=HYPERLINK");
});

test("conversations flow from intent to intent and end where they were left last", async () => {
  const agentId = await made();
  const a = ["a", "Ask"] as const;
  const b = ["b", "Book"] as const;
  await says(agentId, [
    { at: "2031-07-01T10:00:00Z", intent: a },
    { at: "2031-07-01T10:01:00Z", intent: b },
  ]);
  await says(agentId, [
    { at: "2031-07-01T23:59:00Z", intent: a },
    { at: "2031-07-02T00:01:00Z", intent: null },
  ]);
  const body = of(agentId, "2031-07-01", "2031-07-02");
  expect(await person.call(reportsApi.conversationFlow, { body })).toEqual({
    intents: [
      { id: "a", name: "Ask", said: 2, begins: 2, ends: 0 },
      { id: "b", name: "Book", said: 1, begins: 0, ends: 1 },
    ],
    steps: [{ from: { id: "a", name: "Ask" }, to: { id: "b", name: "Book" }, count: 1 }],
  });
  const classes = await person.call(reportsApi.callClassification, { body });
  expect(classes.classes).toEqual({ understood: 1, partly: 1, notUnderstood: 0 });
});

test("what cannot be a range is refused in words, at the field", async () => {
  const agentId = await made();
  for (const [body, field, message] of [
    [of(agentId, "2031-13-01T00:00:00", "2031-12-01"), "startDate", "Invalid Date Format"],
    [of(agentId, "2031-12-02", "2031-12-01"), "endDate", "The End Date must be after the Start Date."],
    [of(agentId, "2001-12-02", "2031-12-01"), "startDate", "A report can cover at most 3660 days."],
    [
      { ...of(agentId, "2031-12-01", "2031-12-02"), timeZone: "Mars/Olympus" },
      "timeZone",
      "Unknown time zone.",
    ],
  ] as const) {
    const answer = await person.send("POST", "/api/chatbird/api/nlp/conversationsReport", body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ status: false, errors: { [field]: message } });
  }
});

test("a deleted agent leaves nothing behind that reports had counted", async () => {
  const { agentId, storyId } = await makeBot(person);
  await says(agentId, [{ at: "2031-08-01T10:00:00Z", emotion: "joy" }]);
  await person.call(storiesApi.deleteStory, { params: { agentId, storyId } });
  await person.call(botsApi.deleteAgent, { params: { id: agentId } });
  await expect
    .poll(
      async () =>
        (
          await harness.env.TENANT_1.prepare(
            `SELECT (SELECT count(*) FROM report_quarters WHERE agent_id = ?1) + (SELECT count(*) FROM report_counts
             WHERE agent_id = ?1) + (SELECT count(*) FROM report_returns WHERE agent_id = ?1) AS rows`,
          )
            .bind(agentId)
            .first<{ rows: number }>()
        )?.rows,
    )
    .toBe(0);
});

test("an enterprise has two downloads of the conversations at once; a further one waits until one ends or is left (S-56)", async () => {
  const other = await makePerson(harness);
  const { agentId } = await makeBot(other);
  await talk(harness, other, agentId, [{ at: "2031-07-01T10:00:00Z" }]);
  // Ten years, the longest range that there is.
  const query = new URLSearchParams({ ...of(agentId, "2022-01-01", "2031-12-31"), scope: "0" });
  const download = () => other.send("GET", `/api/chatbird/api/nlp/download/conversations/csv?${query}`);
  const taken = () =>
    harness.env.TENANT_1.prepare("SELECT count(*) AS rows FROM places WHERE enterprise_id = ?")
      .bind(other.enterpriseId)
      .first<number>("rows");
  const ended = await download();
  expect(await ended.text()).toContain("hello there");
  expect(await taken()).toBe(0);

  const holding = (until: number) =>
    harness.env.TENANT_1.prepare(
      "INSERT INTO places (id, enterprise_id, kind, until) VALUES (?, ?, 'conversations', ?)",
    )
      .bind(crypto.randomUUID(), other.enterpriseId, until)
      .run();
  await holding(Date.now() + 50_000);
  await holding(Date.now() + 50_000);
  const refused = await download();
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(await refused.json()).toMatchObject({ status: false, message: codes.downloadsFull.sentence });
  await harness.env.TENANT_1.prepare("UPDATE places SET until = ? WHERE enterprise_id = ?")
    .bind(Date.now() - 1, other.enterpriseId)
    .run();
  expect(await (await download()).text()).toContain("hello there");
  expect(await taken()).toBe(0);
});
