import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { archived } from "#tests/support/conversations.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  makeChannel,
  rowsOf,
  type TestChannel,
  writingTo,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { fillBroadcast } from "#tests/support/sent-messages.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as conversationsApi from "#workers/contract/endpoints/conversations.ts";
import { eraseCustomer } from "#workers/contract/endpoints/personal-data.ts";
import { createDepartment, addUsers } from "#workers/contract/endpoints/departments.ts";
import { BESIDE } from "#workers/domain/conversations/sent-beside.ts";
import { CHAT } from "#workers/contract/chat-states.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const sql = writingTo(harness);
const list = (person: Person, query: object = {}) =>
  person.call(conversationsApi.listConversations, { query: query as never });
/** Ids of the chats that are found, once the archive knows all. */
async function found(person: Person, query: object = {}): Promise<string[]> {
  await archived(harness);
  return (await list(person, query)).conversations.map(({ chatId }) => chatId);
}
const pickUp = (person: Person, chatId: string) =>
  person.call(chatsApi.actOnChat, {
    params: { id: chatId },
    body: { action: "agentPickupChat", id: randomUUID() },
  });

/** Something is said in a chat as bots, runs and people leave it. */
async function say(
  chatId: string,
  text: string,
  { by, byId, cause = null }: { by: "bot" | "person" | "customer"; byId: string; cause?: string | null },
): Promise<string> {
  const id = randomUUID();
  await sql(
    "UPDATE chats SET seq = seq + 1, revision = revision + 1, last_at = ?2, last_text = ?3, updated_at = ?2 WHERE id = ?1",
    chatId,
    Date.now(),
    text,
  );
  await sql(
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, cause, status, facts, at)
     SELECT ?1, enterprise_id, channel_id, identity_id, id, seq, ?3, 'text', json_object('kind', 'text', 'text', ?4), ?5, ?6, ?7, 'read', '{}', ?8 FROM chats WHERE id = ?2`,
    ...[id, chatId, by === "customer" ? "in" : "out", text, by, byId, cause, Date.now()],
  );
  return id;
}

/** A journey with a run of two steps in a chat, of which the second sent a message. */
async function journeyIn(owner: Person, channel: TestChannel, chatId: string) {
  const [journey, version, instance, run] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const { enterpriseId } = owner;
  const graph = {
    nodes: [
      { id: "n1", type: "condition", name: "Is it a holiday?" },
      { id: "n2", type: "sendMessage", name: "Wish them well" },
      { id: "n3", type: "http", name: "Tell the shop" },
    ],
  };
  await sql(
    "INSERT INTO automations (id, enterprise_id, kind, name, name_key, created_at, updated_at) VALUES (?1, ?2, 'journey', 'Holidays', ?1, 1, 1)",
    journey,
    enterpriseId,
  );
  await sql(
    "INSERT INTO automation_versions (id, enterprise_id, automation_id, number, graph, checksum, published_by, published_at) VALUES (?1, ?2, ?3, 1, ?4, '', '', 1)",
    version,
    enterpriseId,
    journey,
    JSON.stringify(graph),
  );
  await sql(
    "INSERT INTO automation_instances (id, enterprise_id, automation_id, version_id, channel_id, name, state, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, 'Now', 4, 1, 1)",
    instance,
    enterpriseId,
    journey,
    version,
    channel.id,
  );
  await sql(
    "INSERT INTO runs (id, enterprise_id, instance_id, version_id, channel_id, identity_id, entry_key, state, seq, data, started_at) SELECT ?1, ?2, ?3, ?4, channel_id, identity_id, ?1, 'failed', 3, '{}', 1 FROM chats WHERE id = ?5",
    run,
    enterpriseId,
    instance,
    version,
    chatId,
  );
  for (const [seq, node, outcome] of [
    [1, "n1", "ok"],
    [2, "n2", "ok"],
    [3, "n3", "error"],
  ] as const)
    await sql(
      "INSERT INTO run_steps (enterprise_id, run_id, seq, node, port, outcome, input, output, at) VALUES (?1, ?2, ?3, ?4, NULL, ?5, 'null', ?6, ?3)",
      enterpriseId,
      run,
      seq,
      node,
      outcome,
      JSON.stringify(outcome === "error" ? { code: "down", sentence: "The shop did not answer." } : {}),
    );
  return { journey, instance, run };
}

test("a conversation is found by its words in either script, whatever their case and accents, newest first and page by page", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId: first } = await makeWaiting(harness, channel, "Where is the Café's invoice?");
  const { chatId: second } = await makeWaiting(harness, channel, "मेरा बिल कहाँ है");
  await archived(harness);
  await say(first, "It went out in March.", { by: "person", byId: owner.userId });
  // Its words stand in two messages.
  expect(await found(owner, { words: "cafe MARCH" })).toEqual([first]);
  expect(await found(owner, { words: "बिल" })).toEqual([second]);
  expect(await found(owner, { words: "inv" })).toEqual([first]);
  expect(await found(owner, { words: "nvoice" })).toEqual([]);
  expect(await found(owner)).toEqual([first, second]);
  const { conversations, terms } = await list(owner, { words: "cafe" });
  expect([conversations[0]?.excerpt, conversations[0]?.seq, terms]).toEqual([
    "Where is the Café's invoice?",
    1,
    ["cafe"],
  ]);
  expect(conversations[0]).toMatchObject({
    agents: [{ id: owner.userId }],
    channelName: "Phone",
    state: CHAT.started,
  });
  const { next } = await list(owner);
  expect(next).toBeNull();
  const [row] = await rowsOf<{ number: number }>(
    harness,
    "SELECT number FROM chat_words WHERE chat_id = ?",
    first,
  );
  expect((await list(owner, { before: row?.number })).conversations.map(({ chatId }) => chatId)).toEqual([
    second,
  ]);
  // An index's query syntax is words like any other, and a letter that SQLite does not know has its answer.
  for (const words of [
    '"',
    "invoice OR *",
    "NEAR(invoice",
    "words:invoice",
    "inv) AND (",
    "%__%",
    "a\u{1e922}b",
    "1⃣2",
    "क्ष्म".repeat(30),
  ])
    for (const field of ["words", "customer"]) {
      const { status } = await owner.send(
        "GET",
        `/api/e/enterprise/conversations?${field}=${encodeURIComponent(words)}`,
      );
      expect([field, words, [200, 400].includes(status)]).toEqual([field, words, true]);
    }
  const short = await owner.send("GET", "/api/e/enterprise/conversations?words=a");
  expect([short.status, await short.json()]).toMatchObject([
    400,
    { errors: { words: "Enter at least two letters." } },
  ]);
});

test("they are narrowed down by who led them, channel, department, customer, state and time, and what was behind is beside", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const other = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel, "happy holidays");
  const { chatId: second } = await makeWaiting(harness, other, "something else");
  const bot = randomUUID();
  await say(second, "I am a bot", { by: "bot", byId: bot });
  const asked = await say(chatId, "what now", { by: "customer", byId: "" });
  const { journey, instance, run } = await journeyIn(owner, channel, chatId);
  const wished = await say(chatId, "All the best", { by: "bot", byId: instance, cause: `run:${run}:2` });
  await sql(
    "UPDATE chats SET state = 3, closed_at = ?2, revision = revision + 1, updated_at = ?2 WHERE id = ?1",
    second,
    Date.now(),
  );
  const soon = new Date(Date.now() + 60_000).toISOString();
  const kinds: [object, string[]][] = [
    [{ led: ["journey"] }, [chatId]],
    [{ led: ["bot"] }, [second]],
    [{ led: ["bot", "journey"] }, [chatId, second]],
    [{ led: ["person"] }, []],
    [{ journey }, [chatId]],
    [{ bot }, [second]],
    [{ bot: instance }, []],
    [{ channelId: other.id }, [second]],
    [{ departmentId: "none" }, [chatId, second]],
    [{ state: "ended" }, [second]],
    [{ state: "open", words: "holidays" }, [chatId]],
    [{ customer: phone.slice(1) }, [chatId]],
    [{ customer: phone.slice(-10) }, [chatId]],
    [{ customer: "asha" }, [chatId, second]],
    [{ since: soon }, []],
    [{ until: soon, led: ["journey"] }, [chatId]],
    [{ until: "2020-01-01T00:00:00Z" }, []],
  ];
  for (const [query, ids] of kinds)
    expect([query, (await found(owner, query)).toSorted()]).toEqual([query, ids.toSorted()]);
  const { conversations } = await list(owner, { journey });
  expect(conversations[0]).toMatchObject({
    journeys: [{ id: journey, name: "Holidays", kind: "journey" }],
    bots: [],
    messages: 3,
  });
  await sql(
    `INSERT INTO turns (id, enterprise_id, agent_id, conversation_id, at, text, intent_id, intent_name, confidence, answer, others, model_version_id, channel)
     VALUES (?1, ?2, ?3, 'session', 1, 'what now', 'i1', 'Ask', 0.8, '', '[]', '', '4')`,
    ...[asked, owner.enterpriseId, bot],
  );
  const { behind } = await owner.call(conversationsApi.behindConversation, {
    params: { id: chatId },
    query: { first: 1, last: 50 },
  });
  expect(behind.map(({ messageId }) => messageId)).toEqual([wished, asked]);
  expect(behind[0]?.run).toMatchObject({
    id: run,
    instanceId: instance,
    journey: { id: journey, name: "Holidays" },
  });
  expect(behind[0]?.run?.steps.map(({ node, outcome, error }) => [node.name, outcome, error])).toEqual([
    ["Is it a holiday?", "ok", ""],
    ["Wish them well", "ok", ""],
    ["Tell the shop", "error", "The shop did not answer."],
  ]);
  expect(behind[1]?.turn).toMatchObject({
    intent: { id: "i1", name: "Ask" },
    confidence: 0.8,
    sessionId: "session",
  });
  // A later message of the run takes the steps after the first one's.
  await say(chatId, "And more", { by: "bot", byId: instance, cause: `run:${run}:3:1` });
  const again = await owner.call(conversationsApi.behindConversation, {
    params: { id: chatId },
    query: { first: 1, last: 50 },
  });
  expect(again.behind.map(({ run: of }) => of?.steps.map(({ seq }) => seq))).toEqual([
    [1, 2],
    [3],
    undefined,
  ]);
  const later = await owner.call(conversationsApi.behindConversation, {
    params: { id: chatId },
    query: { first: 1, last: 4 },
  });
  expect(later.behind[0]?.run?.steps.map(({ seq }) => seq)).toEqual([1, 2]);
});

test("what the same person was sent outside of chats stands between the messages, each in one part and in the file", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const { chatId } = await makeWaiting(harness, channel, "the first");
  const { chatId: foreign } = await makeWaiting(harness, channel, "somebody else");
  await say(chatId, "the second", { by: "customer", byId: "" });
  const [{ identity_id: person } = { identity_id: "" }] = await rowsOf<{ identity_id: string }>(
    harness,
    "SELECT identity_id FROM chats WHERE id = ?",
    chatId,
  );
  const [first, second] = await rowsOf<{ id: string; seq: number }>(
    harness,
    "SELECT id, seq FROM messages WHERE chat_id = ? AND direction = 'in' ORDER BY seq",
    chatId,
  );
  if (!first || !second) throw new Error("the chat has two messages");
  const begun = Date.now() - 60_000;
  await sql("UPDATE messages SET at = ?2 WHERE chat_id = ?1", chatId, begun + 30_000);
  await sql("UPDATE messages SET at = ?2 WHERE id = ?1", first.id, begun);
  await sql("UPDATE messages SET at = ?2 WHERE id = ?1", second.id, begun + 40_000);
  const where = { database: harness.env.TENANT_1, enterpriseId: owner.enterpriseId, channelId: channel.id };
  const sentAt = async (name: string, at: number) => {
    const id = await fillBroadcast(where, { count: 1, at: at - 1, prefix: "nobody-", name });
    await sql(
      "UPDATE broadcast_recipients SET identity_id = ?2 WHERE substr(id, 1, 28) = substr(?1, 1, 28)",
      id,
      person,
    );
    return id;
  };
  await sentAt("Long before", begun - 1_000_000);
  const between = await sentAt("Spring offer", begun + 20_000);
  const bySystem = randomUUID();
  await sql(
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, at)
     VALUES (?1, ?2, ?3, ?4, ?4, 1, 'out', 'text', '{"kind":"text","text":"Your parcel is here"}', 'api', 'key', 'sent', '{}', ?5)`,
    ...[bySystem, owner.enterpriseId, channel.id, person, begun + 50_000],
  );
  const part = (of: string, from: number, last: number) =>
    owner.call(conversationsApi.behindConversation, { params: { id: of }, query: { first: from, last } });
  const shown = ({ sent }: Awaited<ReturnType<typeof part>>) =>
    sent.map(({ kind, broadcast, text, afterId }) => [kind, broadcast?.name, text, afterId]);
  const before = ["broadcast", "Long before", "Hello", ""];
  const offer = ["broadcast", "Spring offer", "Hello", first.id];
  const parcel = ["system", undefined, "Your parcel is here", second.id];
  expect(shown(await part(chatId, 1, 50))).toEqual([before, offer, parcel]);
  expect(shown(await part(chatId, 1, second.seq - 1))).toEqual([before, offer]);
  expect(shown(await part(chatId, second.seq, 50))).toEqual([parcel]);
  expect(shown(await part(foreign, 1, 50))).toEqual([]);
  expect((await part(chatId, 1, 50)).sent[1]?.broadcast?.id).toBe(between);
  const rows = await owner.send("GET", `/api/e/enterprise/conversations/${chatId}/transcript?form=csv`);
  const lines = (await rows.text()).trim().split("\r\n").slice(1);
  const told = lines.flatMap(
    (line) => /Long before|the first|Spring offer|the second|parcel/.exec(line)?.[0] ?? [],
  );
  expect(told).toEqual(["Long before", "the first", "Spring offer", "the second", "parcel"]);
  const plan = await harness.env.TENANT_1.prepare(`EXPLAIN QUERY PLAN ${BESIDE}`)
    .bind(owner.enterpriseId, owner.userId, chatId, 1, 50)
    .all<{ detail: string }>();
  // Of a table nothing is gone through from end to end.
  expect(plan.results.length).toBeGreaterThan(5);
  expect(plan.results.filter(({ detail }) => /^SCAN [bcimr]\b/.test(detail))).toEqual([]);
});

test("nobody finds, reads or takes a conversation that they do not see, nor of another enterprise", async () => {
  const owner = await makePerson(harness);
  const stranger = await makePerson(harness);
  const agent = await makeColleague(harness, owner);
  const inside = await makeColleague(harness, owner);
  const { id: departmentId } = await owner.call(createDepartment, {
    body: { name: "Loans", desc: "", manager: "" } as never,
  });
  await owner.call(addUsers, { params: { id: departmentId }, body: { users: [inside.userId] } });
  const channel = await makeChannel(harness, owner);
  const word = `canary${Date.now()}`;
  const { chatId } = await makeWaiting(harness, channel, `my ${word}`);
  expect(await found(agent, { words: word })).toEqual([chatId]);
  await sql(
    "UPDATE chats SET department_id = ?2, revision = revision + 1, updated_at = ?3 WHERE id = ?1",
    chatId,
    departmentId,
    Date.now(),
  );
  // Before the archive knows it: the chat itself is asked.
  expect((await list(agent, { words: word })).conversations).toEqual([]);
  const shut = async (who: Person) => {
    expect(await found(who, { words: word })).toEqual([]);
    expect(await found(who)).toEqual([]);
    for (const path of [`${chatId}/behind?first=1&last=9`, `${chatId}/transcript`])
      expect((await who.send("GET", `/api/e/enterprise/conversations/${path}`)).status).toBe(404);
  };
  await shut(agent);
  await shut(stranger);
  expect(await found(inside, { words: word })).toEqual([chatId]);
  await pickUp(inside, chatId);
  expect(await found(inside, { words: word })).toEqual([chatId]);
  await shut(agent);
});

test("who may not see numbers finds nobody by one, and sees none", async () => {
  const owner = await makePerson(harness);
  const reader = await makeColleague(harness, owner);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel, "hello");
  await harness.env.DIRECTORY.prepare(
    `INSERT INTO role_permissions (enterprise_id, role, permissions, created_at, updated_at) VALUES (?, 3, '["CHAT.VIEW_CHATHISTORY"]', 1, 1)`,
  )
    .bind(owner.enterpriseId)
    .run();
  expect(await found(reader, { customer: "asha" })).toEqual([chatId]);
  // The other script is no number.
  expect(await found(reader, { customer: "आशा" })).toEqual([chatId]);
  expect(await found(reader, { customer: "दीपक" })).toEqual([]);
  expect(await found(reader, { customer: phone.slice(1) })).toEqual([]);
  expect((await list(reader)).conversations[0]?.customer.address).not.toBe(phone);
});

test("a name that more customers have than are looked at is said to be too common", async () => {
  const owner = await makePerson(harness);
  const add = (count: number) =>
    sql(
      `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, created_at, updated_at)
       WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ?2)
       SELECT lower(hex(randomblob(16))), ?1, 'Zubeida ' || at, 'zubeida ' || at, '+9198' || abs(random() % 100000000) || at, '', '{}', 'zubeida ' || at, 1, 1 FROM n`,
      owner.enterpriseId,
      count,
    );
  await add(100);
  expect((await list(owner, { customer: "Zubeida" })).moreCustomersThan).toBeNull();
  await add(1);
  expect((await list(owner, { customer: "Zubeida" })).moreCustomersThan).toBe(100);
  expect((await list(owner, { customer: "Zubeida 100" })).moreCustomersThan).toBeNull();
  expect((await list(owner)).moreCustomersThan).toBeNull();
});

test("what is found is saved whole as CSV and one as text or CSV, by whom stands in the trail; numbers are masked", async () => {
  const owner = await makePerson(harness);
  const agent = await makeColleague(harness, owner);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel, "=1+1 please");
  await makeWaiting(harness, channel, "another");
  await archived(harness);
  const csv = await owner.send("GET", "/api/e/enterprise/conversations/csv?words=please");
  expect([csv.status, csv.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  const lines = (await csv.text()).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("'=1+1 please");
  expect(lines[1]).toContain(phone);
  expect((await agent.send("GET", "/api/e/enterprise/conversations/csv")).status).toBe(403);
  const text = await agent.send(
    "GET",
    `/api/e/enterprise/conversations/${chatId}/transcript?timezone=Asia/Kolkata`,
  );
  expect([text.status, text.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(await text.text()).toContain("Asha:\n=1+1 please");
  const rows = await owner.send("GET", `/api/e/enterprise/conversations/${chatId}/transcript?form=csv`);
  expect(rows.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(await rows.text()).toContain("'=1+1 please");
  const wrong = await owner.send(
    "GET",
    `/api/e/enterprise/conversations/${chatId}/transcript?timezone=Nowhere`,
  );
  expect(wrong.status).toBe(400);
  const entries = await rowsOf<{ action: string; object_id: string; object_name: string }>(
    harness,
    "SELECT action, object_id, object_name FROM audit_trail WHERE enterprise_id = ? AND object_kind = 'chat' ORDER BY at, id",
    owner.enterpriseId,
  );
  const of = (wanted: string) =>
    entries
      .filter(({ action }) => action === wanted)
      .map(({ object_id: id, object_name: name }) => [id, name]);
  expect(of("export")).toEqual([
    ["", "Conversations"],
    [chatId, "Asha"],
    [chatId, "Asha"],
  ]);
  expect(of("search")).toEqual([["", "please"]]);
});

test("what is deleted or erased is in the index no more at once, and does not come back", async () => {
  const owner = await makePerson(harness);
  const channel = await makeChannel(harness, owner);
  const [kept, gone, erased] = [`kept${Date.now()}`, `gone${Date.now()}`, `erased${Date.now()}`];
  await makeWaiting(harness, channel, kept);
  const { chatId } = await makeWaiting(harness, channel, gone);
  const { phone } = await makeWaiting(harness, channel, erased);
  await archived(harness);
  const left = async (word: string) =>
    (await rowsOf(harness, "SELECT rowid FROM chats_fts WHERE chats_fts MATCH ?", word)).length;
  expect([await left(kept), await left(gone), await left(erased)]).toEqual([1, 1, 1]);
  await sql("DELETE FROM messages WHERE chat_id = ?", chatId);
  await sql("DELETE FROM chats WHERE id = ?", chatId);
  const [customer] = await rowsOf<{ id: string }>(
    harness,
    "SELECT id FROM customers WHERE enterprise_id = ? AND phone = ?",
    owner.enterpriseId,
    phone,
  );
  await owner.call(eraseCustomer, { params: { id: customer?.id ?? "" }, body: { confirm: "Asha" } });
  expect([await left(kept), await left(gone), await left(erased)]).toEqual([1, 0, 0]);
  await archived(harness);
  expect([await left(kept), await left(gone), await left(erased)]).toEqual([1, 0, 0]);
  expect(await left(`"${phone.slice(1)}"`)).toBe(0);
});
