/** States of a chat, as platform-shell.md 4.3 numbers them. */
export const CHAT = { created: 0, started: 1, ongoing: 2, closed: 3, missed: 4, suspended: 5 } as const;
export type ChatState = (typeof CHAT)[keyof typeof CHAT];

/** Why nobody took a chat: the state map's reading, which is stored; the history's filter has one of its own. */
export const MISSED = { outOfHours: 0, timedOut: 1 } as const;
export type MissedReason = (typeof MISSED)[keyof typeof MISSED];

/** The history's filter reads them otherwise: 0 is all. */
export const missedFilters = { all: 0, timedOut: 1, outOfHours: 2 } as const;

/** Codes of what happens in a chat, as platform-shell.md 3 numbers them; those from 20 on are ours. */
export const chatActionCodes = {
  agentPickedUp: 2,
  transferred: 4,
  invited: 5,
  inviteAccepted: 6,
  closed: 8,
  left: 9,
  missed: 10,
  note: 20,
  assigned: 21,
  declined: 22,
  suspended: 23,
  resumed: 24,
  labelled: 25,
  supervised: 26,
  takenOver: 27,
  cameBack: 28,
  videoStarted: 29,
  videoEnded: 30,
  lapsed: 31,
} as const;
/** The codes of the same list that are messages here. */
export const messageActionCodes = {
  customerStarted: 0,
  customerReplied: 1,
  agentReplied: 3,
  customerRated: 7,
  error: 12,
} as const;
export type ChatActionCode = (typeof chatActionCodes)[keyof typeof chatActionCodes];

/** States from which a person may do something; what is not here needs the chat to be theirs and ongoing. */
export const isOpen = (state: number): boolean => state !== CHAT.closed && state !== CHAT.missed;

/** People who may make a move: whoever sees the chat, whoever answers in it, or whoever has it. */
type Mover = "seer" | "answerer" | "handler";
interface AllowedMove {
  from: readonly ChatState[];
  by: Mover;
  /** States to which it may lead; "same" leaves the chat in its own. */
  to: readonly (ChatState | "same")[];
}
const OPEN = [CHAT.created, CHAT.started, CHAT.ongoing, CHAT.suspended] as const;

/**
 * The moves of people: all others are refused. What else decides (an offer, who was faster, room for one more) is with each move in
 * domain/chats/moves.ts.
 */
export const chatMoves = {
  agentPickupChat: { from: OPEN, by: "seer", to: [CHAT.ongoing] },
  acceptTransfer: { from: OPEN, by: "seer", to: [CHAT.ongoing] },
  acceptAssign: { from: OPEN, by: "seer", to: [CHAT.ongoing] },
  agentMissedChatPickup: { from: [CHAT.missed], by: "seer", to: [CHAT.ongoing] },
  acceptInvite: { from: OPEN, by: "seer", to: ["same"] },
  declineChat: { from: OPEN, by: "seer", to: ["same"] },
  leaveChat: { from: OPEN, by: "answerer", to: ["same", CHAT.started] },
  suspendChat: { from: OPEN, by: "handler", to: [CHAT.suspended] },
  resumeChat: { from: OPEN, by: "handler", to: [CHAT.ongoing] },
  transferChat: { from: OPEN, by: "handler", to: [CHAT.started] },
  assignChat: { from: OPEN, by: "seer", to: [CHAT.started] },
  inviteAgent: { from: OPEN, by: "answerer", to: ["same"] },
  superviseChat: { from: OPEN, by: "seer", to: ["same"] },
  takeOverChat: { from: OPEN, by: "seer", to: [CHAT.ongoing] },
  close: { from: OPEN, by: "handler", to: [CHAT.closed] },
} as const satisfies Readonly<Record<string, AllowedMove>>;

/** Vendors' codes where only a template is taken: platform-shell.md 4.3's, and Meta's own. */
export const WINDOW_CODES = ["470", "131047"] as const;
export const isWindowCode = (code: string | null): boolean => WINDOW_CODES.some((each) => each === code);
