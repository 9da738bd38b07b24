import { trainBot } from "#db/seed/train.ts";
import { describe, expect, test } from "vitest";
import { makeBot, smallBank, type Bot } from "#tests/support/bot.ts";
import { startHarness } from "#tests/support/harness.ts";
import { makePerson } from "#tests/support/people.ts";
import { Clock, heldTraining, modelFiles, ctxFor, work } from "#tests/support/training.ts";
import * as botSessionsApi from "#workers/contract/endpoints/bot-sessions.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import * as storiesApi from "#workers/contract/endpoints/stories.ts";
import * as trainingApi from "#workers/contract/endpoints/training.ts";
import type { Wake } from "#workers/contract/jobs.ts";
import { LeaseLost, claim, LEASE_MS, type LeasedJob } from "#workers/domain/jobs/lease.ts";
import type { Ctx } from "#workers/domain/ctx.ts";

const harness = await startHarness();
const person = await makePerson(harness);

const train = (agentId: string) => trainBot(person, agentId);
const cancel = (agentId: string) => person.call(botsApi.cancelTraining, { params: { id: agentId } });
const stateOf = async (agentId: string) =>
  (await person.call(botsApi.getAgent, { params: { id: agentId } })).training;
const versionsOf = async (agentId: string) =>
  (await person.call(trainingApi.listVersions, { params: { id: agentId }, query: { perPage: 100 } }))
    .versions;
const jobState = (id: string) =>
  harness.env.TENANT_1.prepare("SELECT state FROM jobs WHERE id = ?").bind(id).first("state");
async function remove({ agentId, storyId }: Bot): Promise<void> {
  await person.call(storiesApi.deleteStory, { params: { agentId, storyId } });
  await person.call(botsApi.deleteAgent, { params: { id: agentId } });
}

/** Another worker's view, when the lease of the first has run out. */
async function takeOver(job: LeasedJob): Promise<{ ctx: Ctx; job: LeasedJob }> {
  const clock = new Clock();
  clock.ahead = LEASE_MS + 1_000;
  const ctx = ctxFor(harness, person, clock);
  const taken = await claim(ctx, job.id);
  if (!taken) throw new Error("the job could not be taken over");
  return { ctx, job: taken };
}

describe("a cancel", () => {
  test("in the last moment, with all files written, keeps the old model and leaves no file behind", async () => {
    const { agentId } = await makeBot(person, smallBank);
    await train(agentId);
    const ctx = ctxFor(harness, person);
    const before = await modelFiles(harness, ctx, agentId);
    const job = await heldTraining(ctx, agentId);
    let answer: Awaited<ReturnType<typeof cancel>> | undefined;
    const worked = work(harness, ctx, job, {
      written: async () => (answer = await cancel(agentId)),
    });
    await expect(worked).rejects.toBeInstanceOf(LeaseLost);
    expect(answer).toMatchObject({ cancelled: true, state: "failed", version: 1 });
    expect(await stateOf(agentId)).toMatchObject({ state: "failed", version: 1 });
    expect(await modelFiles(harness, ctx, agentId)).toEqual(before);
  });

  test("tidies up behind itself and leaves alone what the next training is writing", async () => {
    const { agentId } = await makeBot(person, smallBank);
    const ctx = ctxFor(harness, person);
    const first = await heldTraining(ctx, agentId);
    await cancel(agentId);
    const second = await heldTraining(ctx, agentId);
    await work(harness, ctx, second, {
      // The first worker finds out only now.
      written: () => expect(work(harness, ctx, first)).rejects.toBeInstanceOf(LeaseLost),
    });
    expect(await modelFiles(harness, ctx, agentId)).toHaveLength(3);
    expect((await stateOf(agentId)).version).toBe(1);
  });

  test("that comes too late says so, and names the version that answers", async () => {
    const { agentId } = await makeBot(person, smallBank);
    const nothing = await person.send("POST", `/api/chatbird/api/nlp/agent/${agentId}/train/cancel`, {});
    expect(await nothing.json()).toMatchObject({ message: "No training is running." });
    await train(agentId);
    const late = await person.send("POST", `/api/chatbird/api/nlp/agent/${agentId}/train/cancel`, {});
    expect(await late.json()).toMatchObject({
      message: expect.stringMatching(/Too late.*version 1 is in use/),
      data: { cancelled: false, state: "trained", version: 1 },
    });
  });

  test("at any moment either keeps the old model or says that it came too late", async () => {
    const { agentId } = await makeBot(person, smallBank);
    const ctx = ctxFor(harness, person);
    await train(agentId);
    for (const step of [1, 2, 4, 6, 8, 10, 12, 1_000]) {
      const { version } = await stateOf(agentId);
      const job = await heldTraining(ctx, agentId);
      let breaths = 0;
      let answer: ReturnType<typeof cancel> | undefined;
      await work(harness, ctx, job, {
        breathe: async () => {
          // Not awaited: from here on the two race.
          if (++breaths === step) answer = cancel(agentId);
          await new Promise((resolve) => setImmediate(resolve));
        },
      }).catch((error: unknown) => expect(error).toBeInstanceOf(LeaseLost));
      const { cancelled } = await (answer ?? cancel(agentId));
      expect((await stateOf(agentId)).version).toBe(cancelled ? version : (version ?? 0) + 1);
    }
  });
});

describe("a worker that was presumed dead", () => {
  test("stops quietly when the one that replaced it has finished", async () => {
    const { agentId } = await makeBot(person, smallBank);
    const ctx = ctxFor(harness, person);
    const job = await heldTraining(ctx, agentId);
    const slow = work(harness, ctx, job, {
      written: async () => {
        const other = await takeOver(job);
        await work(harness, other.ctx, other.job);
      },
    });
    await expect(slow).rejects.toBeInstanceOf(LeaseLost);
    expect(await jobState(job.id)).toBe("done");
    expect(await versionsOf(agentId)).toMatchObject([{ version: 1, serving: true }]);
    expect(await modelFiles(harness, ctx, agentId)).toHaveLength(3);
  });

  test("cannot finish while another is at it, and the job ends all the same", async () => {
    const { agentId } = await makeBot(person, smallBank);
    const ctx = ctxFor(harness, person);
    const job = await heldTraining(ctx, agentId);
    let other: Awaited<ReturnType<typeof takeOver>> | undefined;
    const slow = work(harness, ctx, job, { written: async () => (other = await takeOver(job)) });
    await expect(slow).rejects.toBeInstanceOf(LeaseLost);
    expect(await versionsOf(agentId)).toEqual([]);
    expect(await jobState(job.id)).toBe("running");
    if (other) await work(harness, other.ctx, other.job);
    expect(await jobState(job.id)).toBe("done");
    expect(await versionsOf(agentId)).toMatchObject([{ version: 1, serving: true }]);
    expect(await modelFiles(harness, ctx, agentId)).toHaveLength(3);
  });
});

test("a version whose swap was done but not answered keeps its files and serves", async () => {
  const { agentId } = await makeBot(person, smallBank);
  const ctx = ctxFor(harness, person);
  const job = await heldTraining(ctx, agentId);
  let swaps = false;
  let lost = false;
  const forgetful = new Proxy(ctx.db, {
    get(db, name) {
      const value: unknown = Reflect.get(db, name);
      if (name !== "batch") return value;
      return async (statements: Parameters<typeof db.batch>[0]) => {
        const answer = await db.batch(statements);
        if (swaps && !lost) {
          lost = true;
          throw new Error("Network connection lost.");
        }
        return answer;
      };
    },
  });
  await work(harness, { ...ctx, db: forgetful }, job, {
    written: () => Promise.resolve((swaps = true)),
  });
  expect(lost).toBe(true);
  const turn = await person.call(botSessionsApi.predictIntent, {
    body: { agentId, message: { text: "account balance" } },
  });
  expect(turn.intent?.name).toBe("Balance");
});

test("a job whose row nobody can read ends as failed instead of coming back for ever", async () => {
  const { agentId } = await makeBot(person, smallBank);
  const id = `unreadable-${Date.now()}`;
  await harness.env.TENANT_1.prepare(
    `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, created_at, updated_at)
     VALUES (?, ?, 'agent.train', ?, '{"agentId": 7}', 'waiting', 0, '', 0, 0, 0, 0)`,
  )
    .bind(id, person.enterpriseId, agentId)
    .run();
  await harness.scheduled();
  await expect.poll(() => jobState(id)).toBe("failed");
});

describe("a queue message", () => {
  test("that comes twice, or after the agent was deleted, does nothing", async () => {
    const bot = await makeBot(person, smallBank);
    const gone = await makeBot(person, smallBank);
    const { jobId } = await train(bot.agentId);
    const lost = await train(gone.agentId);
    await remove(gone);
    const again = [jobId, jobId, lost.jobId, "never-was"].map((id) => ({
      body: { v: 1, enterpriseId: person.enterpriseId, jobId: id } as Wake,
    }));
    harness.logs();
    await harness.env.JOBS.sendBatch(again);
    // One message at a time, in their order: when a later one is done, so are these.
    const later = await makeBot(person, smallBank);
    await train(later.agentId);
    expect(await versionsOf(bot.agentId)).toHaveLength(1);
    const left = await harness.env.TENANT_1.prepare(
      "SELECT (SELECT count(*) FROM model_versions WHERE agent_id = ?1) + (SELECT count(*) FROM jobs WHERE subject = ?1 AND kind = 'agent.train') AS n",
    )
      .bind(gone.agentId)
      .first("n");
    expect(left).toBe(0);
    expect(harness.logs().filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("an agent that is deleted in the middle of a training", () => {
  const moments = {
    "while it learns": (gone: () => Promise<void>) => ({ breathe: once(gone) }),
    "when the files are written": (gone: () => Promise<void>) => ({ written: gone }),
  };
  test.each(Object.entries(moments))("%s leaves neither rows nor files", async (_, meddling) => {
    const bot = await makeBot(person, smallBank);
    await train(bot.agentId);
    // The lease is renewed at the next beat, hence a clock that goes on.
    const clock = new Clock();
    const ctx = ctxFor(harness, person, clock);
    const job = await heldTraining(ctx, bot.agentId);
    const gone = async () => {
      await remove(bot);
      clock.ahead += 2_000;
    };
    await expect(work(harness, ctx, job, meddling(gone))).rejects.toBeInstanceOf(LeaseLost);
    await expect.poll(() => modelFiles(harness, ctx, bot.agentId)).toEqual([]);
    const { results } = await harness.env.TENANT_1.prepare("SELECT kind FROM jobs WHERE subject = ?")
      .bind(bot.agentId)
      .all();
    expect(results).toEqual([{ kind: "agent.forget" }]);
  });

  test("by a worker that then died leaves no file either: they are deleted once more when all is settled", async () => {
    const bot = await makeBot(person, smallBank);
    await remove(bot);
    const ctx = ctxFor(harness, person);
    const orphan = `${person.enterpriseId}/models/${bot.agentId}/job/lease`;
    await expect
      .poll(() =>
        harness.env.TENANT_1.prepare("SELECT attempts FROM jobs WHERE subject = ?")
          .bind(bot.agentId)
          .first("attempts"),
      )
      .toBe(1);
    await harness.env.FILES.put(orphan, "late");
    await harness.env.TENANT_1.prepare(
      "UPDATE jobs SET created_at = created_at - 60001, lease_until = 0 WHERE subject = ?",
    )
      .bind(bot.agentId)
      .run();
    await harness.scheduled();
    await expect.poll(() => modelFiles(harness, ctx, bot.agentId)).toEqual([]);
  });
});

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= act());
}
