import type { TenantDb } from "#db/client.ts";
import { goesOn } from "../bare/fenced.ts";
import { GOES_ON } from "./due.ts";

const HOUR_MS = 3_600_000;
/** Entries that are looked through for those that were given up, the latest. */
const LOOKED_THROUGH = 1_000;

interface RunFigures {
  /** How late the earliest run, the oldest event that somebody waits for, the earliest call and the oldest news are, in milliseconds; null: none is. */
  runsMs: number | null;
  inboxMs: number | null;
  callsMs: number | null;
  newsMs: number | null;
  /** Of the latest entries of the last hour: those that could not be decided. */
  givenUp: number;
}

const HEARD = (whom: string): string => `SELECT min(x.at) FROM run_inbox x ${whom} ${GOES_ON}
    WHERE x.done_at IS NULL AND x.until > ?1`;
const FIGURES = `SELECT ?1 - (SELECT min(wake_at) FROM runs WHERE wake_at > 0 AND wake_at <= ?1 AND ${goesOn("enterprise_id")}) AS runsMs,
    ?1 - (SELECT min(at) FROM (SELECT (${HEARD("CROSS JOIN runs r ON r.id = x.run_id")}) AS at
      UNION ALL SELECT (${HEARD("CROSS JOIN run_waits w ON x.run_id IS NULL AND w.enterprise_id = x.enterprise_id AND w.kind = x.kind AND w.key = x.key CROSS JOIN runs r ON r.id = w.run_id AND (x.identity_id IS NULL OR r.identity_id = x.identity_id)")}))) AS inboxMs,
    ?1 - (SELECT min(due_at) FROM run_calls WHERE due_at <= ?1 AND ${goesOn("enterprise_id")}) AS callsMs,
    ?1 - (SELECT min(max(at, due_at)) FROM entry_news WHERE done_at IS NULL AND due_at <= ?1 AND ${goesOn("enterprise_id")}) AS newsMs,
    (SELECT count(*) FROM (SELECT result, at FROM entry_evaluations ORDER BY n DESC LIMIT ${LOOKED_THROUGH}) WHERE result = 'broken' AND at > ?1 - ${HOUR_MS}) AS givenUp`;

/** How far the runs of a database are behind their time: one statement along the indexes that carry them on. */
export const runFigures = async ({ $client }: Pick<TenantDb, "$client">, now: number): Promise<RunFigures> =>
  (await $client.prepare(FIGURES).bind(now).first<RunFigures>()) ?? {
    runsMs: null,
    inboxMs: null,
    callsMs: null,
    newsMs: null,
    givenUp: 0,
  };

/** The clock looks when something is due: what is a minute late has no clock, or one that does not get on. */
const LATE_MS = 60_000;

/** Figures for which somebody has to look. */
export const runAlerts = ({ runsMs, inboxMs, callsMs, newsMs, givenUp }: RunFigures): string[] =>
  Object.entries({ runs: runsMs, inbox: inboxMs, calls: callsMs, news: newsMs })
    .flatMap(([name, ms]) => ((ms ?? 0) > LATE_MS ? [name] : []))
    .concat(givenUp > 0 ? ["givenUp"] : []);
