import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { startHarness } from "#tests/support/harness.ts";
import {
  leaveToTest,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
  stating,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import { simulator } from "#workers/channels/simulator/index.ts";
import type { SimulatedEvent } from "#workers/channels/simulator/wire.ts";
import { broadcastIdOf, recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import type { LaneChannel } from "#workers/domain/messaging/lane-state.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { tellRuns } from "#workers/domain/entries/tell-runs.ts";

/**
 * R-14 for the lane's page, whose guard is plain SQL: between what a page has read and what it writes, somebody else gets
 * ahead. The whole page is refused, nothing of it is written, and it is worked anew from what is there now.
 */
const harness = await startHarness();
const PHONE = "+919876530001";
/** The first statement of a page's writing. */
const WRITING = "SELECT CASE WHEN\n    (SELECT count(*)";

interface Given {
  owner: Person;
  channel: TestChannel;
  lane: LaneChannel;
}

async function given(): Promise<Given> {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await leaveToTest(harness, channel);
  const lane = { id: channel.id, type: 4, contactId: "", departmentId: null, agentId: null };
  return { owner, channel, lane };
}
const plain = ({ owner }: Given) => watchedCtx(harness, owner, () => undefined);
/** Written without waking the lane: the test works the pages itself. */
const accept = (of: Given, events: readonly SimulatedEvent[]) =>
  acceptEvents(
    plain(of),
    of.channel.id,
    events.map((raw) => ({ key: raw.key, raw })),
  );
const work = (of: Given, ctx = plain(of)) =>
  workPage(ctx, of.lane, simulator, {
    hash: async ({ value }) => value,
    tellRuns,
    fileUrl: String,
    messageUrl: String,
  });
const sql = (text: string, ...values: unknown[]) =>
  harness.env.TENANT_1.prepare(text)
    .bind(...values)
    .run();
const overtaken = (of: Given, by: () => Promise<unknown>) => ctxOvertaken(harness, of.owner, WRITING, by);
const eventsOf = ({ channel }: Given) =>
  rowsOf<{ state: string; attempts: number }>(
    harness,
    "SELECT state, attempts FROM inbound_events WHERE channel_id = ? ORDER BY n",
    channel.id,
  );
const inbound = async ({ channel }: Given) =>
  (await messagesOf(harness, channel)).filter(({ direction }) => direction === "in");

test("of two lanes that have read the same page, one writes it", async () => {
  const here = await given();
  await accept(here, [saying(PHONE, "hello")]);
  const { ctx, wasOvertaken } = overtaken(here, () => work(here));
  await work(here, ctx);
  expect(wasOvertaken()).toBe(true);
  expect(await eventsOf(here)).toEqual([{ state: "done", attempts: 0 }]);
  expect(await inbound(here)).toHaveLength(1);
});

test("a status that another lane has worked meanwhile is not worked again", async () => {
  const here = await given();
  await accept(here, [saying(PHONE, "hello")]);
  await work(here);
  const [sent] = (await messagesOf(harness, here.channel)).filter(({ direction }) => direction === "out");
  await accept(here, [stating(sent?.id ?? "", "delivered")]);
  const { ctx } = overtaken(here, async () => {
    await work(here);
    await sql("UPDATE messages SET status = 'queued', facts = '{}' WHERE id = ?", sent?.id);
  });
  await work(here, ctx);
  const [after] = (await messagesOf(harness, here.channel)).filter(({ id }) => id === sent?.id);
  expect(after?.status).toBe("queued");
});

test("an older event that waits again goes first", async () => {
  const here = await given();
  await accept(here, [saying(PHONE, "older"), saying(PHONE, "newer")]);
  await sql(
    "UPDATE inbound_events SET state = 'waiting' WHERE channel_id = ? AND raw LIKE '%older%'",
    here.channel.id,
  );
  const { ctx, wasOvertaken } = overtaken(here, () =>
    sql(
      "UPDATE inbound_events SET state = 'pending' WHERE channel_id = ? AND state = 'waiting'",
      here.channel.id,
    ),
  );
  await work(here, ctx);
  expect(wasOvertaken()).toBe(true);
  expect(await inbound(here)).toEqual([]);
  await work(here);
  expect((await inbound(here)).map(({ text }) => text)).toEqual(["older", "newer"]);
  expect(await eventsOf(here)).toEqual([
    { state: "done", attempts: 0 },
    { state: "done", attempts: 0 },
  ]);
});

test("a chat that somebody picks up meanwhile is theirs: the page decides anew who answers", async () => {
  const here = await given();
  await accept(here, [saying(PHONE, "hello")]);
  await work(here);
  await sql(
    "UPDATE chats SET state = 0, waiting_since = NULL, revision = revision + 1 WHERE channel_id = ?",
    here.channel.id,
  );
  const bot = { ...here, lane: { ...here.lane, agentId: "a bot" } };
  await accept(bot, [saying(PHONE, "what is my balance")]);
  const { ctx } = overtaken(bot, () =>
    sql(
      "UPDATE chats SET handler = 'somebody', revision = revision + 1 WHERE channel_id = ?",
      here.channel.id,
    ),
  );
  await work(bot, ctx);
  await work(bot);
  expect((await inbound(bot)).at(-1)).toMatchObject({ text: "what is my balance", speaker: "person" });
  expect(await rowsOf(harness, "SELECT 1 FROM message_turns WHERE channel_id = ?", here.channel.id)).toEqual(
    [],
  );
});

test("an outcome that a sender writes meanwhile is not lost to a status", async () => {
  const here = await given();
  await accept(here, [saying(PHONE, "hello")]);
  await work(here);
  const [out] = (await messagesOf(harness, here.channel)).filter(({ direction }) => direction === "out");
  const id = out?.id ?? "";
  await accept(here, [stating(id, "delivered", 5)]);
  const { ctx } = overtaken(here, () =>
    sql("UPDATE messages SET status = 'sent', facts = '{\"sent\":[1,1]}' WHERE id = ?", id),
  );
  await work(here, ctx);
  await work(here);
  const [after] = (await messagesOf(harness, here.channel)).filter((each) => each.id === id);
  expect([after?.status, Object.keys(JSON.parse(after?.facts ?? "{}") as object).toSorted()]).toEqual([
    "delivered",
    ["delivered", "sent"],
  ]);
});

test("a customer's answer to a broadcast is news of it, and what they say next is none", async () => {
  const here = await given();
  await accept(here, [saying(PHONE, "hello")]);
  await work(here);
  const [asker] = await rowsOf<{ identity_id: string }>(
    harness,
    "SELECT identity_id FROM messages WHERE channel_id = ? AND direction = 'in'",
    here.channel.id,
  );
  const broadcastId = broadcastIdOf(uuidv7());
  await sql(
    `INSERT INTO broadcasts (id, enterprise_id, name, channel_id, channel_type, template_id, template, request, state, send_class, by_id, by_name, timezone, started_at, prepared_at, ended_at, created_at, updated_at)
     VALUES (?, ?, 'Hello', ?, 4, 't', '{}', '{}', 'completed', 3, '', '', 'UTC', 1, 1, 1, 1, 1)`,
    broadcastId,
    here.channel.enterpriseId,
    here.channel.id,
  );
  await sql(
    "INSERT INTO broadcast_recipients (id, enterprise_id, identity_id, address, status, facts, claimed_at) VALUES (?, ?, ?, ?, 'sent', '{}', ?)",
    recipientIdOf(broadcastId, 1),
    here.channel.enterpriseId,
    asker?.identity_id,
    PHONE,
    Date.now(),
  );
  const news: boolean[] = [];
  for (const text of ["yes please", "and more"]) {
    await accept(here, [saying(PHONE, text)]);
    news.push((await work(here)).recipients);
  }
  expect(news).toEqual([true, false]);
});
