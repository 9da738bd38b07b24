import { useEffect, useRef } from "react";

const EACH_MS = 2_000;

/** Asks anew every two seconds while something goes on and the tab is looked at. */
export function useAgain(goesOn: boolean, ...reloads: (() => void)[]): void {
  const latest = useRef(reloads);
  useEffect(() => {
    latest.current = reloads;
  });
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") for (const reload of latest.current) reload();
    }, EACH_MS);
    return () => clearInterval(timer);
  }, [goesOn]);
}
