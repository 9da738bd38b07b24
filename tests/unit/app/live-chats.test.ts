import { expect, test } from "vitest";
import { listed, merged, newest } from "#app/routes/chats/live-chats.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { ChatEntry, getChat } from "#workers/contract/endpoints/chats.ts";
import { changedMessage as message } from "#tests/support/changed-chat.ts";

const chat = (revision: number) => ({ chatId: "c", revision }) as ChatEntry;
const read = (...messages: ReturnType<typeof message>[]): ReplyOf<typeof getChat> => ({
  chat: chat(1),
  messages,
  actions: [],
  more: false,
});
const statusAfter = (known: string, late: string) =>
  merged(read(message({ status: known })), { messages: [message({ status: late })], actions: [] }).messages[0]
    ?.status;

test("the answer to a send that comes after its delivery leaves the delivery shown", () => {
  expect(statusAfter("delivered", "queued")).toBe("delivered");
  expect(statusAfter("read", "sent")).toBe("read");
  expect(statusAfter("failed", "queued")).toBe("failed");
  expect(statusAfter("cancelled", "queued")).toBe("cancelled");
});

test("whatever follows is shown: a delivery proves a failure wrong, and what waits may end before it is sent", () => {
  expect(statusAfter("queued", "sent")).toBe("sent");
  expect(statusAfter("failed", "delivered")).toBe("delivered");
  expect(statusAfter("queued", "expired")).toBe("expired");
  expect(statusAfter("queued", "cancelled")).toBe("cancelled");
  expect(statusAfter("received", "received")).toBe("received");
});

test("a long message keeps the words that its status comes without", () => {
  const known = message({ status: "sent", body: { kind: "text", text: "long" } });
  const { messages } = merged(read(known), {
    messages: [message({ status: "read", body: null })],
    actions: [],
  });
  expect(messages).toEqual([{ ...known, status: "read" }]);
});

test("a chat's older state never replaces a newer", () => {
  expect(newest(chat(3), chat(2)).revision).toBe(3);
  expect(newest(chat(2), chat(3)).revision).toBe(3);
});

test("words put a chat on top of its list; what is done with it does not move it", () => {
  const [first, second, third] = ["1", "2", "3"].map((chatId) => ({ chatId, lastAt: chatId }) as ChatEntry);
  const all = [first, second, third] as ChatEntry[];
  const changed = { ...second, handlerName: "Asha" } as ChatEntry;
  const ids = (next: ChatEntry) => listed(all, second as ChatEntry, next).map(({ chatId }) => chatId);
  expect(ids(changed)).toEqual(["1", "2", "3"]);
  expect(listed(all, second as ChatEntry, changed)[1]).toBe(changed);
  expect(ids({ ...changed, lastAt: "4" })).toEqual(["2", "1", "3"]);
});
