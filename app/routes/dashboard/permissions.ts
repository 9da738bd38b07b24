import type { Permission } from "#workers/contract/permissions.ts";

/** Who may see how chats went. */
export const CHAT_FIGURES: readonly Permission[] = [
  "CHAT.VIEW_ANALYTICS",
  "CHAT.VIEW_MONITOR",
  "CHAT.HANDLE",
];
