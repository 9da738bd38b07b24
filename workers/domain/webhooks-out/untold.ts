import { OF_CHATS } from "#workers/contract/socket.ts";

/** SQL for the number up to which changes of chats have been written for receivers. */
export const CURSOR = "coalesce((SELECT seq FROM hook_cursor WHERE id = 1), 0)";
/** SQL for a live event `e` that is still to be written for a receiver. */
export const untoldEvent = (e: string): string => `${e}.seq > ${CURSOR}
  AND substr(${e}.body, 1, ${OF_CHATS.length}) = '${OF_CHATS}'
  AND EXISTS (SELECT 1 FROM hooks h WHERE h.enterprise_id = ${e}.enterprise_id AND h.is_on = 1 AND h.since < ${e}.seq)`;
/** Events are kept no longer than this for a receiver that is not told: the jobs Worker has stood still a day. */
export const UNTOLD_KEPT_MS = 24 * 3_600_000;
