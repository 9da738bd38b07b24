import { z } from "zod";
import { endpoint, holding, publicAccess } from "../endpoint.ts";
import { signedInReply } from "./account.ts";

export const issueChatCode = endpoint({
  method: "POST",
  path: "/account/chatagent_code",
  summary:
    "A code with which another system opens the chat workspace (/chatagent?chatRefId=…, in a frame where its origin is allowed, or a window) for the caller: works once, within a minute, and a new one ends it",
  access: holding("CHAT.HANDLE"),
  reply: z.object({ code: z.string(), address: z.string(), expiresAt: z.iso.datetime() }),
  under: "data",
});

export const exchangeChatCode = endpoint({
  method: "POST",
  path: "/account/chatagent",
  summary:
    "Exchanges a one-time code of the chat workspace (chatRefId or authToken of /chatagent) for a session",
  access: publicAccess("The code is random, works once and for a minute."),
  maxBytes: 16 * 1024,
  body: z.object({ code: z.string().min(1).max(200) }),
  reply: signedInReply,
  under: "response",
});
