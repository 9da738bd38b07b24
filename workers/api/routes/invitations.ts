import type { Hono } from "hono";
import { usersTexts as texts } from "#texts/users.ts";
import * as invitationsApi from "#workers/contract/endpoints/invitations.ts";
import { invite, resendInvitation } from "#workers/domain/invitations/invite.ts";
import { listInvitations } from "#workers/domain/invitations/list.ts";
import { revokeInvitation } from "#workers/domain/invitations/revoke.ts";
import type { AppEnv } from "../context.ts";
import { requireFeature } from "../features.ts";
import { mount, Reply } from "../mount.ts";
import { mailDepsOf } from "../mail-deps.ts";

export function invitationRoutes(app: Hono<AppEnv>): void {
  mount(app, invitationsApi.listInvitations, ({ query }, { directoryCtx }) =>
    listInvitations(directoryCtx, query),
  );

  mount(app, invitationsApi.createInvitation, async ({ body }, context) => {
    requireFeature(context, "userInvite");
    const { c, directoryCtx, session } = context;
    const invitation = await invite(directoryCtx, session.user.roles, body, mailDepsOf(c));
    return new Reply(invitation, texts.invited1(invitation.emailId));
  });

  mount(app, invitationsApi.resendInvitation, async ({ params }, { c, directoryCtx, session }) => {
    const invitation = await resendInvitation(directoryCtx, session.user.roles, params.id, mailDepsOf(c));
    return new Reply(invitation, texts.resent(invitation.emailId));
  });

  mount(app, invitationsApi.revokeInvitation, async ({ params }, { directoryCtx }) => {
    const { emailId } = await revokeInvitation(directoryCtx, params.id);
    return new Reply(null, texts.revoked(emailId));
  });
}
