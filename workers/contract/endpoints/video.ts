import { z } from "zod";
import { videoTexts as texts } from "#texts/video.ts";
import { identified } from "../chat-action.ts";
import { endpoint, holding } from "../endpoint.ts";
import { paging, time } from "../fields.ts";
import { id } from "../ids.ts";
import { MOST_PART_BYTES, MOST_PARTS, videoEnds, videoSides } from "../video.ts";

/** Video calls of chats, for those who answer them. The customer's calls are in call.ts. */

const video = "/e/chat/video";
const answering = holding("CHAT.HANDLE");
const reading = holding("CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY");
export const VIDEO_PAGE = 20;

const recordingStates = ["asked", "recording", "ready", "refused"] as const;
const recording = z.object({
  id: z.string(),
  state: z.enum(recordingStates),
  parts: z.int(),
  bytes: z.int(),
  mediaType: z.string(),
  by: z.string().meta({ description: "Name of who asked for it" }),
  consentedAt: time.nullable(),
  createdAt: time,
});
const room = z.object({
  roomId: z.string(),
  chatId: z.string(),
  state: z.enum(["calling", "talking", "ended"]),
  agent: z.string(),
  isOwn: z.boolean().meta({ description: "Started by oneself: only then one can sit in it" }),
  customer: z.string(),
  startedAt: time,
  joinedAt: time.nullable().meta({ description: "When the customer first came" }),
  endsAt: time.meta({ description: "When it ends by itself" }),
  endedAt: time.nullable(),
  endedBy: z.enum(videoEnds).nullable(),
  recordings: z.array(recording),
});
export type VideoRoom = z.infer<typeof room>;
export type VideoRecording = z.infer<typeof recording>;

export const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});

export const createVideoRoom = endpoint({
  method: "POST",
  path: `${video}/room`,
  summary: "Starts a video call in a chat that one answers, and sends its customer the link",
  access: answering,
  body: z.object({ ...identified, chatId: id }),
  reply: z.object({ room }),
  under: "response",
});

export const endVideoRoom = endpoint({
  method: "POST",
  path: `${video}/room/:id/end`,
  summary: "Hangs up; a call that is over stays as it is",
  access: answering,
  params: z.object({ id }),
  body: z.object({}),
  reply: z.object({ room }),
  under: "response",
});

export const createVideoUser = endpoint({
  method: "POST",
  path: `${video}/user`,
  summary:
    "Makes an end of a call: for oneself the ticket of the room's socket, for the customer a new link, which is sent in the chat and ends the earlier one",
  access: answering,
  body: z.object({
    ...identified,
    roomId: id,
    side: z.enum(videoSides),
  }),
  reply: z.object({
    room,
    ticket: z
      .string()
      .meta({ description: "Of the socket GET /api/call/socket, for half a minute; empty for the customer" }),
  }),
  under: "response",
});

export const videoResources = endpoint({
  method: "GET",
  path: `${video}/resource`,
  summary:
    "What a browser needs for a call: servers that find and relay the way, with credentials for its length",
  access: answering,
  query: z.object({ roomId: id }),
  reply: z.object({
    iceServers: z.array(iceServer),
    relay: z.boolean().meta({ description: "Whether there is a relay for strict networks" }),
  }),
  under: "response",
});

export const currentVideo = endpoint({
  method: "GET",
  path: `${video}/current`,
  summary: "Calls that are under way in chats that one sees, or the one of a chat",
  access: reading,
  query: z.object({ chatId: z.string().max(64).default("") }),
  reply: z.object({ rooms: z.array(room) }),
  under: "response",
});

export const videoHistory = endpoint({
  method: "GET",
  path: `${video}/history`,
  summary:
    "Calls that are over, of chats that one sees or of one of them, the latest first, with their recordings",
  access: reading,
  query: z.object({ chatId: z.string().max(64).default(""), ...paging(VIDEO_PAGE) }),
  reply: z.object({ rooms: z.array(room), more: z.boolean() }),
  under: "response",
});

const session = `${video}/session/recording`;

export const recordVideo = endpoint({
  method: "POST",
  path: session,
  summary: "Asks the customer whether the call may be recorded; it begins when they agree",
  access: answering,
  body: z.object({
    ...identified,
    roomId: id,
    mediaType: z
      .string()
      .max(100)
      .regex(/^video\/(webm|mp4)(;[\w=,.\- "]*)?$/, texts.recording.typeWrong),
  }),
  reply: z.object({ recording }),
  under: "response",
});

export const sendVideoPart = endpoint({
  method: "PUT",
  path: `${session}/:id/:part`,
  summary:
    "The next part of a recording, as its bytes; parts count from 1, and one that is sent twice is one",
  access: answering,
  perMinute: 1_200,
  params: z.object({ id, part: z.coerce.number().int().min(1).max(MOST_PARTS) }),
  stream: { maxBytes: MOST_PART_BYTES },
  reply: z.object({ parts: z.int().meta({ description: "Stored so far" }) }),
  under: "response",
});

export const endVideoRecording = endpoint({
  method: "POST",
  path: `${session}/:id/end`,
  summary: "Ends a recording, or takes the question back",
  access: answering,
  params: z.object({ id }),
  body: z.object({}),
  reply: z.object({
    recording: recording.nullable().meta({ description: "Null where nothing was recorded" }),
  }),
  under: "response",
});

export const videoRecordingFile = endpoint({
  method: "GET",
  path: `${video}/resource/:id`,
  summary:
    "The bytes of a recording of a chat that one sees; somebody else's leaves an entry in the audit trail",
  access: reading,
  params: z.object({ id }),
  reply: z.null(),
  under: "response",
  file: "video/webm",
});
