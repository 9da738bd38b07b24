import type { TenantDb } from "#db/client.ts";
import { type TimerKind, timerKinds } from "#db/tenant/timers.ts";
import type { EnterpriseId } from "#workers/contract/ids.ts";
import type { KeptRow } from "#workers/contract/socket.ts";
import { describe } from "../error.ts";
import { guardFailed } from "../guard.ts";
import { keptRows } from "../live-events/keep-chats.ts";
import { isLeaving, passedOver } from "../bare/fenced.ts";

/** A timer whose time has come. */
export interface DueTimer {
  enterpriseId: EnterpriseId;
  kind: TimerKind;
  subject: string;
  seq: number;
  dueAt: number;
  /** Tries that have failed. */
  attempts: number;
}

/**
 * Statements for timers of one kind and enterprise: they look again at what the handler read, leave alone what has moved
 * on (`seq`), and may set the timer anew. Those that answer rows keep live events by them.
 */
export type TimerHandler = (
  db: Pick<TenantDb, "$client">,
  due: { enterpriseId: EnterpriseId; timers: readonly DueTimer[]; now: number },
) => D1PreparedStatement[] | Promise<D1PreparedStatement[]>;
export type TimerHandlers = Readonly<Record<TimerKind, TimerHandler>>;

/** Timers that one look takes; those of one enterprise are one transaction. */
const PAGE = 500;
/** Then a timer is given up, and an operator is told. */
const MOST_ATTEMPTS = 5;
/** Whether a timer is given up where this try fails too. */
export const isLastTry = ({ attempts }: Pick<DueTimer, "attempts">): boolean => attempts + 1 >= MOST_ATTEMPTS;
/** After each try a timer waits four times as long, from here. */
const RETRY_MS = 1_000;

/** Kinds of a newer deployment wait for it. */
const KNOWN = `kind IN (${timerKinds.map((kind) => `'${kind}'`).join(", ")})`;
/** Of an enterprise that is to be deleted chats alone go on: what begins or ends by a plan rests. */
const OF_CHATS: readonly TimerKind[] = [
  "floorEnds",
  "chatTimesOut",
  "chatsAssigned",
  "chatComesBack",
  "offerLapses",
  "videoCallEnds",
];
const WORKED = `${KNOWN} AND ${passedOver("enterprise_id")}
  AND (NOT ${isLeaving("enterprise_id")} OR kind IN (${OF_CHATS.map((kind) => `'${kind}'`).join(", ")}))`;
const DUE = `SELECT enterprise_id AS enterpriseId, kind, subject, seq, due_at AS dueAt, attempts FROM timers
  WHERE due_at <= ?1 AND ${WORKED} ORDER BY due_at LIMIT ${PAGE}`;
const NEXT = `SELECT due_at AS at FROM timers WHERE due_at IS NOT NULL AND ${WORKED} ORDER BY due_at LIMIT 1`;
const THEIRS = `FROM json_each(?2) e CROSS JOIN timers t ON t.enterprise_id = ?1 AND t.kind = e.value->>0 AND t.subject = e.value->>1`;
/** Nobody has worked these timers or set them anew: two living clocks cost a refused batch, never a second effect. */
const GUARD = `SELECT CASE WHEN (SELECT count(*) ${THEIRS} AND t.seq = e.value->>2 AND t.due_at = e.value->>3) = json_array_length(?2)
  THEN 1 ELSE json_extract('{}', 'refused') END AS guarding`;
const END = `DELETE FROM timers WHERE enterprise_id = ?1 AND (kind, subject) IN (SELECT value->>0, value->>1 FROM json_each(?2))`;
const LATER = `UPDATE timers SET attempts = attempts + 1, failure = ?5,
    due_at = CASE WHEN attempts + 1 < ${MOST_ATTEMPTS} THEN ?6 + (${RETRY_MS} << (2 * attempts)) END
  WHERE enterprise_id = ?1 AND kind = ?2 AND subject = ?3 AND seq = ?4`;

/**
 * Works timers whose time has come, the earliest first; answers how many it found and whether more may be due. A page that
 * fails is worked timer by timer, and one that keeps failing is given up, so that it holds up no other.
 */
export async function workDue(
  db: Pick<TenantDb, "$client">,
  handlers: TimerHandlers,
  now: number,
): Promise<{ more: boolean; worked: number; kinds: Set<TimerKind>; kept: Map<EnterpriseId, KeptRow[]> }> {
  const { results } = await db.$client.prepare(DUE).bind(now).all<DueTimer>();
  const of = Map.groupBy(results, ({ enterpriseId }) => enterpriseId);
  const kept = new Map<EnterpriseId, KeptRow[]>();
  for (const [enterpriseId, timers] of of) {
    const rows = await attempt(db, handlers, timers, now);
    if (rows) kept.set(enterpriseId, rows);
    else {
      const each: KeptRow[] = [];
      for (const timer of timers) each.push(...((await attempt(db, handlers, [timer], now)) ?? []));
      kept.set(enterpriseId, each);
    }
  }
  const kinds = new Set(results.map(({ kind }) => kind));
  return { more: results.length === PAGE, worked: results.length, kinds, kept };
}

/** The live events that it kept; undefined where a page of several has to be worked one by one. */
async function attempt(
  db: Pick<TenantDb, "$client">,
  handlers: TimerHandlers,
  timers: readonly DueTimer[],
  now: number,
): Promise<KeptRow[] | undefined> {
  const [first] = timers;
  if (!first) return [];
  const { $client } = db;
  const { enterpriseId } = first;
  const rows = JSON.stringify(timers.map(({ kind, subject, seq, dueAt }) => [kind, subject, seq, dueAt]));
  try {
    const effects = await Promise.all(
      [...Map.groupBy(timers, ({ kind }) => kind)].map(async ([kind, each]) =>
        handlers[kind](db, { enterpriseId, timers: each, now }),
      ),
    );
    const results = await $client.batch([
      $client.prepare(GUARD).bind(enterpriseId, rows),
      $client.prepare(END).bind(enterpriseId, rows),
      ...effects.flat(),
    ]);
    return results.slice(2).flatMap(keptRows);
  } catch (error) {
    if (timers.length > 1) return undefined;
    // Somebody else has worked it, or it waits for another time by now.
    if (guardFailed(error)) return [];
    const { kind, subject, seq } = first;
    const failure = describe(error).slice(0, 300);
    await $client.prepare(LATER).bind(enterpriseId, kind, subject, seq, failure, now).run();
    return [];
  }
}

/** When the next timer of a database is due; null where none is. */
export const nextDue = ({ $client }: Pick<TenantDb, "$client">): Promise<number | null> =>
  $client.prepare(NEXT).first<number>("at");

const FIGURES = `SELECT (SELECT count(*) FROM timers WHERE due_at IS NULL) AS givenUp,
    ?1 - (SELECT due_at FROM timers WHERE due_at <= ?1 ORDER BY due_at LIMIT 1) AS lateMs`;

/** How late the earliest timer of a database is, in milliseconds (null: none is), and how many were given up. */
export async function timerFigures(
  { $client }: Pick<TenantDb, "$client">,
  now: number,
): Promise<{ givenUp: number; lateMs: number | null }> {
  const row = await $client.prepare(FIGURES).bind(now).first<{ givenUp: number; lateMs: number | null }>();
  return row ?? { givenUp: 0, lateMs: null };
}

/** SQL that sets timers of a kind, each anew where it is set: `source` selects `enterprise_id, subject, seq, due_at`. */
export const settingTimers = (kind: TimerKind, source: string): string =>
  `INSERT INTO timers (enterprise_id, kind, subject, seq, due_at)
  SELECT s.enterprise_id, '${kind}', s.subject, s.seq, s.due_at FROM (${source}) s WHERE true
  ON CONFLICT (enterprise_id, kind, subject) DO UPDATE SET seq = excluded.seq, due_at = excluded.due_at, attempts = 0, failure = NULL`;
