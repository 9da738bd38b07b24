import { useCallback, useEffect, useState } from "react";
import { lookAt, type Look, readTimes } from "#app/session-times.ts";

/** Timers take not much more, and a machine that slept is late anyway. */
const LONGEST_MS = 3_600_000;
const FAR: Look = { stage: "far", by: "idle", left: Infinity, next: LONGEST_MS };

const look = (): Look => {
  const times = readTimes();
  return times ? lookAt(times, Date.now()) : FAR;
};

/** How near the end of the session is, kept up to date, and how to look at once. */
export function useLook(): [now: Look, again: () => void] {
  const [now, setNow] = useState(look);
  const again = useCallback(() => setNow(look()), []);
  useEffect(() => {
    if (now.stage === "over") return;
    const timer = setTimeout(again, Math.min(now.next, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [now, again]);
  // After a sleep, or when another tab has prolonged the session.
  useEffect(() => {
    document.addEventListener("visibilitychange", again);
    return () => document.removeEventListener("visibilitychange", again);
  }, [again]);
  return [now, again];
}
