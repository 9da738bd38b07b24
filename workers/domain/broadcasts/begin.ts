import type { JobPayload } from "#workers/contract/jobs.ts";
import { openingJobsFrom } from "../jobs/open.ts";

/** Nobody is begun with later than this after the start. */
export const SENT_WITHIN_MS = 3 * 86_400_000;

/** The work of finding a broadcast's recipients, from its beginning. */
export const prepareOf = (broadcastId: string): JobPayload<"broadcast.prepare"> => ({
  broadcastId,
  part: 0,
  at: 0,
  below: Number.MAX_SAFE_INTEGER,
  n: 0,
});

/** SQL that opens that job for broadcasts that have just begun; `?1` rows of id, anything, job's id; `?4` the job's payload. */
export const OPEN_JOB = openingJobsFrom(
  "broadcast.prepare",
  `SELECT b.job_id AS id, b.enterprise_id, b.id AS subject, json_set(?4, '$.broadcastId', b.id) AS payload
  FROM json_each(?1) e CROSS JOIN broadcasts b ON b.id = e.value->>0 AND b.enterprise_id = ?3 AND b.job_id = e.value->>2
    AND b.state = 'processing' AND b.prepared_at IS NULL`,
);
