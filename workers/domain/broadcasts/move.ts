import { sql } from "drizzle-orm";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import { type BroadcastAction, broadcastMoves, type BroadcastState } from "#workers/contract/broadcast.ts";
import { auditedIf } from "../audit.ts";
import type { Ctx } from "../ctx.ts";
import { DomainError } from "../error.ts";
import { bindable } from "../guard.ts";
import { OPEN_JOB, prepareOf } from "./begin.ts";
import { type AtWork, byId, endingSearch, moving, readingSenders, sendersIn } from "./moving.ts";
import { beginningRetry, hasRetriable } from "./retry.ts";
import { isStopped } from "../usage/stops.ts";
import { type BroadcastRow, readBroadcast } from "./row.ts";
import { type Unsendable, unsendable } from "./unsendable.ts";

export interface Moved {
  id: string;
  status: BroadcastState;
  channelId: string;
  atWork: AtWork[];
}

/**
 * Does what a person asks of a broadcast, as the table of moves allows: of two at once one is recorded, and the other is told
 * what came of it. Retrying takes up again all who failed in a way that another try may mend, however many they are.
 */
export async function moveBroadcast(ctx: Ctx, id: string, action: BroadcastAction): Promise<Moved> {
  const broadcast = await readBroadcast(ctx, id);
  if (!broadcast) throw new DomainError("notFound");
  // A run that its campaign has paused or ended goes on by the campaign alone.
  if (broadcast.activityId !== null && action !== "pause" && action !== "stop")
    throw new DomainError("invalid", { message: texts.ofActivity });
  return moveRead(ctx, broadcast, action);
}

/** A template that was taken back would pause it again at once, with everybody who was taken up waiting. */
const IS_SENDABLE = ` AND (${unsendable("broadcasts")}) IS NULL`;
const HINDERED = `SELECT ${isStopped("?1")} AS isStopped, (SELECT ${unsendable("b")} FROM broadcasts b WHERE b.id = ?2 AND b.enterprise_id = ?1) AS why`;
interface Hindered {
  isStopped: 0 | 1;
  why: Unsendable | null;
}

/** More conditions on a broadcast that is to move. */
function besides(action: BroadcastAction): string {
  if (action === "retry")
    return ` AND retried_to IS NULL AND archive_begun_at IS NULL AND ${hasRetriable("broadcasts.id")}${IS_SENDABLE}`;
  const opens = action === "start" || action === "resume";
  return opens ? ` AND NOT ${isStopped("broadcasts.enterprise_id")}` + IS_SENDABLE : "";
}

/** Runs statements as one transaction, and answers what came of them. */
type Together = (statements: D1PreparedStatement[]) => Promise<D1Result[]>;

/** The same with a broadcast that was read, also as a part of something larger, which happens all of it or not at all. */
export async function moveRead(
  ctx: Ctx,
  broadcast: BroadcastRow,
  action: BroadcastAction,
  together: Together = (statements) => ctx.db.$client.batch(statements),
): Promise<Moved> {
  const { db, enterpriseId, now, newId, actor, after } = ctx;
  const { $client } = db;
  const { id } = broadcast;
  const jobId = newId();
  const which = byId(id);
  const mover = { $client, enterpriseId, at: now(), by: actor.name };
  const opens = action === "start" || action === "resume";
  const audit = auditedIf(
    ctx,
    {
      action,
      kind: "broadcast",
      object: { id, name: broadcast.name },
      before: { state: broadcast.state },
      after: { state: broadcastMoves[action].to },
    },
    sql.raw("changes() > 0"),
  );
  const results = await together([
    moving(mover, action, which, {
      jobId,
      also: besides(action),
    }),
    bindable(ctx, audit),
    readingSenders(mover, which),
    $client.prepare(HINDERED).bind(enterpriseId, id),
    ...(action === "retry" ? beginningRetry(ctx, id, jobId) : []),
    ...(action === "stop" ? endingSearch(mover, which) : []),
    ...(opens
      ? [
          $client
            .prepare(OPEN_JOB)
            .bind(JSON.stringify([[id, 0, jobId]]), now(), enterpriseId, JSON.stringify(prepareOf(""))),
        ]
      : []),
  ]);
  const [moved, , senders, hindered] = results;
  const status = (moved?.results[0] as { state: BroadcastState } | undefined)?.state;
  if (status === undefined) {
    const { isStopped: isOverLimit, why } = (hindered?.results[0] ?? {}) as Partial<Hindered>;
    if (why && (opens || action === "retry") && mayBegin(broadcast, action)) throw cannotGoOn(why);
    if (action === "retry") throw refuseRetry(broadcast);
    if (opens && isOverLimit === 1) throw new DomainError("invalid", { message: texts.overLimit });
    throw new DomainError("broadcastMoved");
  }
  const leftToJob = action === "retry" && (results.at(-1)?.meta.changes ?? 0) > 0;
  if (opens || leftToJob) after.jobs.add(jobId);
  return { id, status, channelId: broadcast.channelId, atWork: sendersIn(senders) };
}

/** Whether a broadcast would have moved, had it been one that can be sent. */
const mayBegin = ({ state, retriedTo, archiveBegunAt }: BroadcastRow, action: BroadcastAction): boolean =>
  (broadcastMoves[action].from as readonly BroadcastState[]).includes(state) &&
  (action !== "retry" || (retriedTo === null && archiveBegunAt === null));

/** Why nothing of a broadcast can go on. */
export const cannotGoOn = (why: Unsendable): DomainError =>
  new DomainError("invalid", { message: texts.unsendable[why] });

/** Why nobody of a broadcast is tried once more. */
export function refuseRetry({ archiveBegunAt, retriedTo }: BroadcastRow): DomainError {
  if (archiveBegunAt !== null) return new DomainError("invalid", { message: texts.inArchive });
  return new DomainError("invalid", {
    message: retriedTo === null ? texts.nothingToRetry : texts.retriesAlready,
  });
}
