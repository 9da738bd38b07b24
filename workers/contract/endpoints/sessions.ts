import { z } from "zod";
import { endpoint, holding, signedIn } from "../endpoint.ts";
import { time } from "../fields.ts";
import { id } from "../ids.ts";
import { signedInReply } from "./account.ts";
import { confirmation } from "./two-factor.ts";

const session = z.object({
  id: z.string(),
  current: z.boolean().meta({ description: "The session that asks" }),
  userAgent: z.string(),
  address: z.string(),
  createdAt: time,
  lastSeenAt: time,
  expiresAt: time,
});
export type LoginSession = z.infer<typeof session>;

const list = z.object({ sessions: z.array(session) });
const ended = z.object({ ended: z.int() });

export const listSessions = endpoint({
  method: "GET",
  path: "/account/sessions",
  summary: "Where one is signed in",
  access: signedIn,
  reply: list,
  under: "data",
});

export const renewSession = endpoint({
  method: "POST",
  path: "/account/session/renew",
  summary:
    "Another day for this login session, for one's password or a code; the answer's token replaces the one held",
  access: signedIn,
  maxBytes: 16 * 1024,
  body: confirmation,
  reply: signedInReply,
  under: "response",
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/account/sessions/:id",
  summary: "Ends one of one's own sessions; its sockets close with 4001",
  access: signedIn,
  params: z.object({ id }),
  reply: ended,
  under: "data",
});

export const endAllSessions = endpoint({
  method: "DELETE",
  path: "/account/sessions",
  summary: "Ends all of one's other sessions, or with everywhere=true this one too",
  access: signedIn,
  query: z.object({ everywhere: z.boolean().default(false) }),
  reply: ended,
  under: "data",
});

export const listUserSessions = endpoint({
  method: "GET",
  path: "/e/enterprise/users/:id/sessions",
  summary: "Where a person is signed in",
  access: holding("USERS.EDIT"),
  params: z.object({ id }),
  reply: list,
  under: "data",
});

export const endUserSession = endpoint({
  method: "DELETE",
  path: "/e/enterprise/users/:id/sessions/:sessionId",
  summary: "Ends one session of a person",
  access: holding("USERS.EDIT"),
  params: z.object({ id, sessionId: id }),
  reply: ended,
  under: "data",
});

export const endAllUserSessions = endpoint({
  method: "DELETE",
  path: "/e/enterprise/users/:id/sessions",
  summary: "Signs a person out everywhere",
  access: holding("USERS.EDIT"),
  params: z.object({ id }),
  reply: ended,
  under: "data",
});
