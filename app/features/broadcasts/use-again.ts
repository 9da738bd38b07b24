import { useEffect, useRef } from "react";

const EACH_MS = 2_000;

/** Asks anew every two seconds while something goes on and the tab is looked at. */
export function useAgain(goesOn: (now: number) => boolean, ...reloads: (() => void)[]): void {
  const latest = useRef({ goesOn, reloads });
  useEffect(() => {
    latest.current = { goesOn, reloads };
  });
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible" || !latest.current.goesOn(Date.now())) return;
      for (const reload of latest.current.reloads) reload();
    }, EACH_MS);
    return () => clearInterval(timer);
  }, []);
}
