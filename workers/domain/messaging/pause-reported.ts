import { broadcastsTexts as texts } from "#texts/broadcasts.ts";
import type { Ctx } from "../ctx.ts";
import { settingTimers } from "./timers.ts";

/** The vendor says that the number is reported too often, or that the account may send no more for now. */
export const SPAM = "131048";
/** The vendor has paused or disabled the template: whoever comes next would be refused, too. */
export const TEMPLATE_PAUSED: readonly string[] = ["132015", "132016"];
/** In which a spent limit of people is free again: people count for as long after they were reached. */
const LIMIT_REST_MS = 86_400_000;

const GOING = "id IN (SELECT value FROM json_each(?1)) AND state = 'processing'";
/**
 * A broadcast that has spent its limit of people a day goes on when that day is over; a run of an activity only by hand,
 * as its campaign may have ended.
 */
const PAUSE_SPENT = `UPDATE broadcasts SET state = 'paused', reason = CASE WHEN activity_id IS NULL THEN ?2 ELSE ?3 END,
    resume_at = ?4 + ${LIMIT_REST_MS}, revision = revision + 1, updated_at = ?4 WHERE ${GOING}`;
const PAUSE = `UPDATE broadcasts SET state = 'paused', reason = ?2, resume_at = NULL, revision = revision + 1, updated_at = ?3 WHERE ${GOING}`;
const SET_TIMER = settingTimers(
  "broadcastResumes",
  `SELECT b.enterprise_id, b.id AS subject, b.resume_at AS seq, b.resume_at AS due_at FROM json_each(?1) e
    CROSS JOIN broadcasts b ON b.id = e.value AND b.state = 'paused' AND b.activity_id IS NULL AND b.resume_at = ?2 + ${LIMIT_REST_MS}`,
);

/**
 * Statements that pause broadcasts of which the vendor has refused a message with `SPAM`. Meta has no code of its own for a
 * spent limit of people a day: where our count says that it is spent (`isSpent`), that is what it means.
 */
export function pausingReported(
  { db: { $client }, now }: Pick<Ctx, "db" | "now">,
  broadcastIds: readonly string[],
  isSpent: boolean,
): D1PreparedStatement[] {
  if (broadcastIds.length === 0) return [];
  const [ids, at] = [JSON.stringify([...new Set(broadcastIds)]), now()];
  if (!isSpent) return [$client.prepare(PAUSE).bind(ids, texts.paused.spam, at)];
  return [
    $client.prepare(PAUSE_SPENT).bind(ids, texts.paused.limit, texts.paused.limitOfRun, at),
    $client.prepare(SET_TIMER).bind(ids, at),
  ];
}

/** The same of which it has refused one for the template. */
export function pausingTemplate(
  { db: { $client }, now }: Pick<Ctx, "db" | "now">,
  broadcastIds: readonly string[],
): D1PreparedStatement[] {
  if (broadcastIds.length === 0) return [];
  const ids = JSON.stringify([...new Set(broadcastIds)]);
  return [$client.prepare(PAUSE).bind(ids, texts.paused.templatePaused, now())];
}
