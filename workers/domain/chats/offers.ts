import type { Assignment } from "#workers/contract/chat-rules.ts";

/** A chat that waits for somebody to be offered it. */
export interface WaitingChat {
  id: string;
  departmentId: string | null;
  waitingSince: number;
  /** People to whom it is not offered: they have refused it, or let it lie. */
  not: ReadonlySet<string>;
  /** The person who had the same customer's last chat; they are offered this one first. */
  last?: string | null;
}

/** Somebody at hand. */
export interface FreeAgent {
  uId: string;
  /** Chats that they have or are offered. */
  load: number;
  /** When they were last offered one by itself. */
  offeredAt: number;
}

/**
 * Offers the longest waiting chat first, to people of its department (none set: everybody) with room: who had the
 * customer's last chat, else whoever was offered one longest ago or, balanced, has the fewest; where people pick chats up,
 * nobody else. One for which nobody has room holds up no other.
 */
export function offersOf(
  chats: readonly WaitingChat[],
  agents: readonly FreeAgent[],
  {
    membersOf,
    assignment,
    capacity,
  }: {
    /** People of a department; undefined where it has none. */
    membersOf: (departmentId: string) => ReadonlySet<string> | undefined;
    assignment: Assignment;
    capacity: number | null;
  },
): { chat: WaitingChat; uId: string }[] {
  const free = agents.map((agent) => ({ ...agent }));
  let turn = Math.max(0, ...free.map(({ offeredAt }) => offeredAt));
  return chats
    .toSorted((a, b) => a.waitingSince - b.waitingSince)
    .flatMap((chat) => {
      const members = chat.departmentId === null ? undefined : membersOf(chat.departmentId);
      const able = free.filter(
        ({ uId, load }) => (members?.has(uId) ?? true) && !chat.not.has(uId) && load < (capacity ?? Infinity),
      );
      const [first] = able.toSorted(
        (a, b) => (assignment === "balanced" ? a.load - b.load : 0) || a.offeredAt - b.offeredAt,
      );
      const next = able.find(({ uId }) => uId === chat.last) ?? (assignment === "manual" ? undefined : first);
      if (!next) return [];
      next.load += 1;
      next.offeredAt = turn += 1;
      return [{ chat, uId: next.uId }];
    });
}
