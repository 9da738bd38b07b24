import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { CHAT } from "#workers/contract/chat-states.ts";
import type { EventData } from "#workers/contract/socket.ts";
import { hookNewsIn } from "#workers/domain/webhooks-out/news.ts";
import { RETRIES, waitAfter } from "#workers/domain/webhooks-out/retry.ts";
import { signedHeaders } from "#workers/outbound/standard-webhooks.ts";

test("tries come at the times that Standard Webhooks proposes, each a little later by chance, and end", () => {
  expect(RETRIES.map((wait) => wait / 1_000)).toEqual([
    5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
  ]);
  for (const [at, wait] of RETRIES.entries()) {
    expect(waitAfter(at + 1, () => 0)).toBe(wait);
    expect(waitAfter(at + 1, () => 1)).toBe(Math.round(wait * 1.1));
  }
  expect(waitAfter(RETRIES.length + 1)).toBeNull();
});

test("while a secret is replaced both sign, the present one first", () => {
  const secrets = [
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
  ];
  const call = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1_614_265_330_000, body: '{"test": 2432232314}' };
  const [first, second, ...more] = (signedHeaders(secrets, call)["webhook-signature"] ?? "").split(" ");
  // The standard's own example.
  expect(first).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  const signed = `${call.id}.1614265330.${call.body}`;
  expect(second).toBe(`v1,${createHmac("sha256", Buffer.alloc(32, 7)).update(signed).digest("base64")}`);
  expect(more).toEqual([]);
});

type Chat = EventData<"chatsChanged">["chats"][number];
const chat = (more: Partial<Chat>): Chat => ({
  ...{ id: "c", channelId: "ch", identityId: "i", customerId: null, state: CHAT.started, departmentId: null },
  ...{ handler: null, handlerName: "", people: [], labels: [], missedReason: null, rating: null },
  ...{ waitingSince: null, suspendedUntil: null, unread: 0, seq: 1, lastAt: 1, lastText: "", revision: 4 },
  ...{ messages: [], actions: [], anybodys: true, was: null, ...more },
});
const message = (more: Partial<Chat["messages"][number]>): Chat["messages"][number] => ({
  ...{ id: "m", seq: 1, direction: "in", by: "customer", byId: "i", vendorId: null, status: "received" },
  ...{
    code: null,
    reason: null,
    at: 1,
    sendAt: null,
    sentAgain: false,
    body: { kind: "text", text: "hello" },
  },
  ...more,
});
const place = (more: object) => ({
  ...{ state: CHAT.started, departmentId: null, handler: null, people: [], lastAt: 1, anybodys: true },
  ...more,
});
const causes = (each: Chat) => hookNewsIn({ chats: [each] }, 1).map(({ cause }) => cause);

test("what is news says so once for each cause", () => {
  expect(causes(chat({ was: "nowhere", messages: [message({})] }))).toEqual([
    "chat.opened:c",
    "message.received:m",
  ]);
  expect(causes(chat({ handler: "u", was: place({}) }))).toEqual(["chat.assigned:c:4"]);
  expect(causes(chat({ handler: "u", was: place({ handler: "u" }) }))).toEqual([]);
  // It is where it was: nobody got it now.
  expect(causes(chat({ handler: "u" }))).toEqual([]);
  expect(causes(chat({ state: CHAT.closed, was: place({}) }))).toEqual(["chat.closed:c:4"]);
  expect(causes(chat({ state: CHAT.closed, was: place({ state: CHAT.closed }) }))).toEqual([]);
  const out = (status: string) => causes(chat({ messages: [message({ direction: "out", status })] }));
  expect(out("queued")).toEqual([]);
  expect(out("delivered")).toEqual(["message.status:m:delivered"]);
});

test("a body carries its subject's revision, and nobody's identity", () => {
  const [news] = hookNewsIn({ chats: [chat({ messages: [message({ byId: "identity" })] })] }, 0);
  expect(JSON.parse(news?.body ?? "")).toMatchObject({
    type: "message.received",
    timestamp: "1970-01-01T00:00:00.000Z",
    revision: 4,
    data: { chat: { id: "c", state: "started" }, message: { id: "m", body: { text: "hello" } } },
  });
  expect(news?.body).not.toContain("identity");
  // Words are told once, when they come in.
  const stated = hookNewsIn(
    { chats: [chat({ messages: [message({ direction: "out", status: "read" })] })] },
    0,
  );
  expect(stated[0]?.body).not.toContain("hello");
});
