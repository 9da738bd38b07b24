// How long the recipients of a broadcast take to move to files, and how much room they take there and in the database:
// a tenant's tables in memory, filled as sending leaves them, and the work's own pages with a bucket in memory.
//   npm run bench archive -- [--people 100000] [--seed S]
import { roomLoad } from "#tests/support/room-load.ts";
import { idleDeps } from "#tests/support/jobs.ts";
import type { ArchiveFiles } from "#workers/domain/archives/files.ts";
import { archivePages } from "#workers/domain/archives/move.ts";
import { openJob } from "#workers/domain/jobs/open.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const PEOPLE = option("people", 100_000);

const { tenant, cast } = roomLoad(option("seed", 12));
const { file, ctx, lane } = await tenant();
// Nobody works beside it: the clock of the load would stand still.
const own = { ...ctx, now: Date.now };
const broadcastId = cast({ file, ctx }, PEOPLE);
file.exec(`INSERT INTO identities (id, enterprise_id, channel_type, name, created_at, updated_at)
  SELECT identity_id, enterprise_id, 4, 'Asha Rao', 1, 1 FROM broadcast_recipients`);
file
  .prepare(
    `INSERT INTO broadcasts (id, enterprise_id, name, channel_id, channel_type, template_id, template, request, state, send_class, by_id, by_name,
       timezone, prepared_at, ended_at, created_at, updated_at) VALUES (?, ?, 'Old', ?, 4, 't', '{}', '{}', 'completed', 4, '', '', 'UTC', 1, 1, 1, 1)`,
  )
  .run(broadcastId, ctx.enterpriseId, lane.id);

const ROOM = `SELECT s.tbl_name AS name, sum(d.pgsize) AS bytes FROM dbstat d JOIN sqlite_schema s ON s.name = d.name
  WHERE d.aggregate = TRUE AND s.tbl_name IN ('broadcast_recipients', 'broadcast_archives', 'identities') GROUP BY 1`;
const room = (): Record<string, number> =>
  Object.fromEntries(
    (file.prepare(ROOM).all() as { name: string; bytes: number }[]).map(({ name, bytes }) => [name, bytes]),
  );
const before = room();

const kept = new Map<string, Uint8Array>();
const bucket = {
  head: async () => null,
  get: async () => null,
  put: async (key: string, bytes: Uint8Array) => kept.set(key, bytes),
} as unknown as ArchiveFiles;
const { jobId } = await openJob(own, {
  kind: "broadcast.archive",
  subject: broadcastId,
  payload: { broadcastId },
});
const handlers = {
  "broadcast.archive": {
    pages: (...args: Parameters<JobHandlers["broadcast.archive"]["pages"]>) => archivePages(...args, bucket),
    failure: "failed",
  },
} as Partial<JobHandlers> as JobHandlers;
const begun = performance.now();
while ((await runJob(own, jobId, handlers, idleDeps)) === "more");
const seconds = (performance.now() - begun) / 1_000;
const after = room();

const each = (bytes: number) => Number((bytes / PEOPLE).toFixed(1));
const grown = (table: string) => (after[table] ?? 0) - (before[table] ?? 0);
const bytes = [...kept.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
console.log(
  JSON.stringify({
    people: PEOPLE,
    seconds: Number(seconds.toFixed(1)),
    files: kept.size,
    bytesInFiles: bytes,
    inFilesEach: each(bytes),
    inDatabaseEachBefore: each(before["broadcast_recipients"] ?? 0),
    inDatabaseEachAfter: each(grown("identities") + (after["broadcast_archives"] ?? 0)),
    rowsLeft: file.prepare("SELECT count(*) AS n FROM broadcast_recipients").get()?.["n"],
  }),
);
