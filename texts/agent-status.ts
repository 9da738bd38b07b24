/** Whether somebody takes chats: beside their name on every screen. */
export const agentStatusTexts = {
  statuses: { online: "Online", away: "Away", offline: "Offline" },
  yours: "Your status",
  set: (status: string) => `You are ${status.toLowerCase()} now.`,
} as const;
