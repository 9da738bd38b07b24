import { isStopped } from "#workers/domain/operators/switches.ts";

/** A sender that finds the switch thrown looks again after so long. */
export const LOOK_AGAIN_MS = 5_000;

export const isSendingStopped = (env: Pick<JobsEnv, "DIRECTORY">): Promise<boolean> =>
  isStopped(env, "sending");
