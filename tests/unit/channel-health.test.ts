import { afterAll, describe, expect, test } from "vitest";
import { deps } from "#tests/support/vendors/row.ts";
import { rowOf } from "#tests/support/vendors/rows.ts";
import { startVendors } from "#tests/support/vendors/server.ts";
import { healthOf, healthOfNumber, tokenEnd } from "#workers/channels/whatsapp/health.ts";
import { alertsOf, type Condition } from "#workers/contract/channel-alerts.ts";
import type { ShownFact } from "#workers/contract/channel-health.ts";
import type { InboundEvent } from "#workers/contract/inbound.ts";
import { callsLately } from "#workers/domain/channel-health/health.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { foldPage } from "#workers/domain/messaging/fold.ts";

const vendors = await startVendors();
afterAll(() => vendors.stop());

const QUALITY = "phone_number_quality_update";
const CAPABILITY = "business_capability_update";
const UPDATE = "account_update";
const restricted = (type: string, expiration?: unknown) => ({ restriction_type: type, expiration });

describe("what Meta tells of an account", () => {
  test.each<[string, object, string[]]>([
    [QUALITY, { event: "FLAGGED", current_limit: "TIER_1K" }, ["flag yes", "limit 1000"]],
    [QUALITY, { event: "UNFLAGGED", current_limit: "TIER_2K" }, ["flag no", "limit 2000"]],
    [QUALITY, { event: "DOWNGRADE", current_limit: "TIER_250" }, ["limit 250"]],
    [QUALITY, { event: "UPGRADE", current_limit: "TIER_100K" }, ["limit 100000"]],
    [QUALITY, { event: "UPGRADE", current_limit: "TIER_UNLIMITED" }, ["limit unlimited"]],
    [
      QUALITY,
      { event: "UPGRADE", current_limit: "TIER_250", max_daily_conversations_per_business: "TIER_10K" },
      ["limit 10000"],
    ],
    // How fast a number may be is not how many people it may reach.
    [QUALITY, { event: "THROUGHPUT_UPGRADE", current_limit: "TIER_UNLIMITED" }, []],
    [QUALITY, { event: "ONBOARDING", current_limit: "TIER_NOT_SET" }, []],
    [QUALITY, { event: "UPGRADE", current_limit: "TIER_OF_TOMORROW" }, []],
    [CAPABILITY, { max_daily_conversation_per_phone: 250 }, ["limit 250"]],
    [
      CAPABILITY,
      { max_daily_conversation_per_phone: 250, max_daily_conversations_per_business: 2_000 },
      ["limit 2000"],
    ],
    [CAPABILITY, { max_daily_conversations_per_business: -1 }, ["limit unlimited"]],
    [CAPABILITY, { max_phone_numbers_per_business: 25 }, []],
    [UPDATE, { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "DISABLE" } }, ["ban banned"]],
    [
      UPDATE,
      { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "SCHEDULE_FOR_DISABLE" } },
      ["ban scheduled"],
    ],
    [UPDATE, { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "REINSTATE" } }, ["ban none"]],
    [UPDATE, { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "constructor" } }, []],
    [UPDATE, { event: "ACCOUNT_DELETED" }, ["ban deleted"]],
    [
      UPDATE,
      {
        event: "ACCOUNT_RESTRICTION",
        restriction_info: [
          restricted("RESTRICTED_BIZ_INITIATED_MESSAGING", 1_641_330_498),
          restricted("RESTRICTED_ADD_PHONE_NUMBER_ACTION", "2022-12-12T07:09:27.000Z"),
          restricted("RESTRICTED_CUSTOMER_INITIATED_MESSAGING"),
          restricted("RESTRICTED_BY_SOMETHING_NEW", 5),
        ],
      },
      ["start yes 1641330498000", "other yes 1670828967000", "answer yes"],
    ],
    [UPDATE, { event: "ACCOUNT_VIOLATION", violation_info: { violation_type: "SCAM" } }, []],
    [UPDATE, { event: "VERIFIED_ACCOUNT", phone_number: "15550783881" }, []],
    ["account_alerts", { alert_info: { alert_type: "OBA_APPROVED", alert_severity: "INFORMATIONAL" } }, []],
    ["phone_number_name_update", { decision: "REJECTED" }, []],
    ["message_template_status_update", { event: "FLAGGED" }, []],
    ["", {}, []],
  ])("%s %j is %j", (field, value, expected) => {
    const facts = healthOf(field, value as Readonly<Record<string, unknown>>);
    expect(facts.map(({ fact, value: told, until }) => [fact, told, until ?? []].flat().join(" "))).toEqual(
      expected,
    );
  });

  test("in a number's own fields is read by their names of either version", () => {
    const said = { quality_rating: "RED", status: "FLAGGED" };
    const facts = [
      { fact: "quality", value: "red", until: null },
      { fact: "flag", value: "yes", until: null },
      { fact: "limit", value: "10000", until: null },
    ];
    expect(healthOfNumber({ ...said, messaging_limit_tier: "TIER_10K" })).toEqual(facts);
    expect(healthOfNumber({ ...said, whatsapp_business_manager_messaging_limit: "TIER_10K" })).toEqual(facts);
    expect(healthOfNumber({ quality_rating: "PURPLE", status: "MIGRATED" })).toEqual([]);
  });

  test("of a token that never ends is not that it has ended", () => {
    expect(tokenEnd({ expires_at: 0 })).toEqual([{ fact: "token", value: "never", until: null }]);
    expect(tokenEnd({ expires_at: 1_700_000_000 })).toEqual([
      { fact: "token", value: "ends", until: 1_700_000_000_000 },
    ]);
    expect(tokenEnd({})).toEqual([]);
  });
});

describe("the test of a channel at Meta", () => {
  const row = rowOf("WhatsApp Cloud");
  const channel = row.channel(vendors.url);
  const factsOf = async (settings: object = {}) => {
    const tested = await row.adapter.test(
      { ...channel, settings: { ...channel.settings, ...settings } },
      deps(),
    );
    return tested.ok ? (tested.health ?? []).map(({ fact, value }) => `${fact} ${value}`) : tested.text;
  };

  test("tells quality, limit and the token's end, by the names of the version that it asks", async () => {
    const told = ["quality green", "flag no", "limit 250", "token never"];
    expect(await factsOf({ version: "v23.0" })).toEqual(told);
    expect(await factsOf({ version: "v24.0" })).toEqual(told);
  });

  test("works where a field is refused and where the token's end is not told", async () => {
    vendors.play({ status: 400, code: 100 }, {}, { status: 500 });
    expect(await factsOf()).toEqual(["quality green"]);
  });
});

const NOW = Date.parse("2026-11-22T12:00:00Z");
const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(NOW + hours * HOUR).toISOString();
const known = (fact: ShownFact["fact"], value: string, until: string | null = null): ShownFact => ({
  fact,
  value,
  until,
  at: inHours(-1),
});
const well: Condition = { health: [], used: null, lastError: null, lastErrorAt: null, lastSuccessAt: null };
const alertsFor = (more: Partial<Condition>) => alertsOf({ ...well, ...more }, NOW).map(({ alert }) => alert);

describe("alerts", () => {
  test.each<[string, Partial<Condition>, string[]]>([
    ["nothing known", {}, []],
    ["a ban", { health: [known("ban", "banned")] }, ["banned"]],
    ["a ban taken back", { health: [known("ban", "none")] }, []],
    ["a ban announced", { health: [known("ban", "scheduled")] }, ["banComing"]],
    ["a flag", { health: [known("flag", "yes")] }, ["flagged"]],
    ["no flag", { health: [known("flag", "no")] }, []],
    ["red", { health: [known("quality", "red")] }, ["qualityRed"]],
    ["yellow", { health: [known("quality", "yellow")] }, []],
    ["restricted still", { health: [known("start", "yes", inHours(1))] }, ["start"]],
    ["restricted without end", { health: [known("answer", "yes")] }, ["answer"]],
    ["restricted before", { health: [known("start", "yes", inHours(-1))] }, []],
    ["restricted elsewhere", { health: [known("other", "yes")] }, []],
    ["a token that never ends", { health: [known("token", "never")] }, []],
    ["a token of eight days", { health: [known("token", "ends", inHours(24 * 8))] }, []],
    ["a token of seven days", { health: [known("token", "ends", inHours(24 * 7))] }, ["tokenEnds"]],
    ["a token that has ended", { health: [known("token", "ends", inHours(0))] }, ["tokenEnded"]],
    ["79 % of the limit", { health: [known("limit", "1000")], used: 799 }, []],
    ["80 % of the limit", { health: [known("limit", "1000")], used: 800 }, ["limitUsed"]],
    ["no limit", { health: [known("limit", "unlimited")], used: 1_000_000 }, []],
    ["a limit that nobody knows", { health: [known("limit", "many")], used: 5 }, []],
    [
      "an error after a success",
      { lastError: "no", lastErrorAt: inHours(-1), lastSuccessAt: inHours(-2) },
      ["lastError"],
    ],
    [
      "a success after an error",
      { lastError: "no", lastErrorAt: inHours(-2), lastSuccessAt: inHours(-1) },
      [],
    ],
    [
      "several, the gravest first",
      {
        health: [known("quality", "red"), known("token", "ends", inHours(1)), known("ban", "banned")],
        lastError: "no",
        lastErrorAt: inHours(-1),
      },
      ["banned", "qualityRed", "tokenEnds", "lastError"],
    ],
  ])("for %s", (_, condition, expected) => expect(alertsFor(condition)).toEqual(expected));
});

test("calls of the last minute fade with the minute before", () => {
  const minute = Math.floor(NOW / 60_000);
  const calls = { callsMinute: minute, callsNow: 10, callsBefore: 40 };
  expect(callsLately(calls, NOW)).toBe(50);
  expect(callsLately(calls, NOW + 30_000)).toBe(30);
  expect(callsLately(calls, NOW + 60_000)).toBe(10);
  expect(callsLately(calls, NOW + 90_000)).toBe(5);
  expect(callsLately(calls, NOW + 120_000)).toBe(0);
});

test("a number that is no channel's of ours tells of the account that it shares, not of this one's quality", () => {
  const channel = { id: "c", type: 4, contactId: "111111", departmentId: null, agentId: null };
  const state = {
    rules: noChatRules,
    beginnings: [],
    confirmText: null,
    choices: new Map(),
    identities: new Map(),
    customers: new Map(),
    chats: new Map(),
    ended: new Map(),
    messages: new Map(),
    others: new Map(),
    flowSessions: new Map(),
    seen: new Map(),
  };
  const event = (contactId: string): InboundEvent => ({
    type: "account",
    contactId,
    what: QUALITY,
    at: 99_000,
    text: "",
    account: "waba",
    health: [
      { fact: "flag", value: "yes", until: null },
      { fact: "limit", value: "250", until: null },
    ],
  });
  const kept = (contactId: string) =>
    foldPage(channel, [{ n: 1, at: 0, events: [event(contactId)] }], state, {
      now: 10_000,
      newId: () => "id",
      windowHours: 24,
      mediaKeptMs: 1,
      fileUrl: (id) => id,
      messageUrl: (id) => id,
    }).health;
  // A clock ahead of ours counts as now.
  const limit = { fact: "limit", value: "250", until: null, at: 10_000, account: "waba" };
  expect(kept("222222")).toEqual([limit]);
  expect(kept("111111")).toEqual([
    { fact: "flag", value: "yes", until: null, at: 10_000, account: "" },
    limit,
  ]);
});
