import { WorkerEntrypoint } from "cloudflare:workers";
import { directory, tenantDatabase } from "#db/client.ts";
import { errorsTexts } from "#texts/errors.ts";
import type {
  ActionAnswer,
  Presence,
  SocketAction,
  SocketActionCalls,
  SocketHolder,
} from "#workers/contract/chat-socket.ts";
import { actOnChat } from "#workers/contract/endpoints/chats.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { VideoPlace } from "#workers/contract/video.ts";
import { runTasks } from "#workers/domain/after-commit/run.ts";
import { directoryCtxOf } from "#workers/domain/ctx.ts";
import { databaseOf } from "#workers/domain/enterprise/database-of.ts";
import { hubOf } from "#workers/domain/live-events/hub.ts";
import { tell } from "#workers/domain/live-events/keep.ts";
import { notePresence } from "#workers/domain/users/presence.ts";
import { endRoom } from "#workers/domain/video/end.ts";
import { readingRoom, roomIn } from "#workers/domain/video/rooms.ts";
import app from "./app.ts";
import { callOfSession } from "./admit.ts";
import { handlersOf } from "./finish-work.ts";

const NOBODY = { userId: "system", name: "", address: "", requestId: "presence" };
const ID = /^[\w-]{1,64}$/;

/** The calls of hubs; no address leads here, only their service binding. */
export class SocketActions extends WorkerEntrypoint<ApiEnv> implements SocketActionCalls {
  /** The HTTP call itself, so that access, limits, input, refusals and the log are the same whichever way it came. */
  async act({ sessionId, address }: SocketHolder, { chatId, ...body }: SocketAction): Promise<ActionAnswer> {
    const missing = { chatId: errorsTexts.mandatory };
    if (typeof chatId !== "string" || chatId === "")
      return { status: false, message: errorsTexts.invalid, errors: missing };
    // An id that cannot stand in the path of a call is no chat's.
    if (!ID.test(chatId)) return { status: false, message: errorsTexts.notFound };
    const header: string = this.env.ADDRESS_HEADER;
    const request = new Request(`https://api/api${actOnChat.path.replace(":id", chatId)}`, {
      method: actOnChat.method,
      headers: { "content-type": "application/json", ...(header && { [header]: address }) },
      body: JSON.stringify(body),
    });
    const response = await app.fetch(callOfSession(request, sessionId), this.env, this.ctx);
    const requestId = response.headers.get("x-request-id") ?? "";
    return { ...((await response.json()) as ActionAnswer), requestId };
  }

  async notePresence(named: string, people: readonly Presence[]): Promise<void> {
    const db = directory(this.env);
    const directoryCtx = directoryCtxOf(db, named as EnterpriseId, NOBODY);
    await notePresence(directoryCtx, people);
    await runTasks(db, handlersOf(this.env), [...directoryCtx.after.tasks]);
  }

  async endLostCall({ roomId, enterpriseId: named, database }: VideoPlace): Promise<void> {
    const enterpriseId = named as EnterpriseId;
    // Its enterprise may have moved while people talked.
    const place = await databaseOf(directory(this.env), enterpriseId);
    const db = tenantDatabase(this.env, place ?? database);
    const room = roomIn(await readingRoom({ db, enterpriseId }, roomId).run());
    if (!room) return;
    const by = room.joinedAt === null ? "nobody" : "lost";
    const { kept } = await endRoom({ db, enterpriseId, now: Date.now }, room, by);
    await tell({ db, enterpriseId }, hubOf(this.env, enterpriseId), kept);
  }
}
