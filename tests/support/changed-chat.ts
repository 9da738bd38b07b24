import type { EventData } from "#workers/contract/socket.ts";
import type { ChangedMessage } from "#workers/contract/chat-events.ts";
import { CHAT } from "#workers/contract/chat-states.ts";

/** A chat that waits for a person since `now - 1`, as a live event carries it. */
export const changedChat = (
  now: number,
  part: Partial<EventData<"chatsChanged">["chats"][number]>,
): EventData<"chatsChanged">["chats"][number] => ({
  id: "c",
  channelId: "h",
  identityId: "i",
  state: CHAT.started,
  departmentId: null,
  handler: null,
  handlerName: "",
  people: [],
  labels: [],
  missedReason: null,
  rating: null,
  waitingSince: now - 1,
  suspendedUntil: null,
  unread: 1,
  seq: 2,
  lastAt: now - 1,
  lastText: "hello",
  revision: 1,
  messages: [],
  actions: [],
  anybodys: true,
  was: null,
  ...part,
});

/** A message of a customer, as a live event carries it. */
export const changedMessage = (part: Partial<ChangedMessage> = {}): ChangedMessage => ({
  id: "m",
  seq: 1,
  direction: "in",
  by: "customer",
  byId: "i",
  vendorId: null,
  status: "received",
  code: null,
  reason: null,
  at: 0,
  sendAt: null,
  sentAgain: false,
  body: null,
  ...part,
});
