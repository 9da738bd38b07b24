import { expect, test } from "vitest";
import { changedChat, changedMessage } from "#tests/support/changed-chat.ts";
import { chatActionsOf } from "#workers/contract/chat-actions-of.ts";
import {
  type Counted,
  countsAfter,
  formerOf,
  queuesOf,
  type Standing,
  withSums,
} from "#workers/contract/chat-counting.ts";
import type { ChatPartKind } from "#workers/contract/chat-people.ts";
import { countOf } from "#workers/contract/chat-queues.ts";
import { CHAT, chatActionCodes } from "#workers/contract/chat-states.ts";

const NOW = 1_000_000_000_000;
const ME = "me";
const viewer = { uId: ME, departments: ["sales"] };
const part = (uId: string, kind: ChatPartKind) => ({ uId, name: uId, part: kind, byName: "Asha" });
const waits: Standing = {
  state: CHAT.started,
  handler: null,
  departmentId: "sales",
  people: [],
  lastAt: NOW,
  anybodys: false,
};
const mine: Standing = { ...waits, state: CHAT.ongoing, handler: ME };
const theirs: Standing = { ...mine, handler: "asha" };
const withMe = (place: Standing, kind: ChatPartKind): Standing => ({ ...place, people: [part(ME, kind)] });
const away = { departmentId: "service" };
const action = (actionType: number, actionBy = ME) => ({
  id: "a",
  seq: 2,
  actionType,
  actionBy,
  byName: "",
  to: "",
  text: "",
  mentions: [],
  at: NOW,
});
type Part = Parameters<typeof changedChat>[1];
const changed = (was: Standing | "nowhere" | null, is: Standing, more: Part = {}) =>
  changedChat(NOW, { ...(is as Part), was: was as NonNullable<Part["was"]>, ...more });

test.each<[string, Standing | "nowhere" | null, Standing, Part, string[]]>([
  ["one has come that waits", "nowhere", waits, { messages: [changedMessage()] }, ["customerStartChat"]],
  ["a bot hands over", { ...waits, state: CHAT.created }, waits, {}, ["customerStartChat"]],
  ["one is transferred here", { ...theirs, ...away }, waits, {}, ["customerStartChat"]],
  ["I am invited", theirs, withMe(theirs, "invited"), {}, ["waitingInviteAccept"]],
  ["I am asked to take it", theirs, withMe(waits, "transferred"), {}, ["waitingTransferAccept"]],
  ["it is assigned to me", waits, withMe(waits, "assigned"), {}, ["waitingAssignAccept", "decrementNewChat"]],
  ["I pick up", waits, mine, { actions: [action(chatActionCodes.agentPickedUp)] }, ["agentPickedupChat"]],
  ["somebody picks up", waits, theirs, {}, ["agentPickedupChat"]],
  ["I accept an invitation", withMe(theirs, "invited"), withMe(theirs, "joined"), {}, ["acceptedInvite"]],
  ["I accept a transfer", withMe(waits, "transferred"), mine, {}, ["acceptedTransfer"]],
  ["I accept an assignment", withMe(waits, "assigned"), mine, {}, ["acceptedAssign"]],
  ["I decline", withMe(theirs, "invited"), theirs, { actions: [action(22)] }, ["decrementInvitedChat"]],
  [
    "somebody takes what I was offered",
    withMe(waits, "transferred"),
    theirs,
    {},
    ["decrementTransferredChat"],
  ],
  [
    "it is offered to another",
    withMe(waits, "assigned"),
    { ...waits, people: [part("asha", "assigned")] },
    {},
    ["decrementAssignedChat"],
  ],
  [
    "I transfer it",
    mine,
    { ...waits, ...away },
    { actions: [action(chatActionCodes.transferred)] },
    ["agentTransferChat"],
  ],
  [
    "I leave",
    withMe(theirs, "joined"),
    theirs,
    { actions: [action(chatActionCodes.left)] },
    ["agentLeaveChat"],
  ],
  [
    "it is taken from me",
    mine,
    theirs,
    { actions: [action(chatActionCodes.takenOver, "asha")] },
    ["chatRemoved"],
  ],
  ["it goes elsewhere", waits, { ...waits, ...away }, {}, ["decrementNewChat"]],
  ["one of a colleague goes elsewhere", theirs, { ...theirs, ...away }, {}, ["chatRemoved"]],
  ["I close it", mine, { ...mine, state: CHAT.closed }, {}, ["agentEndChat"]],
  ["nobody came", waits, { ...waits, state: CHAT.missed }, {}, ["chatMissedNotify", "decrementNewChat"]],
  ["the customer writes", null, mine, { messages: [changedMessage()] }, ["customerReplyChat"]],
  [
    "a colleague answers",
    null,
    theirs,
    { messages: [changedMessage({ direction: "out", by: "person", status: "queued" })] },
    ["agentReplyChat"],
  ],
  [
    "an answer is read",
    null,
    mine,
    { messages: [changedMessage({ direction: "out", by: "person", status: "read" })] },
    ["chatMessageStatus"],
  ],
  [
    "somebody notes",
    null,
    theirs,
    { actions: [action(chatActionCodes.note, "asha")] },
    ["chatSystemMessage"],
  ],
  ["I have read it", null, mine, {}, ["chatUpdated"]],
  ["it is none of mine", null, { ...theirs, ...away }, { messages: [changedMessage()] }, []],
])("%s", (_, was, is, more, expected) => {
  const chat = changed(was, is, more);
  expect(chatActionsOf(chat, viewer, NOW)).toEqual(expected);
});

test("counts follow from where a chat was and is, once for each number, whatever it is", () => {
  const none = {
    ...withSums(Object.fromEntries(Object.values(countOf).map((name) => [name, 0])) as unknown as Counted),
    asOf: 7,
    of: viewer,
  };
  const places = [
    waits,
    mine,
    theirs,
    { ...waits, ...away },
    { ...waits, state: CHAT.missed },
    { ...mine, state: CHAT.closed },
  ];
  const all = [
    ...places,
    ...(["invited", "transferred", "assigned", "joined"] as const).flatMap((kind) =>
      places.map((place) => withMe(place, kind)),
    ),
  ];
  for (const was of ["nowhere", null, ...all] as const)
    for (const is of all) {
      const chat = changed(was, is);
      const after = countsAfter(none, [chat], { seq: 8, now: NOW });
      const [before, now] = [formerOf(chat), chat].map((place) => queuesOf(place, viewer, NOW));
      for (const [queue, name] of Object.entries(countOf))
        expect(after[name]).toBe(
          Number(now?.includes(queue as "all")) - Number(before?.includes(queue as "all")),
        );
      expect(countsAfter(after, [chat], { seq: 8, now: NOW })).toBe(after);
    }
});
