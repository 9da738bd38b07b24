import { KEPT_MS } from "#workers/contract/automation/kept.ts";
import { automationTexts } from "#texts/automation.ts";
import type { Ctx } from "../ctx.ts";
import { settingTimers, type TimerHandler } from "../messaging/timers.ts";

/** Runs that one transaction tells to end; the clock goes on with the others. */
const PAGE = 2_000;

/** Waiting runs of an instance (?1) that have not been told. */
const UNTOLD = `FROM runs r WHERE r.instance_id = ?1 AND r.state = 'waiting' AND NOT EXISTS (SELECT 1 FROM run_inbox x
  WHERE x.enterprise_id = r.enterprise_id AND x.event_id = 'end:' || r.id || ':' || r.seq)`;
const TELL = (which: string) =>
  `INSERT INTO run_inbox (enterprise_id, event_id, kind, key, run_id, data, at, until)
  SELECT r.enterprise_id, 'end:' || r.id || ':' || r.seq, 'leave', '', r.id, ?2, ?3, ?4 ${which}`;
const TELL_PAGE = `${TELL(UNTOLD)} LIMIT ${PAGE} ON CONFLICT DO NOTHING`;
const TELL_ONE = `${TELL("FROM runs r WHERE r.id = ?1 AND r.state = 'waiting'")} ON CONFLICT DO NOTHING`;
const GO_ON = settingTimers(
  "instanceEnds",
  `SELECT i.enterprise_id, i.id AS subject, ?2 AS seq, ?2 AS due_at FROM automation_instances i WHERE i.id = ?1 AND EXISTS (SELECT 1 ${UNTOLD})`,
);

const leaving = (sentence: string) => JSON.stringify({ state: "cancelled", code: "stopped", sentence });

/** Statements by which an instance's open runs end as runs do: through their inbox, a page now, others by the clock. */
export const endingRuns = (
  { $client }: Ctx["db"] | Pick<Ctx["db"], "$client">,
  instanceId: string,
  at: number,
): D1PreparedStatement[] => [
  $client.prepare(TELL_PAGE).bind(instanceId, leaving(automationTexts.failures.stopped), at, at + KEPT_MS),
  $client.prepare(GO_ON).bind(instanceId, at),
];

/** The statement by which one run ends. */
export const endingRun = (
  { db: { $client }, now }: Pick<Ctx, "db" | "now">,
  runId: string,
  sentence: string,
): D1PreparedStatement => $client.prepare(TELL_ONE).bind(runId, leaving(sentence), now(), now() + KEPT_MS);

/** Tells the next page of each instance that was stopped. */
export const instanceEnds: TimerHandler = (db, { timers, now }) =>
  timers.flatMap(({ subject }) => endingRuns(db, subject, now));
