/** States of a chat, as platform-shell.md 4.3 numbers them. */
export const CHAT = { created: 0, started: 1, ongoing: 2, closed: 3, missed: 4, suspended: 5 } as const;
export type ChatState = (typeof CHAT)[keyof typeof CHAT];

/** Codes of what happens in a chat, as platform-shell.md 3 numbers them; a note is ours. */
export const chatActionCodes = {
  agentPickedUp: 2,
  transferred: 4,
  closed: 8,
  left: 9,
  note: 20,
} as const;
export type ChatActionCode = (typeof chatActionCodes)[keyof typeof chatActionCodes];

/** States from which a person may do something; what is not here needs the chat to be theirs and ongoing. */
export const isOpen = (state: number): boolean => state !== CHAT.closed && state !== CHAT.missed;
