import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saying,
  type TestChannel,
} from "#tests/support/messaging.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import {
  answerNames,
  type PlayedBrowser,
  playBrowser,
  someSubscription,
} from "#tests/support/push-service.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { sweeperOf } from "#workers/api/finish-work.ts";
import { logout } from "#workers/contract/endpoints/account.ts";
import type { AgentStatus } from "#workers/contract/endpoints/agent-status.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as departmentsApi from "#workers/contract/endpoints/departments.ts";
import * as pushApi from "#workers/contract/endpoints/push.ts";
import { deactivateUser } from "#workers/contract/endpoints/users.ts";
import { MOST_SUBSCRIPTIONS } from "#workers/contract/push.ts";

const harness = await startHarness();
const { DIRECTORY, TENANT_1 } = harness.env;
beforeEach(async () => {
  answerOurselves(harness);
  answerNames();
  await sweeperOf(harness.env).arm();
});
// A call still on its way would come in the middle of the next test.
afterEach(() => TENANT_1.prepare("DELETE FROM push_subscriptions").run());

const subscribe = (person: Person, { subscription }: Pick<PlayedBrowser, "subscription">) =>
  person.call(pushApi.savePush, { body: subscription });

/** A colleague who is told by push, in a browser of their own. */
async function withBrowser(
  of: Person,
  name: string,
  {
    status = "online",
    roles = [3],
    notified = true,
  }: { status?: AgentStatus; roles?: number[]; notified?: boolean } = {},
): Promise<{ person: Person; browser: PlayedBrowser; id: string }> {
  const person = await makeColleague(harness, of, { name, roles });
  await DIRECTORY.prepare("UPDATE users SET agent_status = ?, enable_chat_notification = ? WHERE id = ?")
    .bind(status, notified ? 1 : 0, person.userId)
    .run();
  const browser = await playBrowser();
  const { id } = await subscribe(person, browser);
  return { person, browser, id };
}

async function departmentOf(
  owner: Person,
  users: readonly Person[],
): Promise<{ channel: TestChannel; id: string }> {
  const { id } = await owner.call(departmentsApi.createDepartment, {
    body: { name: `Sales ${randomUUID()}`, desc: "", manager: "" },
  });
  await owner.call(departmentsApi.addUsers, {
    params: { id },
    body: { users: users.map(({ userId }) => userId) },
  });
  const channel = await makeChannel(harness, owner);
  await TENANT_1.prepare("UPDATE channels SET department_id = ? WHERE id = ?").bind(id, channel.id).run();
  return { channel, id };
}

const act = (person: Person, chatId: string, body: Record<string, unknown>) =>
  person.call(chatsApi.actOnChat, { params: { id: chatId }, body: { id: randomUUID(), ...body } as never });
const titles = ({ pushed }: PlayedBrowser) => pushed.map(({ payload }) => payload.title);

test("each is told of what is theirs to know, and nobody of anything else", async () => {
  const owner = await makePerson(harness);
  const asha = await withBrowser(owner, "Asha");
  const bela = await withBrowser(owner, "Bela");
  const silent = [
    await withBrowser(owner, "Away", { status: "away" }),
    await withBrowser(owner, "Offline", { status: "offline" }),
    await withBrowser(owner, "Switched off", { notified: false }),
    await withBrowser(owner, "Report Viewer", { roles: [6] }),
  ];
  const elsewhere = await withBrowser(owner, "Of another department");
  const stranger = await withBrowser(await makePerson(harness), "Of another enterprise");
  const { channel } = await departmentOf(owner, [
    asha.person,
    bela.person,
    ...silent.map(({ person }) => person),
  ]);
  await departmentOf(owner, [elsewhere.person]);
  const { chatId, phone } = await makeWaiting(harness, channel, "Where is my parcel?");
  await eventually(() => {
    expect(titles(asha.browser)).toEqual(["New Chat Request"]);
    expect(titles(bela.browser)).toEqual(["New Chat Request"]);
  });
  expect(asha.browser.pushed[0]).toMatchObject({
    payload: { body: "Asha: Where is my parcel?", chatId },
    ttl: 600,
    urgency: "high",
  });

  // The handler is told what the customer says, and no longer anybody else.
  await act(bela.person, chatId, { action: "agentPickupChat" });
  await deliver(harness, channel, [saying(phone, "Are you there?")]);
  await eventually(() => expect(titles(bela.browser)).toEqual(["New Chat Request", "Asha says...."]));
  expect(bela.browser.pushed[1]).toMatchObject({ payload: { body: "Are you there?" }, ttl: 3_600 });
  expect(bela.browser.pushed[1]?.topic).toBe(bela.browser.pushed[0]?.topic);

  const [away, offline] = silent;
  if (!away || !offline) throw new Error("nobody is away or offline");
  const mentions = [offline, asha].map(({ person }) => person.userId);
  await act(bela.person, chatId, { action: "agentNote", text: "Look", mentions });
  await eventually(() => expect(titles(asha.browser)).toEqual(["New Chat Request", "Bela mentioned you"]));

  await act(bela.person, chatId, { action: "inviteAgent", userId: elsewhere.person.userId });
  await eventually(() => expect(titles(elsewhere.browser)).toEqual(["Chat Invitaion"]));

  await act(bela.person, chatId, { action: "transferChat", userId: away.person.userId });
  await eventually(() => expect(titles(away.browser)).toEqual(["Chat Transfer"]));

  expect(titles(asha.browser)).toHaveLength(2);
  expect(titles(bela.browser)).toHaveLength(2);
  expect(silent.slice(1).map(({ browser }) => browser.calls)).toEqual([0, 0, 0]);
  expect(stranger.browser.calls).toBe(0);
});

test("what is over when it would be sent is not sent, and many messages of a chat are one push", async () => {
  const owner = await makePerson(harness);
  const asha = await withBrowser(owner, "Asha");
  const bela = await withBrowser(owner, "Bela");
  const { channel } = await departmentOf(owner, [asha.person, bela.person]);
  // Taken before anybody has looked: only she who has it could be told, and not of what she did.
  const { chatId, phone } = await makeWaiting(harness, channel);
  await act(bela.person, chatId, { action: "agentPickupChat" });
  const said = Array.from({ length: 10 }, (_, at) => saying(phone, `Message ${at}`));
  await deliver(harness, channel, said);
  await eventually(() => expect(bela.browser.pushed.at(-1)?.payload.body).toBe("Message 9"));
  const topics = new Set(bela.browser.pushed.map(({ topic }) => topic));
  expect(topics.size).toBe(1);
  expect(bela.browser.pushed.length).toBeLessThanOrEqual(2);
  const before = titles(asha.browser).length;

  // A message that has been read is no news.
  await deliver(harness, channel, [saying(phone, "Read at once")]);
  await eventually(async () => {
    const { messages } = await bela.person.call(chatsApi.getChat, { params: { id: chatId }, query: {} });
    expect(JSON.stringify(messages)).toContain("Read at once");
  });
  await act(bela.person, chatId, { action: "agentReadChat" });
  const other = await makeWaiting(harness, channel, "Another");
  await eventually(() => expect(bela.browser.pushed.at(-1)?.payload.chatId).toBe(other.chatId));
  expect(JSON.stringify(bela.browser.pushed)).not.toContain("Read at once");
  expect(titles(asha.browser)).toHaveLength(before + 1);
});

test("whoever saw a chat only where it was before is not told where it is now", async () => {
  const owner = await makePerson(harness);
  const bela = await makeColleague(harness, owner, { name: "Bela" });
  const asha = await withBrowser(owner, "Asha", { status: "offline" });
  const chitra = await withBrowser(owner, "Chitra");
  const { channel } = await departmentOf(owner, [asha.person, bela]);
  const other = await departmentOf(owner, [chitra.person]);
  const { chatId } = await makeWaiting(harness, channel);
  await act(bela, chatId, { action: "agentPickupChat" });
  // From now on she would be told, and the event is addressed to her too: she hears that it is gone.
  await DIRECTORY.prepare("UPDATE users SET agent_status = 'online' WHERE id = ?")
    .bind(asha.person.userId)
    .run();
  await act(bela, chatId, { action: "transferChat", departmentId: other.id });
  await eventually(() => expect(titles(chitra.browser)).toEqual(["New Chat Request"]));
  expect(asha.browser.calls).toBe(0);
});

test("numbers and addresses are masked for who may not see customers", async () => {
  const owner = await makePerson(harness);
  await DIRECTORY.prepare(
    "INSERT INTO role_permissions (enterprise_id, role, permissions, revision, updated_by, created_at, updated_at) VALUES (?, 4, '[\"CHAT.HANDLE\"]', 1, '', 1, 1)",
  )
    .bind(owner.enterpriseId)
    .run();
  const asha = await withBrowser(owner, "Asha");
  const bela = await withBrowser(owner, "Bela", { roles: [4] });
  const { channel } = await departmentOf(owner, [asha.person, bela.person]);
  await makeWaiting(harness, channel, "Call me at +91 98765 43210");
  await eventually(() => {
    expect(asha.browser.pushed[0]?.payload.body).toBe("Asha: Call me at +91 98765 43210");
    expect(bela.browser.pushed[0]?.payload.body).toBe("Asha: Call me at +•• ••••• ••210");
  });
});

describe("a push service", () => {
  test("that has lost a browser, wants more time or is down harms nobody else", async () => {
    const owner = await makePerson(harness);
    const [gone, busy, dead, well] = [
      await withBrowser(owner, "Gone"),
      await withBrowser(owner, "Busy"),
      await withBrowser(owner, "Dead"),
      await withBrowser(owner, "Well"),
    ];
    const { channel } = await departmentOf(owner, [gone.person, busy.person, dead.person, well.person]);
    gone.browser.behave(() => new Response(null, { status: 410 }));
    busy.browser.behave(() => {
      busy.browser.behave(undefined);
      return new Response(null, { status: 429, headers: { "retry-after": "1" } });
    });
    dead.browser.behave(() => Promise.reject(new TypeError("away")));
    const { chatId } = await makeWaiting(harness, channel);
    await eventually(() => {
      expect(titles(well.browser)).toEqual(["New Chat Request"]);
      expect(titles(busy.browser)).toEqual(["New Chat Request"]);
      expect(dead.browser.calls).toBeGreaterThan(0);
    });
    expect(busy.browser.calls).toBe(2);
    expect(well.browser.calls).toBe(1);
    await eventually(async () => {
      const left = await rowsOf<{ id: string }>(
        harness,
        "SELECT id FROM push_subscriptions WHERE enterprise_id = ?",
        owner.enterpriseId,
      );
      expect(left.map(({ id }) => id).toSorted()).toEqual([busy.id, dead.id, well.id].toSorted());
    });
    // The change itself waited for nobody.
    await act(well.person, chatId, { action: "agentPickupChat" });
  });

  test("at a private address is never called", async () => {
    const owner = await makePerson(harness);
    const inside = await withBrowser(owner, "Inside");
    answerNames("10.0.0.7");
    const { channel } = await departmentOf(owner, [inside.person]);
    harness.logs();
    await makeWaiting(harness, channel);
    await eventually(() =>
      expect(harness.logs().some(({ message }) => message.includes("leads to a private address"))).toBe(true),
    );
    expect(inside.browser.calls).toBe(0);
  });
});

test("nothing goes to a session that somebody has ended, nor to whoever is deactivated", async () => {
  const owner = await makePerson(harness);
  const [out, dismissed, well, expired] = [
    await withBrowser(owner, "Signed out"),
    await withBrowser(owner, "Deactivated"),
    await withBrowser(owner, "Well"),
    await withBrowser(owner, "Expired"),
  ];
  const { channel } = await departmentOf(owner, [out.person, dismissed.person, well.person, expired.person]);
  await out.person.call(logout);
  await DIRECTORY.prepare("UPDATE login_sessions SET ended_at = expires_at WHERE user_id = ?")
    .bind(expired.person.userId)
    .run();
  await owner.call(deactivateUser, { params: { id: dismissed.person.userId } });
  await eventually(async () => {
    const sql = "SELECT 1 FROM push_subscriptions WHERE user_id = ?";
    expect(await rowsOf(harness, sql, dismissed.person.userId)).toEqual([]);
  });
  await makeWaiting(harness, channel);
  await eventually(() => {
    expect(titles(well.browser)).toEqual(["New Chat Request"]);
    expect(titles(expired.browser)).toEqual(["New Chat Request"]);
  });
  expect(out.browser.calls + dismissed.browser.calls).toBe(0);
});

describe("subscriptions", () => {
  const list = (person: Person) => person.call(pushApi.listPush);

  test("are one's own: others can neither keep, test nor delete them, and no answer has their keys", async () => {
    const owner = await makePerson(harness);
    const [asha, bela] = [await withBrowser(owner, "Asha"), await makeColleague(harness, owner)];
    const { publicKey, subscriptions } = await list(asha.person);
    expect(Buffer.from(publicKey, "base64url")).toHaveLength(65);
    expect(subscriptions.map(({ id }) => id)).toEqual([asha.id]);
    expect(Object.keys(subscriptions[0] ?? {}).toSorted()).toEqual([
      "createdAt",
      "id",
      "lastOkAt",
      "userAgent",
    ]);
    expect((await list(bela)).subscriptions).toEqual([]);
    const path = `/api/account/push/subscriptions/${asha.id}`;
    for (const [method, at, body] of [
      ["PUT", path, {}],
      ["POST", `${path}/test`, undefined],
      ["DELETE", path, undefined],
    ] as const) {
      expect((await bela.send(method, at, body)).status, `${method} ${at}`).toBe(404);
    }
    await asha.person.call(pushApi.keepPush, { params: { id: asha.id }, body: {} });
    // In the same browser she who signs in there is told from now on.
    await subscribe(bela, asha.browser);
    expect((await list(asha.person)).subscriptions).toEqual([]);
    expect((await list(bela)).subscriptions.map(({ id }) => id)).toEqual([asha.id]);
    await bela.call(pushApi.deletePush, { params: { id: asha.id } });
    expect((await list(bela)).subscriptions).toEqual([]);
    expect(
      harness.logs().filter(({ message }) => message.includes(asha.browser.subscription.keys.auth)),
    ).toEqual([]);
  });

  test("of one person are at most ten: the one that was heard of longest ago goes", async () => {
    const person = await makePerson(harness);
    const first = await person.call(pushApi.savePush, { body: await someSubscription() });
    for (let at = 0; at < MOST_SUBSCRIPTIONS; at++)
      await person.call(pushApi.savePush, { body: await someSubscription() });
    const { subscriptions } = await list(person);
    expect(subscriptions).toHaveLength(MOST_SUBSCRIPTIONS);
    expect(subscriptions.map(({ id }) => id)).not.toContain(first.id);
    const kept = "SELECT count(*) AS n FROM push_subscriptions WHERE user_id = ?";
    expect(await TENANT_1.prepare(kept).bind(person.userId).first("n")).toBe(MOST_SUBSCRIPTIONS);
  });

  test("are refused, with the field, where no push service could be or no browser has such keys", async () => {
    const person = await makePerson(harness);
    const good = await someSubscription();
    const keys = (change: Partial<typeof good.keys>) => ({ ...good, keys: { ...good.keys, ...change } });
    const wrong: [field: string, body: unknown][] = [
      ["endpoint", { ...good, endpoint: "http://push.company.com/a" }],
      ["endpoint", { ...good, endpoint: "https://127.0.0.1/a" }],
      ["endpoint", { ...good, endpoint: "https://metadata.internal/a" }],
      ["endpoint", { ...good, endpoint: "https://push.company.com:8443/a" }],
      ["endpoint", { ...good, endpoint: "not an address" }],
      ["endpoint", { ...good, endpoint: `https://push.company.com/${"a".repeat(2_000)}` }],
      ["endpoint", { keys: good.keys }],
      ["keys.auth", keys({ auth: "short" })],
      ["keys.p256dh", keys({ p256dh: "+".repeat(87) })],
      ["keys", keys({ p256dh: Buffer.alloc(65, 4).toString("base64url") })],
    ];
    for (const [field, body] of wrong) {
      const response = await person.send("POST", "/api/account/push/subscriptions", body);
      expect(response.status, JSON.stringify(body)).toBe(400);
      expect(((await response.json()) as { errors: object }).errors).toHaveProperty([field]);
    }
    expect((await list(person)).subscriptions).toEqual([]);
  });

  test("are tried out: what the push service says is the answer", async () => {
    const owner = await makePerson(harness);
    const { person, browser, id } = await withBrowser(owner, "Asha", { status: "offline" });
    const tried = () => person.send("POST", `/api/account/push/subscriptions/${id}/test`);
    expect((await tried()).status).toBe(200);
    expect(titles(browser)).toEqual(["Notifications work"]);
    browser.behave(() => new Response(null, { status: 503 }));
    expect((await tried()).status).toBe(409);
    browser.behave(() => new Response(null, { status: 404 }));
    expect((await tried()).status).toBe(410);
    expect((await list(person)).subscriptions).toEqual([]);
    const often = await tried();
    expect(often.status).toBe(429);
    expect(Number(often.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("that nothing was heard of for a month are forgotten by night", async () => {
    const person = await makePerson(harness);
    const [old, young] = [
      await person.call(pushApi.savePush, { body: await someSubscription() }),
      await person.call(pushApi.savePush, { body: await someSubscription() }),
    ];
    await TENANT_1.prepare(
      "UPDATE push_subscriptions SET last_ok_at = last_ok_at - 31 * 86400000 WHERE id = ?",
    )
      .bind(old.id)
      .run();
    const night = new Date();
    night.setUTCHours(2, 23);
    await harness.scheduled(night);
    expect((await list(person)).subscriptions.map(({ id }) => id)).toEqual([young.id]);
  });
});
