import type { Profile } from "#workers/contract/endpoints/profile.ts";

/**
 * Expiry of a login session, by this machine's clock: after a period without calls, and at a fixed time in any case.
 */
export interface SessionTimes {
  seenAt: number;
  idleMs: number;
  endsAt: number;
}

/** Times before the end at which a warning is shown: a first and a last one. */
export const WARN_MS = 5 * 60_000;
export const LAST_MS = 60_000;

export interface Look {
  stage: "far" | "soon" | "last" | "over";
  /** Cause of the end: inactivity, which any call resets, or age, which needs a new proof of identity. */
  by: "idle" | "age";
  /** Milliseconds until the end. */
  left: number;
  /** Milliseconds until the display changes. */
  next: number;
}

/** Time left and the next update: every minute when the end is near, every second in the last minute. */
export function lookAt({ seenAt, idleMs, endsAt }: SessionTimes, now: number): Look {
  const idleAt = seenAt + idleMs;
  const by = idleAt < endsAt ? "idle" : "age";
  const left = Math.max(0, Math.min(idleAt, endsAt) - now);
  if (left === 0) return { stage: "over", by, left, next: Infinity };
  if (left <= LAST_MS) return { stage: "last", by, left, next: left % 1_000 || 1_000 };
  if (left <= WARN_MS) return { stage: "soon", by, left, next: left % 60_000 || 60_000 };
  return { stage: "far", by, left, next: left - WARN_MS };
}

/** All tabs share the session, so they share the time of its last use. */
const KEY = "sessionTimes";
/** Shortest interval between two notes: it makes the warning come at most that much too early. */
const NOTE_EVERY_MS = 30_000;

export function readTimes(): SessionTimes | undefined {
  try {
    const times = JSON.parse(localStorage.getItem(KEY) ?? "null") as SessionTimes | null;
    return times ?? undefined;
  } catch {
    return undefined;
  }
}

const write = (times: SessionTimes): void => localStorage.setItem(KEY, JSON.stringify(times));

/** Stores the session's times from the server's response. */
export function noteTimes({ idleMs, endsInMs }: Profile["session"], now = Date.now()): void {
  write({ seenAt: now, idleMs, endsAt: now + endsInMs });
}

/** Notes that the session was used, after a response. Once cleared, nothing is stored any more. */
export function noteUse(now = Date.now()): void {
  const times = readTimes();
  if (times && now - times.seenAt > NOTE_EVERY_MS) write({ ...times, seenAt: now });
}
