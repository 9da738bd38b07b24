import { randomUUID } from "node:crypto";
import type { Rows } from "#tests/support/isolation.ts";

const video = "/api/e/chat/video";
const byLink =
  "asks for a link's signed token and no session: video.test.ts tries forged, older and other tokens, and other seats";
const byChat = "filters by a chat: video.test.ts sees that somebody else's has no calls";

export const rows: Rows = {
  "POST /e/chat/video/room": ({ chatId }) => [{ path: `${video}/room`, body: { id: randomUUID(), chatId } }],
  "POST /e/chat/video/room/:id/end": ({ videoRoomId }) => [
    { path: `${video}/room/${videoRoomId}/end`, body: {} },
  ],
  "POST /e/chat/video/user": ({ videoRoomId: roomId }) =>
    ["agent", "customer"].map((side) => ({
      path: `${video}/user`,
      body: { id: randomUUID(), roomId, side },
    })),
  "GET /e/chat/video/resource": ({ videoRoomId }) => [{ path: `${video}/resource?roomId=${videoRoomId}` }],
  "GET /e/chat/video/current": byChat,
  "GET /e/chat/video/history": byChat,
  "POST /e/chat/video/session/recording": ({ videoRoomId: roomId }) => [
    {
      path: `${video}/session/recording`,
      body: { id: randomUUID(), roomId, mediaType: "video/webm" },
    },
  ],
  "PUT /e/chat/video/session/recording/:id/:part": ({ videoRecordingId }) => [
    { path: `${video}/session/recording/${videoRecordingId}/1`, body: "canary" },
  ],
  "POST /e/chat/video/session/recording/:id/end": ({ videoRecordingId }) => [
    { path: `${video}/session/recording/${videoRecordingId}/end`, body: {} },
  ],
  "GET /e/chat/video/resource/:id": ({ videoRecordingId }) => [
    { path: `${video}/resource/${videoRecordingId}` },
  ],
  "GET /call/:token": byLink,
  "POST /call/:token/join": byLink,
  "POST /call/:token/leave": byLink,
  "POST /call/:token/consent": byLink,
};
