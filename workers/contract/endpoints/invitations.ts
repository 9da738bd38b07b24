import { z } from "zod";
import { endpoint, holding } from "../endpoint.ts";
import { paging, text, time } from "../fields.ts";
import { total } from "../total.ts";
import { id } from "../ids.ts";
import { allOf } from "../permissions.ts";
import { email } from "./account.ts";
import { rolesOfUser } from "./users.ts";

/** Most addresses that the console invites at once. */
export const MOST_AT_ONCE = 50;
const INVITATIONS_PAGE = 30;

const invitation = z.object({
  id: z.string(),
  emailId: z.string(),
  roles: z.array(z.int()),
  invitedBy: z.string(),
  sentAt: time,
  expiresAt: time,
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof invitation>;

export const listInvitations = endpoint({
  method: "GET",
  path: "/e/enterprise/invitations",
  summary: "Invitations that nobody has accepted yet, newest first",
  access: holding(...allOf("USERS")),
  query: z.object({ name: text(200).default(""), ...paging(INVITATIONS_PAGE) }),
  reply: z.object({ invitations: z.array(invitation), more: z.boolean(), total }),
  under: "response",
});

export const createInvitation = endpoint({
  method: "POST",
  path: "/e/enterprise/invitations",
  summary: "Invites an address to the enterprise, in the roles that are named",
  access: holding("USERS.ADD"),
  body: z.object({ emailId: email, roles: rolesOfUser }),
  reply: invitation,
  under: "response",
});

const thisInvitation = z.object({ id });

export const resendInvitation = endpoint({
  method: "POST",
  path: "/e/enterprise/invitations/:id/resend",
  summary: "Sends an invitation again with a new link, from when the old one is dead",
  access: holding("USERS.ADD"),
  params: thisInvitation,
  reply: invitation,
  under: "response",
});

export const revokeInvitation = endpoint({
  method: "DELETE",
  path: "/e/enterprise/invitations/:id",
  summary: "Revokes an invitation; its link no longer works",
  access: holding("USERS.ADD"),
  params: thisInvitation,
  reply: z.null(),
  under: "data",
});
