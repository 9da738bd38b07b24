import { useCallback, useEffect, useState } from "react";
import { lookAt, type Look, readTimes } from "#app/session/session-times.ts";

/** Cap on the timer: setTimeout overflows on very long delays, and fires late anyway after the machine slept. */
const LONGEST_MS = 3_600_000;
const FAR: Look = { stage: "far", by: "idle", left: Infinity, next: LONGEST_MS };

const look = (): Look => {
  const times = readTimes();
  return times ? lookAt(times, Date.now()) : FAR;
};

/** Returns how close the end of the session is, kept up to date, and a function that checks at once. */
export function useLook(): [now: Look, again: () => void] {
  const [now, setNow] = useState(look);
  const again = useCallback(() => setNow(look()), []);
  useEffect(() => {
    if (now.stage === "over") return;
    const timer = setTimeout(again, Math.min(now.next, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [now, again]);
  // The machine may have slept, or another tab may have extended the session.
  useEffect(() => {
    document.addEventListener("visibilitychange", again);
    return () => document.removeEventListener("visibilitychange", again);
  }, [again]);
  return [now, again];
}
