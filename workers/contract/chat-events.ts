import { z } from "zod";
import { messageBody } from "./message-body.ts";

/** A message of a chat as a live event carries it: its whole present state. */
const changedMessage = z.object({
  id: z.string(),
  seq: z.int(),
  direction: z.enum(["in", "out"]),
  by: z.enum(["customer", "person", "bot", "system"]),
  byId: z.string(),
  vendorId: z.string().nullable(),
  status: z.string(),
  code: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.number(),
  body: messageBody.nullable().meta({ description: "Null for a long one, which a screen asks for" }),
});

/** Chats as they are now, each with the messages that were added or whose status changed. An older revision never overwrites a newer. */
export const chatsChanged = z.object({
  chats: z.array(
    z.object({
      id: z.string(),
      channelId: z.string(),
      identityId: z.string(),
      state: z.int(),
      departmentId: z.string().nullable(),
      handler: z.string().nullable(),
      waitingSince: z.number().nullable(),
      unread: z.int(),
      seq: z.int(),
      lastAt: z.number(),
      lastText: z.string(),
      revision: z.int(),
      messages: z.array(changedMessage),
    }),
  ),
});
