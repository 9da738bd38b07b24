import { askUnansweredAgain, invalidate, patch } from "#app/data/query.ts";
import { keepLive } from "#app/realtime/keep-live.ts";
import type { EventData } from "#workers/contract/socket.ts";
import type { InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import type { ChangedMessage } from "#workers/contract/chat-events.ts";
import { quietKinds } from "#workers/contract/message-body.ts";
import { isOlderFact } from "#workers/contract/message.ts";
import { CHAT, chatActionCodes as did } from "#workers/contract/chat-states.ts";
import { countsAfter, formerOf, queuesOf, sees } from "#workers/contract/chat-counting.ts";
import type { ChatOrder, ChatQueue } from "#workers/contract/chat-queues.ts";
import { NO_DEPARTMENT } from "#workers/contract/endpoints/chat-analytics.ts";
import { type ChatEntry, chatSummary, getChat } from "#workers/contract/endpoints/chats.ts";
import { currentVideo, videoHistory } from "#workers/contract/endpoints/video.ts";
import { noteMissed } from "./conversation/missed-meanwhile.ts";

type Changed = EventData<"chatsChanged">["chats"][number];
type Page = ReplyOf<typeof chatSummary>;
type Read = ReplyOf<typeof getChat>;

/** Shows what happens in chats as it happens: the open one and those of the list. */
export const listenForChats = keepLive(
  "chatsChanged",
  (data, seq) => {
    for (const changed of data.chats) take(changed, seq);
    patch(chatSummary, undefined, (now) => counted(now, data.chats, seq));
    noteMissed(data, seq);
  },
  () => {
    void invalidate(chatSummary);
    void invalidate(getChat);
  },
);

function take(changed: Changed, seq: number): void {
  // Queues of which some page has the chat, those of which one lacks it, and those whose first one does.
  const [known, lacking, onTop] = [new Set<ChatQueue>(), new Set<ChatQueue>(), new Set<ChatQueue>()];
  let moved = false;
  patch(chatSummary, undefined, (now, { query }) => {
    const queue = query?.queue ?? "new";
    const entry = now.chats.find(({ chatId }) => chatId === changed.id);
    if (!entry) {
      const before = query?.before ?? "";
      const { order } = query ?? {};
      if (query?.chatId || !fits(changed, query)) return now;
      if (lacks(now, changed, { queue, before, order, seq, now: Date.now() }))
        (before ? lacking : onTop).add(queue);
      return now;
    }
    known.add(queue);
    // Of an older state nothing is taken: what is shown has been read since.
    if (entry.revision > changed.revision) return now;
    moved = moved || isElsewhere(entry, changed) || !fits(changed, query);
    return { ...now, chats: listed(now.chats, entry, withChange(entry, changed), query?.order) };
  });
  let given = false;
  patch(getChat, undefined, (now, { params }) => {
    if (params?.id !== changed.id) return now;
    given = given || (changed.revision >= now.chat.revision && isElsewhere(now.chat, changed));
    given = given || lacksWords(now, changed);
    return merged(now, changed);
  });
  // Its handler decides in which queue it stands, and whether it may be read at all: only the server knows.
  if (moved) void invalidate(chatSummary);
  else
    for (const queue of new Set([...onTop, ...lacking]))
      if (onTop.has(queue) || !known.has(queue)) void invalidate(chatSummary, { query: { queue } });
  // A list that is not here yet may have been read before.
  if (known.size === 0) askUnansweredAgain(chatSummary);
  if (given) void invalidate(getChat);
  if (changed.actions.some(isOfCalls)) {
    void invalidate(currentVideo);
    void invalidate(videoHistory);
  }
}

/** Whether an event has a message without its words, as long ones come, which are not known yet. */
export const lacksWords = (
  { messages }: Pick<Read, "messages">,
  changed: Pick<Changed, "messages">,
): boolean =>
  changed.messages.some(
    ({ id, body }) => body === null && !messages.some((known) => known.id === id && known.body !== null),
  );

/**
 * Whether a page must be asked for anew because of a chat that it does not have: one that stands in its queue now and would be
 * on it. Of all others the counts alone change. Somebody who hears of a chat that they should not see has come to its department.
 */
export function lacks(
  { asOf, of, chats, next }: Page,
  changed: Changed,
  {
    queue,
    before = "",
    order = "latest",
    seq,
    now,
  }: { queue: ChatQueue; before?: string; order?: ChatOrder | undefined; seq: number; now: number },
): boolean {
  if (seq <= asOf) return false;
  if (!sees(changed, of) && !sees(formerOf(changed) ?? changed, of)) return true;
  if (!queuesOf(changed, of, now).includes(queue)) return false;
  const last = chats.at(-1);
  if (order === "oldest") {
    const from = changed.waitingSince ?? changed.lastAt;
    if (before !== "" && from < Number(before.split(".")[1])) return false;
    return next === null || last === undefined || from <= Date.parse(last.waitingSince ?? last.lastAt);
  }
  if (before !== "" && changed.lastAt > Number(before.split(".")[1])) return false;
  return next === null || last === undefined || changed.lastAt >= Date.parse(last.lastAt);
}

type Narrowed = Partial<InputOf<typeof chatSummary>["query"]>;

/** Whether a chat belongs to what a list is narrowed down to; the same rule as SQL: NARROWED in workers/domain/chats/queues.ts. */
export function fits(
  changed: Changed,
  { channelId, departmentId, label, agentId, unread }: Narrowed = {},
): boolean {
  return (
    (!channelId || changed.channelId === channelId) &&
    (!departmentId || (changed.departmentId ?? NO_DEPARTMENT) === departmentId) &&
    (!label || changed.labels.some(({ id }) => id === label)) &&
    (!agentId || changed.handler === agentId) &&
    (!unread || (changed.unread > 0 && changed.state !== CHAT.created))
  );
}

/** A page with the counts after an event. */
export function counted(page: Page, chats: readonly Changed[], seq: number): Page {
  const { asOf, of, ...counts } = countsAfter({ ...page.counts, asOf: page.asOf, of: page.of }, chats, {
    seq,
    now: Date.now(),
  });
  return { ...page, counts, asOf, of };
}

/** Words put a chat on top, as on the server; picking it up or labelling it leaves it where it is, and so does all where who waits longest is first. */
export const listed = (
  chats: readonly ChatEntry[],
  before: ChatEntry,
  next: ChatEntry,
  order: ChatOrder = "latest",
): ChatEntry[] =>
  next.lastAt === before.lastAt || order === "oldest"
    ? chats.map((chat) => (chat === before ? next : chat))
    : [next, ...chats.filter((chat) => chat !== before)];

/** Whether the chat has changed hands, or its customer is another. */
const isElsewhere = (
  known: ChatEntry,
  { state, handler, departmentId, people, customerId }: Changed,
): boolean =>
  known.state !== state ||
  (customerId !== undefined && known.person.customerId !== customerId) ||
  known.handlingAgent !== handler ||
  known.departmentId !== departmentId ||
  JSON.stringify(known.people) !== JSON.stringify(people);

const iso = (at: number): string => new Date(at).toISOString();

/** The customer's words open a window anew, and a vendor may refuse what is still within it. A channel without a window has none. */
function windowAfter(
  { windowUntil: known, isJITRequired }: ChatEntry,
  { windowUntil = null, refusedForWindow }: Changed,
): Pick<ChatEntry, "windowUntil" | "isJITRequired"> {
  if (known === null || refusedForWindow === undefined) return { windowUntil: known, isJITRequired };
  const until = windowUntil ?? 0;
  return { windowUntil: iso(until), isJITRequired: refusedForWindow || until <= Date.now() };
}

/** The customer's words wait for an answer from the first of them on, and a person's words are one. What was known before says nothing new. */
function awaitedAfter({ awaitingSince, seq: known }: ChatEntry, { state, messages }: Changed): string | null {
  if (state !== CHAT.ongoing) return null;
  let since = awaitingSince;
  for (const { seq, direction, by, body, at, sendAt } of messages.toSorted((a, b) => a.seq - b.seq)) {
    if (seq <= known || sendAt !== null) continue;
    if (direction === "in" && !(body && quietKinds.includes(body.kind))) since ??= iso(at);
    if (by === "person") since = null;
  }
  return since;
}

const withChange = (chat: ChatEntry, changed: Changed): ChatEntry => ({
  ...chat,
  state: changed.state,
  departmentId: changed.departmentId,
  handlingAgent: changed.handler,
  handlerName: changed.handlerName,
  people: changed.people,
  labels: changed.labels,
  missedReason: changed.missedReason,
  rating: changed.rating,
  waitingSince: changed.waitingSince === null ? null : iso(changed.waitingSince),
  awaitingSince: awaitedAfter(chat, changed),
  suspendedUntil: changed.suspendedUntil === null ? null : iso(changed.suspendedUntil),
  ...windowAfter(chat, changed),
  newMsgCount: changed.unread,
  seq: changed.seq,
  lastAt: iso(changed.lastAt),
  lastMessage: changed.lastText,
  videoChat: videoAfter(chat.videoChat, changed.actions),
  revision: changed.revision,
});

const isOfCalls = ({ actionType: type }: Changed["actions"][number]): boolean =>
  type === did.videoStarted || type === did.videoEnded;

/** A call that begins or ends is told by the line that says so. */
function videoAfter(now: ChatEntry["videoChat"], actions: Changed["actions"]): ChatEntry["videoChat"] {
  const { actionType: last } = actions.findLast(isOfCalls) ?? {};
  return last === undefined ? now : last === did.videoStarted ? "calling" : "on";
}

/** An answer may come after the event of what followed it. */
export const newest = (known: ChatEntry, given: ChatEntry): ChatEntry =>
  given.revision >= known.revision ? given : known;

/** Puts additions in their place; an older state never replaces a newer. */
export function merged(now: Read, changed: Pick<Changed, "messages" | "actions"> & Partial<Changed>): Read {
  const chat =
    changed.revision !== undefined && changed.revision >= now.chat.revision
      ? withChange(now.chat, changed as Changed)
      : now.chat;
  return {
    ...now,
    chat,
    messages: added(now.messages, changed.messages, later),
    actions: added(now.actions, changed.actions, (_, after) => after),
  };
}

/**
 * The answer to a call may come after the event of what followed it: the highest fact known stays, and the later place. Chats' revisions do not
 * tell, since an event is of those messages alone that it is about.
 */
function later(before: ChangedMessage, after: ChangedMessage): ChangedMessage {
  if (isOlderFact(after.status, before.status) || after.seq < before.seq) return before;
  return { ...after, body: after.body ?? before.body };
}

function added<One extends { id: string; seq: number }>(
  now: readonly One[],
  more: readonly One[],
  over: (before: One, after: One) => One,
): One[] {
  const all = new Map(now.map((each) => [each.id, each]));
  for (const each of more) {
    const before = all.get(each.id);
    all.set(each.id, before ? over(before, each) : each);
  }
  return [...all.values()].toSorted((a, b) => a.seq - b.seq);
}
