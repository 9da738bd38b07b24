/** Whoever has pressed nothing for this long is taken to be away from this tab. */
export const AWAY_MS = 5 * 60_000;

let at = Date.now();

if (typeof window !== "undefined") {
  for (const sign of ["keydown", "pointerdown", "wheel"] as const) {
    addEventListener(sign, () => (at = Date.now()), { capture: true, passive: true });
  }
}

/** Tells whether nobody has touched this tab lately; opening it counts as a touch. */
export const isUnattended = (now = Date.now()): boolean => now - at >= AWAY_MS;
