import { gunzipSync } from "node:zlib";
import { randomUUID } from "node:crypto";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { archivePages } from "#workers/domain/archives/move.ts";
import type { ArchiveFiles } from "#workers/domain/archives/files.ts";
import type { Line } from "#workers/domain/archives/line.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { openJob } from "#workers/domain/jobs/open.ts";
import { type JobHandlers, type RunEnd, runJob } from "#workers/domain/jobs/run-pages.ts";
import type { Harness } from "./harness.ts";
import { idleDeps } from "./jobs.ts";
import { fillBroadcast, fillPeople } from "./sent-messages.ts";

const DAY_MS = 86_400_000;

/** A broadcast that ended so many days ago, to people who are there where a prefix is given: some have replied or clicked, one is erased, and one number was none. */
export async function oldBroadcast(
  { env: { TENANT_1: database } }: Pick<Harness, "env">,
  where: { enterpriseId: string; channelId: string },
  { count, days = 100, prefix }: { count: number; days?: number; prefix?: string },
): Promise<{ id: string; prefix: string; at: number }> {
  const people = prefix ?? `${randomUUID()}-`;
  const at = Date.now() - days * DAY_MS;
  if (prefix === undefined) await fillPeople({ database, ...where }, count, people);
  const id = await fillBroadcast({ database, ...where }, { count, at, prefix: people });
  const recipient = (n: number) => `substr(?1, 1, 28) || printf('%08x', ${n})`;
  const all = "substr(id, 1, 28) = substr(?1, 1, 28)";
  const run = (sql: string) => database.prepare(sql).bind(id);
  await database.batch([
    // So that the triggers count it.
    run(`UPDATE broadcast_recipients SET replied_at = NULL WHERE ${all}`),
    run(
      `UPDATE broadcast_recipients SET replied_at = claimed_at + 1000 WHERE ${all} AND vendor_id LIKE '%3'`,
    ),
    run(
      `UPDATE broadcast_recipients SET clicked_at = claimed_at + 2000, clicked_links = 1 WHERE ${all} AND vendor_id LIKE '%5'`,
    ),
    run(
      `UPDATE broadcast_recipients SET category = 'marketing', billable = 1, billed_to = substr(address, 1, 5) WHERE ${all} AND status IN ('delivered', 'read')`,
    ),
    run(
      `UPDATE broadcast_recipients SET identity_id = NULL, address = '', data = NULL WHERE id = ${recipient(4)}`,
    ),
    run(
      `UPDATE broadcast_recipients SET identity_id = NULL, address = '12', status = 'failed', code = 'invalidNumber', facts = '{}', vendor_id = NULL WHERE id = ${recipient(5)}`,
    ),
  ]);
  return { id, prefix: people, at };
}

/** Opens the work that moves a broadcast to files, and answers what runs it once. */
export async function archiving(
  open: Ctx,
  broadcastId: string,
): Promise<(ctx: Ctx, files: ArchiveFiles) => Promise<RunEnd>> {
  const { jobId } = await openJob(open, {
    kind: "broadcast.archive",
    subject: broadcastId,
    payload: { broadcastId },
  });
  return (ctx, files) =>
    runJob(
      ctx,
      jobId,
      {
        "broadcast.archive": {
          pages: (own: Ctx, held, payload: JobPayload<"broadcast.archive">) =>
            archivePages(own, held, payload, files),
          failure: "failed",
        },
      } as Partial<JobHandlers> as JobHandlers,
      idleDeps,
    );
}

/** The lines of an enterprise's files, by their keys. */
export async function archivedLines(
  { env: { FILES } }: Pick<Harness, "env">,
  enterpriseId: string,
): Promise<Map<string, Line[]>> {
  const found = new Map<string, Line[]>();
  const { objects } = await FILES.list({ prefix: `${enterpriseId}/broadcasts/` });
  for (const { key } of objects) {
    const object = await FILES.get(key);
    if (!object) continue;
    const text = gunzipSync(new Uint8Array(await object.arrayBuffer())).toString("utf8");
    found.set(
      key,
      text.split("\n").map((line) => JSON.parse(line) as Line),
    );
  }
  return found;
}
