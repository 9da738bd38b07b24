/**
 * Chats that wait for whoever comes first, those that one is asked to join or to take, those of the last days that nobody
 * took, one's own, and all open ones that one may see.
 */
export const chatQueues = ["new", "invited", "transferred", "assigned", "missed", "mine", "all"] as const;
export type ChatQueue = (typeof chatQueues)[number];

/** Days for which a chat that nobody took stands in its queue; the history has it for longer. */
export const MISSED_DAYS = 7;

/** By what a chat of a queue is picked up (customer-master.md 4), in the order of the notification widget. */
export const pickUpActions = {
  transferred: "acceptTransfer",
  new: "agentPickupChat",
  invited: "acceptInvite",
  assigned: "acceptAssign",
  missed: "agentMissedChatPickup",
} as const satisfies Partial<Record<ChatQueue, string>>;
export type PickUpKind = keyof typeof pickUpActions;
export const pickUpKinds = Object.keys(pickUpActions) as PickUpKind[];

/** The count of each queue. */
export const countOf = {
  new: "newChatCount",
  invited: "invitedChatCount",
  transferred: "transferredChatCount",
  assigned: "assignedChatCount",
  missed: "missedChatCount",
  mine: "ownChatCount",
  all: "openChatCount",
} as const satisfies Record<ChatQueue, `${string}ChatCount`>;

/** How a queue is listed: by the latest message, or by who has waited longest. */
export const chatOrders = ["latest", "oldest"] as const;
export type ChatOrder = (typeof chatOrders)[number];
