import { useEffect, useRef } from "react";

const MOST_MS = 30_000;

/** How long to wait before the next look: as at first after news, and twice as long after each look that silence caused. */
export const nextWait = (wait: number, silent: boolean, firstMs: number): number =>
  silent ? Math.min(wait * 2, MOST_MS) : firstMs;

/**
 * Asks for background work of which the socket tells nothing: after `firstMs` of silence, and then ever less often.
 * `heardAt` says when something was heard last (`performance.now()`). A change of `of`, which names the work, begins anew;
 * without it nothing is asked for.
 */
export function useSilence(
  of: string | undefined,
  ask: () => unknown,
  { firstMs, heardAt, atOnce = false }: { firstMs: number; heardAt: () => number; atOnce?: boolean },
): void {
  const latest = useRef({ ask, heardAt });
  useEffect(() => {
    latest.current = { ask, heardAt };
  });
  useEffect(() => {
    if (of === undefined) return;
    let wait = firstMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async (): Promise<void> => {
      const silent = performance.now() - latest.current.heardAt() >= wait;
      if (silent) await latest.current.ask();
      wait = nextWait(wait, silent, firstMs);
      if (!over) timer = setTimeout(() => void look(), wait);
    };
    if (atOnce) void look();
    else timer = setTimeout(() => void look(), wait);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [of, firstMs, atOnce]);
}
