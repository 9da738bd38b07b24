import { z } from "zod";
import { chatLabelsTexts as labelsTexts } from "#texts/chat-labels.ts";
import { aside, LONGEST_NOTE, once } from "../chat-action.ts";
import { changedAction } from "../chat-events.ts";
import { MOST_CHAT_LABELS } from "../chat-labels.ts";
import { endpoint, holding } from "../endpoint.ts";
import { text } from "../fields.ts";
import { id } from "../ids.ts";
import { email } from "./account.ts";
import { answering, chat, oneChat, params } from "./chats.ts";

/** Steps of a chat that are calls of their own; all others are `actOnChat`. */

const pressed = {
  access: answering,
  params,
  body: z.object(once),
  reply: z.null(),
  under: "response",
} as const;

export const suspendChat = endpoint({
  method: "POST",
  path: `${oneChat}/suspend`,
  summary: "Lays one's own chat aside until a time, the customer writes or it is resumed",
  ...pressed,
  body: z.object({ ...once, ...aside }),
});

export const resumeChat = endpoint({
  method: "POST",
  path: `${oneChat}/resume`,
  summary: "Takes up a chat that one has laid aside",
  ...pressed,
});

export const tagChat = endpoint({
  method: "PUT",
  path: `${oneChat}/update_tag`,
  summary: "Gives a chat these labels, and takes away all others",
  access: answering,
  params,
  body: z.object({
    tags: z
      .array(z.string().max(64))
      .max(MOST_CHAT_LABELS, labelsTexts.tooMany(MOST_CHAT_LABELS))
      .meta({ description: "Ids of labels of the chat's department, or of all" }),
  }),
  reply: z.object({ chat, actions: z.array(changedAction) }),
  under: "response",
});

export const watchChat = endpoint({
  method: "POST",
  path: `${oneChat}/watch`,
  summary:
    "Says on one's own socket who else has a chat open, and who writes; for as long as this is asked again",
  access: holding("CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY"),
  params,
  body: z.object({ socketId: z.string().max(64).meta({ description: "As the socket's onOpen names it" }) }),
  reply: z.null(),
  under: "response",
});

export const pinChat = endpoint({
  method: "POST",
  path: `${oneChat}/:pin`,
  summary: "Keeps a chat on top of one's own lists, or no longer",
  access: answering,
  params: params.extend({ pin: z.enum(["pin", "unpin"]) }),
  reply: z.null(),
  under: "response",
});

export const closeChat = endpoint({
  method: "POST",
  path: `${oneChat}/close`,
  summary: "Closes one's own chat; what the customer writes next opens another",
  access: answering,
  params,
  body: z.object({
    ...once,
    feedback: text(LONGEST_NOTE).default(""),
    seenSeq: z.int().min(0).optional().meta({
      description: "The chat's number when it was begun: refused where the customer has written since",
    }),
  }),
  reply: z.null(),
  under: "response",
});

export const transcriptFields = z.object({ ...once, chatId: id, emailId: email });

export const sendTranscript = endpoint({
  method: "POST",
  path: "/chatbird/api/chat/sendtranscript",
  summary: "Mails what was said in a chat that one may see, without its notes",
  access: holding("CHAT.HANDLE", "CHAT.VIEW_CHATHISTORY"),
  body: transcriptFields,
  reply: z.null(),
  under: "response",
});
