/** A call that is open for so long hangs. */
const HANGS_MS = 1_000;

/** A sender's calls that are not answered yet, `most` at once: the platform allows six in one invocation. */
export class OpenCalls {
  readonly most: number;
  readonly #since = new Map<Promise<void>, number>();

  constructor(most: number) {
    this.most = most;
  }

  get size(): number {
    return this.#since.size;
  }

  /** The number of those that do not hang: free, or will be in a moment. */
  get free(): number {
    const now = Date.now();
    return this.most - [...this.#since.values()].filter((since) => now - since >= HANGS_MS).length;
  }

  /** Takes a call, which must not fail, until it is answered. */
  add(call: Promise<void>): void {
    const open = call.finally(() => this.#since.delete(open));
    this.#since.set(open, Date.now());
  }

  /** Resolves with the next answer; at once while no call is open. */
  any(): Promise<void> {
    return this.size === 0 ? Promise.resolve() : Promise.race(this.#since.keys());
  }

  async all(): Promise<void> {
    await Promise.all(this.#since.keys());
  }

  /** Waits for all answers, or for `one`, but not longer than `ms`, nor than until there is `more` to call. */
  async answered(one: boolean, ms: number, more: Promise<void>): Promise<void> {
    const timer = new AbortController();
    const late = scheduler.wait(ms, { signal: timer.signal }).catch(() => undefined);
    await Promise.race([late, one ? this.any() : this.all(), more]);
    timer.abort();
  }
}
