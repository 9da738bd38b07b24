import { expect, test } from "vitest";
import { alertsIn } from "#workers/contract/chat-alerts.ts";
import { changedChat, changedMessage } from "#tests/support/changed-chat.ts";
import type { ChangedAction } from "#workers/contract/chat-events.ts";
import { CHAT, chatActionCodes } from "#workers/contract/chat-states.ts";
import type { EventData } from "#workers/contract/socket.ts";

type Changed = EventData<"chatsChanged">["chats"][number];
const NOW = 1_000_000;
const me = { uId: "asha", now: NOW };
const chat = (part: Partial<Changed>): Changed => changedChat(NOW, part);
const message = (part: Parameters<typeof changedMessage>[0] = {}) => changedMessage({ at: NOW - 1, ...part });
const person = (uId: string, part: Changed["people"][number]["part"]) => ({
  uId,
  name: "",
  part,
  byName: "",
});
const kindsIn = (part: Partial<Changed>): string[] =>
  alertsIn({ chats: [chat(part)] }, me).map(({ kind }) => kind);

const ASKS = {
  invited: chatActionCodes.invited,
  transferred: chatActionCodes.transferred,
  assigned: chatActionCodes.assigned,
  joined: chatActionCodes.inviteAccepted,
};

const action = (part: Partial<ChangedAction> = {}): ChangedAction => ({
  id: "a",
  seq: 2,
  actionType: 4,
  actionBy: "",
  byName: "",
  to: "",
  text: "",
  mentions: [],
  at: NOW,
  ...part,
});

test("one is told by whom one is mentioned, once a note, and nobody else is", () => {
  const mentions = [{ uId: "asha", name: "Asha" }];
  const noted = (part: Partial<ChangedAction>) =>
    alertsIn({ chats: [chat({ waitingSince: null, actions: [action({ byName: "Bela", ...part })] })] }, me);
  expect(noted({ mentions, actionBy: "bela" })).toEqual([
    { kind: "mentioned", chatId: "c", key: "a", byName: "Bela" },
  ]);
  expect(noted({ mentions, actionBy: "asha" })).toEqual([]);
  expect(noted({ mentions: [{ uId: "chitra", name: "Chitra" }], actionBy: "bela" })).toEqual([]);
});

test("one is told of a new chat, once it waits and not later", () => {
  expect(kindsIn({})).toEqual(["new"]);
  expect(kindsIn({ waitingSince: NOW - 60_000 })).toEqual([]);
  expect(kindsIn({ waitingSince: null, state: CHAT.created })).toEqual([]);
  expect(kindsIn({ handler: "bela", state: CHAT.ongoing, waitingSince: null })).toEqual([]);
  // It waits for somebody else.
  expect(kindsIn({ people: [person("bela", "transferred")] })).toEqual([]);
  // The one who had it has left, and one who was only asked to join is still asked.
  expect(kindsIn({ people: [person("bela", "invited")] })).toEqual(["new"]);
});

test("one is told of one's own chat that came back, once and not later", () => {
  const cameBack = (at: number) => ({
    handler: "asha",
    state: CHAT.ongoing,
    waitingSince: null,
    actions: [action({ actionType: chatActionCodes.cameBack, actionBy: "", byName: "", at })],
  });
  expect(kindsIn(cameBack(NOW - 1))).toEqual(["back"]);
  expect(kindsIn(cameBack(NOW - 60_000))).toEqual([]);
  expect(kindsIn({ ...cameBack(NOW - 1), handler: "bela" })).toEqual([]);
});

test("one is not told of what one has just done oneself, in whichever tab", () => {
  const did = (actionBy: string) => action({ actionBy });
  expect(kindsIn({ actions: [did("asha")] })).toEqual([]);
  expect(kindsIn({ actions: [did("bela")] })).toEqual(["new"]);
});

test("one is told of what one is asked for, as often as one is asked, and not when the chat changes otherwise", () => {
  const asked = (part: Changed["people"][number]["part"], more: Partial<Changed> = {}) => ({
    people: [{ ...person("asha", part), name: "Asha" }],
    actions: [action({ actionType: ASKS[part], actionBy: "bela", to: "Asha" })],
    ...more,
  });
  expect(kindsIn(asked("invited", { handler: "bela", waitingSince: null }))).toEqual(["invited"]);
  expect(kindsIn(asked("transferred"))).toEqual(["transferred"]);
  expect(kindsIn(asked("assigned"))).toEqual(["transferred"]);
  const ids = ["first", "again"];
  const keys = ids.map((id) => {
    const actions = [action({ id, actionType: chatActionCodes.invited, actionBy: "bela", to: "Asha" })];
    const chats = [chat(asked("invited", { handler: "bela", waitingSince: null, actions }))];
    return alertsIn({ chats }, me)[0]?.key;
  });
  expect(keys).toEqual(ids);
  const others = [action({ actionType: chatActionCodes.invited, actionBy: "bela", to: "Chitra" })];
  expect(kindsIn(asked("invited", { actions: others }))).toEqual([]);
  expect(kindsIn(asked("invited", { actions: [], messages: [message()] }))).toEqual([]);
});

test("one is told of the customer's words in one's own chats alone, and of no others", () => {
  const mine = { handler: "asha", state: CHAT.ongoing, waitingSince: null };
  expect(kindsIn({ ...mine, messages: [message()] })).toEqual(["message"]);
  expect(kindsIn({ ...mine, messages: [message({ by: "person", direction: "out" })] })).toEqual([]);
  expect(kindsIn({ ...mine, messages: [message({ at: NOW - 60_000 })] })).toEqual([]);
  expect(kindsIn({ ...mine, handler: "bela", messages: [message()] })).toEqual([]);
  expect(
    kindsIn({ ...mine, handler: "bela", people: [person("asha", "joined")], messages: [message()] }),
  ).toEqual(["message"]);
});
