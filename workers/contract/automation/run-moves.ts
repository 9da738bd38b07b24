/** States of a move of runs: `moved` and `undone` are ends. */
export const runMoveStates = ["moving", "moved", "undoing", "undone"] as const;
export type RunMoveState = (typeof runMoveStates)[number];

/** So long a move may be undone. */
export const UNDO_MS = 10 * 60_000;
