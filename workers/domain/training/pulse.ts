import { renew, type LeasedJob } from "../jobs/lease.ts";
import type { Ctx } from "../ctx.ts";
import { LeaseLost } from "../jobs/lease-lost.ts";

/** Interval at which progress is written and sent while a training runs. */
const BEAT_MS = 1_000;
/** Interval at which the lease is renewed while an external answer is awaited: several times in a lease. */
const RENEW_MS = 4_000;

export interface PulseDeps {
  /** Yields to other work and the clock: within one turn of the event loop a Worker's clock does not advance. */
  breathe: () => Promise<void>;
  pause: (ms: number) => Promise<void>;
  progress: (fraction: number) => Promise<void>;
}

/** Keeps a job's lease alive during its work. Throws LeaseLost when the job is somebody else's, or ended. */
export class Pulse {
  readonly #scope: Ctx;
  readonly #job: LeasedJob;
  readonly #clockwork: PulseDeps;
  readonly #began: number;
  #last: number;
  #fraction: number;

  constructor(ctx: Ctx, job: LeasedJob, deps: PulseDeps) {
    this.#scope = ctx;
    this.#job = job;
    this.#clockwork = deps;
    this.#began = this.#last = ctx.now();
    this.#fraction = job.progress;
  }

  /** Time that this worker has spent on the job. */
  get elapsedMs(): number {
    return this.#scope.now() - this.#began;
  }

  /** To be called often; writes and sends at most once a second. Progress never goes backwards. */
  async tell(fraction: number): Promise<void> {
    await this.#clockwork.breathe();
    this.#fraction = Math.max(this.#fraction, fraction);
    if (this.#scope.now() - this.#last < BEAT_MS) return;
    await this.beat();
    await this.#clockwork.progress(this.#fraction);
  }

  async beat(): Promise<void> {
    this.#last = this.#scope.now();
    if (!(await renew(this.#scope, this.#job, this.#fraction))) throw new LeaseLost();
  }

  /** Awaits slow external work, renewing all the while; when the lease is lost the work is no longer awaited. */
  async during<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => true,
      () => true,
    );
    const tick = () => this.#clockwork.pause(RENEW_MS).then(() => false);
    while (!(await Promise.race([settled, tick()]))) await this.beat();
    return work;
  }
}
