import { sendClasses } from "#db/tenant/messages.ts";
import type { JobPayload } from "#workers/contract/jobs.ts";
import { openingJobsFrom } from "../jobs/open.ts";
import { SENT_WITHIN_MS } from "../messaging/time-to-send.ts";

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

/** SQL for the class of a template's messages, by SQL for the template. */
export const classOf = (template: string): string =>
  `CASE ${template} ->> '$.category' WHEN 'MARKETING' THEN ${sendClasses.marketing} ELSE ${sendClasses.transactional} END`;
const CLASS = classOf("s.template");

/**
 * SQL that makes broadcasts which begin at `?2`: `source` selects id, enterprise_id, name, channel_id, channel_type, template_id,
 * template, request, by_id, by_name, activity_id, run, timezone, job_id, part and slice_to. A run that is there is not made again.
 */
export const makingFrom = (source: string): string =>
  `INSERT INTO broadcasts (id, enterprise_id, name, channel_id, channel_type, template_id, template, request, state, send_class,
    by_id, by_name, activity_id, run, timezone, job_id, part, slice_to, started_at, expires_at, updated_by, created_at, updated_at)
  SELECT s.id, s.enterprise_id, s.name, s.channel_id, s.channel_type, s.template_id, s.template, s.request, 'processing',
    ${CLASS},
    s.by_id, s.by_name, s.activity_id, s.run, s.timezone, s.job_id, s.part, s.slice_to, ?2, ?2 + ${SENT_WITHIN_MS}, s.by_name, ?2, ?2
  FROM (${source}) s WHERE true ON CONFLICT (activity_id, run) WHERE activity_id IS NOT NULL AND fallback_of IS NULL AND test_of IS NULL DO NOTHING`;

/**
 * SQL that makes other parts of runs (`test_of`): the same columns, these two and slice_from, and `start_at`, until when a part
 * waits; where that is null it begins at `?2`.
 */
export const makingPartsFrom = (source: string): string =>
  `INSERT INTO broadcasts (id, enterprise_id, name, channel_id, channel_type, template_id, template, request, state, send_class,
    by_id, by_name, activity_id, run, timezone, job_id, part, test_of, slice_from, slice_to, start_at, started_at, expires_at, updated_by, created_at, updated_at)
  SELECT s.id, s.enterprise_id, s.name, s.channel_id, s.channel_type, s.template_id, s.template, s.request,
    CASE WHEN s.start_at IS NULL THEN 'processing' ELSE 'scheduled' END, ${CLASS},
    s.by_id, s.by_name, s.activity_id, s.run, s.timezone, s.job_id, s.part, s.test_of, s.slice_from, s.slice_to, s.start_at,
    CASE WHEN s.start_at IS NULL THEN ?2 END, CASE WHEN s.start_at IS NULL THEN ?2 + ${SENT_WITHIN_MS} END, s.by_name, ?2, ?2
  FROM (${source}) s WHERE true ON CONFLICT (test_of, part) WHERE test_of IS NOT NULL DO NOTHING`;

/**
 * SQL that makes fallbacks of broadcasts (`fallback_of`), which begin so long after `?2` (`after_ms`): the same columns but for
 * `job_id`, and these two. A broadcast has one.
 */
export const makingFallbacksFrom = (source: string): string =>
  `INSERT INTO broadcasts (id, enterprise_id, name, channel_id, channel_type, template_id, template, request, state, send_class,
    by_id, by_name, activity_id, run, timezone, fallback_of, after_ms, fed_to, start_at, updated_by, created_at, updated_at)
  SELECT s.id, s.enterprise_id, s.name, s.channel_id, s.channel_type, s.template_id, s.template, s.request, 'scheduled', ${CLASS},
    s.by_id, s.by_name, s.activity_id, s.run, s.timezone, s.fallback_of, s.after_ms, 0, ?2 + s.after_ms, s.by_name, ?2, ?2
  FROM (${source}) s WHERE true ON CONFLICT (fallback_of) WHERE fallback_of IS NOT NULL DO NOTHING`;
