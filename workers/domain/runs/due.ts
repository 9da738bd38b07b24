import type { TenantDb } from "#db/client.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import { INSTANCE } from "#workers/contract/automation/instance-states.ts";
import { waitsOnFor } from "../flow/calls.ts";
import type { Cause, CallResult, RunEvent } from "../flow/cause.ts";
import type { Effect } from "../flow/effects.ts";
import { leaveOf, type ToldToLeave } from "./leave-of.ts";
import { MOST_TRIES } from "./calls.ts";
import { Line } from "./crowd.ts";
import { RUN_COLUMNS, type RunRow } from "./run-row.ts";
import { goesOn } from "../bare/fenced.ts";

/** Runs that one look takes; those of one enterprise are one transaction. */
export const PAGE = 500;
/** Bytes of runs and events of each kind that one look takes: 500 with all the variables that a run may have are 64 MB. */
const LOOK_BYTES = 4_000_000;

/** A run with the cause that carries it on. */
export interface Due {
  row: RunRow;
  cause: Cause;
  /** Number in the inbox of the event or result; null for a time that has come. */
  n: number | null;
}

/** The kind of the call that a run (`r`) waits for and that is not over: begun or not, since all of a database's wait in a row. */
const CALLING = `SELECT c.kind FROM run_calls c WHERE c.run_id = r.id AND c.seq = r.seq AND c.attempts <= ${MOST_TRIES} AND r.attempts = 0`;
/** Sizes first, which read no row's variables; then the rows as far as a look has room for them. */
const BY_TIME = (
  who: string,
) => `WITH d AS (SELECT r.id, r.wake_at AS due, octet_length(r.data) AS bytes FROM runs r WHERE r.wake_at > 0 AND r.wake_at <= ?1 ${who} AND ${goesOn("r.enterprise_id")} ORDER BY r.wake_at LIMIT ${PAGE}),
  s AS (SELECT id, due, sum(bytes) OVER (ORDER BY due, id ROWS UNBOUNDED PRECEDING) - bytes AS before, sum(bytes) OVER () AS whole FROM d)
  SELECT ${RUN_COLUMNS}, (${CALLING}) AS calling, s.whole > ${LOOK_BYTES} AS cut FROM s CROSS JOIN runs r ON r.id = s.id WHERE s.before < ${LOOK_BYTES} ORDER BY s.due, s.id`;
/** Runs of a paused instance keep their time as a negative number, so that nobody looks at them. */
const TIMES = BY_TIME("");
/** The same of everybody but those who have had their turns. */
const OTHERS = BY_TIME("AND r.enterprise_id NOT IN (SELECT value FROM json_each(?2))");
/** Runs (?1: id and time) wait on for their calls, which have yet to begin or to end. */
const WAIT_ON = `UPDATE runs SET wake_at = e.value->>1, data = json_set(runs.data, '$.wakeAt', e.value->>1) FROM json_each(?1) e
  WHERE runs.id = e.value->>0 AND runs.seq = e.value->>2 AND runs.state = 'waiting' AND runs.wake_at > 0 AND runs.wake_at <= ?2 AND ${goesOn("runs.enterprise_id")}`;
const EVENT = "x.n, x.event_id AS eventId, x.kind, x.key, x.seq AS ofSeq, x.data AS told, x.at";
/** Runs that something may carry on now; a statement's ?1 is the time. */
export const GOES_ON = `CROSS JOIN automation_instances i ON i.id = r.instance_id AND ${goesOn("r.enterprise_id")} AND i.state <> ${INSTANCE.paused} AND (r.attempts = 0 OR r.wake_at <= ?1)`;
const SIZED = "x.n, r.id AS run, octet_length(r.data) + octet_length(x.data) AS bytes";
/** As many of the numbers and runs of `d` as a look has room for. */
const TOLD = `s AS (SELECT n, run, sum(bytes) OVER (ORDER BY n) - sum(bytes) OVER (PARTITION BY n) AS before, sum(bytes) OVER () AS whole FROM d)
  SELECT ${EVENT}, ${RUN_COLUMNS}, s.whole > ${LOOK_BYTES} AS cut FROM s CROSS JOIN run_inbox x ON x.n = s.n CROSS JOIN runs r ON r.id = s.run
  WHERE s.before < ${LOOK_BYTES} ORDER BY s.n`;
/**
 * Events find their runs by what those wait for; what is addressed to a run finds it by its id. Whoever waits for one event is in
 * the same look as all others who do, whatever room there is: it is used once.
 */
const EVENTS = (
  who: string,
) => `WITH d AS (SELECT ${SIZED} FROM run_inbox x CROSS JOIN runs r ON r.id = x.run_id ${GOES_ON}
  WHERE x.done_at IS NULL AND x.run_id IS NOT NULL AND x.until > ?1 ${who}
  UNION ALL SELECT ${SIZED} FROM run_inbox x
    CROSS JOIN run_waits w ON w.enterprise_id = x.enterprise_id AND w.kind = x.kind AND w.key = x.key
    CROSS JOIN runs r ON r.id = w.run_id AND (x.identity_id IS NULL OR r.identity_id = x.identity_id) ${GOES_ON}
  WHERE x.done_at IS NULL AND x.run_id IS NULL AND x.until > ?1 ${who}
  ORDER BY 1 LIMIT ${PAGE}),
  ${TOLD}`;
const TOLD_ALL = EVENTS("");
const TOLD_OTHERS = EVENTS("AND x.enterprise_id NOT IN (SELECT value FROM json_each(?2))");
/**
 * People are answered before news of messages and the ends of whole instances, which come by the thousand. Each of their runs
 * begins with whatever lies for it the longest: to a run, things happen in the order in which they came.
 */
const ANSWERED = `WITH a AS (SELECT x.run_id AS run FROM run_inbox x INDEXED BY run_inbox_answers CROSS JOIN runs r ON r.id = x.run_id ${GOES_ON}
  WHERE x.done_at IS NULL AND x.kind IN ('reply', 'button') AND x.until > ?1 ORDER BY x.n LIMIT ${PAGE}),
  d AS (SELECT x.n, x.run_id AS run, octet_length(r.data) + octet_length(x.data) AS bytes FROM (SELECT x.run_id, min(x.n) AS n FROM (SELECT DISTINCT run FROM a) a
      CROSS JOIN run_inbox x INDEXED BY run_inbox_of_run ON x.run_id = a.run AND x.done_at IS NULL AND x.until > ?1 GROUP BY x.run_id) f
    CROSS JOIN run_inbox x ON x.n = f.n CROSS JOIN runs r ON r.id = x.run_id),
  ${TOLD}`;

const NOBODY = "SELECT 1 WHERE 0";

/** Whether there were more than the look had room for. */
interface Cut {
  cut: 0 | 1;
}

interface TimedRow extends RunRow, Cut {
  calling: Effect["kind"] | null;
}

interface EventRow extends RunRow, Cut {
  n: number;
  eventId: string;
  kind: string;
  key: string;
  ofSeq: number | null;
  told: string;
  at: number;
}

const isCut = ([first]: readonly Cut[]): boolean => first?.cut === 1;

/** The enterprises with many due runs: by their time, and by what has happened to them. */
export class Crowd {
  readonly times = new Line(PAGE);
  readonly told = new Line(PAGE);
}

/** Runs whose time has come or of whom something has happened: each once, with what came first. */
export async function dueRuns(
  { $client }: Pick<TenantDb, "$client">,
  now: number,
  crowd: Crowd,
): Promise<{ of: Map<EnterpriseId, Due[]>; more: boolean }> {
  const [busyTimes, busyTold] = [crowd.times.passedOver(now), crowd.told.passedOver(now)];
  const [answered, told, timed, toldBehind, timedBehind] = await $client.batch([
    $client.prepare(ANSWERED).bind(now),
    $client.prepare(TOLD_ALL).bind(now),
    $client.prepare(TIMES).bind(now),
    busyTold.length > 0
      ? $client.prepare(TOLD_OTHERS).bind(now, JSON.stringify(busyTold))
      : $client.prepare(NOBODY),
    busyTimes.length > 0
      ? $client.prepare(OTHERS).bind(now, JSON.stringify(busyTimes))
      : $client.prepare(NOBODY),
  ]);
  const [answers, heard] = [(answered?.results ?? []) as EventRow[], (told?.results ?? []) as EventRow[]];
  const times = (timed?.results ?? []) as TimedRow[];
  crowd.times.saw(times, isCut(times));
  crowd.told.saw(heard, isCut(heard));
  const behind = (toldBehind?.results ?? []) as EventRow[];
  const byEvent = new Map([...answers, ...heard, ...behind].map((row) => [`${row.n} ${row.id}`, row]));
  const events = [...byEvent.values()].toSorted((one, other) => one.n - other.n);
  const others = (timedBehind?.results ?? []) as TimedRow[];
  const due = new Map<string, Due>();
  const byNumber = Map.groupBy(events, ({ n }) => n);
  let left = false;
  for (const [n, rows] of byNumber) {
    // One that several wait for is used by all of them at once.
    if (rows.some(({ id }) => due.has(id))) {
      left = true;
      continue;
    }
    for (const row of rows) due.set(row.id, { row, n, cause: causeOf(row) });
  }
  const byTime = new Map([...others, ...times].map((row) => [row.id, row]));
  const calling: TimedRow[] = [];
  for (const row of byTime.values()) {
    if (due.has(row.id)) left = true;
    else if (row.calling !== null) calling.push(row);
    else
      due.set(row.id, {
        row,
        n: null,
        cause: row.nodeId === null ? { kind: "start" } : { kind: "timer", seq: row.seq },
      });
  }
  await waitOn($client, calling, now);
  const of = Map.groupBy(due.values(), ({ row }) => row.enterpriseId);
  return { of, more: left || [times, answers, heard].some((found) => found.length >= PAGE || isCut(found)) };
}

/** Nobody gives up a call that is still to be made: it would be made all the same, of somebody who has gone another way. */
async function waitOn($client: D1Database, times: readonly TimedRow[], now: number): Promise<void> {
  const calling = times.flatMap(({ id, seq, calling: kind }) =>
    kind === null ? [] : [[id, now + waitsOnFor(kind), seq]],
  );
  if (calling.length > 0) await $client.prepare(WAIT_ON).bind(JSON.stringify(calling), now).run();
}

function causeOf({ eventId, kind, key, ofSeq, told, at }: EventRow): Cause {
  const data = JSON.parse(told) as object;
  if (kind === "call") return { kind: "result", seq: ofSeq ?? 0, result: data as CallResult };
  if (kind === "leave") return leaveOf(data as ToldToLeave, ofSeq);
  if (kind === "timer") return { kind: "timer", seq: ofSeq ?? 0, skip: true };
  if (kind === "move") return { kind: "move", seq: ofSeq ?? 0, nodeId: (data as { nodeId: string }).nodeId };
  if (kind === "retry") return { kind: "retry", ...data };
  return { kind: "event", event: { ...data, id: eventId, kind, key, at } as RunEvent };
}

const NEXT = `SELECT min(at) AS at FROM (SELECT min(wake_at) AS at FROM runs WHERE wake_at > 0 AND ${goesOn("enterprise_id")}
  UNION ALL SELECT ?1 WHERE EXISTS (SELECT 1 FROM run_inbox x CROSS JOIN runs r ON r.id = x.run_id ${GOES_ON}
      WHERE x.done_at IS NULL AND x.until > ?1)
    OR EXISTS (SELECT 1 FROM run_inbox x CROSS JOIN run_waits w ON w.enterprise_id = x.enterprise_id AND w.kind = x.kind AND w.key = x.key
      CROSS JOIN runs r ON r.id = w.run_id AND (x.identity_id IS NULL OR r.identity_id = x.identity_id) ${GOES_ON}
      WHERE x.done_at IS NULL AND x.run_id IS NULL AND x.until > ?1))`;

/** When the next run of a database is to be carried on; null where none is. */
export const nextRun = ({ $client }: Pick<TenantDb, "$client">, now: number): Promise<number | null> =>
  $client.prepare(NEXT).bind(now).first<number>("at");

const HEARD = "SELECT EXISTS (SELECT 1 FROM run_inbox WHERE done_at IS NULL AND run_id IS NOT NULL) AS heard";

/** Whether something lies in the inbox for a run that is named; one that is paused may have left it there. */
export const haveRunsHeard = async ({ $client }: Pick<TenantDb, "$client">): Promise<boolean> =>
  (await $client.prepare(HEARD).first<number>("heard")) === 1;
