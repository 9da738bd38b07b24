/** States of an instance, as the specification numbers them. */
export const INSTANCE = { created: 0, scheduled: 1, started: 2, paused: 3, stopped: 4, deleted: 5 } as const;
export type InstanceState = (typeof INSTANCE)[keyof typeof INSTANCE];

export const instanceActions = [
  "schedule",
  "launch",
  "pause",
  "resume",
  "stop",
  "delete",
  "restore",
] as const;
export type InstanceAction = (typeof instanceActions)[number];

const { created, scheduled, started, paused, stopped, deleted } = INSTANCE;
/**
 * Where each action leads from each state; every other one is refused. Stopping a scheduled one takes its time away. One that had
 * begun before it was deleted comes back as stopped (`restoredTo`).
 */
export const instanceMoves: Readonly<
  Record<InstanceState, Readonly<Partial<Record<InstanceAction, InstanceState>>>>
> = {
  [created]: { schedule: scheduled, launch: started, delete: deleted },
  [scheduled]: { schedule: scheduled, launch: started, stop: created, delete: deleted },
  [started]: { pause: paused, stop: stopped },
  [paused]: { resume: started, stop: stopped },
  [stopped]: { delete: deleted },
  [deleted]: { restore: created },
};

/** The state in which a deleted one comes back: at work nowhere. */
export const restoredTo = (startedAt: number | null): InstanceState =>
  startedAt === null ? created : stopped;

/** In these the words that begin it are its own: nobody else starts on the channel with them. */
export const holdsWords = (state: InstanceState): boolean =>
  state === scheduled || state === started || state === paused;

/** In these people who are in it go on, or will once it is resumed. */
export const goesOn = (state: InstanceState): boolean => state === started || state === paused;
