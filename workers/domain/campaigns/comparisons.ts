import { uuidv7 } from "uuidv7";
import type { Decision } from "#db/tenant/broadcasts.ts";
import { classOf, OPEN_JOB, prepareOf } from "../broadcasts/begin.ts";
import { SENT_WITHIN_MS } from "../messaging/time-to-send.ts";
import type { TimerHandler } from "../messaging/timers.ts";
import type { Place } from "./fallbacks.ts";
import { settingDecisions } from "./parts.ts";
import { lookAt, READ_RESTS, type Rest } from "./tested.ts";

/**
 * Rows of id, winner and decision: the rest becomes a broadcast of that message, once. Joined columns are selected by
 * name: all columns of two broadcasts are more than D1 lets a statement have.
 */
const CHOOSE = `UPDATE broadcasts SET decision = c.decision, template_id = c.template_id, template = c.template, send_class = ${classOf("c.template")},
    request = json_set(broadcasts.request, '$.message', json(c.request -> '$.message'), '$.columnMapping', json(c.request -> '$.columnMapping'),
      '$.trackClicks', json(c.request -> '$.trackClicks')), start_at = ?2, revision = broadcasts.revision + 1, updated_at = ?2
  FROM (SELECT r.id, e.value->>2 AS decision, w.template_id, w.template, w.request FROM json_each(?1) e CROSS JOIN broadcasts r ON r.id = e.value->>0
    CROSS JOIN broadcasts w ON w.id IN (SELECT r.test_of UNION ALL SELECT s.id FROM broadcasts s WHERE s.test_of = r.test_of)
    WHERE w.part = e.value->>1) c
  WHERE broadcasts.id = c.id AND broadcasts.enterprise_id = ?3 AND broadcasts.part = 'rest'
    AND broadcasts.state = 'scheduled' AND broadcasts.decision IS NULL`;
/** Rows of id, anything and the job's id, as the job's own statement has them. */
const BEGIN = `UPDATE broadcasts SET state = 'processing', started_at = ?2, expires_at = ?2 + ${SENT_WITHIN_MS}, revision = revision + 1, updated_at = ?2,
    job_id = (SELECT e.value->>2 FROM json_each(?1) e WHERE e.value->>0 = broadcasts.id)
  WHERE id IN (SELECT value->>0 FROM json_each(?1)) AND enterprise_id = ?3 AND part = 'rest' AND state = 'scheduled' AND decision IS NOT NULL
    AND EXISTS (SELECT 1 FROM activities a WHERE a.id = broadcasts.activity_id AND a.state = 2)`;

interface Choice {
  id: string;
  decision: Decision;
  /** Of the job that finds the rest's recipients. */
  jobId: string;
}

/** Statements that choose messages for rests which have none, and begin with them where their activity goes on. */
export function choosing(
  { $client, enterpriseId, at }: Place,
  choices: readonly Choice[],
): D1PreparedStatement[] {
  const bound = (text: string, rows: unknown, ...more: unknown[]) =>
    $client.prepare(text).bind(JSON.stringify(rows), at, enterpriseId, ...more);
  const jobs = choices.map(({ id, jobId }) => [id, 0, jobId]);
  return [
    bound(
      CHOOSE,
      choices.map(({ id, decision }) => [id, decision.winner, JSON.stringify(decision)]),
    ),
    bound(BEGIN, jobs),
    bound(OPEN_JOB, jobs, JSON.stringify(prepareOf(""))),
  ];
}

const WAIT = `UPDATE broadcasts SET start_at = (SELECT e.value->>1 FROM json_each(?1) e WHERE e.value->>0 = broadcasts.id)
  WHERE id IN (SELECT value->>0 FROM json_each(?1)) AND ?2 > 0 AND enterprise_id = ?3 AND part = 'rest' AND state = 'scheduled'`;
/** Rows of the rest's id and a reason. Its activity pauses, with what of the run is under way; the rest goes on waiting. */
const PAUSE = `UPDATE activities SET state = 3, reason = (SELECT e.value->>1 FROM json_each(?1) e CROSS JOIN broadcasts r ON r.id = e.value->>0
      WHERE r.activity_id = activities.id LIMIT 1), revision = revision + 1, updated_at = ?2
  WHERE enterprise_id = ?3 AND state = 2 AND id IN (SELECT r.activity_id FROM json_each(?1) e CROSS JOIN broadcasts r ON r.id = e.value->>0)`;
const PAUSE_RUNS = `UPDATE broadcasts SET state = 'paused', revision = revision + 1, updated_at = ?2
  WHERE enterprise_id = ?3 AND state = 'processing' AND activity_id IN (SELECT r.activity_id FROM json_each(?1) e CROSS JOIN broadcasts r ON r.id = e.value->>0)`;

/**
 * Chooses the message for the rests of runs and has them sent; one that is over an hour late, or whose winner can't be sent any
 * more, waits for a person. Of what is paused nothing is done: whoever resumes it sets the timer anew.
 */
export const comparisonEnds: TimerHandler = async ({ $client }, { enterpriseId, timers, now }) => {
  const { results } = await $client
    .prepare(
      READ_RESTS(
        "r.id IN (SELECT value FROM json_each(?1)) AND r.enterprise_id = ?2 AND activities.state = 2",
      ),
    )
    .bind(JSON.stringify(timers.map(({ subject }) => subject)), enterpriseId)
    .all<Rest>();
  const dueOf = new Map(timers.map(({ subject, dueAt }) => [subject, dueAt]));
  const looks = results.map((rest) => ({
    id: rest.id,
    look: lookAt(rest, { dueAt: dueOf.get(rest.id) ?? now, now }),
  }));
  const place = { $client, enterpriseId, at: now };
  const waits = looks.flatMap(({ id, look }) => ("wait" in look ? [[id, look.wait] as const] : []));
  const pauses = looks.flatMap(({ id, look }) => ("pause" in look ? [[id, look.pause] as const] : []));
  const choices = looks.flatMap(({ id, look }) =>
    "decision" in look ? [{ id, decision: look.decision, jobId: uuidv7() }] : [],
  );
  const bound = (text: string, rows: unknown) =>
    $client.prepare(text).bind(JSON.stringify(rows), now, enterpriseId);
  return [
    bound(WAIT, waits),
    settingDecisions(place, {
      condition: "id IN (SELECT value FROM json_each(?1))",
      value: JSON.stringify(waits.map(([id]) => id)),
    }),
    bound(PAUSE, pauses),
    bound(PAUSE_RUNS, pauses),
    ...choosing(place, choices),
  ];
};
