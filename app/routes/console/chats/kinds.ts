import type { ChatCounts, ChatQueue } from "#workers/contract/endpoints/chats.ts";

/** Why a chat asks for somebody, in the order of the dropdown; by what it is picked up, and its count. */
export const KINDS = {
  transferred: { action: "acceptTransfer", count: "transferredChatCount" },
  new: { action: "agentPickupChat", count: "newChatCount" },
  invited: { action: "acceptInvite", count: "invitedChatCount" },
  assigned: { action: "acceptAssign", count: "assignedChatCount" },
  missed: { action: "agentMissedChatPickup", count: "missedChatCount" },
} as const satisfies Partial<Record<ChatQueue, { action: string; count: keyof ChatCounts }>>;
export type Kind = keyof typeof KINDS;
export const kinds = Object.keys(KINDS) as Kind[];
