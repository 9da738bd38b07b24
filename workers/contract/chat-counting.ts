import type { EventData } from "./socket.ts";
import type { ChatPart } from "./chat-people.ts";
import { isAskedToTake } from "./chat-people.ts";
import { type ChatQueue, chatQueues, countOf, MISSED_DAYS, pickUpKinds } from "./chat-queues.ts";
import { CHAT, isOpen } from "./chat-states.ts";

const MISSED_MS = MISSED_DAYS * 24 * 3_600_000;

/** Where a chat is, as far as it decides who sees it and in which queues it stands. */
export interface Standing {
  state: number;
  handler: string | null;
  departmentId: string | null;
  people: readonly Pick<ChatPart, "uId" | "part">[];
  lastAt: number;
  /** Its department has no people, so that all see it while nobody has it. */
  anybodys: boolean;
}

/** The person for whom chats are counted. */
export interface Viewer {
  uId: string;
  /** Ids of the departments that they belong to. */
  departments: readonly string[];
}

export type Counted = Record<(typeof countOf)[ChatQueue], number>;
type Changed = EventData<"chatsChanged">["chats"][number];

/** The same rule as SQL: SEEN in workers/domain/messaging/seen.ts. */
export const sees = (place: Standing, { uId, departments }: Viewer): boolean =>
  place.handler === uId ||
  place.people.some((each) => each.uId === uId) ||
  (place.departmentId !== null && departments.includes(place.departmentId)) ||
  (place.handler === null && place.anybodys);

/** The queues of somebody in which a chat stands; the same rule as SQL: QUEUES in workers/domain/chats/queues.ts. */
export function queuesOf(place: Standing | undefined, viewer: Viewer, now: number): ChatQueue[] {
  if (!place || !sees(place, viewer)) return [];
  if (!isOpen(place.state))
    return place.state === CHAT.missed && place.lastAt >= now - MISSED_MS ? ["missed"] : [];
  const part = place.people.find(({ uId }) => uId === viewer.uId)?.part;
  const isNew = place.state === CHAT.started && place.handler === null && !place.people.some(isAskedToTake);
  return [
    "all",
    ...(isNew ? (["new"] as const) : []),
    ...(part !== undefined && part !== "joined" ? [part] : []),
    ...(place.handler === viewer.uId || part === "joined" ? (["mine"] as const) : []),
  ];
}

/** Where a chat was before an event: the same place where it has none of its own, undefined where it has just begun. */
export const formerOf = ({ was, ...now }: Changed): Standing | undefined =>
  was === "nowhere" ? undefined : (was ?? now);

/** Counts of the person with what follows from them, under each name that the specification has for it. */
export const withSums = <Counts extends Counted>(counts: Counts) => ({
  ...counts,
  assginedChatCount: counts.assignedChatCount,
  totalChatCount: pickUpKinds.reduce((sum, kind) => sum + counts[countOf[kind]], 0),
});

/** The same, as platform-shell.md 3 names the server's counts. */
export const enterpriseCountsOf = (counts: Counted) => ({
  unPickedCount: counts.newChatCount,
  transferredCount: counts.transferredChatCount,
  invitedCount: counts.invitedChatCount,
  missedCount: counts.missedChatCount,
  assignedCount: counts.assignedChatCount,
});

/** All counts of a person, as they were when the enterprise's live events had come to the number `asOf`. */
export interface CountsAsOf extends Counted {
  /** Ids of the person's own chats with words that nobody has read; a place says nothing of words, so ids tell which is told anew. */
  ownUnread?: readonly string[];
  asOf: number;
  of: Viewer;
}

/** Counts after a live event; one that they know already changes nothing. */
export function countsAfter<Counts extends CountsAsOf>(
  counts: Counts,
  chats: readonly Changed[],
  { seq, now }: { seq: number; now: number },
): Counts {
  if (seq <= counts.asOf) return counts;
  const next: Counts = { ...counts, asOf: seq };
  for (const chat of chats) {
    const [before, after] = [formerOf(chat), chat].map((place) => queuesOf(place, counts.of, now));
    for (const queue of chatQueues) {
      const by = Number(after?.includes(queue)) - Number(before?.includes(queue));
      if (by !== 0) Object.assign(next, { [countOf[queue]]: next[countOf[queue]] + by });
    }
    if (next.ownUnread) {
      const others = next.ownUnread.filter((id) => id !== chat.id);
      // One that still waits is counted among the new ones, and a bot's words are not for people.
      const isAnswered = chat.handler !== null && chat.state !== CHAT.created;
      next.ownUnread =
        isAnswered && after?.includes("mine") && chat.unread > 0 ? [...others, chat.id] : others;
    }
  }
  return { ...withSums(next), enterprise: enterpriseCountsOf(next) };
}
