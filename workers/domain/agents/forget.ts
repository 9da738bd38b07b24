import { finished, release, type LeasedJob } from "../jobs/lease.ts";
import { forgetCounts } from "../reports/forget-counts.ts";
import type { Scope } from "../scope.ts";
import { type Files, keysBelow, modelFolder } from "../training/files.ts";

/** After so long nobody writes any more who was at work when the agent was deleted. */
const SETTLED_MS = 60_000;

/**
 * Deletes the files of a deleted agent and what reports counted of it: at once, and once more when all is settled, since a worker in the middle of a
 * training or an upload may have written, and died before it could tidy up.
 */
export async function forgetAgent(
  scope: Scope,
  job: LeasedJob,
  { agentId }: { agentId: string },
  files: Pick<Files, "list" | "delete">,
): Promise<void> {
  const { enterpriseId, now } = scope;
  for (const folder of [modelFolder(scope, agentId), `${enterpriseId}/documents/${agentId}/`]) {
    for await (const keys of keysBelow(files, folder)) {
      if (keys.length > 0) await files.delete(keys);
    }
  }
  await forgetCounts(scope, agentId);
  const left = job.createdAt + SETTLED_MS - now();
  if (left > 0) await release(scope, job, left);
  else await finished(scope, job, "");
}
