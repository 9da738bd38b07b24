import type { Hono } from "hono";
import { authTexts } from "#texts/auth.ts";
import { errorsTexts } from "#texts/errors.ts";
import { directory, tenantDatabase } from "#db/client.ts";
import { CLOSE_INVALID_TOKEN, clientMessage, hubHeaders, PING, PONG } from "#workers/contract/socket.ts";
import { chatCountOf } from "#workers/domain/chats/queues.ts";
import { ctxOf } from "#workers/domain/ctx.ts";
import { DomainError } from "#workers/domain/error.ts";
import { liveSession, sessionOfToken, type Session } from "#workers/domain/identity/session.ts";
import { redeemTicket } from "#workers/domain/identity/ticket.ts";
import { fill } from "#workers/domain/live-events/keep.ts";
import { roleSetsOf } from "#workers/domain/roles/rights.ts";
import type { AppEnv } from "../context.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { isOwnOrigin } from "../own-origin.ts";

/** A socket that has not authenticated by then is closed. */
const AUTH_WITHIN_MS = 10_000;
const ROOM_AGAIN_S = 60;
/** They stay in the socket's attachment, which has 16 KiB; of a chat of another one the client is told to ask anew. */
const MOST_DEPARTMENTS = 150;
/** Close code of a socket that should be tried again later. */
const CLOSE_TRY_LATER = 1013;

/**
 * The actions socket. With a ticket it goes straight to the hub, which may hibernate. With the specified auth message
 * the enterprise is not known yet: this Worker holds the socket until it has authenticated, and relays messages.
 */
export function actionsRoute(app: Hono<AppEnv>): void {
  app.get("/api/actions", async (c) => {
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket") throw new DomainError("malformed");
    const origin = c.req.header("origin");
    // Browsers name the page that opens a socket, and no other page may use a person's; programs name none.
    if (origin !== undefined && !isOwnOrigin(c, origin)) throw new DomainError("forbidden");
    const ticket = c.req.query("ticket");
    const address = c.get("address");
    if (!ticket) return bridged(c.env, { address, requestId: c.get("requestId") });
    const session = await redeemTicket(directory(c.env), ticket);
    if (!session) throw new DomainError("loginRequired");
    const opened = await openHub(c.env, session, {
      lastSeq: numberIn(c.req.query("lastSeq")),
      ageMs: numberIn(c.req.query("ageMs")),
      address,
    });
    if (opened.status === 429) throw new DomainError("socketsFull", { retryAfterSeconds: ROOM_AGAIN_S });
    return opened;
  });
}

interface Client {
  isNamed?: boolean;
  lastSeq: number | undefined;
  ageMs: number | undefined;
  address: string;
}

const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Tells the hub the identity of a socket; only this Worker can reach the hub, so it may trust the headers. */
async function openHub(
  env: ApiEnv,
  session: Session,
  { lastSeq, ageMs, address, isNamed = false }: Client,
): Promise<Response> {
  const headers = new Headers({
    upgrade: "websocket",
    [hubHeaders.session]: session.id,
    [hubHeaders.user]: session.user.id,
    [hubHeaders.roles]: session.user.roles.join(","),
    [hubHeaders.permissions]: session.permissions.join(","),
    [hubHeaders.enterprise]: session.enterprise.id,
    [hubHeaders.address]: address,
  });
  if (session.user.gone) headers.set(hubHeaders.gone, "yes");
  if (isNamed) headers.set(hubHeaders.named, JSON.stringify(await namedFor(env, session)));
  if (lastSeq !== undefined) headers.set(hubHeaders.lastSeq, String(lastSeq));
  if (ageMs !== undefined) headers.set(hubHeaders.ageMs, String(ageMs));
  const hub = hubOf(env, session.enterprise.id);
  let opened = await hub.fetch("https://hub/actions", { headers });
  if (opened.status === 409) {
    const { id: enterpriseId, database } = session.enterprise;
    await fill({ db: tenantDatabase(env, database), enterpriseId }, hub, Number(await opened.text()));
    headers.set(hubHeaders.filled, "yes");
    opened = await hub.fetch("https://hub/actions", { headers });
  }
  await catchUpRights(env, session);
  return opened;
}

/** Facts that the hub cannot ask for: the counts of somebody's chats, and their departments. */
async function namedFor(env: ApiEnv, { permissions, enterprise, user }: Session) {
  const nobodys = { of: { uId: user.id, departments: [] } };
  if (!permissions.includes("CHAT.HANDLE")) return nobodys;
  const actor = { userId: user.id, name: user.name, address: "", requestId: "" };
  // A socket's attachment has room for few ids, and its actions say none of them.
  const { ownUnread: _, ...counts } = await chatCountOf(
    ctxOf(tenantDatabase(env, enterprise.database), enterprise.id, actor),
  );
  const of = { ...counts.of, departments: counts.of.departments.slice(0, MOST_DEPARTMENTS) };
  return { of, counts: { ...counts, of } };
}

/**
 * Reads the session once more: rights revoked between reading the session and opening its socket were announced to a
 * hub that did not have the socket yet.
 */
async function catchUpRights(env: ApiEnv, before: Session): Promise<void> {
  const db = directory(env);
  const hub = hubOf(env, before.enterprise.id);
  const session = await liveSession(db, before.id);
  if (!session) return hub.endSessions([before.id]);
  if (rightsIn(session) === rightsIn(before)) return;
  const { id: uId, roles } = session.user;
  await hub.changeRights({
    sets: await roleSetsOf({ db, enterpriseId: before.enterprise.id }),
    user: { uId, roles },
  });
}

/** The roles too: a later change of what they may is applied to the roles that a socket has. */
const rightsIn = ({ user, permissions }: Session): string => JSON.stringify([user.roles, permissions]);

function bridged(env: ApiEnv, { address, requestId }: { address: string; requestId: string }): Response {
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  const late = setTimeout(
    () => server.close(CLOSE_INVALID_TOKEN, authTexts.sessionExpiredAgain),
    AUTH_WITHIN_MS,
  );
  let begun = false;
  server.addEventListener("message", ({ data }) => {
    if (data === PING && !begun) return server.send(PONG);
    if (begun) return;
    begun = true;
    clearTimeout(late);
    authenticate(env, server, { data, address }).catch((error: unknown) => {
      const failure = String(error);
      console.log(JSON.stringify({ level: "error", route: "/api/actions", requestId, failure }));
      server.close(1011, errorsTexts.internal);
    });
  });
  server.addEventListener("close", () => clearTimeout(late));
  return new Response(null, { status: 101, webSocket: client });
}

async function authenticate(
  env: ApiEnv,
  server: WebSocket,
  { data, address }: { data: unknown; address: string },
): Promise<void> {
  const message = clientMessage.safeParse(parse(data));
  const session =
    message.success && message.data.action === "auth"
      ? await sessionOfToken(directory(env), message.data.token, env.TOKEN_SECRET)
      : null;
  if (!session || !message.success || message.data.action !== "auth") {
    return server.close(CLOSE_INVALID_TOKEN, authTexts.sessionExpiredAgain);
  }
  const { webSocket: hub, status } = await openHub(env, session, {
    lastSeq: message.data.lastSeq,
    ageMs: message.data.ageMs,
    address,
    isNamed: message.data.events === "named",
  });
  if (status === 429) return server.close(CLOSE_TRY_LATER, errorsTexts.socketsFull);
  if (!hub) throw new Error("the hub did not open a socket");
  hub.accept();
  pass(server, hub);
  pass(hub, server);
}

/** Relays messages from one end to the other, including the close. */
function pass(from: WebSocket, to: WebSocket): void {
  from.addEventListener("message", ({ data }) => to.send(data));
  from.addEventListener("close", ({ code, reason }) => {
    // 1005 and 1006 mean that no code was received; they cannot be sent.
    to.close(code === 1005 || code === 1006 ? 1001 : code, reason);
  });
  from.addEventListener("error", () => to.close(1011, errorsTexts.internal));
}

function parse(data: unknown): unknown {
  try {
    return typeof data === "string" ? JSON.parse(data) : null;
  } catch {
    return null;
  }
}
