import type { Hono } from "hono";
import { tenantDatabase, directory } from "#db/client.ts";
import type { Permission } from "#workers/contract/permissions.ts";
import { readsFirst } from "#db/reads-first.ts";
import type { Endpoint, InputOf, ReplyOf } from "#workers/contract/endpoint.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { Claims, Session } from "#workers/domain/identity/session.ts";
import { directoryCtxOf, ctxOf, type Acting, type DirectoryCtx, type Ctx } from "#workers/domain/ctx.ts";
import { admitted, SessionUnknown } from "./admit.ts";
import { actorOf } from "./actor.ts";
import { callLimitOf } from "#workers/contract/call-limits.ts";
import { callLimit } from "./call-limit.ts";
import type { AppContext, AppEnv } from "./context.ts";
import type { Incoming } from "./read-incoming.ts";
import { inLanguageOf, payloadInLanguageOf } from "./in-language/answers.ts";
import { readInput } from "./read-input.ts";
import { finishWork } from "./finish-work.ts";

/** A payload with a sentence or a code beside it. */
export class Reply<Payload> {
  readonly payload: Payload;
  readonly message: string;
  readonly code: string | undefined;

  constructor(payload: Payload, message: string, code?: string) {
    this.payload = payload;
    this.message = message;
    this.code = code;
  }
}

interface FileReplyOptions {
  /** Shown inline rather than offered for saving. */
  inline?: boolean;
  /** Set if each file has a type of its own; by default the endpoint's. */
  type?: string;
  /** Uploaded by people: it is opened in a sandbox without any rights. */
  sandboxed?: boolean;
}

/** A file instead of a payload, for endpoints that declare it: offered for saving under `name`, or shown inline. */
export class FileReply {
  readonly body: BodyInit;
  readonly name: string;
  readonly as: FileReplyOptions;

  constructor(body: BodyInit, name: string, as: FileReplyOptions = {}) {
    this.body = body;
    this.name = name;
    this.as = as;
  }
}

/** Redirects a browser to another page of the console, for endpoints that browsers navigate to. */
export class Redirect {
  readonly to: string;

  constructor(to: `/${string}`) {
    this.to = to;
  }
}

/** Context of a handler. `session` and `ctx` throw loginRequired on a public endpoint. */
export interface HandlerContext {
  c: AppContext;
  readonly session: Session;
  /** The rules' context: the session's enterprise, never one that the request names. */
  readonly ctx: Ctx;
  /** The same within the directory. */
  readonly directoryCtx: DirectoryCtx;
  /** The uploaded files, if the endpoint takes files. */
  readonly files: readonly File[];
  /** The body's bytes, if the endpoint takes a stream; null for an empty body. */
  readonly stream: ReadableStream<Uint8Array> | null;
  /** The file being uploaded, if the endpoint takes it as a stream. */
  readonly incoming: Incoming | null;
}

type Handler<E> = (
  input: InputOf<E>,
  context: HandlerContext,
) => Promise<ReplyOf<E> | Reply<ReplyOf<E>> | FileReply | Redirect>;

/** Every call that is mounted, for the API's own description. */
export const mounted: Endpoint[] = [];

/**
 * Mounts an endpoint of the contract. The contract decides access, input and envelope; the handler only joins the input
 * to a rule of the domain.
 */
export function mount<E extends Endpoint>(app: Hono<AppEnv>, endpoint: E, handler: Handler<E>): void {
  mounted.push(endpoint);
  const limit = callLimitOf(endpoint);
  const count = limit && callLimit(limit);
  app.on(endpoint.method, `/api${endpoint.path}`, async (c) => {
    c.set("route", `/api${endpoint.path}`);
    // Once, though a call begins again that needs more of its session than the token says.
    let uncounted = count;
    const result = await admitted(c, endpoint, async () => {
      uncounted?.(c);
      uncounted = undefined;
      const { files, stream, incoming, ...input } = await readInput(c, endpoint);
      const context = handlerContextOf(c, { files, stream, incoming });
      return handler(input as InputOf<E>, context).finally(() => incoming?.discard());
    }).finally(() => {
      // Also when it failed: it may have committed something before.
      c.executionCtx.waitUntil(finishWork(c));
    });
    if (result instanceof Redirect) return c.redirect(result.to, 303);
    if (result instanceof FileReply) return fileResponse(result, endpoint.file ?? "application/octet-stream");
    const said = result instanceof Reply ? result : new Reply<ReplyOf<E>>(result, "");
    const language = c.req.header("accept-language");
    const { message } = await inLanguageOf(language, said);
    return c.json({
      status: true,
      message,
      ...(said.code !== undefined && { code: said.code }),
      [endpoint.under]: await payloadInLanguageOf(language, endpoint.reply, said.payload),
    });
  });
}

/** Whether the caller holds one of these permissions. */
export const may = ({ session }: Pick<HandlerContext, "session">, ...anyOf: Permission[]): boolean =>
  anyOf.some((permission) => session.permissions.includes(permission));

/** For calls whose input decides which permission they need beside the one that admitted them. */
export function requirePermission(context: Pick<HandlerContext, "session">, ...anyOf: Permission[]): void {
  if (!may(context, ...anyOf)) throw new DomainError("forbidden");
}

/** A name in any script, encoded as RFC 6266 requires; quotes and control characters never reach the header. */
const fileResponse = (
  { body, name, as: { inline, type, sandboxed } }: FileReply,
  usualType: string,
): Response =>
  new Response(body, {
    headers: {
      "content-type": type ?? usualType,
      ...(sandboxed && { "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'" }),
      "content-disposition": `${inline ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
      "cache-control": "no-store",
    },
  });

function sessionOf(c: AppContext): Session {
  const session = c.get("session");
  if (session) return session;
  throw c.get("claimed") ? new SessionUnknown() : new DomainError("loginRequired");
}

const handlerContextOf = (
  c: AppContext,
  sent: Pick<HandlerContext, "files" | "stream" | "incoming">,
): HandlerContext => ({
  c,
  ...sent,
  get session() {
    return sessionOf(c);
  },
  get ctx() {
    const claimed = c.get("session") ? null : c.get("claimed");
    if (claimed) {
      const { database, enterpriseId, admitted: known } = claimed;
      const db = readsFirst(tenantDatabase(c.env, database), known);
      return ctxOf(db, enterpriseId, claimedActor(c, this, claimed));
    }
    const { enterprise, user } = this.session;
    return ctxOf(tenantDatabase(c.env, enterprise.database), enterprise.id, actorOf(c, user));
  },
  get directoryCtx() {
    const claimed = c.get("session") ? null : c.get("claimed");
    if (claimed) {
      const db = readsFirst(directory(c.env), claimed.admitted);
      return directoryCtxOf(db, claimed.enterpriseId, claimedActor(c, this, claimed));
    }
    const { enterprise, user } = this.session;
    return directoryCtxOf(directory(c.env), enterprise.id, actorOf(c, user));
  },
});

/** The actor of a call that is begun before its session is known: the token names nobody's name. */
const claimedActor = (c: AppContext, context: HandlerContext, { userId }: Claims): Acting => ({
  ...actorOf(c, { id: userId, name: "" }),
  get name() {
    return context.session.user.name;
  },
});
