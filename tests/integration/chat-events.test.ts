import { beforeEach, expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { eventually } from "#tests/support/eventually.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { chatsChanged } from "#workers/contract/chat-events.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import type { KeptRow } from "#workers/contract/socket.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

type Kept = Omit<KeptRow, "to"> & { to: { users: string[]; permission: string[] } };
const keptOf = async (enterpriseId: string): Promise<Kept[]> =>
  (
    await rowsOf<KeptRow & { to: string }>(
      harness,
      `SELECT seq, before, "to", body, at FROM live_events WHERE enterprise_id = ? ORDER BY seq`,
      enterpriseId,
    )
  ).map(({ to, ...row }) => ({ ...row, to: JSON.parse(to) as Kept["to"] }));
const changesOf = (rows: readonly Kept[]) =>
  rows
    .map(({ body }) => JSON.parse(body) as { action: string; data: unknown })
    .filter(({ action }) => action === "chatsChanged")
    .map(({ data }) => chatsChanged.parse(data));

test("a message, its answer and its receipts are live events of their own changes, numbered without a gap", async () => {
  const owner = await makePerson(harness);
  const bot = await makeBot(owner, smallBank);
  await trainBot(owner, bot.agentId);
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  const from = (await keptOf(owner.enterpriseId)).at(-1)?.seq ?? 0;
  await deliver(harness, channel, [saying("+919822200001", "what is my balance")]);
  await eventually(async () => {
    const rows = await messagesOf(harness, channel);
    expect(rows.map(({ status }) => status)).toEqual(["received", "delivered"]);
  });
  const rows = (await keptOf(owner.enterpriseId)).filter(({ seq }) => seq > from);
  for (const [at, { before }] of rows.entries()) expect(before).toBe(at === 0 ? from : rows[at - 1]?.seq);
  const said = changesOf(rows).flatMap(({ chats }) =>
    chats.flatMap(({ messages, seq }) => messages.map(({ by, status }) => `${by} ${status} ${seq}`)),
  );
  expect(said[0]).toBe("customer received 1");
  expect(said[1]).toBe("bot queued 2");
  expect(said.at(-1)).toBe("bot delivered 2");
  const last = changesOf(rows).at(-1)?.chats[0];
  const [chat] = await rowsOf<{ id: string; revision: number; last_text: string }>(
    harness,
    "SELECT id, revision, last_text FROM chats WHERE channel_id = ?",
    channel.id,
  );
  expect(last).toMatchObject({
    id: chat?.id,
    revision: chat?.revision,
    lastText: chat?.last_text,
  });
});

test("of one page, each is told only of the chats that are theirs", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const phones = ["+919822200002", "+919822200003", "+919822200004"];
  await deliver(
    harness,
    channel,
    phones.map((phone) => saying(phone, "hello")),
  );
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).filter(({ status }) => status === "delivered")).toHaveLength(
      3,
    ),
  );
  const chats = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM chats WHERE channel_id = ? ORDER BY id",
    channel.id,
  );
  const db = harness.env.TENANT_1;
  await db.batch([
    db
      .prepare(
        "INSERT INTO departments (id, enterprise_id, name, name_key, description, created_at, updated_at) VALUES ('dept of chats', ?, 'D', 'd', '', 1, 1)",
      )
      .bind(owner.enterpriseId),
    db
      .prepare(
        "INSERT INTO department_users (enterprise_id, department_id, user_id) VALUES (?, 'dept of chats', 'ravi')",
      )
      .bind(owner.enterpriseId),
    db.prepare("UPDATE chats SET handler = 'asha', state = 2 WHERE id = ?").bind(chats[0]?.id),
    db.prepare("UPDATE chats SET department_id = 'dept of chats' WHERE id = ?").bind(chats[1]?.id),
    // As if events had told of it.
    db.prepare("DELETE FROM former_places WHERE enterprise_id = ?").bind(owner.enterpriseId),
  ]);
  const from = (await keptOf(owner.enterpriseId)).at(-1)?.seq ?? 0;
  await deliver(
    harness,
    channel,
    phones.map((phone) => saying(phone, "again")),
  );
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).filter(({ text }) => text === "again")).toHaveLength(3),
  );
  const rows = (await keptOf(owner.enterpriseId)).filter(({ seq }) => seq > from).slice(0, 3);
  for (const [at, { before }] of rows.entries()) expect(before).toBe(at === 0 ? from : rows[at - 1]?.seq);
  const heard = rows.map(({ to, body }) => ({
    to,
    chats: changesOf([{ body } as Kept])[0]?.chats.map(({ id }) => id),
  }));
  expect(heard).toHaveLength(3);
  expect(heard).toContainEqual({ to: { users: ["asha"], permission: [] }, chats: [chats[0]?.id] });
  expect(heard).toContainEqual({ to: { users: ["ravi"], permission: [] }, chats: [chats[1]?.id] });
  expect(heard).toContainEqual({ to: { users: [], permission: ["CHAT.HANDLE"] }, chats: [chats[2]?.id] });
});

test("an event says until when free text is taken, and that the vendor took only a template", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const phone = "+919822200005";
  const db = harness.env.TENANT_1;
  const lastChat = async () => changesOf(await keptOf(owner.enterpriseId)).at(-1)?.chats[0];
  const reachOf = async () =>
    (
      await rowsOf<{ window_until: number }>(
        harness,
        "SELECT window_until FROM reach WHERE channel_id = ?",
        channel.id,
      )
    )[0]?.window_until;
  await deliver(harness, channel, [saying(phone, "hello")]);
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).at(-1)).toMatchObject({ status: "delivered" }),
  );
  expect(await lastChat()).toMatchObject({ windowUntil: await reachOf(), refusedForWindow: false });
  const owned = await lastChat();
  await owner.call(chatsApi.actOnChat, {
    params: { id: owned?.id ?? "" },
    body: { action: "agentPickupChat", id: crypto.randomUUID() },
  });
  // As the vendor may refuse within what we take for the window.
  await db
    .prepare(
      "UPDATE messages SET status = 'failed', code = '131047' WHERE channel_id = ? AND direction = 'out'",
    )
    .bind(channel.id)
    .run();
  const note = { action: "agentNote" as const, id: crypto.randomUUID(), text: "refused", mentions: [] };
  const noted = await owner.call(chatsApi.actOnChat, { params: { id: owned?.id ?? "" }, body: note });
  expect(noted.chat.isJITRequired).toBe(true);
  expect(await lastChat()).toMatchObject({ refusedForWindow: true });
  await db.prepare("UPDATE reach SET window_until = 1 WHERE channel_id = ?").bind(channel.id).run();
  await deliver(harness, channel, [saying(phone, "again")]);
  await eventually(async () => expect(await lastChat()).toMatchObject({ refusedForWindow: false }));
  const until = await reachOf();
  expect(until).toBeGreaterThan(1);
  expect(await lastChat()).toMatchObject({ windowUntil: until });
});

test("a chat and its events say which message is answered, changed, withdrawn or reacted to, by its own id", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const phone = "+919822200006";
  const vendorId = `wamid.first.${channel.id}`;
  await deliver(harness, channel, [saying(phone, "I come tomorow", { vendorId })]);
  const answer = saying(phone, "At nine");
  await deliver(harness, channel, [
    { ...answer, event: { ...answer.event, quoted: vendorId } as typeof answer.event },
    saying(phone, { kind: "edit", of: vendorId, text: "I come tomorrow" }),
    saying(phone, { kind: "reaction", to: vendorId, emoji: "👍" }),
    saying(phone, { kind: "revoke", of: vendorId }),
    saying(phone, { kind: "revoke", of: "wamid.of-nobody" }),
  ]);
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).filter(({ direction }) => direction === "in")).toHaveLength(
      6,
    ),
  );
  const [chat] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM chats WHERE channel_id = ?",
    channel.id,
  );
  const read = await owner.call(chatsApi.getChat, { params: { id: chat?.id ?? "" }, query: {} });
  const told = changesOf(await keptOf(owner.enterpriseId)).flatMap(({ chats }) =>
    chats.flatMap(({ messages }) => messages),
  );
  for (const all of [read.messages, told]) {
    const of = (kind: string) =>
      all.filter(({ direction, body }) => direction === "in" && body?.kind === kind);
    const [first, second] = of("text");
    expect(first).toMatchObject({ about: null, quoted: null });
    expect(second?.quoted).toEqual({ id: first?.id, seq: 1, direction: "in", text: "I come tomorow" });
    for (const kind of ["edit", "reaction"]) expect(of(kind)).toMatchObject([{ about: first?.id }]);
    expect(of("revoke")).toMatchObject([{ about: first?.id }, { about: null }]);
  }
});
