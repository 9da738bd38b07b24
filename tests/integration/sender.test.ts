import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  queueFor,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson } from "#tests/support/people.ts";
import { addTemplate } from "#tests/support/templates.ts";
import { messagesTold } from "#tests/support/told.ts";
import app from "#workers/api/app.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import { sendClasses } from "#db/tenant/messages.ts";

const harness = await startHarness();
const owner = await makePerson(harness);
beforeEach(() => {
  answerOurselves(harness);
});

const sql = (text: string, ...values: unknown[]) =>
  harness.env.TENANT_1.prepare(text)
    .bind(...values)
    .run();
const sender = () => harness.raw.getWorker("chatbird-jobs");
const nameOf = ({ id }: TestChannel) => ({ name: `${id}:0` });
const wake = ({ id, enterpriseId }: TestChannel) =>
  harness.inside(`/?sender=${id}:0`, {
    method: "POST",
    body: JSON.stringify({ database: "TENANT_1", enterpriseId, channelId: id }),
  });

/** A channel with one person's open chat, in which messages can be queued. */
async function withChat(
  phone: string,
): Promise<{ channel: TestChannel; queue: (text: string, more?: object) => Promise<string> }> {
  const channel = await makeChannel(harness, owner);
  await deliver(harness, channel, [saying(phone, "hello")]);
  await eventually(async () => {
    const all = await messagesOf(harness, channel);
    expect(all.map(({ status }) => status)).toEqual(["received", "delivered"]);
  });
  const queue = async (text: string, more: object = {}) => {
    const id = crypto.randomUUID();
    const row = { status: "queued", send_class: sendClasses.person, not_before: 0, ...more } as Record<
      string,
      unknown
    >;
    const names = Object.keys(row);
    await harness.env.TENANT_1.batch([
      harness.env.TENANT_1.prepare(
        "UPDATE chats SET seq = seq + 1, revision = revision + 1 WHERE channel_id = ?",
      ).bind(channel.id),
      harness.env.TENANT_1.prepare(
        `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, facts, at,
           ${names.join()}) SELECT ?, enterprise_id, channel_id, identity_id, id, seq, 'out', 'text', ?, 'person', 'somebody', '{}', 1,
           ${names.map(() => "?").join()} FROM chats WHERE channel_id = ?`,
      ).bind(id, JSON.stringify({ kind: "text", text }), ...Object.values(row), channel.id),
    ]);
    return id;
  };
  return { channel, queue };
}

const statusOf = async (id: string) =>
  (
    await rowsOf<{ status: string; reason: string | null; claimed_by: string | null }>(
      harness,
      "SELECT status, reason, claimed_by FROM messages WHERE id = ?",
      id,
    )
  )[0];

test("messages of one person leave one after the other, in their order", async () => {
  const { channel, queue } = await withChat("+919876510001");
  const ids: string[] = [];
  for (const text of ["one", "two", "three"]) ids.push(await queue(text));
  await wake(channel);
  await eventually(async () => {
    for (const id of ids) expect((await statusOf(id))?.status).toBe("delivered");
  });
  const rows = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM messages WHERE channel_id = ? AND by_id = 'somebody' ORDER BY json_extract(facts, '$.sent[1]'), seq",
    channel.id,
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

test("what waited too long, what the window forbids and what the person refused is never called", async () => {
  const { channel, queue } = await withChat("+919876510002");
  const late = await queue("late", { expires_at: 1 });
  await wake(channel);
  await eventually(async () => expect((await statusOf(late))?.status).toBe("expired"));
  await sql("UPDATE reach SET window_until = 1 WHERE channel_id = ?", channel.id);
  const closed = await queue("closed");
  await wake(channel);
  await eventually(async () => expect((await statusOf(closed))?.status).toBe("failed"));
  expect((await statusOf(closed))?.reason).toContain("template");
  await deliver(harness, channel, [saying("+919876510002", "stop")]);
  await eventually(async () =>
    expect(
      await rowsOf(
        harness,
        "SELECT 1 FROM consents c JOIN chats h ON h.identity_id = c.identity_id WHERE h.channel_id = ?",
        channel.id,
      ),
    ).toHaveLength(2),
  );
  const refused = await queue("offer", { send_class: sendClasses.marketing });
  const answer = await queue("a person's answer");
  await wake(channel);
  await eventually(async () => {
    expect((await statusOf(refused))?.reason).toContain("no more messages");
    expect((await statusOf(answer))?.status).toBe("delivered");
  });
  // Screens hear of each, in the change's own transaction; nobody seems to hold what has ended.
  expect(await told([late, closed, refused])).toEqual(["expired", "failed", "failed"]);
  for (const id of [late, closed, refused]) expect((await statusOf(id))?.claimed_by).toBe(null);
});

/** The status of each message in its last live event. */
async function told(ids: readonly string[]): Promise<(string | undefined)[]> {
  const all = await messagesTold(harness, owner.enterpriseId);
  return ids.map((id) => all.findLast((message) => message.id === id)?.status);
}

test("a paused channel calls nothing, and goes on when it is resumed", async () => {
  const { channel, queue } = await withChat("+919876510003");
  await sql("UPDATE channels SET state = 'paused' WHERE id = ?", channel.id);
  const id = await queue("hello");
  await wake(channel);
  await sql("UPDATE channels SET state = 'active' WHERE id = ?", channel.id);
  expect(await statusOf(id)).toMatchObject({ status: "queued", claimed_by: null });
  await wake(channel);
  await eventually(async () => expect((await statusOf(id))?.status).toBe("delivered"));
});

test("a channel that is resumed wakes its sender", async () => {
  const channel = await makeChannel(harness, owner);
  const woken: unknown[] = [];
  const SENDER = {
    idFromName: (name: string) => name,
    get: (name: string) => ({ wake: async (place: object) => void woken.push([name, place]) }),
  };
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
  const answer = await app.fetch(
    new Request(`http://localhost/api/e/enterprise/channels/${channel.id}/resume`, {
      method: "POST",
      headers: { "authentication-token": owner.token },
    }),
    { ...harness.env, SENDER } as never,
    context as never,
  );
  expect(answer.status).toBe(200);
  const place = { database: "TENANT_1", enterpriseId: owner.enterpriseId, channelId: channel.id };
  expect(woken).toEqual([[`${channel.id}:0`, place]]);
});

test("a sender that died gives back what it never called, and stores what it knows", async () => {
  const { channel, queue } = await withChat("+919876510004");
  await sql("UPDATE channels SET state = 'paused' WHERE id = ?", channel.id);
  const [never, open, known] = [await queue("never called"), await queue("open"), await queue("known")];
  // As a sender that died between its claim and the database leaves it.
  await sql(
    "UPDATE messages SET claimed_by = ?1 || ':0', attempts = 1 WHERE channel_id = ?1 AND by_id = 'somebody'",
    channel.id,
  );
  const lines = await sender().getDurableObjectStorage("SENDER", nameOf(channel));
  await lines.exec("INSERT INTO lines (id, attempts, result, at) VALUES (?, 1, NULL, 1)", open);
  await lines.exec(
    "INSERT INTO lines (id, attempts, result, at) VALUES (?, 1, ?, 1)",
    known,
    JSON.stringify({ outcome: "sent", vendorId: `sim.${known}` }),
  );
  await sender().evictDurableObject("SENDER", nameOf(channel));
  await sql("UPDATE channels SET state = 'active' WHERE id = ?", channel.id);
  await wake(channel);
  await eventually(async () => {
    expect((await statusOf(never))?.status).toBe("delivered");
    // The simulator honours our key, so an open call is made again.
    expect((await statusOf(open))?.status).toBe("delivered");
    expect((await statusOf(known))?.status).toBe("sent");
  });
  const rows = await rowsOf<{ claimed_by: string | null }>(
    harness,
    "SELECT claimed_by FROM messages WHERE channel_id = ?",
    channel.id,
  );
  expect(rows.filter(({ claimed_by: by }) => by !== null)).toEqual([]);
});

test("a message that was claimed before a claim failed is given back, and leaves", async () => {
  const { channel, queue } = await withChat("+919876510061");
  const templateUId = await addTemplate(harness, channel, { parts: { body: { text: "Hello" } } });
  // The claim of people's messages is written, and that of the broadcast behind it is refused.
  await sql(
    `CREATE TRIGGER refused_claims BEFORE UPDATE OF served_at ON broadcasts WHEN new.channel_id = '${channel.id}' BEGIN SELECT RAISE(ABORT, 'broken by a test'); END`,
  );
  try {
    await owner.call(broadcastSendingApi.sendBroadcast, {
      body: {
        channelId: channel.id,
        phoneNumber: ["+919876510062"],
        message: { template: { templateUId } },
      },
    });
    await eventually(async () =>
      expect(
        await rowsOf(
          harness,
          "SELECT 1 FROM broadcasts WHERE channel_id = ? AND prepared_at IS NOT NULL",
          channel.id,
        ),
      ).toHaveLength(1),
    );
    const id = await queue("kept");
    await wake(channel);
    await eventually(async () =>
      expect(await statusOf(id)).toMatchObject({ status: "queued", claimed_by: `${channel.id}:0` }),
    );
    await sql("DROP TRIGGER refused_claims");
    await wake(channel);
    await eventually(async () =>
      expect(await statusOf(id)).toMatchObject({ status: "delivered", claimed_by: null }),
    );
  } finally {
    await sql("DROP TRIGGER IF EXISTS refused_claims");
  }
});

test("the sweeper wakes a lane and a sender that sleep beside work", async () => {
  // Nobody has woken them before, so no alarm of theirs finds it either.
  const [heard, sends] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
  const [id = ""] = await queueFor(harness, sends, { people: 1 });
  await sql(
    "INSERT INTO inbound_events (enterprise_id, channel_id, event_key, raw, state, at) VALUES (?, ?, 'left', ?, 'pending', 1)",
    heard.enterpriseId,
    heard.id,
    JSON.stringify(saying("+919876510005", "left behind too")),
  );
  await harness.scheduled();
  await eventually(async () => {
    expect((await statusOf(id))?.status).toBe("delivered");
    const [first] = await messagesOf(harness, heard);
    expect(first).toMatchObject({ text: "left behind too", status: "received" });
  });
});
