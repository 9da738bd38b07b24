import * as fc from "fast-check";
import { expect, test } from "vitest";
import { modelVersions } from "#db/tenant/bots.ts";
import { makeBot } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { Clock, heldTraining, ctxFor } from "#tests/support/training.ts";
import {
  LeaseLost,
  claim,
  fail,
  LEASE_MS,
  release,
  renew,
  type LeasedJob,
} from "#workers/domain/jobs/lease.ts";
import { latestJob } from "#workers/domain/jobs/open.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { cancelTraining } from "#workers/domain/training/cancel.ts";
import { swapIn } from "#workers/domain/training/swap.ts";

const harness = await startHarness();
const person = await makePerson(harness);
const { agentId } = await makeBot(person);

const WORKERS = 3;
const acts = ["claim", "renew", "finish", "fail", "release"] as const;
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constantFrom(...acts), worker: fc.nat(WORKERS - 1) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("wait" as const), ms: fc.nat(2 * LEASE_MS) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("cancel" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Several workers on one job, each with the claim it believes it holds. */
class World {
  readonly clock: Clock;
  readonly ctx: Ctx;
  readonly id: string;
  readonly believes: (LeasedJob | undefined)[] = [];
  /** The last claim; undefined once the job is given back or ended. */
  holder: LeasedJob | undefined;
  ended: "done" | "failed" | "cancelled" | undefined;

  constructor(clock: Clock, ctx: Ctx, job: LeasedJob) {
    this.clock = clock;
    this.ctx = ctx;
    this.id = job.id;
    this.believes[0] = this.holder = job;
  }

  async act(each: Step): Promise<void> {
    if (each.act === "wait") return void (this.clock.ahead += each.ms);
    if (each.act === "cancel") {
      const { state } = await cancelTraining(this.ctx, agentId);
      expect(state.cancelled).toBe(this.ended === undefined);
      return this.end("cancelled");
    }
    if (each.act === "claim") return this.claim(each.worker);
    const mine = this.believes[each.worker];
    if (mine) await this.by(mine, each.act);
  }

  async claim(worker: number): Promise<void> {
    const taken = await claim(this.ctx, this.id);
    if (!taken) return;
    expect(this.ended, "what has ended is never begun again").toBeUndefined();
    this.believes[worker] = this.holder = taken;
  }

  async by(mine: LeasedJob, act: Exclude<(typeof acts)[number], "claim">): Promise<void> {
    const holds = this.ended === undefined && this.holder?.lease === mine.lease;
    switch (act) {
      case "renew":
        expect(await renew(this.ctx, mine, 0.5)).toBe(holds);
        return;
      case "finish":
        expect(await finish(this.ctx, mine)).toBe(holds);
        if (holds) this.end("done");
        return;
      case "fail":
        expect(await fail(this.ctx, mine, "no")).toBe(holds);
        if (holds) this.end("failed");
        return;
      case "release":
        return release(this.ctx, mine, 2_000);
      default:
        act satisfies never;
    }
  }

  end(how: "done" | "failed" | "cancelled"): void {
    this.ended ??= how;
    this.holder = undefined;
  }
}

async function finish(ctx: Ctx, job: LeasedJob): Promise<boolean> {
  const row = { agentId, file: `${job.id}/${job.lease}`, bytes: 1, readAt: 0, createdAt: 0 };
  const report = { intents: 0, phrases: 0, accuracy: 0, milliseconds: 0 };
  try {
    await swapIn(ctx, job, { ...row, report });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(LeaseLost);
    return false;
  }
}

const versionsBy = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ file: modelVersions.file })
    .from(modelVersions)
    .then((rows) => rows.filter(({ file }) => file.startsWith(`${id}/`)));

test("whatever workers, clock and people do, a training ends, once, and has a version only if it was not cancelled", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const clock = new Clock();
      // A day ahead of the sweeper, which would otherwise take a job that is given back.
      clock.ahead = 86_400_000;
      const ctx = ctxFor(harness, person, clock);
      const job = await heldTraining(ctx, agentId);
      const world = new World(clock, ctx, job);
      for (const each of steps) {
        await world.act(each);
        const row = await latestJob(world.ctx, "agent.train", agentId);
        expect(row?.state).toBe(world.ended ?? "running");
        expect(await versionsBy(world.ctx, job.id)).toHaveLength(world.ended === "done" ? 1 : 0);
      }
      // From any state, the next worker after the lease has run out can end the job.
      world.clock.ahead += 3 * LEASE_MS;
      await world.claim(0);
      if (world.ended === undefined) await world.by(world.holder ?? job, "finish");
      expect(world.ended).toBeDefined();
    }),
    { numRuns: 25, seed: 20261121 },
  );
});
