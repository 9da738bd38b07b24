import { DurableObject } from "cloudflare:workers";
import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import type { Wake } from "#workers/contract/jobs.ts";
import { describe } from "#workers/domain/error.ts";
import { OVERDUE_PAGE, takeOverdue } from "#workers/domain/jobs/overdue.ts";
import { armCouriers } from "./courier.ts";
import { armClocks } from "./clock.ts";
import { fillWords } from "./fill-words.ts";
import { handOver } from "./hand-over.ts";
import { findNews } from "./push.ts";
import { runTasks } from "./run-tasks.ts";
import { wakeChannels } from "./wake-channels.ts";

/** With a task's time of grace, nothing that somebody left waits for more than five seconds. */
const SWEEP_EVERY_MS = 4_000;

/** Wakes a worker for every open job that nobody holds, the oldest first. */
export async function sweep(env: JobsEnv, now = Date.now()): Promise<void> {
  for (const name of tenantDatabases) {
    const db = tenantDatabase(env, name);
    for (;;) {
      const found = await takeOverdue(db, now);
      const messages = found.map(({ id, enterpriseId }) => ({
        body: { v: 1, enterpriseId, jobId: id } satisfies Wake,
      }));
      if (messages.length > 0) await env.JOBS.sendBatch(messages);
      if (found.length < OVERDUE_PAGE) break;
      await scheduler.wait(1);
    }
  }
}

/**
 * Finishes what a crash has left without a request: an alarm every few seconds, for as long as the deployment lives. An
 * alarm that throws is dropped after six tries, so it never throws; the cron arms it again as well.
 */
export class Sweeper extends DurableObject<JobsEnv> {
  readonly #going = new Set<string>();

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
      this.#once("jobs", () => sweep(this.env)),
      this.#once("after commit", () => runTasks(this.env)),
      this.#once("live events", () => handOver(this.env, storage)),
      this.#once("push", () => findNews(this.env, storage)),
      this.#once("clocks", () => armClocks(this.env)),
      this.#once("couriers", () => armCouriers(this.env)),
      this.#once("channels", () => wakeChannels(this.env)),
      this.#once("words", () => fillWords(this.env)),
    ];
    // The next alarm waits for none that is slow, such as mails to a provider that does not answer.
    await Promise.race([Promise.all(all), scheduler.wait(SWEEP_EVERY_MS)]);
  }

  /** Begins a part of the sweep unless an earlier alarm's still goes on. */
  async #once(part: string, work: () => Promise<void>): Promise<void> {
    if (this.#going.has(part)) return;
    this.#going.add(part);
    try {
      await work();
    } catch (error) {
      console.log(JSON.stringify({ level: "error", source: "sweeper", part, failure: describe(error) }));
    } finally {
      this.#going.delete(part);
    }
  }
}

/** The one sweeper of the deployment. */
export const sweeper = (env: JobsEnv): { arm(): Promise<void> } =>
  env.SWEEPER.get(env.SWEEPER.idFromName("sweeper")) as unknown as { arm(): Promise<void> };
