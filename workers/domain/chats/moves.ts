import { chatsTexts as texts } from "#texts/chats.ts";
import {
  type ChatPart,
  type ChatPartKind,
  isAskedToTake,
  MOST_CHAT_PEOPLE,
} from "#workers/contract/chat-people.ts";
import {
  CHAT,
  type ChatActionCode,
  chatActionCodes,
  chatMoves,
  isOpen,
} from "#workers/contract/chat-states.ts";
import type { chatPresses, SupervisorAction } from "#workers/contract/chat-action.ts";
import { DomainError } from "../error.ts";

/** Where a chat is: in which state, whose, and who else is in it. */
export interface Place {
  state: number;
  handler: string | null;
  handlerName: string;
  departmentId: string | null;
  people: readonly ChatPart[];
  /** Since when it waits for a person, in milliseconds since 1970. */
  waitingSince: number | null;
  /** When a chat that was laid aside comes back; null: when the customer writes, or it is not laid aside. */
  suspendedUntil: number | null;
}

/** A person of the enterprise. */
export interface Somebody {
  uId: string;
  name: string;
}

/** Where a chat goes, and what is noted about it: whom or which department it concerns, and words for colleagues. */
export interface Move {
  to: Place;
  logs: { type: ChatActionCode; to?: string; text?: string };
}

/** An action that moves a chat; the person whom it names has been found. */
export type MoveAction =
  | { action: (typeof chatPresses)[number] }
  | { action: "suspendChat"; until: number | null }
  | { action: "transferChat"; note: string; department: { id: string; name: string } }
  | { action: "transferChat" | "assignChat" | "inviteAgent"; note: string; target: Somebody }
  | { action: "close"; feedback: string }
  | { action: SupervisorAction; note: string };

const TAKES_MISSED = "agentMissedChatPickup";
const isJoined = ({ part }: ChatPart): boolean => part === "joined";
const without = (people: readonly ChatPart[], uId: string): ChatPart[] =>
  people.filter((each) => each.uId !== uId);
export const partOf = ({ people }: Place, uId: string): ChatPartKind | undefined =>
  people.find((each) => each.uId === uId)?.part;

/** Whether somebody answers in a chat: who has it, and who joined them. */
export const answersIn = (place: Place, uId: string): boolean =>
  place.handler === uId || partOf(place, uId) === "joined";

/** The state of a chat once it is answered: what was laid aside goes on; where nobody has it, it waits as before. */
export const stateAnswered = ({ state, handler }: Pick<Place, "state" | "handler">): number =>
  handler === null ? state : CHAT.ongoing;

/** Whether somebody who answered in a chat no longer does where it is now, or nobody does any more. */
export const endsFor = (from: Place, to: Place): boolean =>
  !isOpen(to.state) ||
  [from.handler, ...from.people.map(({ uId }) => uId)].some(
    (uId) => uId !== null && answersIn(from, uId) && !answersIn(to, uId),
  );

function mustBeOpen({ state }: Place): void {
  if (!isOpen(state)) throw new DomainError("chatEnded");
}

/** Refuses a move that the table does not have for this state, or this person. */
function mustBeAllowed(
  place: Place,
  action: Exclude<MoveAction["action"], typeof TAKES_MISSED>,
  by: Somebody,
) {
  const { from, by: mover } = chatMoves[action];
  if (!from.some((state) => state === place.state)) throw new DomainError("chatEnded");
  if (mover === "handler" && place.handler !== by.uId) throw new DomainError("chatNotYours");
  if (mover === "answerer") mustAnswerIn(place, by);
}

/** Refuses who does not answer in the chat. */
export function mustAnswerIn(place: Place, { uId }: Somebody): void {
  mustBeOpen(place);
  if (!answersIn(place, uId)) throw new DomainError("chatNotYours");
}

/**
 * A person's move, by where the chat is; undefined where it is there already. Throws chatEnded, chatNotYours,
 * chatPickedUp with who was faster, chatNotOffered, or invalid for a target. tests/unit/chat-moves.test.ts models each.
 */
export function moveOf(place: Place, action: MoveAction, by: Somebody, at: number): Move | undefined {
  // Whoever comes too late to a missed chat hears who was faster, or that it waits.
  if (action.action !== TAKES_MISSED) mustBeAllowed(place, action.action, by);
  switch (action.action) {
    case "agentPickupChat":
      return taken(place, by, undefined);
    case "acceptTransfer":
      return taken(place, by, "transferred");
    case "acceptAssign":
      return taken(place, by, "assigned");
    case TAKES_MISSED:
      if (chatMoves[TAKES_MISSED].from.some((state) => state === place.state)) return had(place, by);
      if (place.handler === by.uId) return undefined;
      throw place.handler === null ? new DomainError("chatNotOffered") : pickedUp(place);
    case "acceptInvite": {
      const part = partOf(place, by.uId);
      if (part === "joined" || place.handler === by.uId) return undefined;
      if (part !== "invited") throw new DomainError("chatNotOffered");
      const people = place.people.map((each) =>
        each.uId === by.uId ? { ...each, part: "joined" as const } : each,
      );
      return { to: { ...place, people }, logs: { type: chatActionCodes.inviteAccepted } };
    }
    case "declineChat": {
      const part = partOf(place, by.uId);
      if (part === undefined || part === "joined") return undefined;
      return {
        to: { ...place, people: without(place.people, by.uId) },
        logs: { type: chatActionCodes.declined },
      };
    }
    case "leaveChat":
      return { to: left(place, by.uId, at), logs: { type: chatActionCodes.left } };
    case "suspendChat":
      if (place.state === CHAT.suspended && place.suspendedUntil === action.until) return undefined;
      return {
        to: { ...place, state: CHAT.suspended, suspendedUntil: action.until },
        logs: {
          type: chatActionCodes.suspended,
          ...(action.until !== null && { to: new Date(action.until).toISOString() }),
        },
      };
    case "resumeChat":
      if (place.state === CHAT.ongoing) return undefined;
      return {
        to: { ...place, state: CHAT.ongoing, suspendedUntil: null },
        logs: { type: chatActionCodes.resumed },
      };
    case "transferChat": {
      const waits = { ...place, ...nobodys(at), people: place.people.filter(isJoined) };
      if ("department" in action) {
        const { id, name } = action.department;
        if (id === place.departmentId) throw wrongTarget("departmentId", texts.sameDepartment);
        return {
          to: { ...waits, departmentId: id },
          logs: { type: chatActionCodes.transferred, to: name, text: action.note },
        };
      }
      return {
        to: asking(waits, action.target, by, "transferred"),
        logs: { type: chatActionCodes.transferred, to: action.target.name, text: action.note },
      };
    }
    case "assignChat": {
      if (place.handler !== null) throw pickedUp(place);
      const waits = {
        ...place,
        ...nobodys(place.waitingSince ?? at),
        people: place.people.filter((each) => !isAskedToTake(each)),
      };
      return {
        to: asking(waits, action.target, by, "assigned"),
        logs: { type: chatActionCodes.assigned, to: action.target.name, text: action.note },
      };
    }
    case "inviteAgent":
      return {
        to: asking(place, action.target, by, "invited"),
        logs: { type: chatActionCodes.invited, to: action.target.name, text: action.note },
      };
    case "superviseChat": {
      if (answersIn(place, by.uId)) return undefined;
      return {
        to: { ...place, people: withOne(place.people, { ...by, part: "joined", byName: by.name }) },
        logs: { type: chatActionCodes.supervised, text: action.note },
      };
    }
    case "takeOverChat":
      if (place.handler === by.uId) return undefined;
      return {
        to: had(place, by).to,
        logs: { type: chatActionCodes.takenOver, to: place.handlerName, text: action.note },
      };
    case "close":
      return {
        to: {
          ...place,
          state: CHAT.closed,
          waitingSince: null,
          suspendedUntil: null,
          people: place.people.filter(isJoined),
        },
        logs: { type: chatActionCodes.closed, text: action.feedback },
      };
    default:
      return action satisfies never;
  }
}

/** Where a chat is once somebody has left it altogether: who joined first has it then, else it waits again where it was. */
export function left(place: Place, uId: string, at: number): Place {
  const people = without(place.people, uId);
  if (place.handler !== uId) return { ...place, people };
  const next = people.find(isJoined);
  if (!next) return { ...place, ...nobodys(at), people };
  return { ...place, handler: next.uId, handlerName: next.name, people: without(people, next.uId) };
}

const nobodys = (waitingSince: number) => ({
  state: CHAT.started,
  handler: null,
  handlerName: "",
  waitingSince,
  suspendedUntil: null,
});

const pickedUp = ({ handlerName }: Place): DomainError =>
  new DomainError("chatPickedUp", { message: texts.pickedUp(handlerName) });

const wrongTarget = (field: "departmentId" | "userId", message: string): DomainError =>
  new DomainError("invalid", { message, errors: { [field]: message } });

/** Takes a chat that nobody has: whoever comes first, or by an offer to oneself. */
function taken(place: Place, by: Somebody, offered: ChatPartKind | undefined): Move | undefined {
  if (place.handler === by.uId) return undefined;
  if (place.handler !== null) throw pickedUp(place);
  if (offered !== undefined && partOf(place, by.uId) !== offered) throw new DomainError("chatNotOffered");
  return had(place, by);
}

const had = (place: Place, { uId, name }: Somebody): Move => ({
  to: {
    ...place,
    state: CHAT.ongoing,
    handler: uId,
    handlerName: name,
    waitingSince: null,
    suspendedUntil: null,
    people: without(place.people, uId).filter((each) => !isAskedToTake(each)),
  },
  logs: { type: chatActionCodes.agentPickedUp },
});

/** The place with somebody asked into it. */
function asking(place: Place, target: Somebody, by: Somebody, part: ChatPartKind): Place {
  const now = partOf(place, target.uId);
  const isIn =
    place.handler === target.uId || target.uId === by.uId || (part === "invited" && now !== undefined);
  if (isIn) throw wrongTarget("userId", texts.alreadyIn(target.name));
  return { ...place, people: withOne(place.people, { ...target, part, byName: by.name }) };
}

/** The people of a chat with somebody in it, once; refused where there are as many as there may be. */
function withOne(people: readonly ChatPart[], one: ChatPart): ChatPart[] {
  const others = without(people, one.uId);
  if (others.length >= MOST_CHAT_PEOPLE) throw wrongTarget("userId", texts.tooManyPeople(MOST_CHAT_PEOPLE));
  return [...others, one];
}
