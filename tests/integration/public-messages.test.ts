import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  leaveToTest,
  messagesOf,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { keyOf, makeSystem, makeTemplate, PATH } from "#tests/support/public-sending.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import { publicSendingTexts as texts } from "#texts/public-sending.ts";
import { noChatRules } from "#workers/contract/chat-rules.ts";
import { saveChatConfig } from "#workers/contract/endpoints/chat-config.ts";
import * as broadcastsApi from "#workers/contract/endpoints/broadcasts.ts";
import * as broadcastSendingApi from "#workers/contract/endpoints/broadcast-sending.ts";
import * as customersApi from "#workers/contract/endpoints/customers.ts";
import type { SentMessage, Taken } from "#workers/contract/endpoints/public-messages.ts";
import { claimBlock } from "#workers/domain/messaging/claim.ts";
import { takeMessages, type TakingDeps } from "#workers/domain/public-sending/take.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";

const harness = await startHarness();
beforeEach(() => {
  answerOurselves(harness);
});

const deps: TakingDeps = {
  hashing: Promise.resolve(async ({ value }) => value),
  links: { database: "TENANT_1", origin: "https://chat.example" },
};

let phone = 0;
const number = () => `+9197${String(10_000_000 + phone++).padStart(8, "0")}`;
const idOf = (taken: Taken | undefined): string => (taken?.status === "accepted" ? taken.id : "");
const until = (get: (path: string) => Promise<Response>, id: string, status: string) =>
  eventually(async () => {
    const { data } = (await (await get(`/${id}`)).json()) as { data: SentMessage };
    expect(data.status).toBe(status);
    return data;
  });

test("a system sends a template to a number of any spelling and reads what became of it", async () => {
  const { send, ask, get, owner, channel } = await makeSystem(harness);
  const to = number();
  await owner.call(customersApi.saveCustomer, {
    body: { name: "Asha Rao", phoneNumber: to, data: [], groups: [], tags: [] },
  });
  const asked = ask(`00${to.slice(1)}`);
  const [taken] = await send(asked);
  expect(taken).toEqual({
    status: "accepted",
    id: expect.any(String),
    idempotencyKey: asked.idempotencyKey,
    repeated: false,
  });
  const data = await until(get, idOf(taken), "delivered");
  expect(data).toMatchObject({ idempotencyKey: asked.idempotencyKey, channelId: channel.id, reason: null });
  expect(data.vendorId).not.toBeNull();
  expect(Object.keys(data.times)).toEqual(["sent", "delivered"]);
  const byKey = await get(`?key=${asked.idempotencyKey}`);
  expect(await byKey.json()).toMatchObject({ data: { id: idOf(taken) } });
  expect(await rowsOf(harness, "SELECT 1 FROM chats WHERE channel_id = ?", channel.id)).toEqual([]);
  const who = await rowsOf(
    harness,
    "SELECT c.name FROM messages m JOIN identities i ON i.id = m.identity_id JOIN customers c ON c.number = i.customer AND c.enterprise_id = m.enterprise_id WHERE m.id = ?",
    idOf(taken),
  );
  expect(who).toEqual([{ name: "Asha Rao" }]);
});

test("staff see on the customer's screen what systems sent them, and what became of it", async () => {
  const { send, ask, get, owner, channel, template } = await makeSystem(harness);
  const to = number();
  await owner.call(customersApi.saveCustomer, {
    body: { name: "Asha Rao", phoneNumber: to, data: [], groups: [], tags: [] },
  });
  const [taken] = await send(ask(to), ask(number()));
  await until(get, idOf(taken), "delivered");
  const { id: broadcastId } = await owner.call(broadcastSendingApi.sendBroadcast, {
    body: {
      name: "Monsoon sale",
      channelId: channel.id,
      phoneNumber: [to],
      message: { template: { templateUId: template.id } },
      columnMapping: [{ variable: "body/1", type: "static", value: "Asha" }],
    },
  });
  await eventually(async () => {
    const { data } = await owner.call(broadcastsApi.getBroadcast, { params: { id: broadcastId } });
    expect(data.status).toBe("completed");
  });
  const { customers: found } = await owner.call(customersApi.listCustomers, { query: {} });
  const { events } = await owner.call(customersApi.customerHistory, {
    params: { id: found.customers.find(({ name }) => name === "Asha Rao")?.id ?? "" },
  });
  expect(events.map(({ kind, text, sent }) => ({ kind, text, sent }))).toEqual([
    {
      kind: "broadcastSent",
      text: template.name,
      sent: expect.objectContaining({ broadcastId, broadcast: "Monsoon sale", reason: "" }) as object,
    },
    {
      kind: "systemSent",
      text: template.name,
      sent: {
        id: idOf(taken),
        channel: expect.any(String) as string,
        broadcastId: null,
        broadcast: "",
        status: "delivered",
        reason: "",
      },
    },
    { kind: "created", text: "", sent: null },
  ]);
});

test("each message of a page is answered on its own, in its order", async () => {
  const { send, ask, channel, template, owner } = await makeSystem(harness);
  const draft = await makeTemplate(harness, channel, { status: "PENDING" });
  const photo = await makeTemplate(harness, channel, {
    components: { header: { format: "IMAGE" }, body: { text: "Look" } },
  });
  const used = ask(number());
  await send(used);
  const refused = async (wrong: unknown) => {
    const [first, second, third] = await send(
      ask(number()),
      wrong,
      ask(number(), { template: { id: template.id } }),
    );
    expect([first?.status, third?.status]).toEqual(["accepted", "accepted"]);
    if (second?.status !== "refused") throw new Error(JSON.stringify(second));
    expect(second.message).not.toBe("");
    expect(second.hint).toBe(texts.hints[second.code]);
    return [second.field, second.code];
  };
  expect(await refused(null)).toEqual(["", "invalid"]);
  expect(await refused({ ...ask(number()), to: 7 })).toEqual(["to", "invalid"]);
  expect(await refused(ask(number(), { expiresIn: 1 }))).toEqual(["expiresIn", "invalid"]);
  expect(await refused(ask(number(), { channelId: "nowhere" }))).toEqual(["channelId", "channelUnknown"]);
  expect(await refused(ask(number(), { template: { name: "none", language: "en" } }))).toEqual([
    "template",
    "templateUnknown",
  ]);
  expect(await refused(ask(number(), { template: {} }))).toEqual(["template", "templateUnknown"]);
  expect(await refused(ask(number(), { template: { id: draft.id } }))).toEqual([
    "template",
    "templateNotApproved",
  ]);
  expect(await refused(ask("no number"))).toEqual(["to", "addressWrong"]);
  expect(await refused(ask(number(), { variables: {} }))).toEqual(["variables.body/1", "variableMissing"]);
  expect(await refused(ask(number(), { variables: { "body/9": "x" } }))).toEqual([
    "variables.body/9",
    "variableUnknown",
  ]);
  expect(await refused(ask(number(), { template: { id: photo.id }, variables: {} }))).toEqual([
    "media",
    "mediaWrong",
  ]);
  expect(await refused({ ...used, variables: { "body/1": "Meera" } })).toEqual(["idempotencyKey", "keyUsed"]);
  // A variable's name alone will do, and a list that is none is refused as a whole.
  expect(await send(ask(number(), { variables: { "1": "Asha" } }))).toMatchObject([{ status: "accepted" }]);
  for (const messages of [[], Array.from({ length: 101 }, () => ask(number()))]) {
    const response = await owner.send("POST", PATH, { messages });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: { messages: expect.any(String) } });
  }
});

test("a page of a hundred costs two batches of the tenant's database", async () => {
  const { ask, owner } = await makeSystem(harness);
  const ctx = watchedCtx(harness, owner, () => {});
  let batches = 0;
  const { $client } = ctx.db;
  const counted = {
    ...ctx,
    db: Object.assign(Object.create(ctx.db) as typeof ctx.db, {
      $client: new Proxy($client, {
        get(target, name) {
          const value = Reflect.get(target, name) as unknown;
          if (typeof value !== "function") return value;
          if (name === "batch") batches++;
          return value.bind(target) as unknown;
        },
      }),
    }),
  };
  const page = Array.from({ length: 100 }, () => ask(number()));
  const { messages } = await takeMessages(counted, page, deps);
  expect(messages.map(({ status }) => status)).toEqual(page.map(() => "accepted"));
  expect(batches).toBe(2);
});

test("the same request under the same key is one message, also when twenty calls race", async () => {
  const { send, ask, channel } = await makeSystem(harness);
  const asked = ask(number());
  const twins = { ...asked, variables: { "body/1": "Asha" } };
  const others = Array.from({ length: 17 }, () => send(asked));
  const taken = (await Promise.all([send(asked), send(twins), send(asked, twins), ...others])).flat();
  expect(new Set(taken.map(idOf)).size).toBe(1);
  expect(taken.filter((each) => each.status === "accepted" && !each.repeated)).toHaveLength(1);
  const [later] = await send(asked);
  expect(later).toMatchObject({ status: "accepted", id: idOf(taken[0]), repeated: true });
  expect(await send({ ...asked, to: number() })).toMatchObject([{ status: "refused", code: "keyUsed" }]);
  expect(await messagesOf(harness, channel)).toHaveLength(1);
});

test.each(["new", "known"])(
  "a call for somebody %s that another has overtaken answers what that one made",
  async (who) => {
    const { send, ask, owner, channel } = await makeSystem(harness);
    const [same, other] = [ask(number()), ask(number())];
    if (who === "known") await send(ask(same.to), ask(other.to));
    const before = (await messagesOf(harness, channel)).length;
    let first: Taken[] = [];
    const ctx = watchedCtx(harness, owner, async (sql) => {
      if (first.length > 0 || !sql.startsWith("INSERT INTO messages")) return;
      first = await send(same, { ...other, variables: { "body/1": "Meera" } });
    });
    const { messages } = await takeMessages(ctx, [same, other], deps);
    expect(messages).toMatchObject([
      { status: "accepted", id: idOf(first[0]), repeated: true },
      { status: "refused", code: "keyUsed" },
    ]);
    expect(await messagesOf(harness, channel)).toHaveLength(before + 2);
  },
);

test("who has refused isn't sent an offer, and hears why nobody was", async () => {
  const { send, ask, get, channel } = await makeSystem(harness, { category: "MARKETING" });
  const to = number();
  await deliver(harness, channel, [saying(to, "STOP")]);
  await eventually(async () => {
    const said = await rowsOf(
      harness,
      "SELECT 1 FROM consents WHERE enterprise_id = ?",
      channel.enterpriseId,
    );
    expect(said.length).toBeGreaterThan(0);
  });
  const [taken] = await send(ask(to));
  const data = await until(get, idOf(taken), "failed");
  expect(data).toMatchObject({ code: "optOut", reason: expect.stringMatching(/\w/) });
});

test("what is older than chats are kept goes by night, and the rest stays", async () => {
  const { send, ask, owner, channel } = await makeSystem(harness);
  await owner.call(saveChatConfig, { body: { ...noChatRules, keepMonths: 12 } });
  const [old, young] = (await send(ask(number()), ask(number()))).map(idOf);
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).map(({ status }) => status)).toEqual([
      "delivered",
      "delivered",
    ]),
  );
  const set = (id: string | undefined, at: string) =>
    harness.env.TENANT_1.prepare("UPDATE messages SET at = ?2 WHERE id = ?1").bind(id, Date.parse(at)).run();
  await set(old, "2024-11-01T00:00:00Z");
  await set(young, "2025-11-01T00:00:00Z");
  await harness.scheduled(new Date("2026-01-15T02:24:00Z"));
  await eventually(async () =>
    expect((await messagesOf(harness, channel)).map(({ id }) => id)).toEqual([young]),
  );
});

const claimOf = (channel: TestChannel, owner: { enterpriseId: string }, name: string) =>
  claimBlock(
    watchedCtx(harness, owner, () => {}),
    { id: channel.id, type: channelTypes.whatsApp, hasWindow: true, pair: null },
    name,
    50,
  );

test("one call is open for one person, and a code waits for no offer", async () => {
  const { send, ask, channel, owner } = await makeSystem(harness);
  await leaveToTest(harness, channel);
  const offer = await makeTemplate(harness, channel, { category: "MARKETING" });
  const code = await makeTemplate(harness, channel, { category: "AUTHENTICATION" });
  const to = number();
  const asked = [
    ask(to, { template: { id: offer.id } }),
    ask(to),
    ask(to, { template: { id: code.id } }),
    ask(to),
  ];
  const [offered = "", second = "", coded = "", fourth = ""] = (await send(...asked)).map(idOf);
  const order: string[] = [];
  for (let round = 0; round < 4; round++) {
    const { block } = await claimOf(channel, owner, `sender ${channel.id} ${round}`);
    expect(block).toHaveLength(1);
    expect((await claimOf(channel, owner, "another")).block).toEqual([]);
    order.push(block[0]?.id ?? "");
    await harness.env.TENANT_1.prepare("UPDATE messages SET status = 'sent', claimed_by = NULL WHERE id = ?")
      .bind(block[0]?.id)
      .run();
  }
  expect(order).toEqual([coded, second, fourth, offered]);
});

test("what a system sends and what is said in a chat are no two calls at once for one person", async () => {
  const { send, ask, channel, owner } = await makeSystem(harness);
  await leaveToTest(harness, channel);
  const to = number();
  await send(ask(to));
  const { block } = await claimOf(channel, owner, "first");
  expect(block).toHaveLength(1);
  await harness.env.TENANT_1.prepare(
    `INSERT INTO messages (id, enterprise_id, channel_id, identity_id, chat_id, seq, direction, kind, body, by_kind, by_id, status, facts, send_class, at)
     SELECT ?1, enterprise_id, channel_id, identity_id, ?1, 1, 'out', 'template', body, 'person', '', 'queued', '{}', 1, at FROM messages WHERE id = ?2`,
  )
    .bind(randomUUID(), block[0]?.id)
    .run();
  expect((await claimOf(channel, owner, "second")).block).toEqual([]);
  await harness.env.TENANT_1.prepare("UPDATE messages SET status = 'sent', claimed_by = NULL WHERE id = ?")
    .bind(block[0]?.id)
    .run();
  expect((await claimOf(channel, owner, "third")).block).toHaveLength(1);
});

test("a key without the scope is told which one it lacks", async () => {
  const { ask, post, get, owner, send } = await makeSystem(harness);
  const { secret: reader } = await keyOf(owner, ["messages.read"]);
  const { secret: other } = await keyOf(owner, ["customers.read"]);
  const [taken] = await send(ask(number()));
  const refused = await post([ask(number())], reader);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining("messages.send") });
  expect((await get(`/${idOf(taken)}`, reader)).status).toBe(200);
  const unread = await get(`/${idOf(taken)}`, other);
  expect(unread.status).toBe(403);
  expect(await unread.json()).toMatchObject({ message: expect.stringContaining("messages.read") });
});

test("a key reaches no channel, template, key or message of another enterprise", async () => {
  const [mine, theirs] = [await makeSystem(harness), await makeSystem(harness)];
  const asked = theirs.ask(number());
  const [taken] = await theirs.send(asked);
  const tries = await mine.send(
    mine.ask(number(), { channelId: theirs.channel.id }),
    mine.ask(number(), { template: { id: theirs.template.id } }),
    mine.ask(number(), { channelId: theirs.channel.id, template: { id: theirs.template.id } }),
    mine.ask(asked.to, { idempotencyKey: asked.idempotencyKey }),
  );
  expect(tries).toMatchObject([
    { code: "channelUnknown" },
    { code: "templateUnknown" },
    { code: "channelUnknown" },
    { status: "accepted", repeated: false },
  ]);
  expect((await mine.get(`/${idOf(taken)}`)).status).toBe(404);
  const byKey = (await (await mine.get(`?key=${asked.idempotencyKey}`)).json()) as { data: SentMessage };
  expect(byKey.data.id).toBe(idOf(tries[3]));
  expect(await messagesOf(harness, theirs.channel)).toHaveLength(1);
});

test("the documented example runs as it is", async () => {
  const { owner, channel, secret } = await makeSystem(harness, { name: "order_shipped" });
  const { paths } = (await (await harness.fetch("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, { description: string; "x-codeSamples": { source: string }[] }>>;
  };
  const run = async (path: string, method: string, env: object): Promise<unknown> => {
    const source = paths[path]?.[method]?.["x-codeSamples"][0]?.source ?? "";
    const { stdout } = await promisify(execFile)("sh", ["-c", source], {
      env: { PATH: process.env.PATH, CHATBIRD_URL: harness.url, CHATBIRD_KEY: secret, ...env },
    });
    return JSON.parse(stdout);
  };
  const sent = (await run(PATH, "post", { CHANNEL_ID: channel.id, PHONE: number() })) as {
    data: { messages: Taken[] };
  };
  expect(sent.data.messages).toMatchObject([{ status: "accepted", idempotencyKey: "order-1001-shipped" }]);
  const read = await run(`${PATH}/{id}`, "get", { ID: idOf(sent.data.messages[0]) });
  expect(read).toMatchObject({ data: { idempotencyKey: "order-1001-shipped" } });
  expect(paths[PATH]?.["post"]?.description).toContain("idempotencyKey");
  expect(owner.enterpriseId).not.toBe("");
});

test("a mail with an offer says where one press ends such mails, in a place of the template's own, too", async () => {
  const components = { body: { text: "Hello {{1}}. No more? {{unsubscribe}}" } };
  const { send, ask, channel, owner } = await makeSystem(harness, {
    category: "MARKETING",
    components,
    type: channelTypes.email,
  });
  await leaveToTest(harness, channel);
  const mail = `asha.${randomUUID()}@people.example`;
  const [taken] = await send(ask(mail));
  const { block } = await claimBlock(
    watchedCtx(harness, owner, () => {}),
    { ...channel, type: channelTypes.email, hasWindow: false, pair: null },
    "test",
    5,
  );
  const [{ unsubscribeUrl = "", body } = {}] = block;
  expect(body).toMatchObject({ rendered: `Hello Asha. No more? ${unsubscribeUrl}` });
  const path = new URL(unsubscribeUrl).pathname;
  const press = () => harness.fetch(path, { method: "POST", body: "List-Unsubscribe=One-Click" });
  const changed = path.slice(0, -1) + (path.endsWith("b") ? "c" : "b");
  expect((await harness.fetch(changed, { method: "POST" })).status).toBe(404);
  expect((await harness.fetch(path.replace("/u/", "/l/"))).status).toBe(404);
  for (let time = 0; time < 2; time++) expect((await press()).status).toBe(200);
  const consents = await rowsOf(
    harness,
    "SELECT given, purpose, source FROM consents WHERE enterprise_id = ?",
    owner.enterpriseId,
  );
  expect(consents).toEqual([{ given: 0, purpose: "marketing", source: `unsubscribe:${idOf(taken)}` }]);
  // An enterprise has one link for all of them.
  await send(ask(`ravi.${randomUUID()}@people.example`), ask(`meera.${randomUUID()}@people.example`));
  const links = await rowsOf(harness, "SELECT n FROM links WHERE enterprise_id = ?", owner.enterpriseId);
  expect(links).toHaveLength(1);
});
