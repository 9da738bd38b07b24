import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  expectHoursAgree,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { messagesTold } from "#tests/support/told.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { saveChatConfig } from "#workers/contract/endpoints/chat-config.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});
const db = harness.env.TENANT_1;
const sql = (text: string, ...values: unknown[]) =>
  db
    .prepare(text)
    .bind(...values)
    .run();
const HOUR_MS = 3_600_000;
/** Long enough to do something before it is over. */
const HOLD_MS = 1_500;
const inFuture = (ms: number): string => new Date(Date.now() + ms).toISOString();

const press = (person: Person, chatId: string, body: object) =>
  person.send("POST", `/api/e/enterprise/chat/${chatId}/actions`, { id: randomUUID(), ...body });
const refusal = async (response: Response) => ({
  ...((await response.json()) as { message: string; errors?: Record<string, string> }),
  status: response.status,
});
const read = (person: Person, chatId: string) =>
  person.call(chatsApi.getChat, { params: { id: chatId }, query: {} });

/** Somebody's own chat, and how they answer in it. */
async function withChat(
  owner?: Person,
  type: number = channelTypes.whatsApp,
): Promise<{
  owner: Person;
  channel: TestChannel;
  chatId: string;
  phone: string;
  say: (text: string, more?: object) => Promise<string>;
}> {
  const person = owner ?? (await makePerson(harness));
  const channel = await makeChannel(harness, person, { type });
  const { chatId, phone } = await makeWaiting(harness, channel);
  expect((await press(person, chatId, { action: "agentPickupChat" })).status).toBe(200);
  const say = async (text: string, more: object = {}) => {
    const id = randomUUID();
    const said = await press(person, chatId, { action: "agentReplyChat", id, text, ...more });
    expect(said.status, await said.text()).toBe(200);
    return id;
  };
  return { owner: person, channel, chatId, phone, say };
}
const rowOf = async (id: string) =>
  (
    await rowsOf<{ status: string; seq: number; held: number; attempts: number; sent: number; at: number }>(
      harness,
      "SELECT status, seq, held, attempts, at, facts ->> '$.sent[1]' AS sent FROM messages WHERE id = ?",
      id,
    )
  )[0];
/** How long the chat's first answer took, in milliseconds; null while it has none. */
const firstResponseOf = async (chatId: string) =>
  (
    await rowsOf<{ ms: number | null }>(
      harness,
      "SELECT first_response_ms AS ms FROM chats WHERE id = ?",
      chatId,
    )
  )[0]?.ms;
const untilDelivered = (id: string) =>
  eventually(async () => expect((await rowOf(id))?.status).toBe("delivered"));
/** The states of a message that screens were told of. */
const toldOf = async ({ enterpriseId }: Person, id: string) =>
  (await messagesTold(harness, enterpriseId)).filter((message) => message.id === id);

test("an answer that is held leaves at its time, stands after what was said meanwhile, and only then is the chat's last word and its first answer", async () => {
  const { owner, channel, chatId, phone, say } = await withChat();
  const before = Date.now();
  const id = await say("Held for a moment", { holdMs: HOLD_MS });
  const first = await read(owner, chatId);
  const held = first.messages.find((message) => message.id === id);
  expect(held?.status).toBe("queued");
  expect(held?.sendAt).toBeGreaterThanOrEqual(before + HOLD_MS);
  expect(first.chat.lastMessage).toBe("I need help");
  expect(await firstResponseOf(chatId)).toBeNull();
  await deliver(harness, channel, [saying(phone, "Are you there?")]);
  await eventually(async () => expect((await read(owner, chatId)).chat.lastMessage).toBe("Are you there?"));
  await untilDelivered(id);
  const row = await rowOf(id);
  expect(row).toMatchObject({ held: 0, attempts: 1 });
  expect(row?.sent).toBeGreaterThanOrEqual(before + HOLD_MS);
  const after = await read(owner, chatId);
  expect(after.chat.lastMessage).toBe("Held for a moment");
  expect(await firstResponseOf(chatId)).toBeGreaterThanOrEqual(HOLD_MS);
  expect(after.messages.at(-1)).toMatchObject({ id, sendAt: null });
  expect(new Set((await messagesOf(harness, channel)).map(({ seq }) => seq)).size).toBe(
    after.messages.length,
  );
  expect(await toldOf(owner, id)).toMatchObject([
    { status: "queued", sendAt: held?.sendAt },
    { status: "queued", sendAt: null, seq: row?.seq },
    { status: "sent" },
    { status: "delivered" },
  ]);
  await expectHoursAgree(harness, owner.enterpriseId);
});

test("what is written after a held answer does not wait for it, and what is due waits for what is before it", async () => {
  const { channel, say } = await withChat();
  const later = await say("later", { holdMs: HOLD_MS });
  const now = await say("now");
  await untilDelivered(now);
  expect((await rowOf(later))?.status).toBe("queued");
  await untilDelivered(later);
  // Both are due once the channel goes on: the one that was said before goes first.
  await sql("UPDATE channels SET state = 'paused' WHERE id = ?", channel.id);
  const second = await say("second", { holdMs: HOLD_MS });
  const first = await say("first");
  await eventually(async () => expect((await rowOf(second))?.held).toBe(0));
  await sql("UPDATE channels SET state = 'active' WHERE id = ?", channel.id);
  await harness.scheduled();
  for (const id of [first, second]) await untilDelivered(id);
  const order = (await Promise.all([now, later, first, second].map(rowOf))).map((row) => row?.sent ?? 0);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect((await rowOf(first))?.seq).toBeLessThan((await rowOf(second))?.seq ?? 0);
});

test("a held answer survives its sender, and is sent once", async () => {
  const { channel, say } = await withChat();
  const id = await say("in a while", { holdMs: HOLD_MS });
  const jobs = harness.raw.getWorker("chatbird-jobs");
  await jobs.evictDurableObject("SENDER", { name: `${channel.id}:0` });
  await untilDelivered(id);
  expect(await rowOf(id)).toMatchObject({ attempts: 1 });
});

test("nobody woken, the sweeper finds an answer whose time has come", async () => {
  const { channel, say } = await withChat();
  // As a sender without an alarm leaves it: none was ever woken for this channel's answers.
  await sql("UPDATE channels SET state = 'paused' WHERE id = ?", channel.id);
  const id = await say("left behind", { sendAt: inFuture(HOUR_MS) });
  await sql("UPDATE channels SET state = 'active' WHERE id = ?", channel.id);
  await sql("UPDATE messages SET not_before = ? WHERE id = ?", Date.now() - 1, id);
  await harness.scheduled();
  await untilDelivered(id);
});

test("what is taken back is never sent, and stands nowhere but in its chat; who is too late is told", async () => {
  const { owner, channel, chatId, say } = await withChat();
  const id = await say("a mistake", { sendAt: inFuture(HOUR_MS) });
  const cancel = { action: "cancelMessage", messageId: id };
  expect((await press(owner, chatId, cancel)).status).toBe(200);
  expect((await press(owner, chatId, cancel)).status).toBe(200);
  const now = await press(owner, chatId, { action: "sendNow", messageId: id });
  expect(await refusal(now)).toMatchObject({
    status: 409,
    message: "It was cancelled before it was sent.",
  });
  const { chat, messages } = await read(owner, chatId);
  expect(chat.lastMessage).toBe("I need help");
  expect(messages.find((message) => message.id === id)).toMatchObject({ status: "cancelled", sendAt: null });
  expect(await toldOf(owner, id)).toMatchObject([{ status: "queued" }, { status: "cancelled" }]);
  const gone = await say("gone already");
  await untilDelivered(gone);
  expect(
    await refusal(await press(owner, chatId, { action: "cancelMessage", messageId: gone })),
  ).toMatchObject({ status: 409, message: "It has already been sent." });
  // One that was called, and is tried again, may have arrived.
  await sql("UPDATE channels SET state = 'paused' WHERE id = ?", channel.id);
  const tried = await say("perhaps there");
  await sql("UPDATE messages SET attempts = 1 WHERE id = ?", tried);
  expect((await press(owner, chatId, { action: "cancelMessage", messageId: tried })).status).toBe(409);
  // Of another chat, or of none.
  const other = await withChat(owner);
  const foreign = await press(owner, other.chatId, { action: "cancelMessage", messageId: gone });
  expect(foreign.status).toBe(404);
  expect((await messagesOf(harness, channel)).filter(({ text }) => text === "a mistake")).toMatchObject([
    { status: "cancelled", attempts: 0 },
  ]);
  await expectHoursAgree(harness, owner.enterpriseId);
});

test("who answers in the chat may send now or cancel what a colleague has written, and nobody else", async () => {
  const { owner, chatId, say } = await withChat();
  const asha = await makeColleague(harness, owner, { name: "Asha" });
  const [one, other] = [
    await say("one", { sendAt: inFuture(HOUR_MS) }),
    await say("other", { sendAt: inFuture(HOUR_MS) }),
  ];
  const byAsha = (action: string, messageId: string) => press(asha, chatId, { action, messageId });
  expect((await byAsha("cancelMessage", one)).status).toBe(404);
  await press(owner, chatId, { action: "inviteAgent", userId: asha.userId });
  expect((await byAsha("cancelMessage", one)).status).toBe(409);
  expect((await byAsha("sendNow", other)).status).toBe(409);
  await press(asha, chatId, { action: "acceptInvite" });
  expect((await byAsha("sendNow", other)).status).toBe(200);
  expect((await byAsha("cancelMessage", one)).status).toBe(200);
  await untilDelivered(other);
  expect((await rowOf(one))?.status).toBe("cancelled");
});

test("a time that is past, too far ahead or after the window is refused with its reason; a template may leave then", async () => {
  const { owner, channel, chatId } = await withChat();
  const asked = (more: object) =>
    press(owner, chatId, { action: "agentReplyChat", text: "later", ...more }).then(refusal);
  for (const sendAt of [inFuture(-1_000), inFuture(31 * 24 * HOUR_MS)])
    expect(await asked({ sendAt })).toMatchObject({
      status: 400,
      errors: { sendAt: "Choose a time from now on, within 30 days." },
    });
  for (const more of [{ sendAt: "tomorrow" }, { holdMs: 60_001 }, { holdMs: -1 }])
    expect((await asked(more)).status).toBe(400);
  await sql("UPDATE reach SET window_until = ? WHERE channel_id = ?", Date.now() + HOUR_MS, channel.id);
  expect(await asked({ sendAt: inFuture(HOUR_MS - 60_000) })).toMatchObject({
    status: 400,
    errors: { sendAt: expect.stringContaining("Choose an earlier time, or send a template.") as string },
  });
  const sendAt = inFuture(HOUR_MS / 2);
  expect((await asked({ sendAt })).status).toBe(200);
  const rows = await rowsOf<{ expires_at: number; not_before: number }>(
    harness,
    "SELECT expires_at, not_before FROM messages WHERE channel_id = ? AND by_kind = 'person'",
    channel.id,
  );
  expect(rows).toMatchObject([{ not_before: Date.parse(sendAt) }]);
  // The window's end, which is later than its time.
  expect(rows[0]?.expires_at).toBeGreaterThan(Date.parse(sendAt));
  // Where there is none, a day from then.
  const free = await withChat(owner, channelTypes.sms);
  const inTwoDays = inFuture(48 * HOUR_MS);
  const id = await free.say("the day after tomorrow", { sendAt: inTwoDays });
  const [row] = await rowsOf<{ expires_at: number }>(
    harness,
    "SELECT expires_at FROM messages WHERE id = ?",
    id,
  );
  expect(row?.expires_at).toBe(Date.parse(inTwoDays) + 24 * HOUR_MS);
});

test("what is to leave later is cancelled with its chat, and colleagues are told", async () => {
  const { owner, chatId, say } = await withChat();
  const [one, other] = [
    await say("tomorrow", { sendAt: inFuture(20 * HOUR_MS) }),
    await say("in an hour", { sendAt: inFuture(HOUR_MS) }),
  ];
  await owner.call(chatStepsApi.closeChat, {
    params: { id: chatId },
    body: { id: randomUUID(), feedback: "" },
  });
  for (const id of [one, other]) {
    expect((await rowOf(id))?.status).toBe("cancelled");
    expect((await toldOf(owner, id)).at(-1)).toMatchObject({ status: "cancelled", sendAt: null });
  }
});

test("what waits only to be undone leaves with its chat, before the closing words, and what a time was chosen for does not", async () => {
  const { owner, channel, chatId, say } = await withChat();
  await owner.call(saveChatConfig, { body: { ...noChatRules, closingText: "Good-bye." } });
  const [first, second, chosen, due] = [
    await say("first", { holdMs: 60_000 }),
    await say("second", { holdMs: 60_000 }),
    await say("tomorrow", { sendAt: inFuture(20 * HOUR_MS) }),
    await say("now after all", { sendAt: inFuture(HOUR_MS) }),
  ];
  // Somebody has just pressed "Send now", and no sender has come by yet.
  await sql("UPDATE messages SET not_before = ? WHERE id = ?", Date.now() - 120_000, due);
  await owner.call(chatStepsApi.closeChat, {
    params: { id: chatId },
    body: { id: randomUUID(), feedback: "" },
  });
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).at(-1)).toMatchObject({
      text: "Good-bye.",
      status: "delivered",
    }),
  );
  const said = (await messagesOf(harness, channel)).filter(({ direction }) => direction === "out");
  const left = said.flatMap(({ text, status }) => (status === "delivered" ? [text] : []));
  expect(left.slice(-4)).toEqual(["now after all", "first", "second", "Good-bye."]);
  expect((await rowOf(chosen))?.status).toBe("cancelled");
  for (const id of [first, second])
    expect((await toldOf(owner, id)).slice(0, 2)).toMatchObject([
      { status: "queued" },
      { status: "queued", sendAt: null },
    ]);
  const { chat } = await read(owner, chatId);
  expect(chat).toMatchObject({ state: CHAT.closed, lastMessage: "second" });
});

test("an answer that is scheduled leaves a chat laid aside until it is sent", async () => {
  const { owner, chatId, say } = await withChat();
  await press(owner, chatId, { action: "suspendChat" });
  const id = await say("when you are back", { sendAt: inFuture(HOUR_MS) });
  expect((await read(owner, chatId)).chat.state).toBe(CHAT.suspended);
  await press(owner, chatId, { action: "sendNow", messageId: id });
  await untilDelivered(id);
  expect((await read(owner, chatId)).chat.state).toBe(CHAT.ongoing);
});

const settle = (id: string, status: string) => sql("UPDATE messages SET status = ? WHERE id = ?", status, id);
const auditOf = (owner: Person) =>
  rowsOf<{ action: string; object_id: string; after: string }>(
    harness,
    "SELECT action, object_id, after FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'chat' ORDER BY at, id",
    owner.enterpriseId,
  );

test("a message that did not arrive is sent again once, and says so; what has arrived is not", async () => {
  const { owner, channel, chatId, say } = await withChat();
  const id = await say("hello");
  await untilDelivered(id);
  const retry = (own = randomUUID() as string) =>
    press(owner, chatId, { action: "retryMessage", id: own, messageId: id });
  expect((await retry()).status).toBe(409);
  await settle(id, "failed");
  const own = randomUUID();
  for (const _ of [1, 2]) expect((await retry(own)).status).toBe(200);
  expect(await refusal(await retry())).toMatchObject({
    status: 409,
    message: "Somebody has seen to this message already.",
  });
  await untilDelivered(own);
  const { messages } = await read(owner, chatId);
  expect(messages.filter(({ by }) => by === "person")).toMatchObject([
    { id, status: "failed", sentAgain: true, body: { text: "hello" } },
    { id: own, status: "delivered", sentAgain: false, body: { text: "hello" } },
  ]);
  expect((await toldOf(owner, id)).at(-1)).toMatchObject({ sentAgain: true });
  // Nobody asks who has sent again what certainly did not arrive.
  expect(await auditOf(owner)).toEqual([]);
  await settle(own, "expired");
  await sql("UPDATE reach SET window_until = 1 WHERE channel_id = ?", channel.id);
  const closed = await press(owner, chatId, { action: "retryMessage", messageId: own });
  expect(await refusal(closed)).toMatchObject({
    status: 409,
    message: expect.stringContaining("approved template") as string,
  });
  const asha = await makeColleague(harness, owner);
  await press(owner, chatId, { action: "inviteAgent", userId: asha.userId });
  for (const action of ["retryMessage", "confirmMessage"])
    expect((await press(asha, chatId, { action, messageId: own })).status).toBe(409);
});

test("a message that is not confirmed is sent again, or is taken for sent, by whoever says so", async () => {
  const { owner, chatId, say } = await withChat();
  const [one, other] = [await say("one"), await say("other")];
  for (const id of [one, other]) {
    await untilDelivered(id);
    await sql("UPDATE messages SET status = 'unknown', facts = '{}' WHERE id = ?", id);
  }
  const confirm = () => press(owner, chatId, { action: "confirmMessage", messageId: one });
  expect((await confirm()).status).toBe(200);
  expect((await confirm()).status).toBe(409);
  const row = await rowOf(one);
  expect(row?.status).toBe("sent");
  expect(row?.sent).toBeGreaterThan(0);
  expect((await toldOf(owner, one)).at(-1)).toMatchObject({ status: "sent" });
  const again = await press(owner, chatId, { action: "retryMessage", messageId: other });
  expect(again.status).toBe(200);
  expect((await press(owner, chatId, { action: "confirmMessage", messageId: other })).status).toBe(409);
  const trail = await auditOf(owner);
  expect(trail.map(({ action, object_id: id, after }) => [action, id, JSON.parse(after)])).toEqual([
    ["confirm", chatId, { message: one, status: "sent" }],
    ["sendAgain", chatId, { message: other, status: "sent again" }],
  ]);
});
