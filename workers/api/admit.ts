import { directory } from "#db/client.ts";
import { type Endpoint, readsSessionAnew } from "#workers/contract/endpoint.ts";
import { UNATTENDED } from "#workers/contract/unattended.ts";
import { DomainError } from "#workers/domain/error.ts";
import { believe, believedSession, forgetBelieved } from "#workers/domain/identity/believed-sessions.ts";
import {
  type Claims,
  claimsOf,
  liveSession,
  noteSeen,
  type Session,
} from "#workers/domain/identity/session.ts";
import { admitKey, keyOf } from "./admit-key.ts";
import type { AppContext } from "./context.ts";
import { refusalOf, withinFeatures } from "./within-features.ts";

/** Calls that came by a socket, with the session that opened it: they have no token. */
const bySocket = new WeakMap<Request, string>();
export function callOfSession(request: Request, sessionId: string): Request {
  bySocket.set(request, sessionId);
  return request;
}

/**
 * Runs a call for the callers that the contract allows; an invalid token is loginRequired, a missing permission
 * forbidden. Reads begin while the session is still asked for; their answer waits until it is known.
 */
export async function admitted<Answer>(
  c: AppContext,
  endpoint: Endpoint,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const anew = readsSessionAnew(endpoint);
  // Signing in or setting a password ends sessions too.
  if (endpoint.access.kind === "public") return anew ? run().finally(forgetBelieved) : run();
  const ofSocket = bySocket.get(c.req.raw);
  if (ofSocket !== undefined) {
    await read(c, endpoint, ofSocket);
    return run();
  }
  const key = keyOf(c);
  if (key !== undefined) {
    permit(c, endpoint, await admitKey(c, endpoint, key));
    return run();
  }
  const token = c.req.header("authentication-token") ?? "";
  const known = anew ? null : believedSession(token);
  if (known) {
    permit(c, endpoint, known);
    return run();
  }
  const claims = await claimsOf(token, c.env.TOKEN_SECRET);
  if (!claims) throw new DomainError("loginRequired");
  const reading = read(c, endpoint, claims.sessionId, token);
  if (anew || endpoint.method !== "GET") {
    await reading;
    return anew ? run().finally(forgetBelieved) : run();
  }
  return sideBySide(c, claims, reading, run);
}

/** Reads the session, and lets it in; with a token, it is believed for a moment. */
async function read(c: AppContext, endpoint: Endpoint, sessionId: string, token?: string): Promise<Session> {
  const readAt = Date.now();
  const db = directory(c.env);
  const session = await liveSession(db, sessionId, readAt);
  if (!session) throw new DomainError("loginRequired");
  // A call that a screen makes by itself is no use of the session; nor may it hide the next call, which is one.
  const goesUnnoted = session.unseen && c.req.header(UNATTENDED) !== undefined;
  if (token !== undefined && !goesUnnoted) believe(token, session, readAt);
  if (session.unseen && !goesUnnoted) c.executionCtx.waitUntil(noteSeen(db, session.id));
  permit(c, endpoint, session);
  return session;
}

function permit(c: AppContext, { access }: Endpoint, session: Session): void {
  const { FEATURES } = c.env;
  const within = withinFeatures(session, FEATURES);
  c.set("session", within);
  if (access.kind !== "permission") return;
  if (!access.anyOf.some((permission) => within.permissions.includes(permission))) {
    throw refusalOf(session, access.anyOf, FEATURES);
  }
}

/** Thrown into a call that needs to know more of the session than the token says, before it is known. */
export class SessionUnknown extends Error {}

async function sideBySide<Answer>(
  c: AppContext,
  claims: Claims,
  reading: Promise<Session>,
  run: () => Promise<Answer>,
): Promise<Answer> {
  c.set("claimed", { ...claims, admitted: reading });
  const [answer, { enterprise }] = await Promise.all([settled(run), reading]).finally(() =>
    c.set("claimed", null),
  );
  const moved = enterprise.database !== claims.database || enterprise.id !== claims.enterpriseId;
  if (moved || (!answer.ok && answer.error instanceof SessionUnknown)) return run();
  if (!answer.ok) throw answer.error;
  return answer.value;
}

type Settled<Answer> = { ok: true; value: Answer } | { ok: false; error: unknown };

/** An early failure must not answer before the session is known. */
const settled = <Answer>(run: () => Promise<Answer>): Promise<Settled<Answer>> =>
  Promise.resolve()
    .then(run)
    .then(
      (value) => ({ ok: true as const, value }),
      (error: unknown) => ({ ok: false as const, error }),
    );
