import { expect, test } from "vitest";
import { changedChat } from "#tests/support/changed-chat.ts";
import {
  type CountsAsOf,
  countsAfter,
  enterpriseCountsOf,
  formerOf,
  queuesOf,
  sees,
  type Standing,
  withSums,
} from "#workers/contract/chat-counting.ts";
import type { ChatPartKind } from "#workers/contract/chat-people.ts";
import { CHAT } from "#workers/contract/chat-states.ts";

/** Chats are seen and stand in queues by where they are, and a live event changes the counts of them. */
const NOW = 1_000_000_000_000;
const WEEK_MS = 7 * 24 * 3_600_000;
const me = { uId: "me", departments: ["sales", "care"] };
const asked = (part: ChatPartKind, uId = "me") => [{ uId, part, name: "", byName: "" }];
const waits: Standing = {
  ...{ state: CHAT.started, handler: null, departmentId: "sales", people: [] },
  ...{ lastAt: NOW, anybodys: false },
};
const elsewhere: Standing = { ...waits, departmentId: "service" };

test.each<[string, Standing, boolean]>([
  ["of one's department", waits, true],
  ["of another department", elsewhere, false],
  ["of no department", { ...waits, departmentId: null }, false],
  ["that one has, wherever it is", { ...elsewhere, handler: "me" }, true],
  ["that somebody else has, elsewhere", { ...elsewhere, handler: "asha" }, false],
  ["into which one was asked", { ...elsewhere, people: asked("invited") }, true],
  ["into which others were asked", { ...elsewhere, people: asked("invited", "asha") }, false],
  [
    "of several people, of whom one is oneself",
    { ...elsewhere, people: [...asked("joined", "asha"), ...asked("joined")] },
    true,
  ],
  ["of a department without people", { ...elsewhere, anybodys: true }, true],
  ["of such a department, that somebody has", { ...elsewhere, anybodys: true, handler: "asha" }, false],
])("a chat %s is seen as it should be", (_, place, isSeen) => {
  expect(sees(place, me)).toBe(isSeen);
  if (!isSeen) expect(queuesOf(place, me, NOW)).toEqual([]);
});

test.each<[string, Standing | undefined, string[]]>([
  ["that is nowhere", undefined, []],
  ["that waits", waits, ["all", "new"]],
  ["that waits, with somebody invited", { ...waits, people: asked("invited", "asha") }, ["all", "new"]],
  ["that waits for somebody else to take it", { ...waits, people: asked("assigned", "asha") }, ["all"]],
  ["that is transferred to somebody else", { ...waits, people: asked("transferred", "asha") }, ["all"]],
  ["that a bot has", { ...waits, state: CHAT.created }, ["all"]],
  ["that waits and has been taken", { ...waits, handler: "asha" }, ["all"]],
  ["that somebody else has", { ...waits, state: CHAT.ongoing, handler: "asha" }, ["all"]],
  ["that one has", { ...waits, state: CHAT.ongoing, handler: "me" }, ["all", "mine"]],
  ["that one has laid aside", { ...waits, state: CHAT.suspended, handler: "me" }, ["all", "mine"]],
  [
    "that one has joined",
    { ...waits, state: CHAT.ongoing, handler: "asha", people: asked("joined") },
    ["all", "mine"],
  ],
  [
    "into which one is invited",
    { ...waits, state: CHAT.ongoing, handler: "asha", people: asked("invited") },
    ["all", "invited"],
  ],
  ["that one is asked to take", { ...waits, people: asked("assigned") }, ["all", "assigned"]],
  ["that was handed to one", { ...waits, people: asked("transferred") }, ["all", "transferred"]],
  ["that is closed", { ...waits, state: CHAT.closed }, []],
  ["that was one's own and is closed", { ...waits, state: CHAT.closed, handler: "me" }, []],
  ["that was missed", { ...waits, state: CHAT.missed }, ["missed"]],
  ["missed a week ago", { ...waits, state: CHAT.missed, lastAt: NOW - WEEK_MS }, ["missed"]],
  ["missed longer ago", { ...waits, state: CHAT.missed, lastAt: NOW - WEEK_MS - 1 }, []],
])("a chat %s stands where it should", (_, place, queues) => {
  expect(queuesOf(place, me, NOW).toSorted()).toEqual(queues.toSorted());
});

const changed = (place: Standing, was: Standing | "nowhere" | null = null) => {
  const people = place.people.map(({ uId, part }) => ({ uId, part, name: "", byName: "" }));
  return { ...changedChat(NOW, { ...place, people }), was } as ReturnType<typeof changedChat>;
};
const counts: CountsAsOf = {
  ...{ asOf: 5, of: me, newChatCount: 1, invitedChatCount: 2, transferredChatCount: 3 },
  ...{ assignedChatCount: 4, missedChatCount: 5, ownChatCount: 6, openChatCount: 7 },
};

test("the specification's names say the same, and the total is what can be picked up", () => {
  expect(withSums(counts)).toEqual({ ...counts, assginedChatCount: 4, totalChatCount: 15 });
  expect(enterpriseCountsOf(counts)).toEqual({
    ...{ unPickedCount: 1, transferredCount: 3, invitedCount: 2, missedCount: 5, assignedCount: 4 },
  });
});

test("an event says where its chat was: as it is, somewhere else, or nowhere", () => {
  expect(formerOf(changed(waits))).toMatchObject({ departmentId: "sales", state: CHAT.started });
  expect(formerOf(changed(waits, elsewhere))).toEqual(elsewhere);
  expect(formerOf(changed(waits, "nowhere"))).toBeUndefined();
});

test("counts follow each chat of an event, once", () => {
  const begun = changed(waits, "nowhere");
  const taken = changed({ ...waits, state: CHAT.ongoing, handler: "me" }, waits);
  const left = changed(elsewhere, { ...waits, people: asked("invited") });
  const after = countsAfter(counts, [begun, taken, left], { seq: 6, now: NOW });
  // One more that waits, one fewer; one fewer that is invited and waits.
  expect(after).toMatchObject({
    ...{ asOf: 6, newChatCount: 0, invitedChatCount: 1, ownChatCount: 7, openChatCount: 7 },
    ...{ transferredChatCount: 3, assignedChatCount: 4, missedChatCount: 5, assginedChatCount: 4 },
    ...{ totalChatCount: 13, enterprise: { unPickedCount: 0, invitedCount: 1 } },
  });
  expect(countsAfter(after, [begun], { seq: 6, now: NOW })).toBe(after);
  expect(countsAfter(counts, [begun], { seq: 5, now: NOW })).toBe(counts);
  expect(counts.newChatCount).toBe(1);
});
