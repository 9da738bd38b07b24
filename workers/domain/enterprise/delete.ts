import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { DirectoryDb } from "#db/client.ts";
import { deletionReceipts, enterprises } from "#db/directory/enterprises.ts";
import { loginSessions } from "#db/directory/sessions.ts";
import { channels } from "#db/tenant/channels.ts";
import { messages } from "#db/tenant/messages.ts";
import { videoRooms } from "#db/tenant/video.ts";
import { DELETION_DAYS } from "#workers/contract/endpoints/enterprise-data.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { hashOfEnterprise, noteDeleted } from "../backups/deleted-notes.ts";
import type { NoteBucket } from "../backups/erased-notes.ts";
import { storedPrefix } from "../backups/stored-files.ts";
import { intakeOf } from "../moving/intake.ts";
import { mergeWords } from "../bare/merge-words.ts";
import type { Ctx } from "../ctx.ts";
import { describe } from "../error.ts";
import { bindable, guard, guardFailed } from "../guard.ts";
import type { HeldJob } from "../jobs/held-job.ts";
import { advancing, guardLease, LeaseLost, underLease } from "../jobs/lease.ts";
import { droppingJobs } from "../jobs/open.ts";
import type { PageEnd } from "../jobs/run-pages.ts";
import { ASIDE } from "../messaging/set-aside.ts";
import { ROOT as PLAYED } from "../simulator/media.ts";
import { afterPage, type Doomed, doomedTables, firstLeft, partOf } from "./delete-rows.ts";
import { paymentsEnded } from "./end-payments.ts";

const DAY_MS = 24 * 3_600_000;
/** Longer than a session, a key or a channel is believed in an isolate: what was let in before has ended by then. */
export const SETTLES_MS = 10_000;
/** Longer than any call of a vendor: after it, a claim belongs to a sender that died. */
const MOST_WAIT_MS = 2 * 60_000;
const LOOK_AGAIN_MS = 1_000;
/** The clock asks gateways each minute. */
const PAYMENTS_AGAIN_MS = 10_000;
/** Pages of the indexes of words; what more there is goes by night. */
const MERGES = 20;

type Payload = JobPayload<"enterprise.delete">;

/** The parts of an enterprise that are neither in a database nor a file. */
export interface DeletedObjects {
  /** Closes the enterprise's sockets and empties its hub. */
  forgetHub(): Promise<void>;
  /** Empties what works for a channel: its lane, its senders, and the phones that were played on it. */
  forgetChannel(channelId: string): Promise<void>;
  /** Closes both ends of a video call and empties its room. */
  forgetRoom(roomId: string): Promise<void>;
}

/** The methods of an R2 bucket that deleting needs. */
export interface EmptiedBucket {
  list(options: { prefix: string }): Promise<{ objects: { key: string }[] }>;
  delete(keys: string[]): Promise<unknown>;
}

export interface DeletionDeps {
  directory: DirectoryDb;
  backups: NoteBucket;
  files: EmptiedBucket;
  objects: DeletedObjects;
}

/**
 * Deletes an enterprise with all that it has, step after step: each may be done twice, and the job's row, which goes
 * last, says how far it is. A late writer's rows are found by a look at every table, and begin the steps anew.
 */
export function enterpriseDeletePages(
  ctx: Ctx,
  held: HeldJob,
  begun: Payload,
  deps: DeletionDeps,
): () => Promise<PageEnd> {
  const { job } = held;
  const { directory } = deps;
  const { enterpriseId } = begun;
  let state = begun;
  const tables: Partial<Record<"tenant" | "directory", Doomed[]>> = {};
  const tablesOf = async (kind: "tenant" | "directory"): Promise<Doomed[]> =>
    (tables[kind] ??= await doomedTables(kind === "tenant" ? ctx.db : directory, kind, job.id));
  const advance = async (to: Partial<Payload>): Promise<PageEnd> => {
    held.did(1);
    const [mine] = await ctx.db.batch([
      advancing(ctx, job, { payload: to as Record<string, number | string> }),
    ]);
    if (mine.length === 0) throw new LeaseLost();
    state = { ...state, ...to };
    return "next";
  };

  const steps: Record<Payload["step"], () => Promise<PageEnd>> = {
    /** From here on nobody takes it back; whoever did so before finds everything as it was. */
    async begin() {
      const at = ctx.now();
      if (!(await beginDeletion(directory, state, at))) {
        if (await isThere(directory, enterpriseId)) return drop();
        // The row went before this job did.
        return advance({ step: "look", begunAt: state.begunAt || at });
      }
      const begunAt = state.begunAt || at;
      await noteDeleted(deps.backups, {
        version: 1,
        enterpriseId,
        at: begunAt,
        receipt: receiptOf(job.id, { ...state, begunAt }),
      });
      return advance({ step: "objects", begunAt });
    },
    async objects() {
      const waited = ctx.now() - state.begunAt;
      if (waited < SETTLES_MS || (waited < MOST_WAIT_MS && (await isCalling(ctx, enterpriseId)))) {
        // Waiting is no failed try.
        held.gotOn();
        await held.beat();
        return { laterMs: LOOK_AGAIN_MS };
      }
      if (!(await paymentsEnded(ctx.db, directory, enterpriseId, { waitedMs: waited, now: ctx.now() }))) {
        held.gotOn();
        await held.beat();
        return { laterMs: PAYMENTS_AGAIN_MS };
      }
      await deps.objects.forgetHub();
      for (const { id } of await ctx.db
        .select({ id: channels.id })
        .from(channels)
        .where(eq(channels.enterpriseId, enterpriseId))) {
        await deps.objects.forgetChannel(id);
        await held.beat();
      }
      for (const { id } of await openRooms(ctx, enterpriseId)) await deps.objects.forgetRoom(id);
      return advance({ step: "rows", table: 0 });
    },
    async rows() {
      const doomed = (await tablesOf("tenant"))[state.table];
      if (!doomed) {
        await mergeWords(ctx.db, MERGES);
        return advance({ step: "files" });
      }
      held.did(4);
      const part = await partOf(doomed, state.after);
      const paged = await underLease(
        ctx.db.$client
          .batch<{ payload: string; n: number }>([
            bindable(ctx, guardLease(ctx, job, { table: state.table })),
            doomed.delete(enterpriseId, part),
            bindable(ctx, advancing(ctx, job, { counting: "rows" })),
          ])
          // A parent whose child came late: the tables are gone through anew.
          .catch((error: unknown) => {
            if (describe(error).includes("FOREIGN KEY")) return undefined;
            throw error;
          }),
      );
      if (!paged) return advance({ table: 0, after: "" });
      const { rows } = JSON.parse(paged[2]?.results[0]?.payload ?? "{}") as { rows?: number };
      if (rows === undefined) throw new LeaseLost();
      const goesOn = afterPage(part, rows - state.rows);
      state = { ...state, rows };
      if (goesOn === undefined) return advance({ table: state.table + 1, after: "" });
      return goesOn === state.after ? "next" : advance({ after: goesOn });
    },
    async files() {
      const folders = [
        storedPrefix(enterpriseId),
        `${PLAYED}${enterpriseId}/`,
        `${ASIDE}${state.database}/${enterpriseId}/`,
        intakeOf(enterpriseId),
      ];
      for (const prefix of folders) {
        const { objects } = await deps.files.list({ prefix });
        if (objects.length === 0) continue;
        await deps.files.delete(objects.map(({ key }) => key));
        held.did(2);
        return advance({ files: state.files + objects.length });
      }
      return advance({ step: "office", table: 0 });
    },
    async office() {
      const doomed = (await tablesOf("directory"))[state.table];
      if (!doomed) return advance({ step: "look" });
      const part = await partOf(doomed, state.after);
      const { meta } = await doomed.delete(enterpriseId, part).run();
      const officeRows = state.officeRows + meta.changes;
      const goesOn = afterPage(part, meta.changes);
      return goesOn === undefined
        ? advance({ officeRows, table: state.table + 1, after: "" })
        : advance({ officeRows, after: goesOn });
    },
    /** The enterprise's own row goes only once nothing else is there, and then nobody finds the way to its database. */
    async look() {
      held.did(10);
      const [inTenant, inOffice] = await Promise.all([
        firstLeft(ctx.db, await tablesOf("tenant"), enterpriseId, ({ isIndexed }) => isIndexed),
        firstLeft(directory, await tablesOf("directory"), enterpriseId, ({ isIndexed }) => isIndexed),
      ]);
      if (inTenant !== undefined) return advance({ step: "rows", table: inTenant });
      const { objects } = await deps.files.list({ prefix: storedPrefix(enterpriseId) });
      if (objects.length > 0) return advance({ step: "files" });
      if (inOffice !== undefined) return advance({ step: "office", table: inOffice });
      // Tables without an index are looked at by walking them anew: until nothing of them has gone on the way.
      const gone = state.rows + state.officeRows;
      if (gone !== state.goneBefore) return advance({ step: "rows", table: 0, goneBefore: gone });
      await endDeletion(directory, job.id, state, ctx.now());
      return drop();
    },
  };

  /** The row names the enterprise, so it goes. */
  async function drop(): Promise<PageEnd> {
    await droppingJobs(ctx, enterpriseId);
    return "done";
  }
  return () => steps[state.step]();
}

const receiptOf = (id: string, { enterpriseId, userId, deletesAt, begunAt }: Payload) => ({
  id,
  hash: hashOfEnterprise(enterpriseId),
  userId,
  askedAt: deletesAt - DELETION_DAYS * DAY_MS,
  begunAt,
});

/** Ends all sessions with the beginning; false where it was taken back, or has another time. */
async function beginDeletion(
  directory: DirectoryDb,
  { enterpriseId, deletesAt }: Payload,
  at: number,
): Promise<boolean> {
  const due = sql`EXISTS (SELECT 1 FROM ${enterprises} WHERE ${enterprises.id} = ${enterpriseId}
    AND ${enterprises.deletesAt} = ${deletesAt} AND ${enterprises.deletesAt} <= ${at})`;
  try {
    await directory.batch([
      guard({ db: directory }, due),
      directory
        .update(enterprises)
        .set({ deletionBegunAt: sql`coalesce(${enterprises.deletionBegunAt}, ${at})` })
        .where(eq(enterprises.id, enterpriseId)),
      directory
        .update(loginSessions)
        .set({ endedAt: at })
        .where(and(eq(loginSessions.enterpriseId, enterpriseId), isNull(loginSessions.endedAt))),
    ]);
    return true;
  } catch (error) {
    if (guardFailed(error)) return false;
    throw error;
  }
}

async function isThere(directory: DirectoryDb, enterpriseId: EnterpriseId): Promise<boolean> {
  const [row] = await directory
    .select({ id: enterprises.id })
    .from(enterprises)
    .where(eq(enterprises.id, enterpriseId));
  return row !== undefined;
}

/** Rooms whose object may still have something: what an ended one keeps goes by itself within minutes. */
const openRooms = ({ db }: Ctx, enterpriseId: EnterpriseId) =>
  db
    .select({ id: videoRooms.id })
    .from(videoRooms)
    .where(and(eq(videoRooms.enterpriseId, enterpriseId), sql`state <> 'ended'`));

async function isCalling({ db }: Ctx, enterpriseId: EnterpriseId): Promise<boolean> {
  const [message] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.enterpriseId, enterpriseId),
        isNotNull(messages.claimedBy),
        eq(messages.status, "queued"),
      ),
    )
    .limit(1);
  return message !== undefined;
}

async function endDeletion(directory: DirectoryDb, id: string, state: Payload, at: number): Promise<void> {
  const { rows, officeRows, files } = state;
  await directory.batch([
    directory
      .insert(deletionReceipts)
      .values({ ...receiptOf(id, state), endedAt: at, removed: { rows, directoryRows: officeRows, files } })
      .onConflictDoNothing(),
    directory.delete(enterprises).where(eq(enterprises.id, state.enterpriseId)),
  ]);
}
