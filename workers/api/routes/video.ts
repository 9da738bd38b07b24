import type { Hono } from "hono";
import { tenantDatabases } from "#db/client.ts";
import { videoTexts as texts } from "#texts/video.ts";
import * as videoApi from "#workers/contract/endpoints/video.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { PartsBucket } from "#workers/domain/films/film.ts";
import { keyRing } from "#workers/domain/secrets/key-ring.ts";
import { endRoom } from "#workers/domain/video/end.ts";
import { currentCalls, ownRoom, pastCalls, seenRoom } from "#workers/domain/video/history.ts";
import { iceFor } from "#workers/domain/video/ice.ts";
import { playRecording } from "#workers/domain/video/play.ts";
import {
  askToRecord,
  endRecording,
  recordingOnWire,
  storeVideoPart,
} from "#workers/domain/video/recordings.ts";
import { roomObject } from "#workers/domain/video/room-object.ts";
import { readingSeenRoom, roomIn, roomOnWire } from "#workers/domain/video/rooms.ts";
import { type Calling, inviteAgain, startCall } from "#workers/domain/video/start.ts";
import { signTicket } from "#workers/domain/video/tokens.ts";
import type { AppEnv } from "../context.ts";
import { iceSettings } from "../ice-settings.ts";
import { inTime } from "../next-piece.ts";
import { FileReply, type HandlerContext, may, mount, Reply } from "../mount.ts";
import { tellAndSend } from "../tell-and-send.ts";

const readerOf = (context: HandlerContext) => ({
  mayUnmask: () => may(context, "CUSTOMER.VIEW"),
  now: context.ctx.now,
});

export function videoRoutes(app: Hono<AppEnv>): void {
  mount(app, videoApi.createVideoRoom, async ({ body }, context) => {
    const { room, ...told } = await startCall(context.ctx, body, callingOf(context));
    tellAndSend(context, told);
    return new Reply({ room }, texts.started);
  });
  mount(app, videoApi.createVideoUser, async ({ body: { side, ...body } }, context) => {
    const { c, ctx } = context;
    if (side === "customer") {
      const { room, ...told } = await inviteAgain(ctx, body, callingOf(context));
      tellAndSend(context, told);
      // Whoever sits there by the earlier link has no right to any more.
      await roomObject(c.env, body.roomId).drop("customer");
      return new Reply({ room, ticket: "" }, texts.invitedAgain);
    }
    const row = await ownRoom(ctx, body.roomId);
    const { enterpriseId, actor } = ctx;
    const ticket = await signTicket(
      keyRing(c.env.DATA_KEY),
      { database: databaseOf(context), enterpriseId, roomId: row.id, side, holder: actor.userId },
      ctx.now(),
    );
    return { room: roomOnWire(row, actor.userId, readerOf(context)), ticket };
  });
  mount(app, videoApi.endVideoRoom, async ({ params }, context) => {
    const { c, ctx } = context;
    const row = await seenRoom(ctx, params.id);
    const { userId, name } = ctx.actor;
    if (row.startedBy !== userId && row.handler !== userId) throw new DomainError("videoNotYours");
    const reading = [readingSeenRoom(ctx, params.id)];
    const { kept, read } = await endRoom(ctx, row, "agent", { ender: { userId, name }, reading });
    tellAndSend(context, { kept, sendBy: null });
    await roomObject(c.env, row.id).end("agent");
    return { room: roomOnWire(roomIn(read[0]) ?? row, userId, readerOf(context)) };
  });
  mount(app, videoApi.videoResources, async ({ query }, { c, ctx }) => {
    const { id } = await ownRoom(ctx, query.roomId);
    return iceFor(iceSettings(c.env), `${id}-agent`, ctx.now());
  });
  mount(app, videoApi.currentVideo, ({ query }, context) =>
    currentCalls(context.ctx, query, readerOf(context)),
  );
  mount(app, videoApi.recordVideo, async ({ body }, { c, ctx }) => {
    const row = await askToRecord(ctx, body);
    if (row.state === "asked")
      await roomObject(c.env, row.roomId).tell({ type: "recording", id: row.id, state: "asked" });
    return { recording: recordingOnWire(row) };
  });
  mount(app, videoApi.sendVideoPart, async ({ params }, { c, ctx, stream }) => {
    const length = Number(c.req.header("content-length"));
    if (!stream || length === 0) {
      const message = texts.recording.partEmpty;
      throw new DomainError("invalid", { message, errors: { part: message } });
    }
    // R2 needs the length before the bytes.
    const part = inTime(stream, new FixedLengthStream(length));
    try {
      const bytes = { stream: part.stream, length };
      return { parts: await storeVideoPart(ctx, c.env.FILES as PartsBucket, params, bytes) };
    } catch (error) {
      throw part.signal.aborted ? new DomainError("malformed") : error;
    }
  });
  mount(app, videoApi.endVideoRecording, async ({ params }, { c, ctx }) => {
    const { roomId, row } = await endRecording(ctx, params.id);
    await roomObject(c.env, roomId).tell({ type: "recording", id: params.id, state: "ended" });
    return { recording: row && recordingOnWire(row) };
  });
  mount(app, videoApi.videoRecordingFile, async ({ params }, { c, ctx }) => {
    const { body, name, mediaType } = await playRecording(ctx, c.env.FILES as PartsBucket, params.id);
    return new FileReply(body, name, { type: mediaType, sandboxed: true });
  });
  mount(app, videoApi.videoHistory, ({ query }, context) => pastCalls(context.ctx, query, readerOf(context)));
}

function databaseOf({ session }: HandlerContext) {
  const database = tenantDatabases.find((each) => each === session.enterprise.database);
  if (!database) throw new DomainError("notFound");
  return database;
}

const callingOf = (context: HandlerContext): Calling => ({
  ring: keyRing(context.c.env.DATA_KEY),
  origin: context.c.env.PUBLIC_URL,
  database: databaseOf(context),
  enterprise: context.session.enterprise.name,
  reader: readerOf(context),
});
