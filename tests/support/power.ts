import { rmSync } from "node:fs";
import { type ApiClient, signIn } from "#db/seed/client.ts";
import { DEMO } from "#db/seed/demo.ts";
import { type Served, type ServeOptions, startServed } from "./served.ts";

/** A served system whose power can be cut, and which then goes on with what it had written. */
export interface Power {
  /** The one that runs now. */
  readonly served: Served;
  readonly state: string;
  /** Signs in; by default as the demo's administrator. */
  signIn(who?: { email: string; password: string }): Promise<ApiClient>;
  /** Sends SIGKILL to the whole process group, lets `whileOff` change its files, and starts it again. */
  cut(whileOff?: () => Promise<unknown>): Promise<void>;
  /** Stops it and removes what it had written. */
  end(): Promise<void>;
}

export async function startPower(options: Omit<ServeOptions, "state"> = {}): Promise<Power> {
  // A machine that is at other work may take minutes.
  const readyWithinMs = 180_000;
  let served = await startServed({ ...options, readyWithinMs });
  const { state } = served;
  // The data that it was filled with is in its state.
  const { env, port } = options;
  return {
    get served() {
      return served;
    },
    state,
    signIn: (who = DEMO) => signIn((path, init) => fetch(served.url + path, init), who),
    async cut(whileOff) {
      await served.kill("SIGKILL");
      await whileOff?.();
      served = await startServed({
        state,
        readyWithinMs,
        ...(env && { env }),
        ...(port !== undefined && { port }),
      });
    },
    async end() {
      await served.stop();
      rmSync(state, { recursive: true, force: true });
    },
  };
}
