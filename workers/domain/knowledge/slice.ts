import { renew, type LeasedJob } from "../jobs/lease.ts";
import type { Ctx } from "../ctx.ts";
import { LeaseLost } from "../jobs/lease-lost.ts";

/**
 * Pages that one run reads before it hands the job on: an invocation may ask its database 1,000 times, and a page
 * takes up to ten of them.
 */
const PAGES = 60;
/**
 * Time limit of one run: a queue's run ends after 15 minutes, whatever it is doing. A page takes ten seconds at most.
 */
const MOST_MS = 120_000;
const RENEW_MS = 4_000;
const TELL_MS = 1_000;

/** One run's share of a job. While it goes on the lease is renewed by the clock, however slow a site is. */
export class Slice {
  readonly #scope: Ctx;
  readonly #job: LeasedJob;
  readonly #tell: () => Promise<number>;
  #left = PAGES;
  #fraction = 0;
  #told = 0;
  #lost = false;
  #renewing: Promise<void> = Promise.resolve();
  readonly #until: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `tell` finds out how far the job is (0 to 1), tells the screens, and answers it. */
  constructor(ctx: Ctx, job: LeasedJob, tell: () => Promise<number>) {
    this.#scope = ctx;
    this.#job = job;
    this.#tell = tell;
    this.#fraction = job.progress;
    this.#until = ctx.now() + MOST_MS;
  }

  get job(): LeasedJob {
    return this.#job;
  }

  start(): void {
    const keep = async (): Promise<void> => {
      this.#lost ||= !(await renew(this.#scope, this.#job, this.#fraction));
    };
    // A renewal that fails for the moment is made up for by the next: the lease is longer than three of them.
    this.#timer = setInterval(() => {
      this.#renewing = keep().catch(() => undefined);
    }, RENEW_MS);
  }

  /** A renewal that is still under way would hold a job that has been given on. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  /**
   * Counts the work done (a source's beginning and end as a page) and tells the job's progress once a second; false
   * when the rest is left to the next run.
   */
  async did(pages: number): Promise<boolean> {
    this.#left -= pages;
    await this.beat();
    return this.#left > 0 && this.#scope.now() < this.#until;
  }

  /** Throws LeaseLost when the job is somebody else's by now. */
  async beat({ now = false } = {}): Promise<void> {
    if (this.#lost) throw new LeaseLost();
    const at = this.#scope.now();
    if (!now && at - this.#told < TELL_MS) return;
    this.#told = at;
    this.#fraction = await this.#tell();
    if (!(await renew(this.#scope, this.#job, this.#fraction))) throw new LeaseLost();
  }
}
