/** Limits of a graph and of a run; docs/decisions/flow.md says where each comes from. */
export const graphLimits = {
  /** For the validator and for imports; a canvas shows fewer. */
  nodes: 10_000,
  onCanvas: 500,
  edges: 40_000,
  variables: 500,
  draftBytes: 900_000,
} as const;

export const runLimits = {
  /** Nodes between two waits, and visits of one node without a wait. */
  hops: 100,
  visits: 25,
  steps: 2_000,
  /** Journeys inside each other, the outermost counted. */
  depth: 5,
  text: 10_000,
  /** Characters of one text among the variables, and bytes of them all as JSON. */
  variable: 640,
  varsBytes: 64 * 1_024,
  answerBytes: 256 * 1_024,
  /** Bytes of what a step keeps of its input, and as many of its output. */
  logBytes: 4 * 1_024,
  waitDays: 365,
  /** From when it came in, at most, and where its Start names none; then it is expired, whatever it waits for. */
  days: 365,
  usualDays: 90,
} as const;
