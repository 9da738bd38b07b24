import type { Hono } from "hono";
import { usersTexts as texts } from "#texts/users.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { invite, resendInvitation } from "#workers/domain/invitations/invite.ts";
import { listInvitations } from "#workers/domain/invitations/list.ts";
import { revokeInvitation } from "#workers/domain/invitations/revoke.ts";
import { rightsOf } from "#workers/domain/roles/rights.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";
import { mailDepsOf } from "../mail-deps.ts";

const { invitations } = endpoints;

export function invitationRoutes(app: Hono<AppEnv>): void {
  mount(app, invitations.list, ({ query }, { directoryCtx }) => listInvitations(directoryCtx, query));

  mount(app, invitations.create, async ({ body }, { c, directoryCtx, session }) => {
    const by = await rightsOf(directoryCtx, session.user.roles);
    const invitation = await invite(directoryCtx, by, body, mailDepsOf(c));
    return new Reply(invitation, texts.invited1(invitation.emailId));
  });

  mount(app, invitations.resend, async ({ params }, { c, directoryCtx, session }) => {
    const by = await rightsOf(directoryCtx, session.user.roles);
    const invitation = await resendInvitation(directoryCtx, by, params.id, mailDepsOf(c));
    return new Reply(invitation, texts.resent(invitation.emailId));
  });

  mount(app, invitations.revoke, async ({ params }, { directoryCtx }) => {
    const { emailId } = await revokeInvitation(directoryCtx, params.id);
    return new Reply(null, texts.revoked(emailId));
  });
}
