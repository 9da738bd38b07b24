/** A switch is believed for so long. */
const BELIEVED_MS = 2_000;
/** Who finds it thrown looks again after so long. */
export const LOOK_AGAIN_MS = 5_000;

let known: { stopped: boolean; at: number } | undefined;

/** Whether the operators have stopped sending for the whole deployment. */
export async function isSendingStopped({ DIRECTORY }: Pick<JobsEnv, "DIRECTORY">): Promise<boolean> {
  if (known && Date.now() - known.at < BELIEVED_MS) return known.stopped;
  const at = Date.now();
  const row = await DIRECTORY.prepare("SELECT 1 FROM switches WHERE name = 'sending'").first();
  known = { stopped: row !== null, at };
  return known.stopped;
}
