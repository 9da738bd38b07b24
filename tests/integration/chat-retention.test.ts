import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import { png } from "#tests/support/made-files.ts";
import {
  answerOurselves,
  makeChannel,
  rowsOf,
  type TestChannel,
  writingTo,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { playing, takeIn } from "#tests/support/simulator.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { type ChatRules, noChatRules } from "#workers/contract/chat-rules.ts";
import { previewRetention, saveChatConfig } from "#workers/contract/endpoints/chat-config.ts";
import * as mediaApi from "#workers/contract/endpoints/media.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import { monthsBefore } from "#workers/domain/chats/retention.ts";

/** O-22: what is older than the rules keep goes by night, and nothing else does; seen with a moved clock. */
const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const sql = writingTo(harness);
const DAY_MS = 86_400_000;
/** A night far from now, so that nobody else's chats are old. */
const NIGHT = new Date("2026-01-15T02:24:00Z");
const set = (owner: Person, rules: Partial<ChatRules>) =>
  owner.call(saveChatConfig, { body: { ...noChatRules, ...rules } });

/** Later states of what was sent would count in hours that a test has read. */
const allDelivered = ({ enterpriseId }: Person) =>
  eventually(async () => {
    const open =
      "SELECT 1 FROM messages WHERE enterprise_id = ? AND direction = 'out' AND status <> 'delivered'";
    expect(await rowsOf(harness, open, enterpriseId)).toEqual([]);
  });

/** A chat with a note that was closed at that time, with all its messages of the time before. */
async function ended(owner: Person, channel: TestChannel, at: number, text = "hello"): Promise<string> {
  const { chatId } = await makeWaiting(harness, channel, text);
  const act = (body: object) =>
    owner.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { id: randomUUID(), ...body });
  await act({ action: "agentPickupChat" });
  await act({ action: "agentNote", text: `note on ${text}` });
  await allDelivered(owner);
  await sql(
    "UPDATE chats SET state = 3, created_at = ?1, closed_at = ?1, last_at = ?1 WHERE id = ?2",
    at,
    chatId,
  );
  return chatId;
}
const chatsOf = async ({ enterpriseId }: Person) =>
  (await rowsOf<{ id: string }>(harness, "SELECT id FROM chats WHERE enterprise_id = ?", enterpriseId)).map(
    ({ id }) => id,
  );
const count = async (table: string, { enterpriseId }: Person): Promise<number> =>
  (
    await rowsOf<{ n: number }>(
      harness,
      `SELECT count(*) AS n FROM ${table} WHERE enterprise_id = ?`,
      enterpriseId,
    )
  )[0]?.n ?? -1;
const entriesOf = async ({ enterpriseId }: Person) =>
  (
    await rowsOf<{ after: string }>(
      harness,
      "SELECT after FROM audit_trail WHERE enterprise_id = ? AND action = 'delete' AND object_kind = 'chat'",
      enterpriseId,
    )
  ).map(({ after }) => JSON.parse(after) as unknown);

test("chats that ended before the kept time go with all that was said in them; open ones and later ones stay", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  await set(owner, { keepMonths: 6 });
  const cut = monthsBefore(NIGHT.getTime(), 6);
  const old = await ended(owner, channel, cut - 1, "sesame");
  const inside = await ended(owner, channel, cut, "inside");
  const { chatId: open } = await makeWaiting(harness, channel);
  await sql(
    "UPDATE chats SET created_at = ?, last_at = ? WHERE id = ?",
    cut - 900 * DAY_MS,
    cut - 900 * DAY_MS,
    open,
  );
  // Somebody whose chat ended long ago wrote again: that is another chat.
  const again = await ended(owner, channel, cut - 90 * DAY_MS, "again");
  await sql(
    "INSERT INTO chats (id, enterprise_id, channel_id, identity_id, state, seq, unread, last_at, last_text, created_at, updated_at) SELECT 'next of ' || id, enterprise_id, channel_id, identity_id, 0, 0, 0, 0, '', 0, 0 FROM chats WHERE id = ?",
    again,
  );
  expect(await owner.call(previewRetention, { query: { keepMonths: "" } })).toEqual({ chats: 0, filesOf: 0 });
  const hours = "SELECT * FROM message_hours WHERE enterprise_id = ? ORDER BY 1, 2, 3, 4, 5";
  const figures = "SELECT * FROM chat_figures WHERE enterprise_id = ? ORDER BY 1, 2, 3, 4, 5";
  await allDelivered(owner);
  const counted = await rowsOf(harness, hours, owner.enterpriseId);
  const summed = await rowsOf(harness, figures, owner.enterpriseId);
  await harness.scheduled(new Date(NIGHT.getTime() + 12 * 3_600_000));
  expect(await chatsOf(owner), "by day").toHaveLength(5);
  await harness.scheduled(NIGHT);
  expect((await chatsOf(owner)).toSorted()).toEqual([inside, open, `next of ${again}`].toSorted());
  for (const table of ["messages", "chat_actions", "message_words", "message_turns"]) {
    const left = await count(table, owner);
    const theirs =
      table === "message_words"
        ? "SELECT 1 FROM message_words WHERE message_id IN (SELECT id FROM messages WHERE chat_id IN (?1, ?2))"
        : `SELECT 1 FROM ${table} WHERE chat_id IN (?1, ?2)`;
    expect(await rowsOf(harness, theirs, old, again), `${table} (${left})`).toEqual([]);
  }
  const found = await rowsOf(
    harness,
    "SELECT rowid FROM messages_fts WHERE messages_fts MATCH 'words : sesame' AND rowid NOT IN (SELECT number FROM message_words)",
  );
  expect(found).toEqual([]);
  // Roll-ups stay, and counting anew leaves the emptied hours alone.
  expect(await rowsOf(harness, hours, owner.enterpriseId)).toEqual(counted);
  expect(await rowsOf(harness, figures, owner.enterpriseId)).toEqual(summed);
  const [sealed] = await rowsOf<{ until: number }>(
    harness,
    "SELECT sealed_until AS until FROM retentions WHERE enterprise_id = ?",
    owner.enterpriseId,
  );
  expect(sealed?.until).toBeGreaterThan(cut - 1);
  expect((sealed?.until ?? 1) % 3_600_000).toBe(0);
  expect(await entriesOf(owner)).toEqual([{ chats: 2, messages: expect.any(Number), files: 0 }]);
  await harness.scheduled(NIGHT);
  expect(await entriesOf(owner)).toMatchObject([{ chats: 2 }]);
  // Another of the same day joins the day's entry.
  await ended(owner, channel, cut - 1, "late");
  await harness.scheduled(NIGHT);
  expect(await entriesOf(owner)).toMatchObject([{ chats: 3 }]);
});

test("who keeps chats always loses none, nor does an enterprise that has set nothing", async () => {
  const [owner, other] = [await makePerson(harness), await makePerson(harness)];
  await set(owner, { keepMonths: null });
  const night = NIGHT.getTime();
  const mine = await ended(owner, await makeChannel(harness, owner), night - 4_000 * DAY_MS);
  const theirs = await ended(other, await makeChannel(harness, other), night - 4_000 * DAY_MS);
  await harness.scheduled(NIGHT);
  expect([await chatsOf(owner), await chatsOf(other)]).toEqual([[mine], [theirs]]);
});

test("files go before their chats where the rules say so, and the message says that they are gone", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { say } = playing(() => owner);
  await set(owner, { keepMonths: 12, keepFilesMonths: 1 });
  const taken = async () => {
    const file = await takeIn(harness, owner, channel, { kind: "image", bytes: png(10) });
    return (await file.json<{ response: { id: string } }>()).response.id;
  };
  const phones = ["+919876562001", "+919876562002"];
  for (const phone of phones)
    await say(channel, { body: { kind: "image", medium: { id: await taken() } } }, { name: "Asha", phone });
  await eventually(async () =>
    expect(await rowsOf(harness, "SELECT state FROM message_media WHERE channel_id = ?", channel.id)).toEqual(
      [{ state: "kept" }, { state: "kept" }],
    ),
  );
  const cut = monthsBefore(NIGHT.getTime(), 1);
  const [old, inside] = await Promise.all(
    phones.map(async (phone, at) => {
      const [row] = await rowsOf<{ id: string; message: string }>(
        harness,
        "SELECT c.id, m.id AS message FROM chats c JOIN addresses a ON a.identity_id = c.identity_id JOIN messages m ON m.chat_id = c.id AND m.direction = 'in' WHERE c.channel_id = ? AND a.address = ?",
        channel.id,
        phone,
      );
      await sql(
        "UPDATE chats SET state = 3, created_at = ?1, closed_at = ?1 WHERE id = ?2",
        cut - 1 + at,
        row?.id,
      );
      return row ?? { id: "", message: "" };
    }),
  );
  expect(await owner.call(previewRetention, { query: { keepMonths: "3", keepFilesMonths: "" } })).toEqual({
    chats: 2,
    filesOf: 2,
  });
  await harness.scheduled(NIGHT);
  const medium = (id = "") => owner.call(mediaApi.messageMedium, { params: { id } });
  expect(await medium(old?.message)).toMatchObject({
    state: "expired",
    reason: "This file is no longer available.",
    url: null,
  });
  expect(await medium(inside?.message)).toMatchObject({ state: "kept" });
  expect(await chatsOf(owner)).toHaveLength(2);
  await harness.scheduled();
  const files = "SELECT state FROM drive_files WHERE enterprise_id = ?";
  await eventually(async () =>
    expect(await rowsOf(harness, files, owner.enterpriseId)).toEqual([{ state: "ready" }]),
  );
  // With the chat goes what is left.
  await sql(
    "UPDATE chats SET created_at = ?1, closed_at = ?1 WHERE enterprise_id = ?2",
    monthsBefore(NIGHT.getTime(), 12) - 1,
    owner.enterpriseId,
  );
  await harness.scheduled(NIGHT);
  await harness.scheduled();
  await eventually(async () => expect(await rowsOf(harness, files, owner.enterpriseId)).toEqual([]));
  expect((await harness.env.FILES.list({ prefix: `${owner.enterpriseId}/drive/` })).objects).toEqual([]);
  expect(await entriesOf(owner)).toMatchObject([{ chats: 2, files: 1 }]);
  await expect(owner.call(chatsApi.getChat, { params: { id: old?.id ?? "" }, query: {} })).rejects.toThrow();
});

test("a month's end is the last day of a shorter month, and wrong times are refused", async () => {
  expect(new Date(monthsBefore(Date.parse("2026-05-31T10:00:00Z"), 3)).toISOString()).toBe(
    "2026-02-28T10:00:00.000Z",
  );
  const owner = await makePerson(harness);
  const wrong = await owner.send("PUT", "/api/e/enterprise/chat_config", { ...noChatRules, keepMonths: 5 });
  expect(wrong.status).toBe(400);
  expect(JSON.stringify(await wrong.json())).toContain("Choose one of the times offered.");
  const asked = await owner.send("GET", "/api/e/enterprise/chat_config/retention?keepMonths=5");
  expect(asked.status).toBe(400);
});
