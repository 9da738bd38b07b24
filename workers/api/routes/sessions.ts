import type { Hono } from "hono";
import { sessionEndTexts } from "#texts/session-end.ts";
import { sessionsTexts } from "#texts/sessions.ts";
import * as sessionsApi from "#workers/contract/endpoints/sessions.ts";
import { endSessions, listSessions, personOf } from "#workers/domain/identity/login-sessions.ts";
import { renewSession } from "#workers/domain/identity/renew.ts";
import { iso } from "#workers/domain/ctx.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { userBelow } from "#workers/domain/users/user.ts";
import type { AppEnv } from "../context.ts";
import { mount, Reply, type HandlerContext } from "../mount.ts";

export function sessionRoutes(app: Hono<AppEnv>): void {
  mount(app, sessionsApi.listSessions, async (_, { directoryCtx, session }) => ({
    sessions: await listSessions(directoryCtx, session.user.id, session.id),
  }));

  mount(app, sessionsApi.renewSession, async ({ body }, { c, directoryCtx, session }) => {
    const { TOKEN_SECRET, SEAL_KEY, DATA_KEY } = c.env;
    const secrets = { token: TOKEN_SECRET, seal: SEAL_KEY, ring: keyRing(DATA_KEY) };
    const { expiresAt, ...renewed } = await renewSession(directoryCtx, session, body, secrets);
    return new Reply({ ...renewed, expiresAt: iso(expiresAt) }, sessionEndTexts.renewed);
  });

  mount(app, sessionsApi.endSession, ({ params }, context) =>
    ending(context, context.session.user, { only: params.id }),
  );

  mount(app, sessionsApi.endAllSessions, ({ query }, context) =>
    ending(context, context.session.user, query.everywhere ? {} : { except: context.session.id }),
  );

  mount(app, sessionsApi.listUserSessions, async ({ params }, { directoryCtx, session }) => {
    const { id } = await personOf(directoryCtx, params.id);
    return { sessions: await listSessions(directoryCtx, id, session.id) };
  });

  mount(app, sessionsApi.endUserSession, async ({ params }, context) =>
    ending(context, await personBelow(context, params.id), { only: params.sessionId }),
  );

  mount(app, sessionsApi.endAllUserSessions, async ({ params }, context) =>
    ending(context, await personBelow(context, params.id), {}),
  );
}

/** The person whose sessions the caller may end; refused for people with more rights than the caller. */
const personBelow = ({ directoryCtx, session }: HandlerContext, id: string) =>
  userBelow(directoryCtx, session.user.roles, id);

async function ending(
  { directoryCtx }: HandlerContext,
  user: { id: string; name: string },
  which: { only?: string; except?: string },
) {
  const ended = await endSessions(directoryCtx, user, which);
  return new Reply({ ended }, sessionsTexts.ended(ended));
}
