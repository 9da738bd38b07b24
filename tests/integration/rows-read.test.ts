import { afterAll, expect, test } from "vitest";
import { startMetered } from "#tests/support/harness.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { makeChannel } from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";

/** The dashboard's tiles count to 10,000 and one more. O-26: no list scans what it does not show, however much there is. Ids are read off `enterprise_id` and a number. */
const MOST_ROWS = 10_001;
const FILLED = 12_000;
/** They spread over thirty days: a part of a day is counted by its rows, as docs/limits.md says. */
const STEP_MS = 216_000;

const harness = await startMetered();
afterAll(() => harness.stop());
const owner = await makePerson(harness);
const { agentId, storyId } = await makeBot(owner, smallBank);
const { id: channelId } = await makeChannel(harness, owner);

/** Rows as they would be after a long time, written by one statement a table. */
async function fill(): Promise<void> {
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${FILLED})`;
  const tenant = (sql: string) =>
    harness.env.TENANT_1.prepare(sql).bind(owner.enterpriseId, agentId, storyId);
  await harness.env.TENANT_1.batch([
    tenant(`INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, updated_by, created_at, updated_at)
      ${numbers} SELECT 'c' || n, ?1, 'Person ' || n, 'person ' || n, '+9198' || (10000000 + n), '', '{}', 'person ' || n, '', n, n
      FROM numbers WHERE ?2 <> '' AND ?3 <> ''`),
    tenant(`INSERT INTO turns (id, enterprise_id, agent_id, conversation_id, at, text, intent_id, intent_name, confidence, answer, others, model_version_id, channel)
      ${numbers} SELECT 't' || n, ?1, ?2, 's' || (n / 10), n * ${STEP_MS}, 'hello', NULL, NULL, 0.1, 'Sorry', '[]', '', 'web'
      FROM numbers WHERE ?3 <> ''`),
    tenant(`INSERT INTO conversations (id, enterprise_id, agent_id, channel, sender_id, started_at, last_at, turns, scoped)
      ${numbers} SELECT 's' || n, ?1, ?2, 'web', 'p' || n, n * ${STEP_MS}, n * ${STEP_MS}, 10, 0 FROM numbers WHERE ?3 <> ''`),
    tenant(`INSERT INTO audit_trail (id, enterprise_id, at, user_id, action, object_kind, object_id, object_name, address, request_id)
      ${numbers} SELECT 'a' || n, ?1, n, 'u', 'update', 'customer', 'c1', 'Person 1', '', '' FROM numbers WHERE ?2 <> '' AND ?3 <> ''`),
  ]);
  await harness.env.TENANT_1.batch(
    [
      `INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at)
      ${numbers} SELECT 'i' || n, ?1, 4, 'Person ' || n, n, n FROM numbers WHERE ?2 <> '' AND ?3 <> ''`,
      `INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, handler, handler_name, asked_at, closed_at, seq, unread, last_at, last_text, created_at, updated_at)
      ${numbers} SELECT 'h' || n, ?1, ?2, 'i' || n, 3, ?3, 'Kiran', n, n, 1, 0, n, 'bye', n, n FROM numbers`,
    ].map((sql) => harness.env.TENANT_1.prepare(sql).bind(owner.enterpriseId, channelId, owner.userId)),
  );
  await harness.env.DIRECTORY.prepare(`INSERT INTO directory_audit (id, enterprise_id, at, user_id, action, object_kind, object_id, object_name, address, request_id)
      ${numbers} SELECT 'd' || n, ?1, n, 'u', 'signIn', 'session', 's', 'Kiran', '', '' FROM numbers`)
    .bind(owner.enterpriseId)
    .run();
}

test(`no list reads more than ${MOST_ROWS} rows for a page, of ${FILLED} and more (O-26)`, async () => {
  await fill();
  const nlp = "/api/chatbird/api/nlp";
  const master = "/api/chatbird/api/customer_master";
  const range = { agentId, startDate: "1970-01-01T00:00:00", endDate: "1970-01-31T06:00:00" };
  const calls: [string, string, unknown?][] = [
    ["GET", `${master}/customers`],
    ["GET", `${master}/customers?from=40&perPage=20`],
    ["GET", `${master}/customers?search=person%201199`],
    ["GET", `${master}/customers?order=name&from=40`],
    ["GET", `${master}/customers?order=nameDown`],
    ["GET", `${master}/customers?order=oldest`],
    ["GET", `${master}/customers?search=person%201199&order=name`],
    ["GET", `${master}/customers?search=person&order=nameDown`],
    ["GET", `${master}/customers/c1`],
    ["GET", `${master}/customers/c1/history`],
    ["GET", `${master}/customers/c1/duplicates`],
    ["GET", `${master}/groups`],
    ["GET", `${master}/uploads`],
    ["GET", `${nlp}/v2/agent`],
    ["GET", `${nlp}/agent/${agentId}`],
    ["GET", `${nlp}/agent/${agentId}/story`],
    ["GET", `${nlp}/v2/agent/${agentId}/story/${storyId}/intent`],
    ["GET", `${nlp}/agent/${agentId}/entity`],
    ["POST", `${nlp}/conversations`, range],
    ["POST", `${nlp}/conversationsReport`, range],
    ["POST", `${nlp}/graphReport`, range],
    ["GET", "/api/e/enterprise/chat/history"],
    ["GET", "/api/e/enterprise/chat/history?state=3&from=150&perPage=15"],
    ["GET", "/api/e/enterprise/chat/summary?queue=all"],
    ["GET", "/api/e/enterprise/chat/h11999"],
    ["GET", "/api/e/enterprise/chat_monitor"],
    ["GET", "/api/e/enterprise/audit_trail"],
    ["GET", "/api/e/enterprise/users"],
    ["GET", "/api/e/enterprise/departments"],
    ["GET", "/api/e/enterprise/dashboard/summary"],
    ["POST", `${nlp}/predictIntent`, { agentId, message: { type: "text", text: "what is my balance" } }],
  ];
  const scans: string[] = [];
  for (const [method, path, body] of calls) {
    const response = await owner.send(method, path, body);
    const { rows, statement } = JSON.parse(
      decodeURIComponent(response.headers.get("x-most-read") ?? "{}"),
    ) as { rows: number; statement: string };
    if (response.status !== 200 && response.status !== 409)
      scans.push(`${path}: ${response.status} ${await response.text()}`);
    if (rows > MOST_ROWS) scans.push(`${path}: ${rows} rows by ${statement}`);
  }
  expect(scans).toEqual([]);
});
