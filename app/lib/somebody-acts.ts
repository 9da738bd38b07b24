const SIGNS = ["pointermove", "pointerdown", "keydown", "wheel"] as const;

let acted = false;
const waiting = new Set<() => void>();

function act(): void {
  acted = true;
  for (const sign of SIGNS) removeEventListener(sign, act, true);
  for (const then of waiting) then();
  waiting.clear();
}

if (typeof window !== "undefined") {
  for (const sign of SIGNS) addEventListener(sign, act, { capture: true, passive: true });
}

/**
 * Calls back once at the first movement, press or key in this page; at once if there has been one. Never on the server.
 */
export function whenSomebodyActs(then: () => void): void {
  if (acted) then();
  else if (typeof window !== "undefined") waiting.add(then);
}
