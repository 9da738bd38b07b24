import { z } from "zod";

/** Video calls: what passes between the two browsers by the object of their room, and its limits. */

export type VideoState = "calling" | "talking" | "ended";
/** How a call ended; with its chat, where that was closed or is no longer its caller's. */
export const videoEnds = ["agent", "customer", "nobody", "lost", "tooLong", "chat"] as const;
export type VideoEnd = (typeof videoEnds)[number];
/** Asked: the customer has not answered yet. Leaving: the minute's sweep takes it. */
export type RecordingState = "asked" | "recording" | "ready" | "refused" | "leaving";

/** Whether a chat can have a video call, or has one. */
export const videoChats = ["off", "on", "calling"] as const;
export type VideoChat = (typeof videoChats)[number];

/** For so long a link waits for the customer. */
export const CALL_WAITS_MS = 10 * 60_000;
/** No call is longer, whatever happens to its browsers. */
export const LONGEST_CALL_MS = 2 * 3_600_000;
/** A call that both ends have left for so long is over. */
export const CALL_LOST_MS = 60_000;
/** A ticket opens one end's socket, at once. */
export const TICKET_MS = 30_000;
/** How long relays may be used that were given with a ticket; a browser that comes back gets them anew. */
export const RELAY_MS = LONGEST_CALL_MS + CALL_WAITS_MS;

/** One part of a recording, and all of one. */
export const MOST_PART_BYTES = 16 * 1024 * 1024;
export const MOST_RECORDING_BYTES = 1024 * 1024 * 1024;
export const MOST_PARTS = 1_500;

export const CALL_PATH = "/call/";

export const videoSides = ["agent", "customer"] as const;
export type VideoSide = (typeof videoSides)[number];

/** Frames of one browser in a minute: a connection needs some dozens, a new one as many again. */
export const FRAMES_A_MINUTE = 400;
/** The longest frame, in characters: what is said of a connection has some thousands. */
export const LONGEST_FRAME = 32 * 1024;

/** Said and answered word for word, so that the platform answers without waking the object. */
export const CALL_PING = "ping";
export const CALL_PONG = "pong";

/** Close codes of the room's socket. A client comes back after none of them by itself. */
export const callClosed = { ended: 4000, replaced: 4001, revoked: 4002, refused: 1008 } as const;

/** The connection that a frame is about: what is said of one that was given up is ignored. */
const connection = z.string().min(1).max(64);

/** A message from one browser to the other; nothing else passes. */
export const callFrame = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("description"),
    connection,
    description: z.strictObject({
      type: z.enum(["offer", "answer"]),
      sdp: z.string().min(1).max(LONGEST_FRAME),
    }),
  }),
  z.strictObject({
    type: z.literal("candidate"),
    connection,
    candidate: z.strictObject({
      candidate: z.string().max(2_000),
      sdpMid: z.string().max(64).nullable().optional(),
      sdpMLineIndex: z.int().min(0).max(64).nullable().optional(),
      usernameFragment: z.string().max(256).nullable().optional(),
    }),
  }),
  /** Asks whoever offers for another try. */
  z.strictObject({ type: z.literal("restart"), connection }),
  z.strictObject({
    type: z.literal("state"),
    muted: z.boolean(),
    camera: z.boolean(),
    sharing: z.boolean(),
  }),
]);
export type CallFrame = z.infer<typeof callFrame>;

/** A message of the room itself. `peer` names the other browser's page: a new one needs a new connection. */
export type RoomFrame =
  | { type: "here"; peer: string | null }
  | { type: "recording"; id: string; state: "asked" | "recording" | "refused" | "ended" }
  | { type: "ended"; by: VideoEnd }
  /** The socket closes with this code: said before, since a close may take its time. */
  | { type: "closing"; code: number };
export type HeardFrame = CallFrame | RoomFrame;

/** Headers by which the api Worker says whose socket it is; nobody else reaches the object. */
export const callHeaders = {
  side: "x-call-side",
  page: "x-call-page",
  endsAt: "x-call-ends-at",
  room: "x-call-room",
} as const;

/** Where a room is, for whoever must end it. */
export interface VideoPlace {
  roomId: string;
  enterpriseId: string;
  database: string;
}

/** The object that joins the two ends of one room. It keeps nothing of what passes. */
export interface CallRoomCalls {
  tell(frame: RoomFrame): Promise<void>;
  /** The room is over: both ends hear it and are closed. */
  end(by: VideoEnd): Promise<void>;
  /** Both ends are closed, and nothing of the room is kept. */
  forgetAll(): Promise<void>;
  /** One end's socket goes: its invitation was taken back. */
  drop(side: VideoSide): Promise<void>;
}
