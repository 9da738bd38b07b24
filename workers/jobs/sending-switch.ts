/** A switch is believed for so long. */
const BELIEVED_MS = 2_000;
/** A sender that finds it thrown looks again after so long. */
export const LOOK_AGAIN_MS = 5_000;

/** Traffic that operators may stop for the whole deployment: to customers, and to other systems. */
type Switch = "sending" | "webhooks";

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
