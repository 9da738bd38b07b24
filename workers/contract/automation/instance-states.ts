/** States of an instance, as the specification numbers them. */
export const INSTANCE = { created: 0, scheduled: 1, started: 2, paused: 3, stopped: 4, deleted: 5 } as const;
export type InstanceState = (typeof INSTANCE)[keyof typeof INSTANCE];
