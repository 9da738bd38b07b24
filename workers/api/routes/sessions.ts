import type { Hono } from "hono";
import * as messages from "#app/messages.ts";
import { endpoints } from "#workers/contract/endpoints.ts";
import { endSessions, listSessions, personOf } from "#workers/domain/identity/login-sessions.ts";
import { renewSession } from "#workers/domain/identity/renew.ts";
import { iso } from "#workers/domain/scope.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { refuseAbove, rightsOf } from "#workers/domain/users/rights.ts";
import type { AppEnv } from "../context.ts";
import { closeSockets } from "../hub.ts";
import { mount, Said, type Handling } from "../mount.ts";

const { sessions } = endpoints;

export function sessionRoutes(app: Hono<AppEnv>): void {
  mount(app, sessions.list, async (_, { office, session }) => ({
    sessions: await listSessions(office, session.user.id, session.id),
  }));

  mount(app, sessions.renew, async ({ body }, { c, office, session }) => {
    const { TOKEN_SECRET, SEAL_KEY, DATA_KEY } = c.env;
    const secrets = { token: TOKEN_SECRET, seal: SEAL_KEY, ring: keyRing(DATA_KEY) };
    const { expiresAt, ...renewed } = await renewSession(office, session, body, secrets);
    return new Said({ ...renewed, expiresAt: iso(expiresAt) }, messages.sessionEnd.renewed);
  });

  mount(app, sessions.end, ({ params }, handling) =>
    ending(handling, handling.session.user, { only: params.id }),
  );

  mount(app, sessions.endAll, ({ query }, handling) =>
    ending(handling, handling.session.user, query.everywhere ? {} : { except: handling.session.id }),
  );

  mount(app, sessions.listOfUser, async ({ params }, { office, session }) => {
    const { id } = await personOf(office, params.id);
    return { sessions: await listSessions(office, id, session.id) };
  });

  mount(app, sessions.endOfUser, async ({ params }, handling) =>
    ending(handling, await personBelow(handling, params.id), { only: params.sessionId }),
  );

  mount(app, sessions.endAllOfUser, async ({ params }, handling) =>
    ending(handling, await personBelow(handling, params.id), {}),
  );
}

/** The person whose sessions the caller may end; refused for people with more rights than the caller. */
async function personBelow({ office, session }: Handling, id: string) {
  const person = await personOf(office, id);
  refuseAbove(await rightsOf(office, session.user.roles), person.roles);
  return person;
}

async function ending(
  { c, office, session }: Handling,
  user: { id: string; name: string },
  which: { only?: string; except?: string },
) {
  const ended = await endSessions(office, user, which);
  await closeSockets(c.env, session.enterprise.id, ended);
  return new Said({ ended: ended.length }, messages.sessions.ended(ended.length));
}
