import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { directory, tenantDatabase } from "#db/client.ts";
import { mailsTo, makeColleague } from "#tests/support/colleagues.ts";
import { eventually } from "#tests/support/eventually.ts";
import { startHarness } from "#tests/support/harness.ts";
import {
  answerOurselves,
  deliver,
  makeChannel,
  rowsOf,
  saying,
  messagesOf,
} from "#tests/support/messaging.ts";
import { answerOutbound, forgetOutbound } from "#tests/support/outbound.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { answerNames } from "#tests/support/push-service.ts";
import { type PlayedReceiver, playReceiver } from "#tests/support/receiver.ts";
import { makeWaiting } from "#tests/support/waiting-chat.ts";
import { watchedDatabase } from "#tests/support/watched-database.ts";
import { sweeperOf } from "#workers/api/finish-work.ts";
import * as auditTrailApi from "#workers/contract/endpoints/audit-trail.ts";
import * as chatsApi from "#workers/contract/endpoints/chats.ts";
import * as chatStepsApi from "#workers/contract/endpoints/chat-steps.ts";
import * as hooksApi from "#workers/contract/endpoints/webhooks-out.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import {
  BOTH_SIGN_MS,
  DELIVERIES_KEPT_MS,
  FAILING_MS,
  type HookEvent,
  hookEvents,
  MOST_HOOKS,
} from "#workers/contract/webhooks-out.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { deliverDue, LEASE_MS } from "#workers/domain/webhooks-out/deliver.ts";
import { gather } from "#workers/domain/webhooks-out/gather.ts";
import { RETRIES } from "#workers/domain/webhooks-out/retry.ts";
import { tellSwitchedOff } from "#workers/domain/webhooks-out/tell-off.ts";

const harness = await startHarness();
const { TENANT_1 } = harness.env;
const webhooks = "/api/e/enterprise/webhooks";
const DAY = 24 * 3_600_000;

beforeEach(async () => {
  forgetOutbound();
  answerOurselves(harness);
  answerNames();
  await sweeperOf(harness.env).arm();
});
// A call still on its way would come in the middle of the next test.
afterEach(() =>
  TENANT_1.batch([TENANT_1.prepare("DELETE FROM hooks"), TENANT_1.prepare("DELETE FROM hook_deliveries")]),
);

async function hooked(
  owner: Person,
  receiver: PlayedReceiver,
  events: readonly HookEvent[] = hookEvents,
): Promise<string> {
  const { hook, secret } = await owner.call(hooksApi.createHook, {
    body: { url: receiver.url, events: [...events] },
  });
  receiver.secrets.push(secret);
  return hook.id;
}
const act = (person: Person, chatId: string, action: object) =>
  person.call(chatsApi.actOnChat, { params: { id: chatId }, body: { id: randomUUID(), ...action } as never });
const log = async (owner: Person, id: string, query: object = {}) =>
  (await owner.call(hooksApi.listDeliveries, { params: { id }, query })).deliveries;
const types = ({ calls }: PlayedReceiver) => calls.map(({ type }) => type);
const never = () => new Promise<Response>(() => undefined);

/** Works as a courier does, at a time of the test's choosing: the real one sees that nothing is due yet. */
function courierAt(owner: Person, now: () => number, database: D1Database = TENANT_1) {
  const ctx = {
    db: tenantDatabase({ ...harness.env, TENANT_1: database }, "TENANT_1"),
    enterpriseId: owner.enterpriseId as EnterpriseId,
    now,
  };
  const deps = { resolve: () => Promise.resolve(["198.35.26.96"]), allowPrivate: false, now: Date.now };
  return (id: string) => deliverDue(ctx, keyRing(harness.secrets.DATA_KEY), deps, id, { until: Infinity });
}
/** A delivery that is due in ten days by the real clock. */
async function later(owner: Person, hookId: string, cause = "one"): Promise<number> {
  const due = Date.now() + 10 * DAY;
  await TENANT_1.prepare(
    `INSERT INTO hook_deliveries (id, enterprise_id, hook_id, cause, type, chat_id, body, state, next_at, at)
     VALUES (?1 || ?3, ?2, ?1, ?3, 'chat.opened', 'c', '{"type":"chat.opened","revision":1,"data":{}}', 'waiting', ?4, ?5)`,
  )
    .bind(hookId, owner.enterpriseId, cause, due, Date.now())
    .run();
  return due;
}

test("a receiver hears what happens in a chat: signed, in order, each with the chat's revision, within two seconds", async () => {
  const owner = await makePerson(harness);
  const receiver = playReceiver();
  const id = await hooked(owner, receiver);
  const channel = await makeChannel(harness, owner);
  const { chatId, phone } = await makeWaiting(harness, channel, "I need help");
  await eventually(() => expect(types(receiver).slice(0, 2)).toEqual(["chat.opened", "message.received"]));
  await act(owner, chatId, { action: "agentPickupChat" });
  await eventually(() => expect(types(receiver)).toContain("chat.assigned"));
  const said = Date.now();
  await deliver(harness, channel, [saying(phone, "Are you there?")]);
  const heard = await eventually(() => {
    const call = receiver.calls.find(({ data }) => data.message?.body?.text === "Are you there?");
    expect(call).toBeDefined();
    return call?.at ?? 0;
  });
  // The message itself has to be taken in before, and a busy machine is several times slower.
  expect(heard - said).toBeLessThan(15_000);
  await owner.call(chatStepsApi.closeChat, { params: { id: chatId }, body: { id: randomUUID() } });
  await eventually(() => expect(types(receiver)).toContain("chat.closed"));
  const { calls } = receiver;
  expect(calls.every(({ signedBy }) => signedBy.length === 1)).toBe(true);
  expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
  const revisions = calls.map(({ revision }) => revision);
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
  expect(
    calls.filter(({ type }) => type === "message.received").map(({ data }) => data.message?.body?.text),
  ).toEqual(["I need help", "Are you there?"]);
  expect(calls.find(({ type }) => type === "chat.assigned")?.data.chat?.handler?.name).toBe("Kiran");
  expect(JSON.stringify(calls)).not.toContain(phone.slice(1));
  await eventually(async () =>
    expect((await log(owner, id)).every(({ state }) => state === "delivered")).toBe(true),
  );
});

test("a receiver hears only what it asked for, since it was there, and nothing of another enterprise", async () => {
  const [owner, stranger] = [await makePerson(harness), await makePerson(harness)];
  const channel = await makeChannel(harness, owner);
  await makeWaiting(harness, channel);
  // The statuses of its answers are told to receivers that are there by then.
  await eventually(async () => {
    const answers = (await messagesOf(harness, channel)).filter(({ direction }) => direction === "out");
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => "delivered"));
  });
  const [all, closed, other] = [playReceiver(), playReceiver(), playReceiver()];
  await hooked(owner, all, ["chat.opened", "message.status"]);
  await hooked(owner, closed, ["chat.closed"]);
  await hooked(stranger, other);
  const { chatId } = await makeWaiting(harness, channel);
  await act(owner, chatId, { action: "agentPickupChat" });
  const id = randomUUID();
  await act(owner, chatId, { action: "agentReplyChat", id, text: "Hello" });
  const stated = () =>
    all.calls.flatMap(({ data: { message } }) => (message?.id === id ? [message.status] : []));
  await eventually(() => expect(stated()).toContain("delivered"));
  expect(stated()).toEqual([...new Set(stated())]);
  expect(stated()).not.toContain("queued");
  await owner.call(chatStepsApi.closeChat, { params: { id: chatId }, body: { id: randomUUID() } });
  await eventually(() => expect(types(closed)).toEqual(["chat.closed"]));
  expect(types(all)[0]).toBe("chat.opened");
  expect(types(all).filter((type) => type === "chat.opened")).toHaveLength(1);
  expect(all.calls.every(({ data }) => data.chat?.id === chatId)).toBe(true);
  expect(new Set(types(all))).not.toContain("message.received");
  expect(other.calls).toEqual([]);
});

test("receivers that never answer delay nobody else", async () => {
  const owner = await makePerson(harness);
  const well = playReceiver();
  const dead = [playReceiver(), playReceiver(), playReceiver(), playReceiver()];
  for (const each of dead) {
    each.answer = never;
    const id = await hooked(owner, each, ["chat.opened"]);
    await TENANT_1.prepare("UPDATE hooks SET failing_since = 1 + ? WHERE id = ?").bind(Date.now(), id).run();
  }
  await hooked(owner, well, ["chat.opened"]);
  const channel = await makeChannel(harness, owner);
  await makeWaiting(harness, channel);
  await eventually(() => expect(well.calls).toHaveLength(1));
  // A call that hangs is given up after fifteen seconds. On a busy machine this one may be so slow that it has to wait
  // beside them, once.
  let quickest = Infinity;
  for (let calls = 2; quickest > 10_000 && calls <= 4; calls++) {
    const began = Date.now();
    await makeWaiting(harness, channel);
    await eventually(() => expect(well.calls).toHaveLength(calls));
    quickest = Math.min(quickest, Date.now() - began);
  }
  expect(quickest).toBeLessThan(10_000);
  // Never two calls to one of them at once.
  expect(Math.max(...dead.map(({ calls }) => calls.length))).toBeGreaterThan(0);
  for (const { calls } of dead)
    for (const [at, call] of calls.entries())
      expect(call.at - (calls[at - 1]?.at ?? 0)).toBeGreaterThan(10_000);
});

describe("what is not taken", () => {
  test("comes again with the same id, and what came after it does not wait", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    const id = await hooked(owner, receiver, ["chat.opened"]);
    const channel = await makeChannel(harness, owner);
    receiver.answer = () => {
      receiver.answer = () => new Response(null, { status: 204 });
      return new Response("busy", { status: 503 });
    };
    await makeWaiting(harness, channel);
    await eventually(async () =>
      expect(await log(owner, id)).toMatchObject([
        { state: "waiting", attempts: 1, status: 503, answer: "busy" },
      ]),
    );
    await makeWaiting(harness, channel);
    await eventually(() => expect(receiver.calls).toHaveLength(3));
    const [first, second, third] = receiver.calls.map((call) => call.id);
    expect(third).toBe(first);
    expect(second).not.toBe(first);
    await eventually(async () =>
      expect(await log(owner, id)).toMatchObject([
        { state: "delivered", attempts: 1 },
        { state: "delivered", attempts: 2, nextAt: null },
      ]),
    );
  });

  test("is tried ten times over three days, and has failed then", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    receiver.answer = () => new Response(null, { status: 500 });
    const id = await hooked(owner, receiver);
    let now = await later(owner, id);
    for (const wait of RETRIES) {
      await courierAt(owner, () => now)(id);
      const [row] = await rowsOf<{ next_at: number; state: string }>(
        harness,
        "SELECT next_at, state FROM hook_deliveries WHERE hook_id = ?",
        id,
      );
      expect(row?.state).toBe("waiting");
      expect((row?.next_at ?? 0) - now).toBeGreaterThanOrEqual(wait);
      expect((row?.next_at ?? 0) - now).toBeLessThanOrEqual(1.1 * wait);
      const calls = receiver.calls.length;
      now += wait - 1;
      await courierAt(owner, () => now)(id);
      expect(receiver.calls).toHaveLength(calls);
      now = row?.next_at ?? 0;
    }
    await courierAt(owner, () => now)(id);
    expect(receiver.calls).toHaveLength(RETRIES.length + 1);
    expect(await log(owner, id)).toMatchObject([{ state: "failed", attempts: 10, status: 500 }]);
  });

  test("by a receiver for five days switches it off: its owner is told once, and what waits is given up", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    receiver.answer = () => new Response(null, { status: 500 });
    const id = await hooked(owner, receiver);
    let now = await later(owner, id);
    const began = now;
    await courierAt(owner, () => now)(id);
    for (let day = 1; day <= 5; day++) {
      expect((await owner.call(hooksApi.listHooks)).hooks[0]).toMatchObject({ on: true, offReason: null });
      await later(owner, id, `of day ${day}`);
      now = began + Math.max(day * DAY, day === 5 ? FAILING_MS : 0);
      await TENANT_1.prepare("UPDATE hook_deliveries SET next_at = ? WHERE hook_id = ? AND cause = ?")
        .bind(now, id, `of day ${day}`)
        .run();
      await courierAt(owner, () => now)(id);
    }
    expect((await owner.call(hooksApi.listHooks)).hooks[0]).toMatchObject({
      on: false,
      offReason: "failing",
    });
    expect((await log(owner, id)).every(({ state }) => state === "failed")).toBe(true);
    await eventually(async () => {
      const told = await mailsTo(harness, owner.email);
      expect(told.map(({ template }) => template)).toEqual(["webhookFailing"]);
      expect(told[0]?.text).toContain(receiver.url);
    });
    // Begun again, it is still told once.
    await TENANT_1.prepare("UPDATE hooks SET told_at = NULL WHERE id = ?").bind(id).run();
    await tellSwitchedOff(tenantDatabase(harness.env, "TENANT_1"), directory(harness.env), {
      ring: keyRing(harness.secrets.DATA_KEY),
      link: "http://127.0.0.1/",
      now: Date.now,
    });
    expect(await mailsTo(harness, owner.email)).toHaveLength(1);
    const { entries } = await owner.call(auditTrailApi.listAuditTrail, { query: {} });
    expect(entries[0]).toMatchObject({ action: "pause", kind: "hook", who: { name: "system" } });
  });

  test("because the address is gone (410) switches the receiver off at once", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    receiver.answer = () => new Response(null, { status: 410 });
    await hooked(owner, receiver, ["chat.opened", "message.received"]);
    await makeWaiting(harness, await makeChannel(harness, owner));
    await eventually(async () =>
      expect((await owner.call(hooksApi.listHooks)).hooks[0]).toMatchObject({
        on: false,
        offReason: "gone",
      }),
    );
    expect(receiver.calls).toHaveLength(1);
    await eventually(async () =>
      expect((await mailsTo(harness, owner.email)).map(({ template }) => template)).toEqual(["webhookGone"]),
    );
  });
});

test("a receiver that answered once again has failed at nothing", async () => {
  const owner = await makePerson(harness);
  const receiver = playReceiver();
  const id = await hooked(owner, receiver);
  await TENANT_1.prepare("UPDATE hooks SET failing_since = ? WHERE id = ?").bind(Date.now(), id).run();
  const due = await later(owner, id);
  await courierAt(owner, () => due)(id);
  expect((await owner.call(hooksApi.listHooks)).hooks[0]?.failingSince).toBeNull();
});

describe("whoever dies or runs beside", () => {
  test("a courier that died between a page's calls and their notes calls again, and nothing goes before that", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    const id = await hooked(owner, receiver);
    const due = await later(owner, id, "one");
    await later(owner, id, "two");
    const dying = watchedDatabase(TENANT_1, (sql) => {
      if (sql.startsWith("UPDATE hook_deliveries SET state")) throw new Error("died");
    });
    const now = due + 1_000;
    await expect(courierAt(owner, () => now, dying)(id)).rejects.toThrow("died");
    expect(receiver.calls).toHaveLength(2);
    await later(owner, id, "three");
    // Nobody knows yet that it died.
    await courierAt(owner, () => now + LEASE_MS - 1)(id);
    expect(receiver.calls).toHaveLength(2);
    await courierAt(owner, () => now + LEASE_MS + 1)(id);
    expect(receiver.calls.map((call) => call.id.replace(id, ""))).toEqual([
      ...["one", "two"],
      ...["one", "two", "three"],
    ]);
  });

  test("a page of a slow receiver ends with its first call, and the rest is due at once", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    const id = await hooked(owner, receiver);
    let now = (await later(owner, id, "one")) + 1_000;
    await later(owner, id, "two");
    receiver.answer = () => {
      now += 6_000;
      return new Response(null, { status: 204 });
    };
    await courierAt(owner, () => now)(id);
    expect(receiver.calls.map((call) => call.id.replace(id, ""))).toEqual(["one", "two"]);
    expect(await log(owner, id)).toMatchObject([{ state: "delivered" }, { state: "delivered" }]);
  });

  test("one that lost its lease notes nothing over another's note", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    const id = await hooked(owner, receiver);
    const now = await later(owner, id);
    receiver.answer = async () => {
      receiver.answer = () => new Response(null, { status: 204 });
      await courierAt(owner, () => now + LEASE_MS + 1)(id);
      return new Response(null, { status: 500 });
    };
    await courierAt(owner, () => now)(id);
    expect(receiver.calls).toHaveLength(2);
    expect(await log(owner, id)).toMatchObject([{ state: "delivered", attempts: 1 }]);
  });

  test("two that read the same events write them once", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    const id = await hooked(owner, receiver, ["chat.opened"]);
    const channel = await makeChannel(harness, owner);
    const { chatId } = await makeWaiting(harness, channel);
    await eventually(() => expect(receiver.calls).toHaveLength(1));
    const [place] = await rowsOf<{ seq: number }>(harness, "SELECT seq FROM hook_cursor");
    // As if the cursor had been lost behind what was told.
    await TENANT_1.prepare("UPDATE hook_cursor SET seq = seq - 10").run();
    const db = tenantDatabase(harness.env, "TENANT_1");
    await Promise.all([gather(db, () => randomUUID()), gather(db, () => randomUUID())]);
    const [after] = await rowsOf<{ seq: number }>(harness, "SELECT seq FROM hook_cursor");
    expect(after?.seq).toBeGreaterThanOrEqual(place?.seq ?? 0);
    expect(
      (await log(owner, id)).map(
        ({ body }) => (JSON.parse(body ?? "") as { data: { chat: { id: string } } }).data.chat.id,
      ),
    ).toEqual([chatId]);
  });
});

describe("an address", () => {
  test.each([
    "http://receiver.company.com/",
    "https://127.0.0.1/",
    "https://metadata.internal/",
    "https://user:word@receiver.company.com/",
    "https://receiver.company.com:8443/",
    "not an address",
    "",
  ])("%s is refused when it is given", async (url) => {
    const owner = await makePerson(harness);
    const response = await owner.send("POST", webhooks, { url, events: ["chat.opened"] });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { errors: object }).errors).toHaveProperty("url");
  });

  test("that leads to a private host is not called, and the log says so", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    const id = await hooked(owner, receiver, ["chat.opened"]);
    answerNames("10.0.0.7");
    await makeWaiting(harness, await makeChannel(harness, owner));
    await eventually(async () =>
      expect(await log(owner, id)).toMatchObject([
        { attempts: 1, status: null, answer: "Only public https addresses are called." },
      ]),
    );
    expect(receiver.calls).toEqual([]);
  });

  test("that redirects is not followed", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    const id = await hooked(owner, receiver, ["chat.opened"]);
    const elsewhere = answerOutbound(
      "https://elsewhere.company.com/",
      () => new Response(null, { status: 204 }),
    );
    receiver.answer = () =>
      new Response(null, { status: 307, headers: { location: "https://elsewhere.company.com/" } });
    const tested = await owner.call(hooksApi.testHook, { params: { id }, body: {} });
    expect(tested).toMatchObject({ state: "failed", status: null });
    expect(tested.answer).toContain("redirects");
    expect(elsewhere.requests).toEqual([]);
  });
});

test("a new secret signs beside the one before for a day, and then alone; neither is shown again", async () => {
  const owner = await makePerson(harness);
  const receiver = playReceiver();
  const id = await hooked(owner, receiver);
  const { secret, hook } = await owner.call(hooksApi.renewHookSecret, { params: { id }, body: {} });
  expect(hook.bothSignUntil).not.toBeNull();
  const [former = ""] = receiver.secrets;
  receiver.secrets.push(secret);
  await owner.call(hooksApi.testHook, { params: { id }, body: {} });
  expect(receiver.calls.at(-1)?.signedBy).toEqual([former, secret]);
  const due = await later(owner, id);
  await courierAt(owner, () => due + BOTH_SIGN_MS)(id);
  expect(receiver.calls.at(-1)?.signedBy).toEqual([secret]);
  const shown = await (await owner.send("GET", webhooks)).text();
  expect(shown).not.toContain(secret.slice(6));
  const rows = JSON.stringify(
    await rowsOf(harness, "SELECT * FROM hooks h JOIN secrets s ON s.owner_id = h.id"),
  );
  expect(rows).not.toContain(secret.slice(6));
});

describe("the log", () => {
  test("is filtered and paged, and what ended is sent again with the same id", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    const id = await hooked(owner, receiver, ["chat.opened"]);
    receiver.answer = () => new Response("no", { status: 400 });
    const failed = await owner.call(hooksApi.testHook, { params: { id }, body: {} });
    receiver.answer = () => new Response("yes");
    await owner.call(hooksApi.testHook, { params: { id }, body: {} });
    expect(await log(owner, id, { state: "failed" })).toMatchObject([
      { id: failed.id, answer: "no", status: 400 },
    ]);
    expect(await log(owner, id, { type: "chat.opened" })).toEqual([]);
    const first = await owner.call(hooksApi.listDeliveries, { params: { id }, query: { perPage: 1 } });
    expect(first.deliveries).toMatchObject([{ state: "delivered" }]);
    expect(await log(owner, id, { before: first.next ?? 0 })).toMatchObject([{ id: failed.id }]);
    await owner.call(hooksApi.replayDelivery, { params: { id, deliveryId: failed.id }, body: {} });
    await eventually(() => expect(receiver.calls.filter((call) => call.id === failed.id)).toHaveLength(2));
    await eventually(async () => expect(await log(owner, id, { state: "failed" })).toEqual([]));
    const again = await owner.send("POST", `${webhooks}/${id}/deliveries/nothing/replay`, {});
    expect(again.status).toBe(404);
  });

  test("sends again all that failed since a time, the oldest first", async () => {
    const owner = await makePerson(harness);
    const receiver = playReceiver();
    const id = await hooked(owner, receiver);
    const ids = ["a", "b", "c"];
    for (const cause of ids) await later(owner, id, cause);
    await TENANT_1.prepare(
      "UPDATE hook_deliveries SET state = 'failed', at = iif(cause = 'a', 1, at) WHERE hook_id = ?",
    )
      .bind(id)
      .run();
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const { replayed } = await owner.call(hooksApi.replayFailed, { params: { id }, body: { since } });
    expect(replayed).toBe(2);
    await eventually(() => expect(receiver.calls.map((call) => call.id)).toEqual([`${id}b`, `${id}c`]));
  });

  test("keeps a delivery for thirty days", async () => {
    const owner = await makePerson(harness);
    const id = await hooked(owner, playReceiver());
    await later(owner, id, "old");
    await later(owner, id, "young");
    await TENANT_1.prepare("UPDATE hook_deliveries SET at = at - ? WHERE hook_id = ? AND cause = 'old'")
      .bind(DELIVERIES_KEPT_MS + 60_000, id)
      .run();
    await harness.scheduled();
    expect((await log(owner, id)).map((each) => each.id)).toEqual([`${id}young`]);
  });
});

test("switched off, nothing more is sent; switched on, only what happens from then on", async () => {
  const owner = await makePerson(harness);
  const receiver = playReceiver();
  const id = await hooked(owner, receiver, ["chat.opened"]);
  await later(owner, id);
  const body = { url: receiver.url, events: ["chat.opened" as const] };
  await owner.call(hooksApi.updateHook, { params: { id }, body: { ...body, on: false } });
  expect(await log(owner, id)).toMatchObject([{ state: "failed", answer: "The webhook was switched off." }]);
  const channel = await makeChannel(harness, owner);
  await makeWaiting(harness, channel);
  await owner.call(hooksApi.updateHook, { params: { id }, body: { ...body, on: true } });
  const { chatId } = await makeWaiting(harness, channel);
  await eventually(() => expect(receiver.calls.map(({ data }) => data.chat?.id)).toEqual([chatId]));
});

test("an enterprise has so many receivers, each with at least one event that there is", async () => {
  const owner = await makePerson(harness);
  const make = (body: object) =>
    owner.send("POST", webhooks, { url: "https://hooks.company.com/", on: false, ...body });
  for (let at = 0; at < MOST_HOOKS; at++) expect((await make({ events: ["chat.opened"] })).status).toBe(200);
  expect((await make({ events: ["chat.opened"] })).status).toBe(409);
  for (const [field, events] of [
    ["events", []],
    ["events.0", ["everything"]],
  ] as const) {
    const response = await make({ events });
    expect(response.status).toBe(400);
    expect(((await response.json()) as { errors: object }).errors).toHaveProperty([field]);
  }
  const { hooks } = await owner.call(hooksApi.listHooks);
  await owner.call(hooksApi.deleteHook, { params: { id: hooks[0]?.id ?? "" } });
  expect((await make({ events: ["chat.opened"] })).status).toBe(200);
  const left = "SELECT 1 FROM secrets WHERE owner_kind = 'hook' AND owner_id = ?";
  expect(await rowsOf(harness, left, hooks[0]?.id)).toEqual([]);
});

test("the operators' switch stops all of it, and what waited leaves afterwards", async () => {
  const { DIRECTORY } = harness.env;
  const owner = await makePerson(harness);
  const receiver = playReceiver();
  const id = await hooked(owner, receiver, ["chat.opened"]);
  await DIRECTORY.prepare("INSERT INTO switches VALUES ('webhooks', 'test', 1)").run();
  try {
    const channel = await makeChannel(harness, owner);
    const another = async () => {
      const before = (await log(owner, id)).length;
      await makeWaiting(harness, channel);
      await eventually(async () => expect((await log(owner, id)).length).toBeGreaterThan(before));
    };
    // A switch is believed for two seconds. The look that found the second would have sent the first.
    await vi.waitFor(
      async () => {
        await another();
        await another();
        expect((await log(owner, id))[1]).toMatchObject({ state: "waiting", attempts: 0 });
      },
      { timeout: 40_000, interval: 100 },
    );
  } finally {
    await DIRECTORY.prepare("DELETE FROM switches").run();
  }
  await eventually(async () =>
    expect((await log(owner, id)).every(({ state }) => state === "delivered")).toBe(true),
  );
});

test("what customers say is sent and shown by nobody who may not read it", async () => {
  const owner = await makePerson(harness);
  const builder = await makeColleague(harness, owner, { roles: [2] });
  const receiver = playReceiver();
  const refused = async (by: Person, method: string, path: string, body: object) => {
    const response = await by.send(method, path, body);
    expect(response.status, path).toBe(400);
    expect(((await response.json()) as { errors: object }).errors).toHaveProperty("events");
  };
  await refused(builder, "POST", webhooks, { url: receiver.url, events: ["message.received"] });
  const own = await builder.call(hooksApi.createHook, {
    body: { url: receiver.url, events: ["chat.opened"] },
  });
  await refused(builder, "PUT", `${webhooks}/${own.hook.id}`, {
    url: receiver.url,
    events: ["message.received"],
  });
  const id = await hooked(owner, receiver, ["message.received"]);
  await refused(builder, "PUT", `${webhooks}/${id}`, {
    url: "https://theirs.company.com/",
    events: ["message.received"],
  });
  // A receiver that customers' words go to all the same may be described by them.
  await builder.call(hooksApi.updateHook, {
    params: { id },
    body: { url: receiver.url, events: ["message.received"], description: "Orders" },
  });
  await makeWaiting(harness, await makeChannel(harness, owner), "A secret of mine");
  await eventually(() => expect(types(receiver)).toContain("message.received"));
  expect((await log(owner, id))[0]?.body).toContain("A secret of mine");
  expect((await log(builder, id))[0]).toMatchObject({ type: "message.received", body: null });
});
