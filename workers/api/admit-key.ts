import { apiKeysTexts as texts } from "#texts/api-keys.ts";
import { directory } from "#db/client.ts";
import { KEY_CALLS_A_MINUTE, KEY_PREFIX, KEY_SPELLING } from "#workers/contract/api-keys.ts";
import { type Endpoint, scopesOf } from "#workers/contract/endpoint.ts";
import { noteUsed, sessionOfKey } from "#workers/domain/api-keys/session-of-key.ts";
import { DomainError } from "#workers/domain/error.ts";
import { believe, believedSession } from "#workers/domain/identity/believed-sessions.ts";
import type { Session } from "#workers/domain/identity/session.ts";
import type { AppContext } from "./context.ts";
import { minuteLimit } from "./minute-limit.ts";

const callLimit = minuteLimit({ one: KEY_CALLS_A_MINUTE, all: 100 * KEY_CALLS_A_MINUTE });

/** The API key that a call brings, if it brings any. */
export function keyOf(c: AppContext): string | undefined {
  const [, key] = /^bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  return key?.startsWith(KEY_PREFIX) ? key : undefined;
}

/**
 * The session of a key, believed for some seconds. Throws forbidden where the call's contract takes no key, keyRefused
 * for one that is wrong, expired or revoked, and tooOften.
 */
export async function admitKey(c: AppContext, endpoint: Endpoint, key: string): Promise<Session> {
  const session = believedSession(key) ?? (await read(c, key));
  c.set("session", session);
  const wanted = scopesOf(endpoint);
  if (wanted.length === 0) throw new DomainError("forbidden", { message: texts.notForKeys });
  if (!wanted.some((scope) => session.scopes?.includes(scope)))
    throw new DomainError("forbidden", { message: texts.scopeMissing(wanted.join(texts.or)) });
  const retryAfterSeconds = callLimit(session.id);
  if (retryAfterSeconds > 0)
    throw new DomainError("tooOften", { message: texts.tooOften, retryAfterSeconds });
  return session;
}

async function read(c: AppContext, key: string): Promise<Session> {
  const readAt = Date.now();
  const db = directory(c.env);
  const session = KEY_SPELLING.test(key) ? await sessionOfKey(db, key, readAt) : null;
  if (!session) throw new DomainError("keyRefused");
  believe(key, session, readAt);
  if (session.unseen) c.executionCtx.waitUntil(noteUsed(db, session.id));
  return session;
}
