/** States of an instance, as the specification numbers them. */
export const INSTANCE = { created: 0, scheduled: 1, started: 2, paused: 3, stopped: 4, deleted: 5 } as const;
export type InstanceState = (typeof INSTANCE)[keyof typeof INSTANCE];

export const instanceActions = ["schedule", "launch", "pause", "resume", "stop", "delete"] as const;
export type InstanceAction = (typeof instanceActions)[number];

/** Which action leads where; what is missing is refused. Stop takes a scheduled one off its schedule. */
export const instanceMoves: Readonly<Record<InstanceState, Partial<Record<InstanceAction, InstanceState>>>> =
  {
    [INSTANCE.created]: { schedule: INSTANCE.scheduled, launch: INSTANCE.started, delete: INSTANCE.deleted },
    [INSTANCE.scheduled]: {
      schedule: INSTANCE.scheduled,
      launch: INSTANCE.started,
      stop: INSTANCE.created,
      delete: INSTANCE.deleted,
    },
    [INSTANCE.started]: { pause: INSTANCE.paused, stop: INSTANCE.stopped },
    [INSTANCE.paused]: { resume: INSTANCE.started, stop: INSTANCE.stopped },
    [INSTANCE.stopped]: { delete: INSTANCE.deleted },
    [INSTANCE.deleted]: {},
  };
