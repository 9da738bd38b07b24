import type { Hono } from "hono";
import { directory, type TenantDatabase, tenantDatabase, type TenantDb } from "#db/client.ts";
import { videoTexts as texts } from "#texts/video.ts";
import * as callApi from "#workers/contract/endpoints/call.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import { callHeaders, type VideoPlace } from "#workers/contract/video.ts";
import { iso } from "#workers/domain/ctx.ts";
import { databaseOf } from "#workers/domain/enterprise/database-of.ts";
import { DomainError } from "#workers/domain/error.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { tell } from "#workers/domain/live-events/keep.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { endRoom } from "#workers/domain/video/end.ts";
import { iceFor } from "#workers/domain/video/ice.ts";
import { roomOfLink, roomOfSeat, roomOfTicket, sitDown } from "#workers/domain/video/join.ts";
import { answerRecording } from "#workers/domain/video/recordings.ts";
import { roomObject } from "#workers/domain/video/room-object.ts";
import { customerName, runningRecording } from "#workers/domain/video/rooms.ts";
import {
  type Invitation,
  readInvitation,
  readTicket,
  seatHash,
  signTicket,
} from "#workers/domain/video/tokens.ts";
import type { AppContext, AppEnv } from "../context.ts";
import { iceSettings } from "../ice-settings.ts";
import { minuteLimit } from "../minute-limit.ts";
import { mount } from "../mount.ts";
import { isOwnOrigin } from "../own-origin.ts";

/** Calls a minute: of one link's page, and of one network address, behind which a whole office may sit. */
const LIMIT = {
  one: minuteLimit({ one: 120, all: 100_000 }),
  address: minuteLimit({ one: 600, all: 100_000 }),
};
const PAGE = /^[\w-]{8,64}$/;

export function callRoutes(app: Hono<AppEnv>): void {
  // Before the one whose path would take "socket" for a token.
  app.get("/api/call/socket", async (c) => {
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket") throw new DomainError("malformed");
    const origin = c.req.header("origin");
    if (origin !== undefined && !isOwnOrigin(c, origin)) throw new DomainError("forbidden");
    const page = c.req.query("page") ?? "";
    if (!PAGE.test(page)) throw new DomainError("malformed");
    const ticket = await readTicket(keyRing(c.env.DATA_KEY), c.req.query("ticket") ?? "", Date.now());
    if (!ticket) throw new DomainError("videoLinkGone");
    const { room, database } = await whereItIs(c, ticket, async (ctx) => ({
      room: await roomOfTicket(ctx, ticket),
      database: ctx.database,
    }));
    if (!room) throw new DomainError("videoLinkGone");
    const { roomId, enterpriseId } = ticket;
    const headers = {
      upgrade: "websocket",
      [callHeaders.side]: ticket.side,
      [callHeaders.page]: page,
      [callHeaders.endsAt]: String(room.endsAt),
      [callHeaders.room]: JSON.stringify({ roomId, enterpriseId, database } satisfies VideoPlace),
    };
    return roomObject(c.env, roomId).fetch("https://call/socket", { headers });
  });

  mount(app, callApi.openCall, async ({ params }, { c }) => {
    const { room, ctx } = await invited(c, params.token, async (at, invitation) => ({
      room: await roomOfLink(at, invitation),
      ctx: at,
    }));
    const isOver = room.state === "ended" || room.endsAt <= ctx.now();
    // Their own name, which stands in the link's chat as well.
    const name = customerName(room, { mayUnmask: () => true });
    return {
      state: isOver ? "over" : "open",
      agent: room.startedName,
      enterprise: room.enterpriseName,
      name: isOver ? "" : name,
    } as const;
  });

  mount(app, callApi.joinCall, async ({ params, body }, { c }) => {
    const seat = body.seat ?? crypto.randomUUID();
    const { room, holder, ctx } = await invited(c, params.token, async (at, invitation) => ({
      ...(await sitDown(at, invitation, seat)),
      ctx: at,
    }));
    const { enterpriseId, database } = ctx;
    const roomId = room.id;
    const ticket = { database, enterpriseId, roomId, side: "customer", holder } as const;
    return {
      seat,
      ticket: await signTicket(keyRing(c.env.DATA_KEY), ticket, ctx.now()),
      ...(await iceFor(iceSettings(c.env), `${roomId}-customer`, ctx.now())),
      recording: runningRecording(room),
      endsAt: iso(room.endsAt),
    };
  });

  mount(app, callApi.consentToRecording, async ({ params, body }, { c }) => {
    const { recordingId, agrees } = body;
    const seat = await seatHash(body.seat);
    const roomId = await invited(c, params.token, async (ctx, invitation) => {
      const { id } = await roomOfSeat(ctx, invitation, body.seat);
      await answerRecording(ctx, { roomId: id, recordingId, seat, agrees });
      return id;
    });
    const state = agrees ? "recording" : "refused";
    await roomObject(c.env, roomId).tell({ type: "recording", id: recordingId, state });
    return null;
  });

  mount(app, callApi.leaveCall, async ({ params, body }, { c }) => {
    const { ctx, room, kept } = await invited(c, params.token, async (at, invitation) => {
      const seated = await roomOfSeat(at, invitation, body.seat);
      return { ctx: at, room: seated, kept: (await endRoom(at, seated, "customer")).kept };
    });
    tellHub(c, ctx, kept);
    await roomObject(c.env, room.id).end("customer");
    return null;
  });
}

interface CallCtx {
  db: TenantDb;
  database: TenantDatabase;
  enterpriseId: EnterpriseId;
  now: () => number;
}

/** Works in the database of a link's room. Throws tooOften, or videoLinkGone for a token that is forged or too old. */
async function invited<T>(
  c: AppContext,
  token: string,
  work: (ctx: CallCtx, invitation: Invitation) => Promise<T>,
): Promise<T> {
  const from = c.get("address");
  const wait = LIMIT.one(token) || (from === "local" ? 0 : LIMIT.address(from));
  if (wait > 0) throw new DomainError("tooOften", { message: texts.tooOften, retryAfterSeconds: wait });
  const invitation = await readInvitation(keyRing(c.env.DATA_KEY), token, Date.now());
  if (!invitation) throw new DomainError("videoLinkGone");
  return whereItIs(c, invitation, (ctx) => work(ctx, invitation));
}

/**
 * Works where a room is now. A token says for good in which database it was made; the directory is asked meanwhile, and says
 * another one where the enterprise has moved since. The old database has rows that are out of date for an hour, refuses every
 * write, and then has none: what was read there is dropped.
 */
async function whereItIs<T>(
  c: AppContext,
  { database: made, enterpriseId }: Pick<Invitation, "database" | "enterpriseId">,
  work: (ctx: CallCtx) => Promise<T>,
): Promise<T> {
  const at = (database: TenantDatabase) =>
    work({ db: tenantDatabase(c.env, database), database, enterpriseId, now: Date.now });
  const there = at(made);
  const [moved] = await Promise.all([
    databaseOf(directory(c.env), enterpriseId).catch(() => undefined),
    there.catch(() => undefined),
  ]);
  return moved === undefined || moved === made ? there : at(moved);
}

const tellHub = (c: AppContext, { db, enterpriseId }: CallCtx, kept: readonly KeptRow[]): void =>
  c.executionCtx.waitUntil(
    tell({ db, enterpriseId }, hubOf(c.env, enterpriseId), kept).catch(() => undefined),
  );
