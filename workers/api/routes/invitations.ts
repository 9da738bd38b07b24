import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { invite, resendInvitation } from "#workers/domain/invitations/invite.ts";
import { listInvitations } from "#workers/domain/invitations/list.ts";
import { revokeInvitation } from "#workers/domain/invitations/revoke.ts";
import { rightsOf } from "#workers/domain/users/rights.ts";
import type { AppEnv } from "../context.ts";
import { mount, Said } from "../mount.ts";
import { postingOf } from "../posting.ts";
import { sendMailSoon } from "../send-mail.ts";

const { invitations } = endpoints;
const texts = messages.users;

export function invitationRoutes(app: Hono<AppEnv>): void {
  mount(app, invitations.list, ({ query }, { office }) => listInvitations(office, query));

  mount(app, invitations.create, async ({ body }, { c, office, session }) => {
    const by = await rightsOf(office, session.user.roles);
    const invitation = await invite(office, by, body, postingOf(c));
    sendMailSoon(c);
    return new Said(invitation, texts.invited1(invitation.emailId));
  });

  mount(app, invitations.resend, async ({ params }, { c, office, session }) => {
    const by = await rightsOf(office, session.user.roles);
    const invitation = await resendInvitation(office, by, params.id, postingOf(c));
    sendMailSoon(c);
    return new Said(invitation, texts.resent(invitation.emailId));
  });

  mount(app, invitations.revoke, async ({ params }, { office }) => {
    const { emailId } = await revokeInvitation(office, params.id);
    return new Said(null, texts.revoked(emailId));
  });
}
