/** A switch is believed for so long. */
const BELIEVED_MS = 2_000;
/** A sender that finds it thrown looks again after so long. */
export const LOOK_AGAIN_MS = 5_000;

/** What operators may stop for the whole deployment: traffic to customers, to other systems, or all that goes on by itself. */
type Switch = "sending" | "webhooks" | "work";

const known = new Map<Switch, { stopped: boolean; at: number }>();

/** Whether the operators have stopped it for the whole deployment. */
export async function isStopped({ DIRECTORY }: Pick<JobsEnv, "DIRECTORY">, name: Switch): Promise<boolean> {
  const believed = known.get(name);
  if (believed && Date.now() - believed.at < BELIEVED_MS) return believed.stopped;
  const at = Date.now();
  const row = await DIRECTORY.prepare("SELECT 1 FROM switches WHERE name = ?").bind(name).first();
  known.set(name, { stopped: row !== null, at });
  return row !== null;
}

export const isSendingStopped = (env: Pick<JobsEnv, "DIRECTORY">): Promise<boolean> =>
  isStopped(env, "sending");

/**
 * Whether nothing goes on by itself, as in a system that was restored: jobs, timers, runs, mails and events that came wait as
 * rows until its operator has looked.
 */
export const isWorkStopped = (env: Pick<JobsEnv, "DIRECTORY">): Promise<boolean> => isStopped(env, "work");
