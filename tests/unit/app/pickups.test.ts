import { expect, test } from "vitest";
import { pickupsAfter } from "#app/routes/console/chats/listen-for-pickups.ts";
import { CHAT } from "#workers/contract/chat-states.ts";
import type { ReplyOf } from "#workers/contract/endpoint.ts";
import type { chatSummary } from "#workers/contract/endpoints/chats.ts";
import { changedChat } from "#tests/support/changed-chat.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");
const page = (...chats: { chatId: string; revision: number }[]) =>
  ({ chats, asOf: 10, of: { uId: "asha", departments: [] }, next: null }) as unknown as ReplyOf<
    typeof chatSummary
  >;
const after = (chats: ReturnType<typeof changedChat>[], seq = 11) => {
  const { page: next, lacking } = pickupsAfter(
    page({ chatId: "a", revision: 2 }, { chatId: "b", revision: 2 }),
    chats,
    {
      queue: "new",
      seq,
      at: NOW,
    },
  );
  return { shown: next.chats.map(({ chatId }) => chatId), lacking: lacking.map(({ id }) => id) };
};

test("who is taken leaves the list at once, and who comes is asked for", () => {
  const taken = { id: "a", handler: "bela", state: CHAT.ongoing, anybodys: false };
  expect(after([changedChat(NOW, { ...taken, revision: 3 })])).toEqual({ shown: ["b"], lacking: [] });
  // The list was read after that.
  expect(after([changedChat(NOW, { ...taken, revision: 1 })]).shown).toEqual(["a", "b"]);
  expect(after([changedChat(NOW, { id: "b", revision: 3 })])).toEqual({ shown: ["a", "b"], lacking: [] });
  expect(after([changedChat(NOW, { id: "c", revision: 1 })]).lacking).toEqual(["c"]);
  expect(after([changedChat(NOW, { id: "c", revision: 1 })], 10).lacking).toEqual([]);
});
