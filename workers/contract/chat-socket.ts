import { z } from "zod";
import { realtimeTexts } from "#texts/realtime.ts";
import { chatActionNames } from "./chat-action.ts";
import type { VideoPlace } from "./video.ts";

/** Actions of chats on the actions socket: what `actOnChat` takes by HTTP, with the chat beside it. */

/** Characters of a client's message; a longer one is refused, and counted as messages of this length. */
export const LONGEST_MESSAGE = 64 * 1024;

/** The rest is read where it is done, as the body of the HTTP call. */
export const socketAction = z.looseObject({ action: z.enum(chatActionNames) });
export type SocketAction = z.infer<typeof socketAction>;

const identified = z.object({ id: z.string().max(64) });
/** The client's own id of a message, also of one that cannot be understood. */
export const ownIdOf = (message: unknown): string | undefined => identified.safeParse(message).data?.id;

/** Texts that the hub says by itself. */
export const hubSays = realtimeTexts;

/** The envelope of the HTTP call. */
export interface ActionAnswer {
  status: boolean;
  message: string;
  code?: number;
  errors?: Record<string, string>;
  response?: unknown;
  /** By which the log's lines of it are found. */
  requestId?: string;
}

/** The caller for whom the api Worker acts: the session by which a socket was opened, and from where. */
export interface SocketHolder {
  sessionId: string;
  address: string;
}

/** Whether somebody is there, by their sockets. */
export interface Presence {
  userId: string;
  isHere: boolean;
}

/** Methods of the api Worker for objects that hold sockets, which have no database. */
export interface SocketActionCalls {
  /** Does in a chat what the HTTP call does, and answers what it answers. */
  act(holder: SocketHolder, message: SocketAction): Promise<ActionAnswer>;
  /** Ends a video call that both of its browsers have left. */
  endLostCall(place: VideoPlace): Promise<void>;
  /** Notes which people of an enterprise have gone without a word, or are back. */
  notePresence(enterpriseId: string, people: readonly Presence[]): Promise<void>;
}
