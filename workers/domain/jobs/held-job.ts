import type { JobProgress } from "#workers/contract/jobs.ts";
import type { Ctx } from "../ctx.ts";
import { LeaseLost, renew, type LeasedJob } from "./lease.ts";
import { progressOf } from "./progress.ts";

/** Bounds of one run of a job; at either it hands the job on. */
export interface Slice {
  /** Calls to the platform; every statement counts as one. An invocation may make 1,000. */
  calls: number;
  milliseconds: number;
}
export const SLICE: Slice = { calls: 450, milliseconds: 60_000 };

const TELL_MS = 1_000;
/** Interval at which the lease is renewed by the clock, several times in a lease. */
const RENEW_MS = 4_000;

/** A job's surroundings: other work in the process, the clock, the screens. */
export interface RunDeps {
  /** Yields to other work and the clock: within one turn of the event loop a Worker's clock does not advance. */
  breathe(): Promise<void>;
  pause(ms: number): Promise<void>;
  /** Tells the screens that may see the job. A failure is not the job's. */
  tell(progress: JobProgress): Promise<void>;
  /** Wakes a worker for this job again. */
  wake(jobId: string): Promise<void>;
  /** For tests: a shorter slice. */
  slice?: Partial<Slice>;
}

/** A job in the hands of this worker: keeps its lease, tells how far it is, and counts what the run has done. */
export class HeldJob {
  readonly job: LeasedJob;
  readonly #ctx: Ctx;
  readonly #deps: RunDeps;
  readonly #slice: Slice;
  readonly #began: number;
  #calls = 0;
  #toldAt = -Infinity;
  #fraction: number;
  #gotOn = false;
  #lost = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #renewing: Promise<void> = Promise.resolve();

  constructor(ctx: Ctx, job: LeasedJob, deps: RunDeps) {
    this.#ctx = ctx;
    this.job = job;
    this.#deps = deps;
    this.#slice = { ...SLICE, ...deps.slice };
    this.#began = ctx.now();
    this.#fraction = job.progress;
  }

  /** However slow a page is, the lease is renewed while it goes on. */
  start(): void {
    const keep = async (): Promise<void> => {
      this.#lost ||= !(await renew(this.#ctx, this.job, this.#fraction));
    };
    // A renewal that fails for the moment is made up for by the next: the lease is longer than three of them.
    this.#timer = setInterval(() => {
      this.#renewing = keep().catch(() => undefined);
    }, RENEW_MS);
  }

  /** A renewal that is still under way would hold a job that has been given back. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  get elapsedMs(): number {
    return this.#ctx.now() - this.#began;
  }

  breathe(): Promise<void> {
    return this.#deps.breathe();
  }

  /** Counts calls to the platform; false when the rest is left to the next run. */
  did(calls: number): boolean {
    this.#calls += calls;
    return this.#calls < this.#slice.calls && this.elapsedMs < this.#slice.milliseconds;
  }

  /** Work that survives this worker has been done: the attempts are counted from zero again. */
  gotOn(): void {
    this.#gotOn = true;
  }

  /**
   * Writes and tells how far the job is, at most once a second unless `now`; never backwards. Throws LeaseLost when the
   * job is somebody else's, or ended.
   */
  async tell(
    fraction: number | (() => Promise<number>),
    { now = false, result }: { now?: boolean; result?: Record<string, unknown> } = {},
  ): Promise<void> {
    if (this.#lost) throw new LeaseLost();
    if (!now && this.#ctx.now() - this.#toldAt < TELL_MS) return;
    this.#toldAt = this.#ctx.now();
    const reached = typeof fraction === "number" ? fraction : await fraction();
    this.#fraction = Math.max(this.#fraction, reached);
    await this.beat();
    this.did(2);
    const row = { ...this.job, state: "running" as const, progress: this.#fraction };
    await this.#deps.tell({ ...progressOf(row), ...(result && { result }) });
  }

  /** For long work within one page: yields, and tells how far it is. */
  async pulse(fraction: number): Promise<void> {
    await this.#deps.breathe();
    await this.tell(fraction);
  }

  /** Renews the lease at once; LeaseLost when the job is somebody else's. */
  async beat(): Promise<void> {
    const gotOn = this.#gotOn;
    this.#gotOn = false;
    if (!(await renew(this.#ctx, this.job, this.#fraction, { gotOn }))) throw new LeaseLost();
  }

  /** Awaits slow external work; when the lease is lost the work is no longer awaited. */
  async during<T>(work: Promise<T>): Promise<T> {
    const settled = work.then(
      () => true,
      () => true,
    );
    const tick = () => this.#deps.pause(RENEW_MS).then(() => false);
    while (!(await Promise.race([settled, tick()]))) await this.beat();
    return work;
  }
}
