import { useCallback, useEffect, useRef } from "react";

/** Returns a function that tells whether there was any input within the given number of milliseconds. */
export function useBusyHands(): (within: number) => boolean {
  const at = useRef(0);
  useEffect(() => {
    const note = () => (at.current = Date.now());
    const kinds = ["keydown", "pointerdown"] as const;
    for (const kind of kinds) addEventListener(kind, note, { capture: true, passive: true });
    return () => {
      for (const kind of kinds) removeEventListener(kind, note, { capture: true });
    };
  }, []);
  return useCallback((within) => Date.now() - at.current < within, []);
}
