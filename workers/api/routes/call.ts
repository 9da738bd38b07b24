import type { Hono } from "hono";
import { directory, tenantDatabase } from "#db/client.ts";
import { videoTexts as texts } from "#texts/video.ts";
import * as callApi from "#workers/contract/endpoints/call.ts";
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
    const ctx = ticket && (await ctxFor(c, ticket));
    const room = ctx && (await roomOfTicket(ctx, ticket));
    if (!room) throw new DomainError("videoLinkGone");
    const { roomId, enterpriseId } = ticket;
    const { database } = ctx;
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
    const { ctx, invitation } = await invited(c, params.token);
    const room = await roomOfLink(ctx, invitation);
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
    const { ctx, invitation } = await invited(c, params.token);
    const seat = body.seat ?? crypto.randomUUID();
    const { room, holder } = await sitDown(ctx, invitation, seat);
    const { roomId, enterpriseId } = invitation;
    const ticket = { database: ctx.database, enterpriseId, roomId, side: "customer", holder } as const;
    return {
      seat,
      ticket: await signTicket(keyRing(c.env.DATA_KEY), ticket, ctx.now()),
      ...(await iceFor(iceSettings(c.env), `${roomId}-customer`, ctx.now())),
      recording: runningRecording(room),
      endsAt: iso(room.endsAt),
    };
  });

  mount(app, callApi.consentToRecording, async ({ params, body }, { c }) => {
    const { ctx, invitation } = await invited(c, params.token);
    const { recordingId, agrees } = body;
    const { id: roomId } = await roomOfSeat(ctx, invitation, body.seat);
    const seat = await seatHash(body.seat);
    await answerRecording(ctx, { roomId, recordingId, seat, agrees });
    const state = agrees ? "recording" : "refused";
    await roomObject(c.env, roomId).tell({ type: "recording", id: recordingId, state });
    return null;
  });

  mount(app, callApi.leaveCall, async ({ params, body }, { c }) => {
    const { ctx, invitation } = await invited(c, params.token);
    const room = await roomOfSeat(ctx, invitation, body.seat);
    tellHub(c, ctx, (await endRoom(ctx, room, "customer")).kept);
    await roomObject(c.env, room.id).end("customer");
    return null;
  });
}

/** The link's room and database. Throws tooOften, or videoLinkGone for a token that is forged or too old. */
async function invited(c: AppContext, token: string) {
  const from = c.get("address");
  const wait = LIMIT.one(token) || (from === "local" ? 0 : LIMIT.address(from));
  if (wait > 0) throw new DomainError("tooOften", { message: texts.tooOften, retryAfterSeconds: wait });
  const invitation = await readInvitation(keyRing(c.env.DATA_KEY), token, Date.now());
  if (!invitation) throw new DomainError("videoLinkGone");
  return { invitation, ctx: await ctxFor(c, invitation) };
}

/** Where the room is now: a link says for good in which database it was made, and its enterprise may have moved since. */
async function ctxFor(
  c: AppContext,
  { database: made, enterpriseId }: Pick<Invitation, "database" | "enterpriseId">,
) {
  const database = (await databaseOf(directory(c.env), enterpriseId)) ?? made;
  return { db: tenantDatabase(c.env, database), database, enterpriseId, now: Date.now };
}

const tellHub = (
  c: AppContext,
  { db, enterpriseId }: Awaited<ReturnType<typeof ctxFor>>,
  kept: readonly KeptRow[],
): void =>
  c.executionCtx.waitUntil(
    tell({ db, enterpriseId }, hubOf(c.env, enterpriseId), kept).catch(() => undefined),
  );
