import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { V7Generator } from "uuidv7";
import { trainBot } from "#db/seed/train.ts";
import { eventually } from "#tests/support/eventually.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  expectHoursAgree,
  leaveToTest,
  makeChannel,
  messagesOf,
  rowsOf,
  saying,
  stating,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { messagingTexts } from "#texts/messaging.ts";
import type { ChannelPlace } from "#workers/contract/channel-place.ts";
import { SESSION_GAP_MS } from "#workers/contract/endpoints/bot-sessions.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as entitiesApi from "#workers/contract/endpoints/entities.ts";
import * as intentsApi from "#workers/contract/endpoints/intents.ts";
import type { MessageBody } from "#workers/contract/message-body.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { ctxOvertaken, watchedCtx } from "#tests/support/watched-ctx.ts";
import app from "#workers/api/app.ts";
import { simulator } from "#workers/channels/simulator/index.ts";
import { turnDepsOf } from "#workers/domain/bot-sessions/turn-deps.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { tellRuns } from "#workers/domain/entries/tell-runs.ts";
import { acceptEvents } from "#workers/domain/messaging/accept.ts";
import { workPage } from "#workers/domain/messaging/lane.ts";
import { laneOf } from "#workers/domain/messaging/objects.ts";
import { runTurn } from "#workers/domain/messaging/turn.ts";
import { waitingTurns } from "#workers/domain/messaging/waiting-turns.ts";

const harness = await startHarness();
/** The id that something made at that time has. */
const idAt = (time: number): string => new V7Generator().generateOrResetCore(time, 10_000).toString();
let owner: Person;
let bot: { agentId: string };
beforeEach(() => {
  answerOurselves(harness);
});
beforeAll(async () => {
  owner = await makePerson(harness);
  bot = await makeBot(owner, smallBank);
  await trainBot(owner, bot.agentId);
});

const settled = (channel: TestChannel, messages: number) =>
  eventually(async () => {
    const all = await messagesOf(harness, channel);
    expect(all.length).toBeGreaterThanOrEqual(messages);
    expect(all.filter(({ status, claimed_by: by }) => status === "queued" || by !== null)).toEqual([]);
    return all;
  });

const alone = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
/** The api Worker with other parts in the place of the system's. */
const appWith = (env: object) => ({
  fetch: async (path: string, init: RequestInit) =>
    app.fetch(
      new Request(new URL(path, "http://localhost"), init),
      { ...harness.env, ...env },
      alone as never,
    ),
});

test("a message is answered by the channel's bot, and its answer reaches the phone once", async () => {
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  expect((await deliver(harness, channel, [saying("+919876500001", "what is my balance")])).status).toBe(200);
  await eventually(async () => {
    const [asked, answered] = await messagesOf(harness, channel);
    expect(asked).toMatchObject({ direction: "in", by_kind: "customer", speaker: "bot", seq: 1 });
    expect(answered).toMatchObject({
      text: "Answer of Balance",
      by_kind: "bot",
      status: "delivered",
      seq: 2,
    });
  });
  const [customer] = await rowsOf<{ name: string; number: number }>(
    harness,
    "SELECT name, number FROM customers WHERE enterprise_id = ? AND phone = '+919876500001'",
    owner.enterpriseId,
  );
  expect(customer?.name).toBe("Asha");
});

test("a bot that asks for one of few values offers them, where the channel can, and takes a pressed one", async () => {
  const choosy = await makeBot(owner, smallBank);
  const { agentId, storyId } = choosy;
  const values = ["Visa", "Rupay"].map((value) => ({ value, type: "synonymns" as const }));
  const card = await owner.call(entitiesApi.saveEntity, { body: { agentId, name: "card", values } });
  await owner.call(intentsApi.saveIntent, {
    body: {
      agentId,
      storyId,
      name: "Block",
      utterances: ["block a card", "my card is lost", "stop my card now"].map((utterance) => ({ utterance })),
      responses: [{ response: "Your {card} is blocked." }],
      entities: [{ id: card.id, name: "card", required: true, prompts: ["Which card?"] }],
    },
  });
  await trainBot(owner, agentId);
  const asking = async (type: number, phone: string) => {
    const channel = await makeChannel(harness, owner, { agentId, type });
    await deliver(harness, channel, [saying(phone, "block a card")]);
    const [, asked] = await settled(channel, 2);
    return { channel, asked: JSON.parse(asked?.body ?? "{}") as MessageBody };
  };
  const plain = await asking(channelTypes.sms, "+919876500041");
  expect(plain.asked).toEqual({ kind: "text", text: "Which card?" });
  const { channel, asked } = await asking(channelTypes.whatsApp, "+919876500042");
  expect(asked).toMatchObject({ kind: "buttons", text: "Which card?" });
  const [, rupay] = asked.kind === "buttons" ? asked.buttons : [];
  expect(rupay).toMatchObject({
    kind: "reply",
    label: "Rupay",
    token: expect.stringMatching(/^[\w.]{1,26}$/),
  });
  const token = rupay?.kind === "reply" ? rupay.token : "";
  const floorOf = () =>
    rowsOf<{ bot_id: string; lasts: number }>(
      harness,
      `SELECT f.bot_id, f.until - m.at AS lasts FROM floors f JOIN timers t ON t.subject = f.id AND t.seq = f.seq AND t.due_at = f.until
        JOIN messages m ON m.channel_id = f.channel_id AND m.seq = 2 WHERE f.channel_id = ?`,
      channel.id,
    );
  expect(await floorOf()).toEqual([{ bot_id: agentId, lasts: expect.closeTo(SESSION_GAP_MS, -3) }]);
  await deliver(harness, channel, [saying("+919876500042", { kind: "formAnswer", token, label: "Rupay" })]);
  const [, , pressed, answered] = await settled(channel, 4);
  expect(pressed).toMatchObject({ speaker: "floor" });
  expect(answered).toMatchObject({ kind: "text", text: "Your Rupay is blocked.", by_id: agentId });
  expect(await floorOf()).toEqual([]);
});

test("a question holds until it is answered, a person is asked for, or nobody has answered it for half an hour", async () => {
  const asking = await makeBot(owner, smallBank);
  const { agentId, storyId } = asking;
  await owner.call(intentsApi.saveIntent, {
    body: {
      agentId,
      storyId,
      name: "Transfer",
      utterances: ["send money", "make a transfer", "pay my landlord"].map((utterance) => ({ utterance })),
      responses: [{ response: "{amount} is on its way." }],
      entities: [{ id: "sys.number", name: "amount", required: true, prompts: ["How much?"] }],
    },
  });
  await trainBot(owner, agentId);
  const channel = await makeChannel(harness, owner, { agentId });
  const floors = () => rowsOf(harness, "SELECT 1 FROM floors WHERE channel_id = ?", channel.id);
  const ask = async (phone: string) => {
    const before = (await messagesOf(harness, channel)).length;
    await deliver(harness, channel, [saying(phone, "send money")]);
    await settled(channel, before + 2);
    expect(await floors()).toHaveLength(1);
  };
  const factOf = async (phone: string, text: string) => {
    const said = saying(phone, text);
    await deliver(harness, channel, [said]);
    return eventually(async () => {
      const found = (await messagesOf(harness, channel)).find(({ vendor_id: id }) => id === said.key);
      expect(found).toBeDefined();
      return found?.fact;
    });
  };

  await ask("+919876500051");
  expect(await factOf("+919876500051", "cancel")).toBe(null);
  await eventually(async () => expect(await floors()).toEqual([]));

  // Nothing that a bot can take for the value: the queue takes it, and the bot asks for nothing any more.
  await ask("+919876500052");
  const picture = saying("+919876500052", { kind: "location", latitude: 1, longitude: 1 });
  await deliver(harness, channel, [picture]);
  await eventually(async () => expect(await floors()).toEqual([]));
  const shown = (await messagesOf(harness, channel)).find(({ vendor_id: id }) => id === picture.key);
  expect(shown).toMatchObject({ speaker: "queue" });

  // Too late: a word is what it says, also before the clock has looked; the clock then takes the floor away.
  await ask("+919876500053");
  await harness.env.TENANT_1.batch(
    [
      "UPDATE floors SET until = 1 WHERE channel_id = ?",
      "UPDATE conversations SET last_at = 1 WHERE agent_id = ?2 AND ?1 = ?1",
    ].map((text) =>
      text.includes("?2")
        ? harness.env.TENANT_1.prepare(text).bind(channel.id, agentId)
        : harness.env.TENANT_1.prepare(text).bind(channel.id),
    ),
  );
  expect(await factOf("+919876500053", "cancel")).toBe("stopWord");
  const due = "UPDATE timers SET due_at = 1 WHERE subject IN (SELECT id FROM floors WHERE channel_id = ?)";
  await harness.env.TENANT_1.prepare(due).bind(channel.id).run();
  await harness.scheduled();
  await eventually(async () => expect(await floors()).toEqual([]));
});

test("the same event fifty times at once, and batched otherwise later, is one message", async () => {
  const channel = await makeChannel(harness, owner);
  const event = saying("+919876500002", "hello");
  const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(harness, channel, [event])));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await deliver(harness, channel, [saying("+919876500002", "again"), event]);
  const all = await settled(channel, 3);
  expect(all.map(({ text }) => text)).toEqual(["hello", expect.stringContaining("Somebody"), "again"]);
});

test("a call whose signature is wrong, missing or another channel's keeps nothing", async () => {
  const channel = await makeChannel(harness, owner);
  const other = await makeChannel(harness, owner);
  const events = [saying("+919876500003", "hello")];
  const path = `/api/webhooks/simulator/${channel.id}`;
  const wrong = [
    deliver(harness, other, events, { path }),
    deliver(harness, channel, events, { headers: { "x-simulator-signature": "" } }),
    deliver(harness, channel, events, { headers: { "x-simulator-signature": "sha256=00" } }),
  ];
  expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([401, 401, 401]);
  const elsewhere = await deliver(harness, channel, events, { path: `/api/webhooks/telegram/${channel.id}` });
  const gone = await deliver(harness, channel, events, { path: "/api/webhooks/simulator/no-such-channel" });
  expect([elsewhere.status, gone.status]).toEqual([404, 404]);
  expect(await rowsOf(harness, "SELECT 1 FROM inbound_events WHERE channel_id = ?", channel.id)).toEqual([]);
});

test("a body that cannot be read is kept for an administrator, and answered 200", async () => {
  const channel = await makeChannel(harness, owner);
  for (const body of ["not json", '{"events":[{"no":"key"}]}']) {
    expect((await deliver(harness, channel, [], { body })).status).toBe(200);
  }
  const odd = { key: "odd", event: { type: "message" } };
  expect((await deliver(harness, channel, [], { body: JSON.stringify({ events: [odd] }) })).status).toBe(200);
  await eventually(async () => {
    const rows = await rowsOf<{ state: string }>(
      harness,
      "SELECT state FROM inbound_events WHERE channel_id = ?",
      channel.id,
    );
    expect(rows.map(({ state }) => state)).toEqual(["unreadable", "unreadable", "unreadable"]);
  });
  const huge = await deliver(harness, channel, [], { body: `{"events":["${"x".repeat(4_000_000)}"]}` });
  expect(huge.status).toBe(413);
});

test("an event that cannot be worked is set aside, and the others go on in their order", async () => {
  const channel = await makeChannel(harness, owner);
  onTestFinished(async () => void (await harness.env.TENANT_1.prepare("DROP TRIGGER poison").run()));
  await harness.env.TENANT_1.prepare(
    `CREATE TRIGGER poison BEFORE INSERT ON messages WHEN new.channel_id = '${channel.id}' AND new.body LIKE '%poison%'
       BEGIN SELECT RAISE(ABORT, 'poisoned'); END`,
  ).run();
  const events = ["one", "poison", "two", "three"].map((text) => saying("+919876500004", text));
  await deliver(harness, channel, events);
  const all = await settled(channel, 4);
  expect(all.filter(({ direction }) => direction === "in").map(({ text }) => text)).toEqual([
    "one",
    "two",
    "three",
  ]);
  const [failed] = await rowsOf<{ state: string; failure: string }>(
    harness,
    "SELECT state, failure FROM inbound_events WHERE channel_id = ? AND state = 'failed'",
    channel.id,
  );
  expect(failed?.failure).toContain("poisoned");
});

test("statuses in any order end alike, also those that overtake the answer of the call", async () => {
  const channel = await makeChannel(harness, owner);
  await deliver(harness, channel, [saying("+919876500005", "hello")]);
  const sent = (await settled(channel, 2)).find(({ direction }) => direction === "out");
  const id = sent?.id ?? "";
  await deliver(harness, channel, [stating(id, "read", 3_000), stating(id, "failed", 1_000)]);
  await deliver(harness, channel, [stating(id, "sent", 500), stating("no such message", "read")]);
  await eventually(async () => {
    const [message] = (await messagesOf(harness, channel)).filter((each) => each.id === id);
    expect(message?.status).toBe("read");
    expect(Object.keys(JSON.parse(message?.facts ?? "{}") as object).toSorted()).toEqual([
      "delivered",
      "failed",
      "read",
      "sent",
    ]);
  });
  const waiting = "SELECT about FROM inbound_events WHERE channel_id = ? AND state = 'waiting'";
  await eventually(async () =>
    expect(await rowsOf(harness, waiting, channel.id)).toEqual([{ about: "no such message" }]),
  );
});

test("who says stop is confirmed once and answered by nobody; a stop within a sentence is none", async () => {
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  await deliver(harness, channel, [saying("+919876500006", " STOP. ")]);
  const [stop, confirmed] = await settled(channel, 2);
  expect(stop).toMatchObject({ fact: "stopWord", speaker: null });
  expect(confirmed?.text).toContain("won't get any more messages");
  await deliver(harness, channel, [saying("+919876500006", "please stop my lost card")]);
  const all = await settled(channel, 4);
  expect(all.at(-2)).toMatchObject({ fact: null, speaker: "bot" });
  const consents = await rowsOf<{ purpose: string; given: number }>(
    harness,
    `SELECT purpose, given FROM consents c JOIN identities i ON i.id = c.identity_id
       WHERE i.enterprise_id = ? AND c.source LIKE 'message:%' AND c.wording = 'STOP.' ORDER BY purpose`,
    owner.enterpriseId,
  );
  expect(consents).toEqual([
    { purpose: "marketing", given: 0 },
    { purpose: "service", given: 0 },
  ]);
});

test("without a bot the chat waits for a person, and the customer is told once", async () => {
  const channel = await makeChannel(harness, owner);
  await deliver(harness, channel, [saying("+919876500007", "hello")]);
  await deliver(harness, channel, [saying("+919876500007", "anybody there?")]);
  const all = await settled(channel, 3);
  expect(all.filter(({ by_kind: by }) => by === "system")).toHaveLength(1);
  expect(all.at(-1)).toMatchObject({ text: "anybody there?", speaker: "person" });
  const [chat] = await rowsOf<{ state: number; unread: number }>(
    harness,
    "SELECT state, unread FROM chats WHERE channel_id = ?",
    channel.id,
  );
  expect(chat).toEqual({ state: 1, unread: 2 });
});

test("a bot that does not understand twice hands the chat over", async () => {
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  const phone = "+919876500008";
  await deliver(harness, channel, [saying(phone, "qwertz uiopas dfghjk")]);
  await settled(channel, 2);
  await deliver(harness, channel, [saying(phone, "yxcvbn mnbvcx poiuzt")]);
  await eventually(async () => {
    const [chat] = await rowsOf<{ state: number }>(
      harness,
      "SELECT state FROM chats WHERE channel_id = ?",
      channel.id,
    );
    expect(chat?.state).toBe(1);
  });
  expect((await settled(channel, 4)).at(-1)?.text).toContain("Somebody from our team");
});

test("a bot hands over after the answer of an intent that says so, and unanswered to who asks for a person", async () => {
  const { agentId, storyId, intents } = await makeBot(owner, smallBank);
  const marked = { agentId, storyId, id: intents["Lost card"] ?? "", name: "Lost card" };
  const utterances = smallBank["Lost card"].map((utterance) => ({ utterance }));
  const body = { ...marked, utterances, responses: [{ response: "It is blocked." }] };
  const { revision } = await owner.call(intentsApi.saveIntent, {
    body: { ...body, revision: 1, handsOver: true },
  });
  // A client that does not know of it leaves it as it is.
  expect(await owner.call(intentsApi.saveIntent, { body: { ...body, revision } })).toMatchObject({
    handsOver: true,
  });
  await trainBot(owner, agentId);
  const channel = await makeChannel(harness, owner, { agentId });
  const stateOf = async (phone: string) => {
    const [row] = await rowsOf<{ state: number }>(
      harness,
      "SELECT c.state FROM chats c JOIN addresses a ON a.identity_id = c.identity_id WHERE c.channel_id = ? AND a.address = ?",
      channel.id,
      phone,
    );
    return row?.state;
  };
  for (const [phone, text, said] of [
    ["+919876500061", "I lost my card", ["It is blocked.", messagingTexts.passedOn]],
    ["+919876500062", "Can I talk to a human, please?", [messagingTexts.passedOn]],
  ] as const) {
    const before = (await messagesOf(harness, channel)).length;
    await deliver(harness, channel, [saying(phone, text)]);
    await eventually(async () => expect(await stateOf(phone)).toBe(1));
    const all = await settled(channel, before + 1 + said.length);
    expect(all.flatMap((each) => (each.direction === "out" ? [each.text] : []))).toEqual(
      expect.arrayContaining([...said]),
    );
    expect(all).toHaveLength(before + 1 + said.length);
  }
  const before = (await messagesOf(harness, channel)).length;
  await deliver(harness, channel, [saying("+919876500063", "what is my balance")]);
  expect(await settled(channel, before + 2)).toHaveLength(before + 2);
  expect(await stateOf("+919876500063")).toBe(0);
});

test("an answer is dropped when a person picked the chat up meanwhile", async () => {
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  const phone = "+919876500009";
  await deliver(harness, channel, [saying(phone, "what is my balance")]);
  await settled(channel, 2);
  await harness.env.TENANT_1.prepare(
    "UPDATE chats SET handler = 'somebody', revision = revision + 1 WHERE channel_id = ?",
  )
    .bind(channel.id)
    .run();
  // As if the page had been written just before.
  await harness.env.TENANT_1.prepare(
    `INSERT INTO message_turns (enterprise_id, channel_id, identity_id, chat_id, message_id, bot_id, state, at)
       SELECT enterprise_id, channel_id, identity_id, chat_id, 'made-' || id, ?, 'waiting', 1 FROM messages
       WHERE channel_id = ? AND direction = 'in'`,
  )
    .bind(bot.agentId, channel.id)
    .run();
  await harness.env.TENANT_1.prepare(
    "UPDATE message_turns SET message_id = (SELECT id FROM messages WHERE channel_id = ?1 AND direction = 'out') WHERE channel_id = ?1 AND state = 'waiting'",
  )
    .bind(channel.id)
    .run();
  await deliver(harness, channel, [saying(phone, "thanks")]);
  await eventually(async () => {
    const rows = await rowsOf<{ state: string }>(
      harness,
      "SELECT state FROM message_turns WHERE channel_id = ? ORDER BY n",
      channel.id,
    );
    expect(rows.map(({ state }) => state)).toEqual(["done", "dropped"]);
  });
  expect((await messagesOf(harness, channel)).filter(({ by_kind: by }) => by === "bot")).toHaveLength(1);
});

/** A turn that waits on a channel whose lane leaves it to the test, and how the test works it. */
async function waitingTurn(phone: string) {
  const channel = await makeChannel(harness, owner, { agentId: bot.agentId });
  await leaveToTest(harness, channel);
  const said = saying(phone, "what is my balance");
  const plain = watchedCtx(harness, owner, () => undefined);
  await acceptEvents(plain, channel.id, [{ key: said.key, raw: said }]);
  const lane = {
    ...{ id: channel.id, type: channelTypes.whatsApp, contactId: "", departmentId: null },
    agentId: bot.agentId,
  };
  await workPage(plain, lane, simulator, {
    ...{ hash: async ({ value }) => value, tellRuns, fileUrl: String, messageUrl: String },
  });
  const [turn] = await waitingTurns(plain, channel.id, 1);
  if (!turn) throw new Error("nobody waits for an answer");
  const work = (ctx: Ctx) =>
    runTurn(
      ctx,
      { type: lane.type, can: simulator.capabilities(lane.type), timeZone: "UTC", country: "IN" },
      turn,
      turnDepsOf(ctx, harness.env as never, bot.agentId, () => ""),
    );
  const answers = async () =>
    (await messagesOf(harness, channel)).filter(({ by_kind: by }) => by === "bot").length;
  const turns = () =>
    rowsOf(
      harness,
      `SELECT t.state, (SELECT count(*) FROM turns l JOIN conversations c ON c.id = l.conversation_id WHERE c.sender_id = t.identity_id) AS logged
         FROM message_turns t WHERE t.channel_id = ?`,
      channel.id,
    );
  const overtaken = (other: () => Promise<unknown>) =>
    ctxOvertaken(harness, owner, "SELECT CASE WHEN EXISTS (SELECT 1 FROM message_turns", other);
  return { channel, plain, work, answers, turns, overtaken };
}

test("an answer whose chat is picked up, or answered by another worker, while the bot thinks is dropped whole", async () => {
  const picked = await waitingTurn("+919876500261");
  const pickedUp = picked.overtaken(() =>
    harness.env.TENANT_1.prepare(
      "UPDATE chats SET handler = 'somebody', state = 2, revision = revision + 1 WHERE channel_id = ?",
    )
      .bind(picked.channel.id)
      .run(),
  );
  expect(await picked.work(pickedUp.ctx)).toBe("dropped");
  expect(pickedUp.wasOvertaken()).toBe(true);
  expect(await picked.answers()).toBe(0);
  expect(await picked.turns()).toEqual([{ state: "dropped", logged: 0 }]);

  const twice = await waitingTurn("+919876500262");
  const slower = twice.overtaken(() => twice.work(twice.plain));
  expect(await twice.work(slower.ctx)).toBe("dropped");
  expect(slower.wasOvertaken()).toBe(true);
  expect(await twice.answers()).toBe(1);
  expect(await twice.turns()).toEqual([{ state: "done", logged: 1 }]);
});

test("what comes while the database is away is answered 200 and brought in later, once", async () => {
  const channel = await makeChannel(harness, owner);
  let away = false;
  const failing = new Proxy(harness.env.TENANT_1, {
    get: (database, name) =>
      away
        ? () => {
            throw new Error("the database is away");
          }
        : (Reflect.get(database, name) as unknown),
  });
  const here = appWith({ TENANT_1: failing });
  const events = ["before", "while", "while"].map((text) =>
    saying("+919876500011", text, { vendorId: `aside-${text}-${channel.id}` }),
  );
  expect((await deliver(here, channel, events.slice(0, 1))).status).toBe(200);
  away = true;
  const answers = await Promise.all(events.slice(1).map((event) => deliver(here, channel, [event])));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const nowhere = appWith({ TENANT_1: failing, FILES: { put: () => Promise.reject(new Error("away too")) } });
  expect((await deliver(nowhere, channel, events)).status).toBe(503);
  await harness.scheduled();
  await eventually(async () => {
    const all = await messagesOf(harness, channel);
    expect(all.filter(({ direction }) => direction === "in").map(({ text }) => text)).toEqual([
      "before",
      "while",
    ]);
  });
  const { objects } = await harness.env.FILES.list({ prefix: `webhooks/TENANT_1/${owner.enterpriseId}/` });
  expect(objects).toEqual([]);
});

test("what the database takes too late for the vendor is answered without waiting for the next sweep, once", async () => {
  const channel = await makeChannel(harness, owner);
  const answered = Promise.withResolvers<void>();
  const database = harness.env.TENANT_1;
  const late = (sql: string): D1PreparedStatement => {
    const statement = database.prepare(sql);
    if (!sql.startsWith("INSERT INTO inbound_events")) return statement;
    const run = async (values: unknown[]) => {
      await answered.promise;
      return statement.bind(...values).run();
    };
    return { bind: (...values: unknown[]) => ({ run: () => run(values) }) } as never;
  };
  const slow = new Proxy(database, {
    get: (_, name) => (name === "prepare" ? late : (Reflect.get(database, name) as unknown)),
  });
  // A sweep that happens to come would bring it in too, so it is the waking that is seen.
  const woken: string[] = [];
  const lanes = {
    idFromName: (name: string) => name,
    get: (name: string) => ({
      wake: async (place: ChannelPlace) => {
        woken.push(name);
        await laneOf(harness.env, place).wake(place);
      },
    }),
  };
  const here = appWith({ TENANT_1: slow, LANE: lanes });
  const events = [saying("+919876500012", "slowly", { vendorId: `late-${channel.id}` })];
  expect((await deliver(here, channel, events)).status).toBe(200);
  expect(woken).toEqual([]);
  answered.resolve();
  await eventually(async () => expect(woken).toEqual([channel.id]));
  await settled(channel, 2);
  await harness.scheduled();
  await eventually(async () => {
    const { objects } = await harness.env.FILES.list({ prefix: `webhooks/TENANT_1/${owner.enterpriseId}/` });
    expect(objects).toEqual([]);
  });
  expect(await settled(channel, 2)).toHaveLength(2);
});

test("done events and turns are forgotten after thirty days, news of the account after a year, and what could not be used stays", async () => {
  const channel = await makeChannel(harness, owner);
  const day = 86_400_000;
  const add = (key: string, state: string, at: number) =>
    harness.env.TENANT_1.prepare(
      "INSERT INTO inbound_events (enterprise_id, channel_id, event_key, state, at) VALUES (?, ?, ?, ?, ?)",
    )
      .bind(channel.enterpriseId, channel.id, key, state, at)
      .run();
  await add("old", "done", Date.now() - 31 * day);
  await add("younger", "done", Date.now() - 29 * day);
  await add("broken", "failed", Date.now() - 31 * day);
  const addTurn = (messageId: string, at: number) =>
    harness.env.TENANT_1.prepare(
      "INSERT INTO message_turns (enterprise_id, channel_id, identity_id, chat_id, message_id, bot_id, state, at) VALUES (?, ?, 'i', 'c', ?, 'b', 'done', ?)",
    )
      .bind(channel.enterpriseId, channel.id, messageId, at)
      .run();
  await addTurn("old", Date.now() - 31 * day);
  await addTurn("younger", Date.now() - 29 * day);
  await harness.env.TENANT_1.batch(
    [366, 364].map((days) =>
      harness.env.TENANT_1.prepare(
        "INSERT INTO channel_events (id, enterprise_id, channel_id, what, text, at) VALUES (?, ?, ?, 'a ban', ?, 1)",
      ).bind(idAt(Date.now() - days * day), channel.enterpriseId, channel.id, String(days)),
    ),
  );
  await harness.scheduled();
  const left = "SELECT event_key FROM inbound_events WHERE channel_id = ? ORDER BY event_key";
  await eventually(async () =>
    expect(await rowsOf(harness, left, channel.id)).toEqual([
      { event_key: "broken" },
      { event_key: "younger" },
    ]),
  );
  const turns = "SELECT message_id FROM message_turns WHERE channel_id = ?";
  expect(await rowsOf(harness, turns, channel.id)).toEqual([{ message_id: "younger" }]);
  const told = "SELECT text FROM channel_events WHERE channel_id = ?";
  expect(await rowsOf(harness, told, channel.id)).toEqual([{ text: "364" }]);
});

test("a body that states no length is refused where it grows too long, and keeps nothing", async () => {
  const channel = await makeChannel(harness, owner);
  const chunk = new TextEncoder().encode(" ".repeat(256 * 1024));
  let left = 16;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (left-- > 0) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const request = new Request(`http://localhost/api/webhooks/simulator/${channel.id}`, {
    method: "POST",
    body,
    duplex: "half",
  } as RequestInit);
  expect((await app.fetch(request, harness.env as never, alone as never)).status).toBe(413);
});

test("events that could not be used are told on the channel's page, and tried again once somebody says so", async () => {
  const person = await makePerson(harness);
  const channel = await makeChannel(harness, person);
  const said = saying("+919876500031", "hello again");
  await harness.env.TENANT_1.prepare(
    "INSERT INTO inbound_events (enterprise_id, channel_id, event_key, raw, state, failure, attempts, at) VALUES (?, ?, ?, ?, 'failed', 'broken', 5, ?)",
  )
    .bind(channel.enterpriseId, channel.id, said.key, JSON.stringify(said), Date.now())
    .run();
  const read = () => person.call(channelsApi.channelDetails, { params: { id: channel.id } });
  expect((await read()).unused).toMatchObject([{ state: "failed", failure: "broken" }]);
  expect(await person.call(channelsApi.retryEvents, { params: { id: channel.id } })).toEqual({ events: 1 });
  await eventually(async () => {
    const { unused, activity } = await read();
    expect(unused).toEqual([]);
    expect(activity).toEqual({ in: 1, out: 1, delivered: 1, read: 0, failed: 0, waiting: 0 });
  });
});

test("counting the messages anew gives what was counted as they came and went", async () => {
  await expectHoursAgree(harness, owner.enterpriseId);
});
