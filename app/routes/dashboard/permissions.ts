import type { Permission } from "#workers/contract/permissions.ts";

/** Permissions of which any one allows seeing the chat figures. */
export const CHAT_FIGURES: readonly Permission[] = [
  "CHAT.VIEW_ANALYTICS",
  "CHAT.VIEW_MONITOR",
  "CHAT.HANDLE",
];
