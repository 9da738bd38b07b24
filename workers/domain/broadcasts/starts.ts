import { uuidv7 } from "uuidv7";
import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { Ctx } from "../ctx.ts";
import { settingTimers, type TimerHandler } from "../messaging/timers.ts";
import { NOW_LOW } from "../channel-health/pause-for-quality.ts";
import { LATE_MS, SENT_WITHIN_MS } from "../messaging/time-to-send.ts";
import { OPEN_JOB, prepareOf } from "./begin.ts";
import { SEEN } from "./outcomes.ts";

const SET = settingTimers(
  "broadcastStarts",
  `SELECT b.enterprise_id, b.id AS subject, b.start_at AS seq, b.start_at AS due_at
  FROM broadcasts b WHERE b.id = ?1 AND b.state = 'scheduled' AND b.start_at IS NOT NULL`,
);

/** The statement by which a scheduled broadcast begins when its time has come; after the one that makes it. */
export const settingStart = ({ db }: Pick<Ctx, "db">, id: string): D1PreparedStatement =>
  db.$client.prepare(SET).bind(id);

const DUE = `FROM json_each(?1) e CROSS JOIN broadcasts b ON b.id = e.value->>0 AND b.enterprise_id = ?3 AND b.state = 'scheduled'`;
const LATE = `UPDATE broadcasts SET state = 'paused', reason = ?4, revision = revision + 1, updated_at = ?2
  WHERE id IN (SELECT b.id ${DUE} AND b.start_at = e.value->>1 AND b.start_at < ?2 - ${LATE_MS})`;
const BEGIN = `UPDATE broadcasts SET state = 'processing', started_at = ?2, expires_at = ?2 + ${SENT_WITHIN_MS}, revision = revision + 1, updated_at = ?2,
    job_id = (SELECT e.value->>2 FROM json_each(?1) e WHERE e.value->>0 = broadcasts.id)
  WHERE id IN (SELECT b.id ${DUE} AND b.start_at = e.value->>1)`;
/** Scheduled broadcasts begin; one that is over an hour late, such as after an outage, waits for a person. */
export const broadcastStarts: TimerHandler = ({ $client }, { enterpriseId, timers, now }) => {
  const rows = JSON.stringify(timers.map(({ subject, seq }) => [subject, seq, uuidv7()]));
  const bound = (text: string, ...more: unknown[]) =>
    $client.prepare(text).bind(rows, now, enterpriseId, ...more);
  return [bound(LATE, texts.paused.late), bound(BEGIN), bound(OPEN_JOB, JSON.stringify(prepareOf("")))];
};

const OVER = `SELECT b.id FROM json_each(?1) e CROSS JOIN broadcasts b ON b.id = e.value->>0 AND b.enterprise_id = ?3
    AND b.state = 'paused' AND b.activity_id IS NULL AND b.resume_at = e.value->>1`;
const STAY = `UPDATE broadcasts SET reason = ?4, resume_at = NULL, revision = revision + 1, updated_at = ?2
  WHERE id IN (${OVER}) AND ${NOW_LOW}`;
const GO_ON = `UPDATE broadcasts SET state = 'processing', reason = '', resume_at = NULL, ${SEEN}, revision = revision + 1, updated_at = ?2 WHERE id IN (${OVER})`;
/** Resumes broadcasts that paused at the account's limit, unless a person moved them or the quality has fallen since. */
export const broadcastResumes: TimerHandler = ({ $client }, { enterpriseId, timers, now }) => {
  const rows = JSON.stringify(timers.map(({ subject, seq }) => [subject, seq]));
  return [
    $client.prepare(STAY).bind(rows, now, enterpriseId, texts.paused.quality),
    $client.prepare(GO_ON).bind(rows, now, enterpriseId),
  ];
};
