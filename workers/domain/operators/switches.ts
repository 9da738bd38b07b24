import type { SwitchName } from "#workers/contract/switches.ts";

/** Switches are believed for so long: a stop works within seconds, and work costs no call for each piece. */
const BELIEVED_MS = 2_000;
const THROWN = "SELECT name FROM switches";

interface Directory {
  DIRECTORY: D1Database;
}

let known: { names: ReadonlySet<string>; at: number } | undefined;

/** The switches that operators have thrown for the whole deployment, as they are now. */
export async function thrownNow({ DIRECTORY }: Directory): Promise<ReadonlySet<string>> {
  const at = Date.now();
  const { results } = await DIRECTORY.prepare(THROWN).all<{ name: string }>();
  known = { names: new Set(results.map(({ name }) => name)), at };
  return known.names;
}

/** Whether operators have stopped this kind of work for the whole deployment; it may have been two seconds ago. */
export async function isStopped(env: Directory, name: SwitchName): Promise<boolean> {
  const names = known && Date.now() - known.at < BELIEVED_MS ? known.names : await thrownNow(env);
  return names.has(name);
}
