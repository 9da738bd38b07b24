import { useEffect, useState } from "react";

const TICK_MS = 15_000;

/** The time in ms since 1970, kept up to date to a quarter of a minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(ticking);
  }, []);
  return now;
}

/** Whether a time has come; false for none. */
export function useIsPast(time: string | null): boolean {
  const now = useNow();
  return time !== null && Date.parse(time) <= now;
}
