import { beforeAll, beforeEach, expect, test } from "vitest";
import { trainBot } from "#db/seed/train.ts";
import { eventually } from "#tests/support/eventually.ts";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { createChannel, meta } from "#tests/support/channels.ts";
import { startHarness } from "#tests/support/harness.ts";
import { answerOurselves, makeChannel, messagesOf, rowsOf } from "#tests/support/messaging.ts";
import { answerOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { asha, ashas, playing, SIMULATOR as all, text } from "#tests/support/simulator.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import * as simulatorApi from "#workers/contract/endpoints/simulator.ts";

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

const { phoneOf, say, onPhone } = playing(() => owner);

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
  await eventually(async () => {
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
  const messages = await eventually(async () => {
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
    { kind: "image", medium: { url: "https://pictures.example/card.png" }, caption: "my card" },
    { kind: "audio", medium: { url: "https://pictures.example/said.ogg" }, voice: true },
    { kind: "contact", contacts: [{ name: "Ravi", phones: ["+919876561002"] }] },
    { kind: "location", latitude: 18.52, longitude: 73.85, name: "Pune" },
  ];
  for (const body of bodies) expect((await say(channel, { body, quoted: "m1" })).status).toBe(200);
  await eventually(async () => {
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
