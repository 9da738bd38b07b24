/** States of a run: one customer's way through one instance. */
export const runStates = [
  "waiting",
  "running",
  "completed",
  "failed",
  "exited",
  "cancelled",
  "expired",
] as const;
export type RunState = (typeof runStates)[number];

/** Which state may follow which; null is a run that does not exist yet. A final state is followed by none. */
export const runMoves: readonly (readonly [from: RunState | null, to: RunState, by: string])[] = [
  [null, "waiting", "trigger"],
  ["waiting", "running", "claim"],
  ["running", "waiting", "commit"],
  ["running", "completed", "commit"],
  ["running", "failed", "commit"],
  ["running", "cancelled", "operator"],
  ["waiting", "exited", "exit rule"],
  ["waiting", "cancelled", "operator"],
  ["waiting", "expired", "maximum age"],
  ["failed", "waiting", "retry"],
];

export const mayMove = (from: RunState | null, to: RunState): boolean =>
  runMoves.some(([before, after]) => before === from && after === to);

/** States in which nothing happens any more, but that a failed run may be tried again. */
export const isOver = (state: RunState): boolean => state !== "waiting" && state !== "running";
