import { and, eq, ne, sql } from "drizzle-orm";
import { artifacts } from "#db/tenant/library.ts";
import { jobKinds, type JobPayload, type JobProgress } from "#workers/contract/jobs.ts";
import { openJob } from "../jobs/open.ts";
import { getJob } from "../jobs/progress.ts";
import { narrowed, sought } from "./list.ts";
import { editable, type Viewer } from "./viewer.ts";

const KIND = "library.move";
type Payload = JobPayload<typeof KIND>;

/** The condition of what is not yet where it goes. */
export const outside = ({ to, from }: Pick<Payload, "to" | "from">) =>
  to ? ne(artifacts.bucketId, to) : eq(artifacts.bucketId, from);

/** Opens the job that moves all that match; those made later are left alone. */
export async function startMove(
  viewer: Viewer,
  matching: Payload["matching"],
  { to = "", from = "" }: { to?: string; from?: string },
): Promise<JobProgress> {
  const { db, actor, newId, now, isAdmin } = viewer;
  const which = and(
    sought(viewer, matching),
    narrowed(matching),
    outside({ to, from }),
    editable(viewer, artifacts),
  );
  const [row] = await db
    .select({ total: sql<number>`count(*)` })
    .from(artifacts)
    .where(which);
  const by = { userId: actor.userId, by: actor.name, isAdmin, at: now() };
  const payload = { to, from, matching, ...by, total: row?.total ?? 0, changed: 0 };
  const { jobId } = await openJob(viewer, { kind: KIND, subject: newId(), payload });
  return getJob(viewer, jobId, jobKinds[KIND].sees);
}
