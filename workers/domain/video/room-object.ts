import type { CallRoomCalls } from "#workers/contract/video.ts";

/** The object that joins the two ends of a room. */
export const roomObject = (
  { CALL_ROOM }: { CALL_ROOM: DurableObjectNamespace },
  roomId: string,
): CallRoomCalls & Fetcher =>
  CALL_ROOM.get(CALL_ROOM.idFromName(roomId)) as unknown as CallRoomCalls & Fetcher;
