import { DurableObject } from "cloudflare:workers";
import { tenantDatabase, tenantDatabases, type TenantDatabase } from "#db/client.ts";
import { wakeOf } from "#workers/contract/jobs.ts";
import { describe } from "#workers/domain/error.ts";
import { OVERDUE_PAGE, takeOverdue } from "#workers/domain/jobs/overdue.ts";
import { armCourier } from "./courier.ts";
import { armClock } from "./clock.ts";
import { fillWords } from "./fill-words.ts";
import { handOver } from "./hand-over.ts";
import { findNews } from "./push.ts";
import { runTasks } from "./run-tasks.ts";
import { wakeChannels } from "./wake-channels.ts";

/** With a task's time of grace, nothing that somebody left waits for more than five seconds. */
const SWEEP_EVERY_MS = 4_000;
/** Every part is safe beside itself, and slow ones take seconds. */
const PART_MS = 120_000;

/** Wakes a worker for every open job of a database that nobody holds, the oldest first. */
export async function sweep(env: JobsEnv, database: TenantDatabase, now = Date.now()): Promise<void> {
  const db = tenantDatabase(env, database);
  for (;;) {
    const found = await takeOverdue(db, now);
    if (found.length > 0) await env.JOBS.sendBatch(found.map((job) => ({ body: wakeOf(job) })));
    if (found.length < OVERDUE_PAGE) return;
    await scheduler.wait(1);
  }
}

/** The parts of one look at a tenant database, by name; `storage` is the sweeper's. */
const PARTS: Record<
  string,
  (env: JobsEnv, database: TenantDatabase, storage: DurableObjectStorage) => Promise<void>
> = {
  jobs: (env, database) => sweep(env, database),
  "live events": handOver,
  push: findNews,
  clocks: (env, database) => armClock(env, database),
  couriers: armCourier,
  channels: (env, database) => wakeChannels(env, database),
  words: (env, database) => fillWords(env, database),
};

/**
 * Finishes what a crash has left without a request: an alarm every few seconds, for as long as the deployment lives. An
 * alarm that throws is dropped after six tries, so it never throws; the cron arms it again as well.
 */
export class Sweeper extends DurableObject<JobsEnv> {
  /** The parts that go on, and since when. */
  readonly #going = new Map<string, number>();

  async arm(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) {
      await this.ctx.storage.setAlarm(Date.now() + SWEEP_EVERY_MS);
    }
  }

  async ping(): Promise<true> {
    return true;
  }

  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    // Before the work: whatever becomes of this alarm, there is another.
    await storage.setAlarm(Date.now() + SWEEP_EVERY_MS);
    const all = [
      this.#once("after commit", () => runTasks(this.env)),
      // Each database on its own: one that cannot be reached, or hangs, holds up no other.
      ...tenantDatabases.flatMap((database) =>
        Object.entries(PARTS).map(([part, look]) =>
          this.#once(`${part} of ${database}`, () => look(this.env, database, storage)),
        ),
      ),
    ];
    // The next alarm waits for none that is slow, such as mails to a provider that does not answer.
    await Promise.race([Promise.all(all), scheduler.wait(SWEEP_EVERY_MS)]);
  }

  /** Begins a part of the sweep unless an earlier alarm's still goes on. One that never ends is given up after a while. */
  async #once(part: string, work: () => Promise<void>): Promise<void> {
    const began = Date.now();
    const since = this.#going.get(part);
    if (since !== undefined && began - since < PART_MS) return;
    const note = (failure: unknown) =>
      console.log(JSON.stringify({ level: "error", source: "sweeper", part, failure }));
    if (since !== undefined) note("it has not ended");
    this.#going.set(part, began);
    try {
      await work();
    } catch (error) {
      note(describe(error));
    } finally {
      // Another one may have begun meanwhile.
      if (this.#going.get(part) === began) this.#going.delete(part);
    }
  }
}

/** The one sweeper of the deployment. */
export const sweeper = (env: JobsEnv): { arm(): Promise<void> } =>
  env.SWEEPER.get(env.SWEEPER.idFromName("sweeper")) as unknown as { arm(): Promise<void> };
