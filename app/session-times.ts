import type { Profile } from "#workers/contract/endpoints/profile.ts";

/** When a login session ends, by this machine's clock: after so long without a call, and at a time in any case. */
export interface SessionTimes {
  seenAt: number;
  idleMs: number;
  endsAt: number;
}

/** When it is said that a session is about to end: once, and once more. */
export const WARN_MS = 5 * 60_000;
export const LAST_MS = 60_000;

export interface Look {
  stage: "far" | "soon" | "last" | "over";
  /** What ends it: that nobody did anything, which a call mends, or its age, which wants a proof. */
  by: "idle" | "age";
  /** Milliseconds until the end. */
  left: number;
  /** Milliseconds until there is something else to say. */
  next: number;
}

/** How near the end is, and when to look again: by the minute while it is near, by the second in the last one. */
export function lookAt({ seenAt, idleMs, endsAt }: SessionTimes, now: number): Look {
  const idleAt = seenAt + idleMs;
  const by = idleAt < endsAt ? "idle" : "age";
  const left = Math.max(0, Math.min(idleAt, endsAt) - now);
  if (left === 0) return { stage: "over", by, left, next: Infinity };
  if (left <= LAST_MS) return { stage: "last", by, left, next: left % 1_000 || 1_000 };
  if (left <= WARN_MS) return { stage: "soon", by, left, next: left % 60_000 || 60_000 };
  return { stage: "far", by, left, next: left - WARN_MS };
}

/** All tabs share the session, so they share when it was last used. */
const KEY = "sessionTimes";
/** Noted at most so often: it only makes the warning come that much too early. */
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

/** Keeps what the server has just said of the session. */
export function noteTimes({ idleMs, endsInMs }: Profile["session"], now = Date.now()): void {
  write({ seenAt: now, idleMs, endsAt: now + endsInMs });
}

/** A call was answered, so the session was used. After it was cleared nothing is kept any more. */
export function noteUse(now = Date.now()): void {
  const times = readTimes();
  if (times && now - times.seenAt > NOTE_EVERY_MS) write({ ...times, seenAt: now });
}
