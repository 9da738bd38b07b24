import { beforeEach, describe, expect, test } from "vitest";
import { createChannel, meta, readChannel } from "#tests/support/channels.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, deliver, makeChannel, rowsOf, saying } from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { tellNews } from "#tests/support/vendors/account-news.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as dashboardApi from "#workers/contract/endpoints/dashboard.ts";
import { type KeptFact, keepingHealth } from "#workers/domain/channel-health/health.ts";

const harness = await startHarness();
beforeEach(() => void answerOurselves(harness));
const db = harness.env.TENANT_1;

const NUMBER = "4915112345678";
const QUALITY = "phone_number_quality_update";
const now = () => Math.floor(Date.now() / 1_000);

/** Delivers news of an account, signed with the secret of `meta`; `time` in seconds. */
async function tell(channelId: string, field: string, value: object, { time = now() } = {}): Promise<void> {
  const channel = { id: channelId, appSecret: "CANARY-app-secret" };
  expect((await tellNews(harness.fetch, channel, field, value, time)).status).toBe(200);
}

const known = async (who: Person, id: string) =>
  Object.fromEntries((await readChannel(who, id)).health.map(({ fact, value }) => [fact, value]));
const untilKnown = (who: Person, id: string, facts: object) =>
  eventually(async () => expect(await known(who, id)).toMatchObject(facts));
const alertsOf = async (who: Person) =>
  (await who.call(dashboardApi.dashboardSummary)).alerts.map(({ name, alert }) => `${name}: ${alert.alert}`);

/** Two numbers of one account, one of another, and a stranger's of the same. */
async function neighbours() {
  const [owner, stranger] = [await makePerson(harness), await makePerson(harness)];
  return {
    owner,
    stranger,
    here: await createChannel(owner, meta()),
    beside: await createChannel(owner, meta({ contactId: "+4915112345679" })),
    elsewhere: await createChannel(owner, meta({ contactId: "+4915112345670" }, { wabaId: "999999999" })),
    theirs: await createChannel(stranger, meta()),
  };
}

describe("the condition of a channel's account", () => {
  test("is told at the channel and at the dashboard, to nobody else's enterprise, until it is mended", async () => {
    const [owner, stranger] = [await makePerson(harness), await makePerson(harness)];
    const { id } = await createChannel(owner, meta());
    const theirs = await createChannel(stranger, meta());
    expect(await alertsOf(owner)).toEqual([]);
    const value = { display_phone_number: NUMBER, event: "FLAGGED", current_limit: "TIER_1K" };
    await tell(id, QUALITY, value, { time: now() - 20 });
    await untilKnown(owner, id, { flag: "yes", limit: "1000" });
    expect(await alertsOf(owner)).toEqual(["WhatsApp: flagged"]);
    const details = await owner.call(channelsApi.channelDetails, { params: { id } });
    expect(details).toMatchObject({ used: 0, lastMinute: 0, news: [{ what: QUALITY }] });
    const listed = await owner.call(channelsApi.listChannels, { query: {} });
    expect(listed).toMatchObject({ used: { [id]: 0 }, channelConfig: [{ health: details.channel.health }] });

    expect(await known(stranger, theirs.id)).toEqual({});
    expect(await alertsOf(stranger)).toEqual([]);
    const agent = await makeColleague(harness, owner, { roles: [3] });
    expect(await alertsOf(agent)).toEqual([]);

    await tell(id, QUALITY, { ...value, event: "UNFLAGGED" }, { time: now() - 10 });
    await untilKnown(owner, id, { flag: "no" });
    expect(await alertsOf(owner)).toEqual([]);
    // Earlier events are history, and stay when the channel goes, unlike its condition.
    expect(await rowsOf(harness, "SELECT what FROM channel_events WHERE channel_id = ?", id)).toHaveLength(2);
    await owner.call(channelsApi.deleteChannel, { params: { id } });
    expect(await rowsOf(harness, "SELECT 1 FROM channel_health WHERE channel_id = ?", id)).toEqual([]);
  });

  test("is the newest by the vendor's time, though it arrived before", async () => {
    const owner = await makePerson(harness);
    const { id } = await createChannel(owner, meta());
    const ban = (state: string) => ({ event: "DISABLED_UPDATE", ban_info: { waba_ban_state: state } });
    await tell(id, "account_update", ban("REINSTATE"), { time: now() - 10 });
    await untilKnown(owner, id, { ban: "none" });
    await tell(id, "account_update", ban("DISABLE"), { time: now() - 20 });
    await eventually(async () =>
      expect(await rowsOf(harness, "SELECT 1 FROM channel_events WHERE channel_id = ?", id)).toHaveLength(2),
    );
    expect(await known(owner, id)).toEqual({ ban: "none" });
  });

  test("ends alike in whatever order and pages its facts come, those of one time among them", async () => {
    const owner = await makePerson(harness);
    const fact = (name: KeptFact["fact"], value: string, at: number, until: number | null = null) => ({
      fact: name,
      value,
      at,
      until,
      account: "",
    });
    const facts = [
      fact("flag", "yes", 1),
      fact("flag", "no", 3),
      fact("flag", "yes", 2),
      fact("quality", "red", 5),
      fact("quality", "yellow", 5),
      fact("quality", "green", 4),
      fact("start", "yes", 6, 100),
      fact("start", "yes", 6, 200),
      fact("start", "yes", 6),
      fact("limit", "250", 7),
      fact("limit", "unlimited", 7),
    ];
    const ctx = watchedCtx(harness, owner, () => undefined);
    let state = 1;
    const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    const ends = new Set<string>();
    for (let shuffle = 0; shuffle < 20; shuffle++) {
      const channel = await makeChannel(harness, owner);
      const shuffled = facts.map((each) => [random(), each] as const).toSorted(([a], [b]) => a - b);
      const pages = Map.groupBy(shuffled, () => Math.floor(random() * 3));
      for (const page of pages.values()) {
        await ctx.db.$client.batch(
          keepingHealth(
            ctx,
            channel.id,
            page.map(([, each]) => each),
          ),
        );
      }
      const rows = await rowsOf(
        harness,
        "SELECT fact, value, until, at FROM channel_health WHERE channel_id = ? ORDER BY fact",
        channel.id,
      );
      ends.add(JSON.stringify(rows));
    }
    expect([...ends]).toEqual([
      JSON.stringify([
        { fact: "flag", value: "no", until: null, at: 3 },
        { fact: "limit", value: "unlimited", until: null, at: 7 },
        { fact: "quality", value: "yellow", until: null, at: 5 },
        { fact: "start", value: "yes", until: 200, at: 6 },
      ]),
    ]);
  });

  test("of the account holds for its other numbers, of a number for that one alone, of another account for none", async () => {
    const { owner, stranger, here, beside, elsewhere, theirs } = await neighbours();
    await tell(here.id, QUALITY, {
      display_phone_number: "4915112345679",
      event: "FLAGGED",
      current_limit: "TIER_2K",
    });
    // The news of the number beside goes to its own channel.
    await untilKnown(owner, beside.id, { flag: "yes", limit: "2000" });
    expect(await known(owner, here.id)).toEqual({ limit: "2000" });
    await tell(here.id, "account_update", {
      event: "ACCOUNT_RESTRICTION",
      restriction_info: [
        { restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING", expiration: now() + 3_600 },
      ],
    });
    await untilKnown(owner, here.id, { start: "yes" });
    expect(await known(owner, beside.id)).toMatchObject({ start: "yes" });
    expect(await known(owner, elsewhere.id)).toEqual({});
    expect(await known(stranger, theirs.id)).toEqual({});
    const { alerts } = await owner.call(dashboardApi.dashboardSummary);
    expect(alerts.map(({ channelId, alert }) => [channelId, alert.alert])).toEqual(
      expect.arrayContaining([
        [here.id, "start"],
        [beside.id, "start"],
        [beside.id, "flagged"],
      ]),
    );
    expect(alerts).toHaveLength(3);
  });

  test("that the vendor tells in words of tomorrow is news, and harms nothing", async () => {
    const owner = await makePerson(harness);
    const { id } = await createChannel(owner, meta());
    await tell(id, QUALITY, { event: "GILDED", current_limit: { tier: ["?"] } });
    await tell(id, "account_update", { event: 5, ban_info: [], restriction_info: { a: 1 } });
    await eventually(async () => {
      const { news } = await owner.call(channelsApi.channelDetails, { params: { id } });
      expect(news.map(({ what }) => what).toSorted()).toEqual(["account_update", QUALITY]);
    });
    expect(await known(owner, id)).toEqual({});
  });
});

test("a test asks the vendor for quality, limit and the token's end, and keeps them", async () => {
  const owner = await makePerson(harness);
  const { id } = await createChannel(owner, meta());
  const beside = await createChannel(owner, meta({ contactId: "+4915112345679" }));
  const endsAt = now() + 6 * 86_400;
  const graph = answerOutbound("https://graph.facebook.com/", (request) =>
    Response.json(
      new URL(request.url).pathname.endsWith("/debug_token")
        ? { data: { is_valid: true, expires_at: endsAt } }
        : { id: "1", verified_name: "Lucky", quality_rating: "RED", messaging_limit_tier: "TIER_250" },
    ),
  );
  const tested = await owner.call(channelsApi.testChannel, { params: { id } });
  expect(tested.ok).toBe(true);
  expect(graph.requests.map(({ method }) => method)).toEqual(["GET", "GET"]);
  expect(await known(owner, id)).toEqual({ quality: "red", limit: "250", token: "ends" });
  expect(tested.channel.health).toEqual((await readChannel(owner, id)).health);
  expect(await known(owner, beside.id)).toEqual({ limit: "250" });
  expect(await alertsOf(owner)).toEqual(["WhatsApp: qualityRed", "WhatsApp: tokenEnds"]);
  // An older event changes nothing of it, and a test that fails leaves what is known.
  await tell(id, "business_capability_update", { max_daily_conversations_per_business: 10_000 }, { time: 5 });
  await eventually(async () =>
    expect(await rowsOf(harness, "SELECT 1 FROM channel_events WHERE channel_id = ?", id)).toHaveLength(1),
  );
  answerOutbound("https://graph.facebook.com/", () =>
    Response.json({ error: { message: "Session has expired", code: 190 } }, { status: 401 }),
  );
  expect((await owner.call(channelsApi.testChannel, { params: { id } })).ok).toBe(false);
  expect(await known(owner, id)).toEqual({ quality: "red", limit: "250", token: "ends" });
  expect(await alertsOf(owner)).toContain("WhatsApp: lastError");
});

const HOUR_MS = 3_600_000;

test("people whom templates reached within a day count once for all numbers of the account, those who had written do not", async () => {
  const { owner, stranger, here, beside, elsewhere, theirs } = await neighbours();
  let seq = 0;
  const add = (
    who: Person,
    channelId: string,
    person: string,
    { kind = "template", direction = "out", status = "sent", hours = 1 } = {},
  ) =>
    db
      .prepare(
        `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status,
          facts, at, not_before) VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, '{}', 'system', '', ?8, '{}', ?9, ?10)`,
      )
      .bind(
        crypto.randomUUID(),
        who.enterpriseId,
        channelId,
        person,
        ++seq,
        direction,
        kind,
        status,
        Date.now() - hours * HOUR_MS,
        // The rows wait longer than this test: the sweeper wakes whoever would call a vendor that is not played here.
        Date.now() + HOUR_MS,
      );
  await db.batch([
    add(owner, here.id, "a"),
    add(owner, here.id, "a", { hours: 2, status: "read" }),
    add(owner, beside.id, "a"),
    add(owner, beside.id, "b", { hours: 23 }),
    add(owner, here.id, "c", { status: "unknown" }),
    // None of these count.
    add(owner, here.id, "d", { status: "failed" }),
    add(owner, here.id, "e", { status: "queued" }),
    add(owner, here.id, "f", { hours: 25 }),
    add(owner, here.id, "g", { kind: "text" }),
    add(owner, here.id, "h", { kind: "text", direction: "in", status: "received", hours: 20 }),
    add(owner, here.id, "h"),
    add(owner, elsewhere.id, "i"),
    add(stranger, theirs.id, "j"),
  ]);
  const used = async (id: string) => (await owner.call(channelsApi.channelDetails, { params: { id } })).used;
  expect(await used(here.id)).toBe(null);
  await tell(here.id, "business_capability_update", { max_daily_conversations_per_business: 4 });
  await untilKnown(owner, beside.id, { limit: "4" });
  expect([await used(here.id), await used(beside.id), await used(elsewhere.id)]).toEqual([3, 3, null]);
  expect(await alertsOf(owner)).toEqual([]);
  await add(owner, beside.id, "k").run();
  expect((await owner.call(dashboardApi.dashboardSummary)).alerts).toMatchObject(
    [here.id, beside.id].map((channelId) => ({
      channelId,
      alert: { alert: "limitUsed", used: 4, limit: 4 },
    })),
  );
});

test("the calls of the last minute are counted where their outcomes are written", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await deliver(harness, channel, [
    saying("+919876530001", "hello"),
    saying("+919876530002", "hello"),
    saying("+919876530003", "hello"),
  ]);
  await eventually(async () => {
    const { lastMinute } = await owner.call(channelsApi.channelDetails, { params: { id: channel.id } });
    expect(lastMinute).toBe(3);
  });
});
