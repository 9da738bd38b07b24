import type { EnterpriseId } from "#workers/contract/ids.ts";
import { publish } from "./publish.ts";

/** A lane, and the sender that is always there, tell screens this often at the most; others more seldom. */
const EACH_MS = 2_000;
const OTHERS_MS = 5_000;

/**
 * Tells screens that broadcasts of a channel have got on: at once, then once in a while, and once more after the last time, so
 * that what they show at the end is the end.
 */
export class NewsOfBroadcasts {
  #toldAt = 0;
  #waits = false;
  readonly #env: JobsEnv;
  readonly #eachMs: number;

  constructor(env: JobsEnv, { isOther = false }: { isOther?: boolean } = {}) {
    this.#env = env;
    this.#eachMs = isOther ? OTHERS_MS : EACH_MS;
  }

  /** Resolves once it is told; undefined where it is going to be told already. */
  tell(enterpriseId: EnterpriseId, channelId: string): Promise<void> | undefined {
    if (this.#waits) return undefined;
    this.#waits = true;
    return this.#later(Math.max(0, this.#toldAt + this.#eachMs - Date.now()), enterpriseId, channelId);
  }

  async #later(waitMs: number, enterpriseId: EnterpriseId, channelId: string): Promise<void> {
    if (waitMs > 0) await scheduler.wait(waitMs);
    this.#waits = false;
    this.#toldAt = Date.now();
    await publish(this.#env, enterpriseId, { action: "broadcastsChanged", data: { channelId } });
  }
}
