import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { createChannel, meta } from "#tests/support/channels.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  makeChannel,
  messagesOf,
  rowsOf,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as channelsApi from "#workers/contract/endpoints/channels.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";
import type { PersonAddress } from "#workers/contract/endpoints/simulator.ts";
import { noTrouble, type Trouble } from "#workers/contract/simulator.ts";

const harness = await startHarness();
let owner: Person;
let agentId: string;
beforeEach(() => {
  answerOurselves(harness);
});
beforeAll(async () => {
  owner = await makePerson(harness);
  ({ agentId } = await makeBot(owner, smallBank));
  await trainBot(owner, agentId);
});

const all = "/api/e/enterprise/simulator";
const asha = { name: "Asha", phone: "+91 98765 61001" };
/** Her number in the one spelling of the house. */
const ashas = { phone: "+919876561001" };
const text = (said: string) => ({ kind: "text", text: said }) as const;
const phoneOf = async ({ id }: TestChannel, person: PersonAddress) =>
  (await owner.call(simulatorApi.simulatedPhone, { params: { id }, query: { person } })).entries;
const say = ({ id }: TestChannel, said: object, person: object = asha) =>
  owner.send("POST", `${all}/${id}/say`, { person, body: text("hello"), ...said });
/** Everything on the phone once there are so many entries, and nothing is on its way any more. */
const onPhone = (channel: TestChannel, person: PersonAddress, most: number) =>
  vi.waitFor(
    async () => {
      const entries = await phoneOf(channel, person);
      expect(entries.length).toBeGreaterThanOrEqual(most);
      return entries;
    },
    { timeout: 10_000, interval: 20 },
  );

test("what a customer says is answered by the channel's bot on their phone, and read when they look", async () => {
  const channel = await makeChannel(harness, owner, { agentId });
  const said = await owner.call(simulatorApi.simulatedSay, {
    params: { id: channel.id },
    body: { person: asha, body: text("what is my balance") },
  });
  expect(said.person).toEqual(ashas);
  expect(said.entries[0]).toMatchObject({ way: "in", status: "delivered" });
  const [asked, answered] = await onPhone(channel, said.person, 2);
  expect(asked?.body).toEqual(text("what is my balance"));
  expect(answered).toMatchObject({ way: "out", status: "delivered", body: text("Answer of Balance") });
  const seen = await owner.call(simulatorApi.simulatedRead, {
    params: { id: channel.id },
    body: { person: said.person },
  });
  expect(seen.entries.at(-1)?.status).toBe("read");
  await vi.waitFor(async () => {
    const [, sent] = await messagesOf(harness, channel);
    expect(sent?.status).toBe("read");
  });
});

test("several customers have phones of their own", async () => {
  const channel = await makeChannel(harness, owner);
  await say(channel, { body: text("one") });
  await say(channel, { body: text("two") }, { name: "Ravi", phone: "+919876561002" });
  const [first, second] = [
    await onPhone(channel, ashas, 2),
    await onPhone(channel, { phone: "+919876561002" }, 2),
  ];
  expect([first[0]?.body, second[0]?.body]).toEqual([text("one"), text("two")]);
});

test("a message that the vendor tells twice arrives once", async () => {
  const channel = await makeChannel(harness, owner);
  // Paused, so that it sends no answer whose receipts would be told along with the message.
  await harness.env.TENANT_1.prepare("UPDATE channels SET state = 'paused' WHERE id = ?")
    .bind(channel.id)
    .run();
  let told = 0;
  answerOutbound("http://127.0.0.1:8787/api/", async (request) => {
    const body = await request.arrayBuffer();
    if (Buffer.from(body).includes('"type":"message"')) told++;
    const { pathname } = new URL(request.url);
    const headers = Object.fromEntries(request.headers.entries());
    return harness.fetch(pathname, { method: request.method, headers, body });
  });
  expect((await say(channel, { doubled: true })).status).toBe(200);
  expect(told).toBe(2);
  await say(channel, { body: text("again") });
  const messages = await vi.waitFor(async () => {
    const now = await messagesOf(harness, channel);
    expect(now.map((each) => each.text)).toContain("again");
    return now;
  });
  expect(messages.filter(({ direction }) => direction === "in").map((each) => each.text)).toEqual([
    "hello",
    "again",
  ]);
  expect((await phoneOf(channel, ashas)).filter(({ way }) => way === "in")).toHaveLength(2);
});

test("a person without a number is known by the channel's id for them, and answered", async () => {
  const channel = await makeChannel(harness, owner, { agentId, type: channelTypes.telegram });
  await say(channel, { body: text("I lost my card") }, { name: "Nobody's number", userId: "u-77" });
  const entries = await onPhone(channel, { userId: "u-77" }, 2);
  expect(entries[1]?.body).toEqual(text("Answer of Lost card"));
  const known = await rowsOf(
    harness,
    "SELECT kind, scope, address FROM addresses WHERE enterprise_id = ? AND address = 'u-77'",
    owner.enterpriseId,
  );
  expect(known).toEqual([{ kind: "user", scope: channel.id, address: "u-77" }]);
});

test("a pressed button, files at an address, a contact and a location arrive as what they are", async () => {
  const channel = await makeChannel(harness, owner);
  const bodies = [
    { kind: "formAnswer", token: "t1", label: "Yes" },
    { kind: "image", medium: { url: "https://example.com/card.png" }, caption: "my card" },
    { kind: "audio", medium: { url: "https://example.com/said.ogg" }, voice: true },
    { kind: "contact", contacts: [{ name: "Ravi", phones: ["+919876561002"] }] },
    { kind: "location", latitude: 18.52, longitude: 73.85, name: "Pune" },
  ];
  for (const body of bodies) expect((await say(channel, { body, quoted: "m1" })).status).toBe(200);
  await vi.waitFor(async () => {
    const incoming = (await messagesOf(harness, channel)).filter(({ direction }) => direction === "in");
    expect(incoming.map(({ kind }) => kind)).toEqual(["formAnswer", "image", "audio", "contact", "location"]);
  });
  const shown = (await phoneOf(channel, ashas)).filter(({ way }) => way === "in");
  expect(shown.map(({ body }) => body)).toEqual(bodies);
});

test.each([
  [{ name: "Asha", phone: "12345" }, "person.phone"],
  [{ name: "Asha", phone: "+91 98765 61001 ext. 5" }, "person.phone"],
  [{ name: "Asha" }, "person.phone"],
  [{ name: "Asha", phone: "+919876561001", userId: "u1" }, "person.phone"],
  [{ name: "Asha", userId: "two words" }, "person.userId"],
  [{ name: "Asha", mail: "asha" }, "person.mail"],
  [{ name: " ", phone: "+919876561001" }, "person.name"],
])("a person %j is refused at %s, and nothing arrives", async (person, field) => {
  const channel = await makeChannel(harness, owner);
  const response = await say(channel, {}, person);
  const { errors } = (await response.json()) as { errors: Record<string, string> };
  expect([response.status, Object.keys(errors)]).toEqual([400, [field]]);
  expect(errors[field]).toMatch(/\w{3}/);
  expect(await rowsOf(harness, "SELECT 1 FROM inbound_events WHERE channel_id = ?", channel.id)).toEqual([]);
});

test.each<[object | null, string]>([
  [text("  "), "body.text"],
  [{ kind: "image", medium: { url: "http://example.com/a.png" } }, "body.medium.url"],
  [{ kind: "image", medium: { url: "no address" } }, "body.medium.url"],
  [{ kind: "location", latitude: 91, longitude: 0 }, "body.latitude"],
  [{ kind: "echo", body: text("as if from us") }, "body.kind"],
  [null, "body"],
])("a message %j is refused at %s", async (body, field) => {
  const channel = await makeChannel(harness, owner);
  const response = await say(channel, { body });
  const { errors } = (await response.json()) as { errors: Record<string, string> };
  expect([response.status, Object.keys(errors)]).toEqual([400, [field]]);
});

test("a message that is too long is refused, and the longest is not", async () => {
  const channel = await makeChannel(harness, owner);
  const sent = [
    await say(channel, { body: text("x".repeat(simulatorApi.LONGEST_SAID + 1)) }),
    await say(channel, { body: text("x".repeat(simulatorApi.LONGEST_SAID)) }),
  ];
  expect(sent.map(({ status }) => status)).toEqual([400, 200]);
});

test("another enterprise's channel and a channel of a real vendor are not there", async () => {
  const stranger = await makePerson(harness);
  const theirs = await makeChannel(harness, stranger);
  const real = await createChannel(owner, meta());
  for (const { id } of [theirs, real, { id: "no-such-channel" }]) {
    const tried = [
      await owner.send("GET", `${all}/${id}/phone?person=${encodeURIComponent(JSON.stringify(ashas))}`),
      await owner.send("POST", `${all}/${id}/say`, { person: asha, body: text("hello") }),
      await owner.send("POST", `${all}/${id}/read`, { person: ashas }),
    ];
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404]);
  }
  const { channels } = await owner.call(simulatorApi.listSimulators);
  expect(channels.map(({ id }) => id)).not.toContain(real.id);
  expect(channels.map(({ id }) => id)).not.toContain(theirs.id);
  expect(await messagesOf(harness, theirs)).toEqual([]);
});

test("the channels are listed with their type and the bot that answers", async () => {
  const other = await makePerson(harness);
  const bot = await makeBot(other);
  const { id } = await makeChannel(harness, other, { agentId: bot.agentId });
  expect((await other.call(simulatorApi.listSimulators)).channels).toEqual([
    { id, name: "Phone", type: 4, typeName: "WhatsApp", agent: bot.name },
  ]);
});

test("only those who may set up channels play customers", async () => {
  const viewer = await makePerson(harness, { roles: [2] });
  const channel = await makeChannel(harness, viewer);
  const tried = [
    await viewer.send("GET", all),
    await viewer.send("POST", `${all}/${channel.id}/say`, { person: asha, body: text("hello") }),
  ];
  expect(tried.map(({ status }) => status)).toEqual([403, 403]);
});

describe("trouble on purpose", () => {
  const only = (part: Partial<Trouble>): Trouble => ({ ...noTrouble, ...part });
  /** A channel with this trouble, to which a customer says STOP: the confirmation is what is sent. */
  async function troubled(part: Partial<Trouble>): Promise<TestChannel> {
    const channel = await makeChannel(harness, owner);
    const set = await owner.call(simulatorApi.setSimulatedTrouble, {
      params: { id: channel.id },
      body: only(part),
    });
    expect(set).toEqual(only(part));
    await say(channel, { body: text("STOP") });
    return channel;
  }
  const answerOf = async (channel: TestChannel) =>
    (await messagesOf(harness, channel)).find(({ direction }) => direction === "out");
  const facts = (row: { facts: string } | undefined) => Object.keys(JSON.parse(row?.facts ?? "{}") as object);
  const untilStatus = (channel: TestChannel, status: string) =>
    vi.waitFor(
      async () => {
        const row = await answerOf(channel);
        expect(row?.status).toBe(status);
        return row;
      },
      { timeout: 15_000, interval: 25 },
    );

  test.each([["131026"], ["131047"], ["131049"]] as const)(
    "a call refused with %s ends the message as failed with that code, and the phone says so",
    async (code) => {
      const channel = await troubled({ refuse: code });
      const row = await untilStatus(channel, "failed");
      expect(row).toMatchObject({ code, vendor_id: null });
      expect(row?.reason).toMatch(/\w{3}/);
      const shown = (await phoneOf(channel, ashas)).at(-1);
      expect(shown).toMatchObject({ way: "out", status: "refused", code, reason: row?.reason });
    },
  );

  test.each([["130429"], ["500"]] as const)(
    "a call refused with %s is tried again, and arrives once the trouble is over",
    async (code) => {
      const channel = await troubled({ refuse: code });
      await vi.waitFor(async () => {
        expect(await answerOf(channel)).toMatchObject({ status: "queued", code, claimed_by: null });
      });
      await owner.call(simulatorApi.setSimulatedTrouble, { params: { id: channel.id }, body: noTrouble });
      await untilStatus(channel, "delivered");
      const entries = await phoneOf(channel, ashas);
      expect(entries.map(({ way, status, code: shown }) => [way, status, shown])).toEqual([
        ["in", "delivered", null],
        ["out", "delivered", null],
      ]);
    },
  );

  test("a connection that breaks off leaves the message unknown, and is not tried again", async () => {
    const channel = await troubled({ unreachable: true });
    expect(await untilStatus(channel, "unknown")).toMatchObject({ attempts: 1 });
    expect((await phoneOf(channel, ashas)).map(({ way }) => way)).toEqual(["in"]);
  });

  test("a message that fails later was sent first, and ends as failed with the code of its status", async () => {
    const channel = await troubled({ failLater: "131049" });
    const row = await untilStatus(channel, "failed");
    expect([row?.code, facts(row).toSorted()]).toEqual(["131049", ["failed", "sent"]]);
    expect((await phoneOf(channel, ashas)).at(-1)).toMatchObject({ status: "failed", code: "131049" });
  });

  test("statuses that come the wrong way round end as read, each with its time", async () => {
    const channel = await troubled({ disordered: true });
    await untilStatus(channel, "read");
    await vi.waitFor(async () => {
      const told = await rowsOf<{ key: string }>(
        harness,
        "SELECT event_key AS key FROM inbound_events WHERE channel_id = ? AND event_key NOT LIKE 'sim.in.%' AND state = 'done' ORDER BY n",
        channel.id,
      );
      expect(told.map(({ key }) => key.split(":")[1])).toEqual(["read", "delivered", "sent"]);
    });
    const row = await answerOf(channel);
    expect([row?.status, facts(row).toSorted()]).toEqual(["read", ["delivered", "read", "sent"]]);
  });

  test("statuses that are told twice change nothing", async () => {
    const told: string[] = [];
    answerOutbound("http://127.0.0.1:8787/api/", async (request) => {
      const body = await request.arrayBuffer();
      const { events } = JSON.parse(Buffer.from(body).toString()) as { events: { key: string }[] };
      told.push(...events.map(({ key }) => key.split(":")[1] ?? "said"));
      const { pathname } = new URL(request.url);
      const headers = Object.fromEntries(request.headers.entries());
      return harness.fetch(pathname, { method: request.method, headers, body });
    });
    const channel = await troubled({ twice: true });
    await vi.waitFor(() => expect(told).toHaveLength(5), { timeout: 10_000 });
    expect(told.toSorted()).toEqual(["delivered", "delivered", "said", "sent", "sent"]);
    const row = await untilStatus(channel, "delivered");
    expect(facts(row).toSorted()).toEqual(["delivered", "sent"]);
  });

  test("a message that is late is sent, is not on the phone, and arrives when its time has come", async () => {
    const channel = await troubled({ delay: 3 });
    const sent = await untilStatus(channel, "sent");
    expect((await phoneOf(channel, ashas)).map(({ way }) => way)).toEqual(["in"]);
    const row = await untilStatus(channel, "delivered");
    const times = JSON.parse(row?.facts ?? "{}") as Record<string, [number, number]>;
    expect((times["delivered"]?.[0] ?? 0) - (times["sent"]?.[0] ?? 0)).toBeGreaterThanOrEqual(2_900);
    expect(sent?.id).toBe((await phoneOf(channel, ashas)).at(-1)?.messageId);
  });

  test("a silent vendor tells nothing of what it delivered, nor that it was read", async () => {
    const channel = await troubled({ silent: true });
    await untilStatus(channel, "sent");
    await owner.call(simulatorApi.simulatedRead, { params: { id: channel.id }, body: { person: ashas } });
    expect((await phoneOf(channel, ashas)).at(-1)?.status).toBe("read");
    const told = await rowsOf(
      harness,
      "SELECT 1 FROM inbound_events WHERE channel_id = ? AND event_key NOT LIKE 'sim.in.%'",
      channel.id,
    );
    expect(told).toEqual([]);
  });

  test("is the channel's own, and unknown trouble is refused", async () => {
    const [one, other] = [await troubled({ silent: true }), await makeChannel(harness, owner)];
    const troubleOf = ({ id }: TestChannel) => owner.call(simulatorApi.simulatedTrouble, { params: { id } });
    expect([await troubleOf(one), await troubleOf(other)]).toEqual([only({ silent: true }), noTrouble]);
    for (const wrong of [{ refuse: "7" }, { delay: -1 }, { delay: 601 }, { failLater: "130429" }]) {
      const response = await owner.send("POST", `${all}/${one.id}/trouble`, { ...noTrouble, ...wrong });
      expect(response.status).toBe(400);
    }
  });
});

describe("what the simulator keeps", () => {
  const storageOf = ({ id }: TestChannel) =>
    harness.raw.getWorker("chatbird-jobs").getDurableObjectStorage("SIMULATOR", { name: id });
  const keptIn = async (channel: TestChannel) =>
    (await (
      await storageOf(channel)
    ).exec("SELECT phone FROM entries UNION ALL SELECT event FROM events")) as unknown[];

  test("a message that our webhook refuses for a day was not taken, and is told no more", async () => {
    const channel = await makeChannel(harness, owner);
    let tries = 0;
    answerOutbound("http://127.0.0.1:8787/api/", async () => {
      tries++;
      return new Response("no", { status: 503 });
    });
    await say(channel, {});
    expect((await phoneOf(channel, ashas))[0]?.status).toBe("sent");
    await (await storageOf(channel)).exec("UPDATE events SET made_at = made_at - 86400000");
    await vi.waitFor(async () => expect((await phoneOf(channel, ashas))[0]?.status).toBe("notTaken"), {
      timeout: 10_000,
    });
    expect(tries).toBeGreaterThanOrEqual(2);
    expect(await (await storageOf(channel)).exec("SELECT 1 FROM events")).toEqual([]);
  });

  test("erasing a customer takes their phone, on every simulator, and nobody else's", async () => {
    const [one, other] = [await makeChannel(harness, owner), await makeChannel(harness, owner)];
    const ravis = { phone: "+919876561777" };
    for (const channel of [one, other]) {
      await say(channel, {}, { name: "Asha", phone: "+919876561776" });
      await say(channel, {}, { name: "Ravi", ...ravis });
      await onPhone(channel, { phone: "+919876561776" }, 2);
      await onPhone(channel, ravis, 2);
    }
    const {
      customers: { customers },
    } = await owner.call(customersApi.listCustomers, { query: { search: "9876561776" } });
    const [customer] = customers;
    await owner.call(customersApi.eraseCustomer, {
      params: { id: customer?.id ?? "" },
      body: { confirm: customer?.name ?? "" },
    });
    for (const channel of [one, other]) {
      await vi.waitFor(async () => {
        expect(await phoneOf(channel, { phone: "+919876561776" })).toEqual([]);
        expect(JSON.stringify(await keptIn(channel))).not.toContain("9876561776");
      });
      expect(await phoneOf(channel, ravis)).toHaveLength(2);
    }
    // The job named the phone: its row is gone too.
    await vi.waitFor(async () => {
      const left = await rowsOf(
        harness,
        "SELECT 1 FROM jobs WHERE enterprise_id = ? AND kind = 'simulator.forget'",
        owner.enterpriseId,
      );
      expect(left).toEqual([]);
    });
  });

  test("deleting its channel leaves nothing", async () => {
    const channel = await makeChannel(harness, owner);
    await say(channel, {});
    await onPhone(channel, ashas, 2);
    expect(await keptIn(channel)).not.toEqual([]);
    await owner.call(channelsApi.deleteChannel, { params: { id: channel.id } });
    await vi.waitFor(async () => expect(await keptIn(channel)).toEqual([]));
  });

  test("a channel that is gone when its webhook is told leaves nothing either", async () => {
    const channel = await makeChannel(harness, owner);
    answerOutbound("http://127.0.0.1:8787/api/", async () => new Response("no", { status: 503 }));
    await say(channel, {});
    await harness.env.TENANT_1.prepare("DELETE FROM channels WHERE id = ?").bind(channel.id).run();
    await vi.waitFor(async () => expect(await keptIn(channel)).toEqual([]), { timeout: 10_000 });
  });
});
