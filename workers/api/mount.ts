import type { Hono } from "hono";
import { tenantDatabase, directory } from "#db/client.ts";
import type { Endpoint, InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { DomainError } from "#workers/domain/error.ts";
import { noteSeen, sessionOfToken, type Session } from "#workers/domain/identity/session.ts";
import { scopeOf, type Scope } from "#workers/domain/scope.ts";
import type { AppContext, AppEnv } from "./context.ts";
import { readInput } from "./read-input.ts";

/** A payload with a sentence or a code beside it. */
export class Said<Payload> {
  readonly payload: Payload;
  readonly message: string;
  readonly code: string | undefined;

  constructor(payload: Payload, message: string, code?: string) {
    this.payload = payload;
    this.message = message;
    this.code = code;
  }
}

/** What a handler works with. `session` and `scope` throw loginRequired where an endpoint is public. */
export interface Handling {
  c: AppContext;
  readonly session: Session;
  /** The rules' scope: the session's enterprise, never one that the request names. */
  readonly scope: Scope;
}

type Handler<E> = (input: InputOf<E>, handling: Handling) => Promise<ReplyOf<E> | Said<ReplyOf<E>>>;

/**
 * Mounts an endpoint of the contract: who may call it, what it takes and what the envelope looks like are the
 * contract's; the handler only joins the input to a rule of the domain.
 */
export function mount<E extends Endpoint>(app: Hono<AppEnv>, endpoint: E, handler: Handler<E>): void {
  app.on(endpoint.method, `/api${endpoint.path}`, async (c) => {
    await admit(c, endpoint);
    const input = (await readInput(c, endpoint)) as InputOf<E>;
    const result = await handler(input, handlingOf(c));
    const said = result instanceof Said ? result : new Said<ReplyOf<E>>(result, "");
    return c.json({
      status: true,
      message: said.message,
      ...(said.code !== undefined && { code: said.code }),
      [endpoint.under]: said.payload,
    });
  });
}

/** Lets in whom the contract says; a token that is not good is loginRequired, a lacking permission forbidden. */
async function admit(c: AppContext, { access }: Endpoint): Promise<void> {
  if (access.kind === "public") return;
  const token = c.req.header("authentication-token");
  const db = directory(c.env);
  const session = token ? await sessionOfToken(db, token, c.env.TOKEN_SECRET) : null;
  if (!session) throw new DomainError("loginRequired");
  c.set("session", session);
  if (session.unseen) c.executionCtx.waitUntil(noteSeen(db, session.id));
  if (access.kind === "session") return;
  if (!access.anyOf.some((permission) => session.permissions.includes(permission))) {
    throw new DomainError("forbidden");
  }
}

const handlingOf = (c: AppContext): Handling => ({
  c,
  get session() {
    const session = c.get("session");
    if (!session) throw new DomainError("loginRequired");
    return session;
  },
  get scope() {
    const { enterprise, user } = this.session;
    return scopeOf(tenantDatabase(c.env, enterprise.database), enterprise.id, {
      userId: user.id,
      address: c.get("address"),
      requestId: c.get("requestId"),
    });
  },
});
