import { uuidv7 } from "uuidv7";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { msIn } from "#workers/contract/fallback.ts";
import { makingFallbacksFrom } from "../broadcasts/begin.ts";
import { LATE_MS, SENT_WITHIN_MS } from "../messaging/time-to-send.ts";
import type { Which } from "../broadcasts/moving.ts";
import { openingJobsFrom } from "../jobs/open.ts";
import { settingTimers, type TimerHandler } from "../messaging/timers.ts";
import { FALLBACK_TEMPLATE, FALLBACK_UNSENDABLE } from "./unsendable.ts";

export interface Place {
  $client: D1Database;
  enterpriseId: EnterpriseId;
  at: number;
}

/** Fallbacks of runs that are in the same transaction: a run has its fallback from the beginning, or has none. */
const MAKE =
  makingFallbacksFrom(`SELECT e.value->>1 AS id, a.enterprise_id, a.name, a.fallback ->> '$.channelId' AS channel_id,
    a.fallback_channel_type AS channel_type, ${FALLBACK_TEMPLATE.replaceAll("activities.", "a.")} AS template_id, a.fallback_template AS template,
    json_set(json_remove(a.fallback, '$.after'), '$.name', a.name, '$.phoneNumber', json('[]'),
      '$.audience', json('{"filter":null,"customerIds":[],"file":null}'), '$.resourceId', a.id, '$.resourceType', 'CAMPAIGN') AS request,
    a.by_id, a.by_name, a.id AS activity_id, p.run, p.timezone, p.id AS fallback_of, ${msIn("a.fallback")} AS after_ms
  FROM json_each(?1) e CROSS JOIN broadcasts p ON p.id = e.value->>0 AND p.enterprise_id = ?3
    CROSS JOIN activities a ON a.id = p.activity_id AND a.fallback IS NOT NULL`);

/** Statements that make the fallbacks of runs, rows of the run's id and the fallback's, and have each begin in its time. */
export const makingFallbacks = (
  place: Place,
  rows: readonly (readonly [runId: string, fallbackId: string])[],
): D1PreparedStatement[] => [
  place.$client.prepare(MAKE).bind(JSON.stringify(rows), place.at, place.enterpriseId),
  settingFallbacks(place, {
    condition: "id IN (SELECT value FROM json_each(?1))",
    value: JSON.stringify(rows.map(([, id]) => id)),
  }),
];

const NEXT = (condition: string) =>
  settingTimers(
    "activityFallbacks",
    `SELECT enterprise_id, id AS subject, max(start_at, ?2) AS seq, max(start_at, ?2) AS due_at FROM broadcasts
    WHERE ${condition} AND enterprise_id = ?3 AND fallback_of IS NOT NULL AND fed_to IS NOT NULL AND state IN ('scheduled', 'processing')
      AND EXISTS (SELECT 1 FROM activities a WHERE a.id = activity_id AND a.state = 2)`,
  );

/** The statement that has fallbacks which are not over go on when their time comes. */
export const settingFallbacks = (
  { $client, enterpriseId, at }: Place,
  { condition, value }: Which,
): D1PreparedStatement => $client.prepare(NEXT(condition)).bind(value, at, enterpriseId);

const DUE = `FROM json_each(?1) e CROSS JOIN broadcasts b ON b.id = e.value->>0 AND b.enterprise_id = ?3 AND b.fed_to IS NOT NULL
    AND b.state IN ('scheduled', 'processing') CROSS JOIN activities ON activities.id = b.activity_id AND activities.state = 2`;
const PAUSE = (reason: string, which: string) =>
  `UPDATE broadcasts SET state = 'paused', reason = ${reason}, revision = revision + 1, updated_at = ?2 WHERE id IN (SELECT b.id ${DUE} AND ${which})`;
const LATE = PAUSE("?4", `e.value->>1 < ?2 - ${LATE_MS}`);
const GONE = PAUSE(
  `json_extract(?4, '$.' || (SELECT ${FALLBACK_UNSENDABLE} FROM activities WHERE activities.id = broadcasts.activity_id))`,
  `(${FALLBACK_UNSENDABLE}) IS NOT NULL`,
);
const BEGIN = `UPDATE broadcasts SET state = 'processing', started_at = coalesce(started_at, ?2), prepared_at = coalesce(prepared_at, ?2),
    expires_at = max(?2, coalesce((SELECT p.expires_at FROM broadcasts p WHERE p.id = broadcasts.fallback_of), 0)) + after_ms + ${SENT_WITHIN_MS},
    job_id = (SELECT e.value->>2 FROM json_each(?1) e WHERE e.value->>0 = broadcasts.id), revision = revision + 1, updated_at = ?2
  WHERE id IN (SELECT b.id ${DUE})`;
const FEED = openingJobsFrom(
  "broadcast.feed",
  `SELECT b.job_id AS id, b.enterprise_id, b.id AS subject, json_object('broadcastId', b.id, 'n', b.fed_to, 'first', 0, 'nextAt', 0) AS payload
  FROM json_each(?1) e CROSS JOIN broadcasts b ON b.id = e.value->>0 AND b.enterprise_id = ?3 AND b.job_id = e.value->>2
    AND b.state = 'processing' AND b.fed_to IS NOT NULL`,
);

/**
 * Fallbacks look whom their run has not reached; one that is over an hour late, or that can't be sent any more, waits for a
 * person with its activity. Of what is paused nothing is done: whoever resumes it sets the timer anew.
 */
export const activityFallbacks: TimerHandler = ({ $client }, { enterpriseId, timers, now }) => {
  const rows = JSON.stringify(timers.map(({ subject, dueAt }) => [subject, dueAt, uuidv7()]));
  const bound = (text: string, ...more: unknown[]) =>
    $client.prepare(text).bind(rows, now, enterpriseId, ...more);
  return [
    bound(LATE, texts.fallbackLate),
    bound(GONE, JSON.stringify(texts.unsendable)),
    bound(BEGIN),
    bound(FEED),
  ];
};
