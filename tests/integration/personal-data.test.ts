import { randomUUID } from "node:crypto";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { sendToDrive } from "#tests/support/drive.ts";
import { eventually } from "#tests/support/eventually.ts";
import { graphOf } from "#tests/support/flow.ts";
import { startHarness } from "#tests/support/harness.ts";
import { pdf } from "#tests/support/made-files.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { runsOf, startedJourney } from "#tests/support/runs.ts";
import { playing, takeIn } from "#tests/support/simulator.ts";
import { videoRows } from "#tests/support/video-rows.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import type { SimulatedEvent } from "#workers/channels/simulator/wire.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as chatConfigApi from "#workers/contract/endpoints/chat-config.ts";
import type { ChatAction } from "#workers/contract/chat-action.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import type { Address } from "#workers/contract/inbound.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { dataParts } from "#workers/domain/customers/held.ts";
import { personalData } from "#workers/domain/customers/personal-data.ts";

/** O-20: a copy of one person's data is whole, has nobody else in it, and is made page by page (GDPR 15, 20). */
const harness = await startHarness();
const owner = await makePerson(harness);
beforeEach(() => {
  answerOurselves(harness);
});

interface Copied {
  channels: { name: string; addresses: { address: string; refusals: object[] }[]; agreements: object[] }[];
  chats: { id: string; channel: string; handledBy: string; state: string }[];
  messages: {
    text?: string;
    kind: string;
    chat: string;
    direction: string;
    by: string;
    byName: string | null;
    status: string;
    states: object;
  }[];
  files: { name: string; direction: string; entry: string; bytes: number }[];
  recordings: { chat: string; entry: string; bytes: number; recordedBy: string; agreedAt: string | null }[];
  botSessions: { id: string; bot: string }[];
  botMessages: { session: string; text: string; answer: string }[];
}

const pathOf = (id: string, query = "") => `/api/chatbird/api/customer_master/customers/${id}/data${query}`;
const customerAt = async (phone: string, { enterpriseId }: Person = owner) => {
  const [row] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM customers WHERE enterprise_id = ? AND phone = ?",
    enterpriseId,
    phone,
  );
  return row?.id ?? "";
};
/** The message, as if these addresses had come with it. */
const by = (addresses: Address[], said: SimulatedEvent): SimulatedEvent => {
  const event = said.event as Extract<SimulatedEvent["event"], { type: "message" }>;
  return { ...said, event: { ...event, from: { ...event.from, addresses } } };
};
const number = (value: string): Address => ({ kind: "number", scope: "", value });
const user = (value: string): Address => ({ kind: "user", scope: "portfolio", value });

const [phone, other] = ["+919811300001", "+919811300002"];
const hidden = ["a note for colleagues", "an answer that nobody sent", "a secret of somebody else", other];
let id = "";

beforeAll(async () => {
  answerOurselves(harness);
  const bot = await makeBot(owner, smallBank);
  await trainBot(owner, bot.agentId);
  const line = await makeChannel(harness, owner);
  const sms = await makeChannel(harness, owner, { type: channelTypes.sms });
  const withBot = await makeChannel(harness, owner, { agentId: bot.agentId });
  let heard = 0;
  const hear = async (channel: typeof line, ...events: SimulatedEvent[]) => {
    await deliver(harness, channel, events);
    heard += events.length;
    await eventually(async () =>
      expect(
        await rowsOf(
          harness,
          "SELECT 1 FROM messages WHERE enterprise_id = ? AND direction = 'in'",
          owner.enterpriseId,
        ),
      ).toHaveLength(heard),
    );
  };
  // First known by an id alone, then by both: two identities that are joined.
  await hear(line, by([user("IN.3001")], saying("+1", "hello by id", { name: "Meera" })));
  await hear(line, by([number(phone)], saying("+1", "where is my order 4711", { name: "Meera" })));
  await hear(line, by([number(phone), user("IN.3001")], saying("+1", "hello by both", { name: "Meera" })));
  await hear(line, saying(phone, "stop", { name: "Meera" }));
  await hear(sms, saying(phone, "the same by sms", { name: "Meera" }));
  await hear(withBot, saying(phone, "my card is lost", { name: "Meera" }));
  await hear(line, saying(other, "a secret of somebody else", { name: "Ravi" }));
  const worked = "SELECT 1 FROM turns WHERE enterprise_id = ?";
  await eventually(async () => expect(await rowsOf(harness, worked, owner.enterpriseId)).toHaveLength(1));
  const file = { kind: "document" as const, bytes: pdf(), name: "passport.pdf" };
  const taken = await (await takeIn(harness, owner, line, file)).json<{ response: { id: string } }>();
  const { say } = playing(() => owner);
  await say(
    line,
    { body: { kind: "document", medium: { id: taken.response.id } } },
    { name: "Meera", phone },
  );
  await eventually(async () =>
    expect(await rowsOf(harness, "SELECT state FROM message_media WHERE channel_id = ?", line.id)).toEqual([
      { state: "kept" },
    ]),
  );
  const [{ id: chatId } = { id: "" }] = await rowsOf<{ id: string }>(
    harness,
    "SELECT c.id FROM chats c JOIN addresses a ON a.identity_id = c.identity_id WHERE c.channel_id = ? AND a.address = ?",
    line.id,
    phone,
  );
  const act = (body: Record<string, unknown>) =>
    owner.call(chatsApi.actOnChat, {
      params: { id: chatId },
      body: { id: randomUUID(), ...body } as ChatAction,
    });
  await act({ action: "takeOverChat" });
  await act({ action: "agentNote", text: "a note for colleagues" });
  const answer = await sendToDrive(harness, owner, { use: "document", bytes: pdf(), name: "invoice.pdf" });
  await act({ action: "agentReplyChat", text: "Dear Meera", fileId: answer.id });
  await eventually(async () =>
    expect((await messagesOf(harness, line)).find(({ by_kind: who }) => who === "person")?.status).toMatch(
      /sent|delivered|read/,
    ),
  );
  const film = await videoRows(harness, owner, chatId, { state: "ended" });
  await harness.env.TENANT_1.prepare("UPDATE video_recordings SET parts = 2, bytes = 12 WHERE id = ?")
    .bind(film.recordingId)
    .run();
  await harness.env.FILES.put(`${owner.enterpriseId}/video/${film.recordingId}/2`, "second");
  // Of somebody else, and one that is still being stored.
  const [{ id: othersChat } = { id: "" }] = await rowsOf<{ id: string }>(
    harness,
    "SELECT c.id FROM chats c JOIN addresses a ON a.identity_id = c.identity_id WHERE c.channel_id = ? AND a.address = ?",
    line.id,
    other,
  );
  await videoRows(harness, owner, othersChat, { state: "ended" });
  await videoRows(harness, owner, chatId, { state: "ended", recording: "recording" });
  await harness.env.TENANT_1.prepare(
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, held, at)
     SELECT 'held of ' || c.id, c.enterprise_id, c.channel_id, c.identity_id, c.id, 90001, 'out', 'text',
       '{"kind":"text","text":"an answer that nobody sent"}', 'person', c.handler, 'cancelled', '{}', 1, 1 FROM chats c WHERE c.id = ?`,
  )
    .bind(chatId)
    .run();
  id = await customerAt(phone);
});

test("a copy has every part: joined identities, chats of all channels, sends with their states, files and bots", async () => {
  const answer = await owner.send("GET", pathOf(id));
  const body = await answer.text();
  const data = JSON.parse(body) as Copied;
  expect(Object.keys(data)).toEqual([...dataParts]);
  const addresses = data.channels.flatMap((each) => each.addresses);
  expect(new Set(addresses.map(({ address }) => address))).toEqual(new Set([phone, "IN.3001"]));
  expect(addresses.find(({ address, refusals }) => address === phone && refusals.length > 0)).toMatchObject({
    refusals: [
      {
        why: "optOut",
        source: expect.stringContaining("message:") as string,
        at: expect.any(String) as string,
      },
    ],
  });
  expect(data.channels.flatMap(({ agreements }) => agreements)).toContainEqual(
    expect.objectContaining({ purpose: "marketing", given: false, wording: "stop" }),
  );
  expect(data.messages.filter(({ direction }) => direction === "in").map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      "hello by id",
      "where is my order 4711",
      "hello by both",
      "stop",
      "the same by sms",
      "my card is lost",
    ]),
  );
  expect(data.messages.find(({ by: who }) => who === "person")).toMatchObject({
    direction: "out",
    kind: "document",
    byName: "Kiran",
    status: expect.stringMatching(/sent|delivered|read/) as string,
    states: { sent: expect.any(String) as string },
  });
  expect(data.messages.find(({ by: who }) => who === "bot")).toMatchObject({
    byName: expect.any(String) as string,
  });
  expect(new Set(data.messages.map(({ chat }) => chat))).toEqual(new Set(data.chats.map((chat) => chat.id)));
  expect(data.chats.find(({ state }) => state === "ongoing")).toMatchObject({
    channel: "Phone",
    handledBy: "Kiran",
  });
  expect(data.files.map(({ name, direction }) => [name, direction]).toSorted()).toEqual([
    ["invoice.pdf", "out"],
    ["passport.pdf", "in"],
  ]);
  expect(data.botSessions).toHaveLength(1);
  expect(data.botMessages).toMatchObject([{ session: data.botSessions[0]?.id, text: "my card is lost" }]);
  for (const word of [...hidden, owner.email, owner.userId]) expect(body).not.toContain(word);
});

test("the CSV says the same, and the archive has both with the files", async () => {
  const csv = await (await owner.send("GET", pathOf(id, "?format=csv"))).text();
  const archive = await owner.send("GET", pathOf(id, "?format=zip"));
  const entries = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  const data = JSON.parse(strFromU8(entries["data.json"] ?? new Uint8Array())) as Copied;
  for (const { text } of data.messages) if (text) expect(csv).toContain(text);
  expect(csv).toMatch(/^messages\.0\.at,/m);
  // The record of those who looked at them is no part of their data.
  expect(csv).not.toMatch(/^history\.\d+\.action,export/m);
  for (const word of hidden) expect(csv).not.toContain(word);
  expect(Object.keys(entries).toSorted()).toEqual(
    ["data.csv", "data.json", ...[...data.files, ...data.recordings].map(({ entry }) => entry)].toSorted(),
  );
  for (const { entry, bytes } of data.files) expect(entries[entry]?.byteLength, entry).toBe(bytes);
  expect(strFromU8(entries["data.csv"] ?? new Uint8Array())).toContain("where is my order 4711");
});

test("a copy names the recordings of their video calls, and the archive has each film whole", async () => {
  const archive = await owner.send("GET", pathOf(id, "?format=zip"));
  const entries = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  const data = JSON.parse(strFromU8(entries["data.json"] ?? new Uint8Array())) as Copied;
  expect(data.recordings).toMatchObject([
    {
      chat: data.chats.find(({ state }) => state === "ongoing")?.id,
      bytes: 12,
      recordedBy: "Canary agent",
      agreedAt: expect.any(String) as string,
    },
  ]);
  const [{ entry } = { entry: "" }] = data.recordings;
  expect(entry).toMatch(/^recordings\/[\w-]+\.webm$/);
  expect(strFromU8(entries[entry] ?? new Uint8Array())).toBe("canarysecond");
});

test("where the enterprise asks for reasons nothing is handed out without one, and the trail keeps it", async () => {
  const exported = async () =>
    (await owner.call(auditTrailApi.listAuditTrail, { query: { action: "export" } })).entries.length;
  const before = await exported();
  await owner.call(chatConfigApi.saveChatConfig, { body: { ...noChatRules, asksReason: true } });
  const refused = await owner.send("GET", pathOf(id));
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: { reason: expect.any(String) as string } },
  ]);
  expect(await exported()).toBe(before);
  const query = `?format=csv&reason=${encodeURIComponent("asked by letter")}`;
  expect((await owner.send("GET", pathOf(id, query))).status).toBe(200);
  const [entry] = (await owner.call(auditTrailApi.listAuditTrail, { query: { action: "export" } })).entries;
  expect(entry).toMatchObject({ kind: "customer", object: { id, name: "Meera" } });
  const [row] = await rowsOf<{ after: string }>(
    harness,
    "SELECT after FROM audit_trail WHERE id = ?",
    entry?.id,
  );
  expect(JSON.parse(row?.after ?? "")).toEqual({ by: "Kiran", format: "csv", reason: "asked by letter" });
});

test("an enterprise makes only a few copies at once", async () => {
  const stranger = await makePerson(harness);
  const until = Date.now() + 600_000;
  await harness.env.TENANT_1.batch(
    ["a", "b"].map((each) =>
      harness.env.TENANT_1.prepare(
        "INSERT INTO places (id, enterprise_id, kind, until) VALUES (?, ?, 'personalData', ?)",
      ).bind(`${each} of ${stranger.enterpriseId}`, stranger.enterpriseId, until),
    ),
  );
  expect((await stranger.send("GET", pathOf("anybody"))).status).toBe(429);
});

test("20,000 messages come in pages, one statement each, and no chunk grows with them", async () => {
  const many = await makePerson(harness);
  const channel = await makeChannel(harness, many);
  await deliver(harness, channel, [saying("+919811300009", "the first", { name: "Many" })]);
  const first = "SELECT identity_id, chat_id FROM messages WHERE channel_id = ? AND direction = 'in'";
  const [from] = await eventually(async () => {
    const rows = await rowsOf<{ identity_id: string; chat_id: string }>(harness, first, channel.id);
    expect(rows).toHaveLength(1);
    return rows;
  });
  // A thousand at the same moment, so that a page ends within it.
  await harness.env.TENANT_1.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
     INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
     SELECT printf('%s-%05d', ?2, i), ?1, ?2, ?3, ?4, 1000 + i, 'in', 'text', json_object('kind', 'text', 'text', 'line ' || i), 'customer', '', 'received', '{}', i - i % 1500 FROM n`,
  )
    .bind(many.enterpriseId, channel.id, from?.identity_id, from?.chat_id)
    .run();
  let statements = 0;
  const ctx = watchedCtx(harness, many, (sql) => {
    if (sql.includes("FROM messages m")) statements++;
  });
  const { body } = await personalData(
    ctx,
    await customerAt("+919811300009", many),
    { format: "json", reason: "" },
    { get: () => Promise.resolve(null) },
  );
  let largest = 0;
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    largest = Math.max(largest, chunk.byteLength);
    text += decoder.decode(chunk, { stream: true });
  }
  const lines = (JSON.parse(text) as Copied).messages.map((each) => each.text ?? "");
  const written = lines.filter((line) => line.startsWith("line "));
  expect(written).toHaveLength(20_000);
  expect(new Set(written).size).toBe(20_000);
  expect(statements).toBeLessThanOrEqual(22);
  expect(largest).toBeLessThan(600_000);
});

test("a copy has what journeys know of the person, and of nobody else", async () => {
  const theirs = await makePerson(harness);
  const channel = await makeChannel(harness, theirs);
  const graph = graphOf(
    {
      start: ["start"],
      city: ["ask", { text: "Which city?", save: { to: "variable", name: "answer" } }],
      end: ["end"],
    },
    ["start > city", "city > end"],
  );
  const { instanceId } = await startedJourney(harness, channel, graph, { keyword: "move", name: "Moving" });
  for (const [who, city] of [
    [phone, "Pune"],
    [other, "Goa"],
  ] as const) {
    await deliver(harness, channel, [saying(who, "move", { name: "Meera" })]);
    await eventually(async () =>
      expect((await runsOf(harness, instanceId)).at(-1)).toMatchObject({ state: "waiting", node_id: "city" }),
    );
    await deliver(harness, channel, [saying(who, city)]);
    await eventually(async () =>
      expect((await runsOf(harness, instanceId)).at(-1)).toMatchObject({ state: "completed" }),
    );
  }
  const response = await theirs.send("GET", pathOf(await customerAt(phone, theirs)));
  const { journeys } = await response.json<{ journeys: object[] }>();
  expect(journeys).toMatchObject([
    { journey: "Moving", kind: "journey", state: "completed", values: { answer: "Pune" } },
  ]);
});
