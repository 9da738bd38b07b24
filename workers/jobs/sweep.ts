import { DurableObject } from "cloudflare:workers";
import { tenantDatabase, tenantDatabases } from "#db/client.ts";
import type { Wake } from "#workers/contract/jobs.ts";
import { overdue } from "#workers/domain/jobs/lease.ts";
import { handOver } from "./hand-over.ts";

const SWEEP_EVERY_MS = 5_000;
/** Time for which an armed sweeper runs, whether it finds anything or not. */
const ARMED_MS = 120_000;

/** Wakes a worker for every open job that nobody holds; returns whether any job is open at all. */
export async function sweep(env: JobsEnv, now = Date.now()): Promise<boolean> {
  let anyOpen = false;
  for (const name of tenantDatabases) {
    const found = await overdue(tenantDatabase(env, name), now);
    anyOpen ||= found.anyOpen;
    const messages = found.jobs.map(({ id, enterpriseId }) => ({
      body: { v: 1, enterpriseId, jobId: id } satisfies Wake,
    }));
    if (messages.length > 0) await env.JOBS.sendBatch(messages);
  }
  return anyOpen;
}

/**
 * Recovers jobs after a crash without a request: an alarm every few seconds while any job is open. An alarm that throws
 * is dropped after six tries, so it never throws; the cron arms it again as well.
 */
export class Sweeper extends DurableObject<JobsEnv> {
  async arm(): Promise<void> {
    await this.ctx.storage.put("armedUntil", Date.now() + ARMED_MS);
    if ((await this.ctx.storage.getAlarm()) === null) {
      await this.ctx.storage.setAlarm(Date.now() + SWEEP_EVERY_MS);
    }
  }

  async ping(): Promise<true> {
    return true;
  }

  override async alarm(): Promise<void> {
    const { storage } = this.ctx;
    let goOn = true;
    try {
      await handOver(this.env, storage);
      goOn = await sweep(this.env);
    } catch (error) {
      console.log(JSON.stringify({ level: "error", source: "sweeper", failure: String(error) }));
    }
    const armedUntil = (await storage.get<number>("armedUntil")) ?? 0;
    if (goOn || Date.now() < armedUntil) await this.ctx.storage.setAlarm(Date.now() + SWEEP_EVERY_MS);
  }
}

/** The one sweeper of the deployment. */
export const sweeper = (env: JobsEnv): { arm(): Promise<void> } =>
  env.SWEEPER.get(env.SWEEPER.idFromName("sweeper")) as unknown as { arm(): Promise<void> };
