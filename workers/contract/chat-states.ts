/** States of a chat, as platform-shell.md 4.3 numbers them. */
export const CHAT = { created: 0, started: 1, ongoing: 2, closed: 3, missed: 4, suspended: 5 } as const;
export type ChatState = (typeof CHAT)[keyof typeof CHAT];
