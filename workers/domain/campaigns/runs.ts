import { uuidv7 } from "uuidv7";
import { campaignsTexts as texts } from "#texts/campaigns.ts";
import { broadcastIdOf } from "#workers/contract/recipient-ids.ts";
import { makingFrom, OPEN_JOB, prepareOf } from "../broadcasts/begin.ts";
import { settingTimers, type TimerHandler } from "../messaging/timers.ts";
import { makingFallbacks, type Place, settingFallbacks } from "./fallbacks.ts";
import { makingParts, type PartIds, permilleIn, settingDecisions } from "./parts.ts";
import { type Activities, broadcastsOf, byIds } from "./running.ts";
import { UNSENDABLE } from "./unsendable.ts";
import { LATE_MS } from "../messaging/time-to-send.ts";

/** A run that is to be made. */
export interface Run {
  activityId: string;
  run: number;
  broadcastId: string;
  jobId: string;
  /** Of its fallback, where the activity has one. */
  fallbackId: string;
  /** Of its other parts, where the activity compares two messages. */
  parts: PartIds;
}
export const newRun = (activityId: string, run: number, newId: () => string = uuidv7): Run => ({
  activityId,
  run,
  broadcastId: broadcastIdOf(newId()),
  jobId: newId(),
  fallbackId: broadcastIdOf(newId()),
  parts: { b: broadcastIdOf(newId()), bJob: newId(), rest: broadcastIdOf(newId()) },
});

const MAKE =
  makingFrom(`SELECT e.value->>2 AS id, a.enterprise_id, a.name, a.channel_id, a.channel_type, a.template_id, a.template,
    json_set(a.request, '$.name', a.name, '$.resourceId', a.id, '$.resourceType', 'CAMPAIGN') AS request,
    a.by_id, a.by_name, a.id AS activity_id, e.value->>1 AS run, a.plan ->> '$.timezone' AS timezone, e.value->>3 AS job_id,
    CASE WHEN a.comparison IS NOT NULL THEN 'a' END AS part, CASE WHEN a.comparison IS NULL THEN 1000 ELSE ${permilleIn("a.comparison")} END AS slice_to
  FROM json_each(?1) e CROSS JOIN activities a ON a.id = e.value->>0 AND a.enterprise_id = ?3 AND a.state = 2`);

/** Statements that make runs of activities which have started, with their other parts and their fallbacks, and open the work of finding their recipients. */
export function makingRuns(place: Place, runs: readonly Run[]): D1PreparedStatement[] {
  const { $client, enterpriseId, at } = place;
  const rows = runs.map(({ activityId, run, broadcastId, jobId }) => [activityId, run, broadcastId, jobId]);
  const jobs = runs.flatMap(({ broadcastId, jobId, parts }) => [
    [broadcastId, 0, jobId],
    [parts.b, 0, parts.bJob],
  ]);
  return [
    $client.prepare(MAKE).bind(JSON.stringify(rows), at, enterpriseId),
    ...makingParts(place, runs),
    $client.prepare(OPEN_JOB).bind(JSON.stringify(jobs), at, enterpriseId, JSON.stringify(prepareOf(""))),
    ...makingFallbacks(
      place,
      runs.map(({ broadcastId, fallbackId }) => [broadcastId, fallbackId]),
    ),
  ];
}

const MADE = "coalesce((SELECT max(b.run) FROM broadcasts b WHERE b.activity_id = a.id), 0)";
/** Of runs that were missed meanwhile the latest is made up for, at once; the others are left out. */
const NEXT = (activities: string) =>
  settingTimers(
    "activityRuns",
    `SELECT n.enterprise_id, n.subject, n.seq, max(n.runs ->> (n.seq - 1), ?2) AS due_at FROM (
    SELECT a.enterprise_id, a.id AS subject, a.runs, coalesce((SELECT max(r.key) + 1 FROM json_each(a.runs) r
        WHERE r.key >= ${MADE} AND r.value <= ?2), ${MADE} + 1) AS seq
    FROM activities a WHERE a.id IN (${activities}) AND a.enterprise_id = ?3 AND a.state IN (1, 2)) n
  WHERE n.runs ->> (n.seq - 1) IS NOT NULL`,
  );

/** The statement that has activities go on with their next run when its time comes. */
export const settingRuns = (
  { $client, enterpriseId, at }: Place,
  { activities, value }: Activities,
): D1PreparedStatement => $client.prepare(NEXT(activities)).bind(value, at, enterpriseId);

/** Statements that have activities which resume go on: with their next run, and with fallbacks and decisions of those before. */
export const goingOn = (place: Place, which: Activities): D1PreparedStatement[] => [
  settingRuns(place, which),
  settingFallbacks(place, broadcastsOf(which)),
  settingDecisions(place, broadcastsOf(which)),
];

const DUE = `FROM json_each(?1) e CROSS JOIN activities ON activities.id = e.value->>0 AND activities.enterprise_id = ?3 AND activities.state IN (1, 2)`;
const PAUSE = (reason: string, which: string) =>
  `UPDATE activities SET state = 3, reason = ${reason}, revision = revision + 1, updated_at = ?2 WHERE id IN (SELECT activities.id ${DUE} AND ${which})`;
const LATE = PAUSE("?4", `e.value->>1 < ?2 - ${LATE_MS}`);
const GONE = PAUSE(`json_extract(?4, '$.' || (${UNSENDABLE}))`, `(${UNSENDABLE}) IS NOT NULL`);
const BEGIN = `UPDATE activities SET state = 2, revision = revision + 1, updated_at = ?2 WHERE id IN (SELECT activities.id ${DUE} AND activities.state = 1)`;

/** Activities go on with their next run; one that is over an hour late, or that can't be sent any more, waits for a person. */
export const activityRuns: TimerHandler = ({ $client }, { enterpriseId, timers, now }) => {
  const place = { $client, enterpriseId, at: now };
  const rows = JSON.stringify(timers.map(({ subject, dueAt }) => [subject, dueAt]));
  const bound = (text: string, ...more: unknown[]) =>
    $client.prepare(text).bind(rows, now, enterpriseId, ...more);
  const runs = timers.map(({ subject, seq }) => newRun(subject, seq));
  return [
    bound(LATE, texts.late),
    bound(GONE, JSON.stringify(texts.unsendable)),
    bound(BEGIN),
    ...makingRuns(place, runs),
    settingRuns(place, byIds(timers.map(({ subject }) => subject))),
  ];
};
