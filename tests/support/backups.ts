import { directory, tenantDatabase } from "#db/client.ts";
import { databasePlan, openExports } from "#workers/domain/backups/export-database.ts";
import { exportPages } from "#workers/domain/backups/export-pages.ts";
import { nightOf, operatorOf } from "#workers/domain/backups/nights.ts";
import type { ExportBucket } from "#workers/domain/backups/parts.ts";
import { LEASE_MS } from "#workers/domain/jobs/lease.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";
import type { Harness } from "./harness.ts";
import { type Faults, faultyCtx, noFaults, through } from "./import-ctx.ts";
import { idleDeps, keepJobs } from "./jobs.ts";
import { Clock } from "./training.ts";

const DAY_MS = 24 * 3_600_000;
const YEAR_MS = 366 * DAY_MS;
let nights = 0;
/** A night of its own before today, whose exports are kept still; today's is the cron's. */
const anyNight = (): number => Date.now() - (Date.now() % DAY_MS) - ++nights * DAY_MS;

/** The bucket of the jobs Worker, which the api Worker does not have. */
export const backupsOf = async ({ raw }: Pick<Harness, "raw">): Promise<R2Bucket> =>
  ((await raw.getWorker("chatbird-jobs").getEnv()) as { BACKUPS: R2Bucket }).BACKUPS;

const faultyBucket = (bucket: R2Bucket, faults: Faults): ExportBucket => ({
  head: (key) => through(faults, 1, () => bucket.head(key)),
  put: (key, value, options) => through(faults, 1, () => bucket.put(key, value, options as R2PutOptions)),
  list: (options) => through(faults, 1, () => bucket.list(options) as ReturnType<ExportBucket["list"]>),
});

interface Exporting {
  faults?: Faults;
  /** Runs before each page, with the table that is exported and the number of its next file. */
  before?: (source: string, part: number) => Promise<void>;
}

/** Exports the first tenant database as the jobs Worker does, with workers that die. Answers how many there were. */
export async function exportTenant(
  harness: Harness,
  { faults = noFaults(), before }: Exporting = {},
): Promise<{ night: string; workers: number }> {
  const { TENANT_1 } = harness.env;
  const bucket = faultyBucket(await backupsOf(harness), faults);
  const opened = anyNight();
  const night = nightOf(opened);
  const jobId = `backup-${night}-TENANT_1`;
  await openHeld(harness, opened, jobId);
  // The sweeper sees it held for as long as the test is its worker.
  const clock = new Clock();
  clock.ahead = 2 * YEAR_MS;
  const ctx = faultyCtx(harness, faults, operatorOf("TENANT_1"), clock.now);
  const handlers = {
    "database.export": {
      pages: (own, held, payload) =>
        exportPages(own, held, payload, () => databasePlan(own, own.db, payload, bucket), bucket),
      failure: "failed",
    },
  } as Partial<JobHandlers> as JobHandlers;
  const breathe = async (): Promise<void> => {
    if (!before) return;
    const cursor =
      "SELECT payload ->> '$.source' AS source, payload ->> '$.part' AS part FROM jobs WHERE id = ?";
    const row = await TENANT_1.prepare(cursor).bind(jobId).first<{ source: string; part: number }>();
    if (row) await before(row.source, row.part);
  };
  const slice = { calls: Infinity, milliseconds: Infinity };
  for (let workers = 1; workers < 500; workers++) {
    // Not even the row can be written, perhaps.
    const end = await runJob(ctx, jobId, handlers, { ...idleDeps, breathe, slice }).catch(() => "tried");
    // The answer to the last write of all may be lost, too.
    const state = await TENANT_1.prepare("SELECT state FROM jobs WHERE id = ?").bind(jobId).first("state");
    if (end === "done" || state === "done") return { night, workers };
    if (end === "failed") throw new Error("the export was given up");
    clock.ahead += LEASE_MS + 1;
  }
  throw new Error("the export never ends");
}

/** Opens a night's exports as the cron does; the test is the worker of this one, and nobody of the others. */
async function openHeld(harness: Harness, opened: number, jobId: string): Promise<void> {
  const { env } = harness;
  const enterpriseId = operatorOf("TENANT_1");
  const giveBack = await keepJobs(harness, { enterpriseId });
  await openExports(directory(env), (name) => tenantDatabase(env, name), opened);
  const others =
    "UPDATE jobs SET state = 'cancelled' WHERE kind = 'database.export' AND id <> ? AND state = 'waiting'";
  for (const database of [env.TENANT_1, env.TENANT_2]) await database.prepare(others).bind(jobId).run();
  await env.TENANT_1.prepare("UPDATE jobs SET lease_until = ? WHERE id = ?")
    .bind(Date.now() + YEAR_MS, jobId)
    .run();
  await giveBack();
}
