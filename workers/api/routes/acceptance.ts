import type { Hono } from "hono";
import { accountTexts } from "#texts/account.ts";
import { directory } from "#db/client.ts";
import * as acceptanceApi from "#workers/contract/endpoints/acceptance.ts";
import { acceptInvitation, invitationByCode } from "#workers/domain/invitations/accept.ts";
import { iso } from "#workers/domain/ctx.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply } from "../mount.ts";
import { visitOf } from "../visit.ts";

export function acceptanceRoutes(app: Hono<AppEnv>): void {
  mount(app, acceptanceApi.invitationByCode, async ({ params }, { c }) => {
    const { enterpriseName, email, expiresAt } = await invitationByCode(directory(c.env), params.id);
    return { enterpriseName, emailId: email, expiresAt: iso(expiresAt) };
  });

  mount(app, acceptanceApi.acceptInvitation, async ({ params, body }, { c }) => {
    const { SEAL_KEY } = c.env;
    const emailId = await acceptInvitation(directory(c.env), params.id, body, visitOf(c), SEAL_KEY);
    return new Reply({ emailId }, accountTexts.accepted);
  });
}
