import { describe, expect, test } from "vitest";
import { makeBot, smallBank } from "#tests/support/bot.ts";
import { makeColleague } from "#tests/support/colleagues.ts";
import { startHarness } from "#tests/support/harness.ts";
import { faultyCtx, noFaults } from "#tests/support/import-ctx.ts";
import { endedJob } from "#db/seed/job.ts";
import { eventually } from "#tests/support/eventually.ts";
import { idleDeps, keepJobs } from "#tests/support/jobs.ts";
import { makePerson, type Person } from "#tests/support/people.ts";
import { Clock, ctxFor } from "#tests/support/training.ts";
import { watchedCtx } from "#tests/support/watched-ctx.ts";
import * as botsApi from "#workers/contract/endpoints/bots.ts";
import { type JobProgress, wake, wakeOf } from "#workers/contract/jobs.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { bulkPages, startBulk } from "#workers/domain/customers/bulk.ts";
import { DomainError } from "#workers/domain/error.ts";
import type { HeldJob } from "#workers/domain/jobs/held-job.ts";
import { finished, LEASE_MS, MAX_ATTEMPTS } from "#workers/domain/jobs/lease.ts";
import { openJob } from "#workers/domain/jobs/open.ts";
import { OVERDUE_PAGE, takeOverdue } from "#workers/domain/jobs/overdue.ts";
import { type JobHandlers, runJob } from "#workers/domain/jobs/run-pages.ts";
import { requestTraining } from "#workers/domain/training/request.ts";

/** Numbers from 0 to 1 that a seed repeats. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const harness = await startHarness();
const { TENANT_1 } = harness.env;
const filter = { search: "", groups: [], tags: [] };
const handlers = { "customers.bulk": { pages: bulkPages, failure: "failed" } } as unknown as JobHandlers;

/** Customers by number, so many that a bulk job takes a page for each two thousand. */
async function addCustomers({ enterpriseId }: Person, count: number): Promise<void> {
  await TENANT_1.prepare(
    `INSERT INTO customers (id, enterprise_id, name, name_key, phone, phone_typed, data, search, created_at, updated_at)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     SELECT ?1 || i, ?1, 'C', 'c', '+9170' || (10000000 + i), '', '{}', '', 1, 1 FROM n`,
  )
    .bind(enterpriseId, count)
    .run();
}

/** A day ahead of the sweeper, whose workers would otherwise take the job. */
function ahead(person: Person): { ctx: Ctx; clock: Clock } {
  const clock = new Clock();
  clock.ahead = 86_400_000;
  return { ctx: ctxFor(harness, person, clock), clock };
}

const rowOf = (jobId: string) =>
  TENANT_1.prepare("SELECT state, attempts, progress FROM jobs WHERE id = ?")
    .bind(jobId)
    .first<{ state: string; attempts: number; progress: number }>();

/** Moves the clock to the job's next try; answers the seconds until then. */
async function nextTry(jobId: string, clock: Clock): Promise<number> {
  const until = await TENANT_1.prepare("SELECT lease_until FROM jobs WHERE id = ?")
    .bind(jobId)
    .first<number>("lease_until");
  const wait = (until ?? 0) - clock.now();
  clock.ahead += wait + 1;
  return Math.round(wait / 1_000);
}

describe("a job that gets on", () => {
  test("is never given up, however often its workers are killed: eight kills and more over as many pages", async () => {
    const person = await makePerson(harness);
    await addCustomers(person, 22_000);
    const { ctx, clock } = ahead(person);
    const { jobId } = await startBulk(ctx, { action: "delete", markIds: [], filter });
    const killed = new Error("the machine died");
    let workers = 0;
    for (let end = "tried"; end !== "done"; workers++) {
      expect(workers).toBeLessThan(30);
      // The first page is written, then nothing is heard of the worker any more.
      let pages = 0;
      const dying = {
        ...idleDeps,
        breathe: () => (++pages === 1 ? Promise.reject(killed) : Promise.resolve()),
      };
      end = await runJob(ctx, jobId, handlers, dying);
      expect(end).not.toBe("failed");
      clock.ahead += LEASE_MS + 1;
    }
    expect(workers).toBeGreaterThan(MAX_ATTEMPTS);
    expect(await endedJob(person, jobId)).toMatchObject({
      state: "done",
      result: { action: "delete", done: 22_000, total: 22_000, changed: 22_000 },
    });
  });

  test("and one that does not is given up after eight tries, with a sentence", async () => {
    const person = await makePerson(harness);
    await addCustomers(person, 10);
    const { ctx, clock } = ahead(person);
    const { jobId } = await startBulk(ctx, { action: "delete", markIds: [], filter });
    const broken = {
      "customers.bulk": { pages: () => () => Promise.reject(new Error("no")), failure: "It failed." },
    } as unknown as JobHandlers;
    const told: JobProgress[] = [];
    const tell = (progress: JobProgress) => Promise.resolve(void told.push(progress));
    const waits: number[] = [];
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      expect(await runJob(ctx, jobId, broken, { ...idleDeps, tell })).toBe("tried");
      waits.push(await nextTry(jobId, clock));
    }
    // Four minutes of an outage are outlived.
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    expect(await runJob(ctx, jobId, broken, { ...idleDeps, tell })).toBe("failed");
    expect(told).toMatchObject([{ jobId, state: "failed", message: "It failed." }]);
  });

  test("and one that nobody would begin again is tried until it is done", async () => {
    const person = await makePerson(harness);
    const { ctx, clock } = ahead(person);
    const { jobId } = await openJob(ctx, {
      kind: "agent.forget",
      subject: "a bot",
      payload: { agentId: "a bot" },
    });
    const tried: string[] = [];
    const outage = {
      "agent.forget": {
        pages: (of: Ctx, held: HeldJob) => async () => {
          if (tried.push("again") <= 12) throw new Error("the bucket is not there");
          await finished(of, held.job, "");
          return "done";
        },
        failure: "It failed.",
      },
    } as unknown as JobHandlers;
    while (tried.length < 12) {
      expect(await runJob(ctx, jobId, outage, idleDeps)).toBe("tried");
      await nextTry(jobId, clock);
    }
    expect(await runJob(ctx, jobId, outage, idleDeps)).toBe("done");
    expect(await rowOf(jobId)).toMatchObject({ state: "done" });
  });

  test("settles what it was about though the worker that gave it up died, and not if it is another's by then", async () => {
    const person = await makePerson(harness);
    await addCustomers(person, 10);
    const { ctx, clock } = ahead(person);
    const { jobId } = await startBulk(ctx, { action: "delete", markIds: [], filter });
    let settled = 0;
    const refused = {
      "customers.bulk": {
        pages: () => async () => {
          throw new DomainError("notFound", { message: "It is gone." });
        },
        gaveUp: () => (++settled === 1 ? Promise.reject(new Error("the machine died")) : Promise.resolve()),
        failure: "It failed.",
      },
    } as unknown as JobHandlers;
    await expect(runJob(ctx, jobId, refused, idleDeps)).rejects.toThrow("the machine died");
    clock.ahead += LEASE_MS + 1;
    expect(await runJob(ctx, jobId, refused, idleDeps)).toBe("failed");
    expect(settled).toBe(2);

    const { jobId: later } = await startBulk(ctx, { action: "delete", markIds: [], filter });
    const overtaken = {
      "customers.bulk": {
        ...refused["customers.bulk"],
        pages: () => async () => {
          await TENANT_1.prepare("UPDATE jobs SET lease = 'another' WHERE id = ?").bind(later).run();
          throw new DomainError("notFound", { message: "It is gone." });
        },
      },
    } as unknown as JobHandlers;
    expect(await runJob(ctx, later, overtaken, idleDeps)).toBe("lost");
    expect(settled).toBe(2);
  });

  test("hands the rest on when its slice is used up, and wakes the next worker", async () => {
    const person = await makePerson(harness);
    await addCustomers(person, 9_000);
    const { ctx } = ahead(person);
    const { jobId } = await startBulk(ctx, { action: "delete", markIds: [], filter });
    const woken: string[] = [];
    const deps = { ...idleDeps, slice: { calls: 10 }, wake: async (id: string) => void woken.push(id) };
    const ends = [];
    for (let end = "more"; end === "more"; ends.push(end)) end = await runJob(ctx, jobId, handlers, deps);
    expect(ends).toEqual(["more", "more", "done"]);
    expect(woken).toEqual([jobId, jobId]);
  });
});

test("a worker that was replaced in the very moment writes nothing of its page, and the page is counted once", async () => {
  const person = await makePerson(harness);
  await addCustomers(person, 100);
  const { ctx, clock } = ahead(person);
  const { jobId } = await startBulk(ctx, { action: "delete", markIds: [], filter });
  let other: Promise<unknown> | undefined;
  const late = watchedCtx(harness, person, async (sql) => {
    if (other || !sql.includes("deleted_at") || !sql.startsWith("update")) return;
    clock.ahead += LEASE_MS + 1;
    other = runJob(ctx, jobId, handlers, idleDeps);
    await other;
  });
  const replaced = { ...late, now: clock.now };
  expect(await runJob(replaced, jobId, handlers, idleDeps)).toBe("lost");
  expect(await other).toBe("done");
  expect(await endedJob(person, jobId)).toMatchObject({ result: { done: 100, changed: 100 } });
});

describe("on a database of which two calls in a hundred fail, before or after they took effect (R-11)", () => {
  const seed = Number(process.env["SEED"] ?? Date.now() % 100_000);
  const random = mulberry(seed);

  /** Works as woken workers do, one after the other, until the job is ended. */
  async function workThrough(person: Person, jobId: string, all: JobHandlers): Promise<number> {
    const clock = new Clock();
    clock.ahead = 86_400_000;
    const faults = { ...noFaults(), rate: 0.02, random };
    const ctx = faultyCtx(harness, faults, person.enterpriseId, clock.now);
    for (let workers = 1; workers < 200; workers++) {
      const end = await runJob(ctx, jobId, all, { ...idleDeps, slice: { calls: 40 } }).catch(
        () => "broken off",
      );
      expect(end).not.toBe("failed");
      const row = await rowOf(jobId);
      if (row?.state === "done") return workers;
      clock.ahead += LEASE_MS + 1;
    }
    throw new Error(`still not done, seed ${seed}`);
  }

  test(`a bulk job ends with every customer changed once (seed ${seed})`, async () => {
    const person = await makePerson(harness);
    await addCustomers(person, 30_000);
    const { ctx } = ahead(person);
    const { jobId } = await startBulk(ctx, { action: "delete", markIds: [], filter });
    await workThrough(person, jobId, handlers);
    expect(await endedJob(person, jobId)).toMatchObject({ result: { done: 30_000, changed: 30_000 } });
    const revisions = await TENANT_1.prepare(
      "SELECT total(revision) AS n FROM customers WHERE enterprise_id = ? AND deleted_by = ?",
    )
      .bind(person.enterpriseId, jobId)
      .first<number>("n");
    expect(revisions).toBe(60_000);
  });
});

describe("the sweeper", () => {
  test("finds all jobs that nobody holds, the oldest first, page after page, each once for a while", async () => {
    const person = await makePerson(harness);
    const ctx = ctxFor(harness, person);
    const count = 2 * OVERDUE_PAGE + 50;
    await TENANT_1.prepare(
      `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, created_at, updated_at)
       WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?2 - 1)
       SELECT ?1 || i, 'nobody', 'agent.forget', ?1 || i, '{}', 'waiting', 0, '', 0, 0, -i, 0 FROM n`,
    )
      .bind(person.enterpriseId, count)
      .run();
    const now = Date.now();
    const pages: number[][] = [];
    for (;;) {
      const found = await takeOverdue(ctx.db, now);
      const mine = found.filter(({ id }) => id.startsWith(person.enterpriseId));
      pages.push(
        mine.map(({ id }) => Number(id.slice(person.enterpriseId.length))).toSorted((a, b) => a - b),
      );
      if (found.length < OVERDUE_PAGE) break;
    }
    const numbers = pages.flat();
    // The sweeper of the deployment may have taken some of them at the same moment: each was found by one.
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(Math.min(...(pages[0] ?? []))).toBeGreaterThan(Math.max(...(pages[1] ?? [])));
    expect(await takeOverdue(ctx.db, now)).toEqual([]);
    const again = await takeOverdue(ctx.db, now + LEASE_MS + 1);
    expect(again.length).toBe(OVERDUE_PAGE);
    await TENANT_1.prepare("DELETE FROM jobs WHERE enterprise_id = 'nobody'").run();
  });

  test("of the deployment wakes workers for as many as there are, within five seconds", async () => {
    await harness.scheduled();
    await TENANT_1.prepare(
      `INSERT INTO jobs (id, enterprise_id, kind, subject, payload, state, progress, message, attempts, lease_until, created_at, updated_at)
       WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 349)
       SELECT 'many' || i, 'nobody', 'agent.forget', 'many' || i, '{}', 'waiting', 0, '', 0, 0, i, 0 FROM n`,
    ).run();
    const woken = () =>
      TENANT_1.prepare(
        "SELECT count(*) AS n FROM jobs WHERE enterprise_id = 'nobody' AND woken_at > 0",
      ).first("n");
    await expect.poll(woken).toBe(350);
    await TENANT_1.prepare("DELETE FROM jobs WHERE enterprise_id = 'nobody'").run();
  });
});

describe("a job on the wire", () => {
  test("is shown to those whom its kind concerns, and to nobody else", async () => {
    const owner = await makePerson(harness);
    const { agentId } = await makeBot(owner, smallBank);
    const { jobId } = await owner.call(botsApi.trainAgent, { params: { id: agentId } });
    expect(await endedJob(owner, jobId ?? "")).toMatchObject({
      kind: "agent.train",
      subject: agentId,
      state: "done",
      progress: 1,
      message: "Bot trained",
    });
    const agent = await makeColleague(harness, owner, { roles: [6] });
    for (const who of [agent, await makePerson(harness)]) {
      const response = await who.send("GET", `/api/e/enterprise/jobs/${jobId}`);
      expect(response.status).toBe(404);
    }
  });

  test("is followed from its call to its lines in the log by the call's id (O-01)", async () => {
    const owner = await makePerson(harness);
    const { agentId } = await makeBot(owner, smallBank);
    harness.logs();
    const response = await owner.send("GET", `/api/chatbird/api/nlp/agent/${agentId}/train`);
    const requestId = response.headers.get("x-request-id");
    const { data } = (await response.json()) as { data: { jobId: string } };
    await endedJob(owner, data.jobId);
    const lines: { job?: string; jobId?: string; requestId?: string; route?: string }[] = [];
    await eventually(() => {
      lines.push(
        ...harness
          .logs()
          .filter(({ message }) => message.includes(String(requestId)))
          .map(({ message }) => JSON.parse(message) as object),
      );
      expect(lines).toEqual([
        expect.objectContaining({ route: "/api/chatbird/api/nlp/agent/:id/train" }),
        expect.objectContaining({ job: "agent.train", jobId: data.jobId, requestId }),
      ]);
    });
  });

  test("hands the id on to the worker that the sweeper wakes, and to the jobs that it opens itself", async () => {
    const person = await makePerson(harness);
    const { ctx } = ahead(person);
    const of = { kind: "agent.forget" as const, subject: "a bot", payload: { agentId: "a bot" } };
    const asked = { ...ctx, now: () => 1, actor: { ...ctx.actor, requestId: "the call" } };
    const restore = await keepJobs(harness, person);
    const { jobId } = await openJob(asked, of);
    await TENANT_1.prepare("UPDATE jobs SET woken_at = -1 WHERE id = ?").bind(jobId).run();
    const [found] = (await takeOverdue(ctx.db, 60_000)).filter(({ id }) => id === jobId);
    expect(found && wake.parse(wakeOf(found))).toEqual({
      v: 1,
      enterpriseId: person.enterpriseId,
      jobId,
      requestId: "the call",
    });
    // As a release before this one has sent it.
    expect(wake.parse({ v: 1, enterpriseId: person.enterpriseId, jobId }).requestId).toBe("");
    await restore();
    await TENANT_1.prepare("DELETE FROM jobs WHERE id = ?").bind(jobId).run();
  });

  test("says that it was cancelled", async () => {
    const owner = await makePerson(harness);
    const { agentId } = await makeBot(owner, smallBank);
    const ctx = ctxFor(harness, owner);
    const { jobId } = await openJob(ctx, {
      kind: "agent.train",
      subject: agentId,
      payload: { agentId, by: "" },
    });
    await TENANT_1.prepare("UPDATE jobs SET state = 'running', lease_until = ?2 WHERE id = ?1")
      .bind(jobId, Date.now() + LEASE_MS)
      .run();
    await owner.call(botsApi.cancelTraining, { params: { id: agentId } });
    expect(await endedJob(owner, jobId)).toMatchObject({ state: "cancelled" });
    expect(await rowOf(jobId)).toMatchObject({ state: "cancelled" });
  });
});

test("a training and its audit entry are one: where the entry cannot be written there is no job", async () => {
  const owner = await makePerson(harness);
  const { agentId } = await makeBot(owner, smallBank);
  const audits = () =>
    TENANT_1.prepare("SELECT count(*) AS n FROM audit_trail WHERE object_id = ? AND action = 'train'")
      .bind(agentId)
      .first<number>("n");
  const jobs = () =>
    TENANT_1.prepare("SELECT count(*) AS n FROM jobs WHERE subject = ?").bind(agentId).first<number>("n");
  const died = new Error("the machine died");
  let written = false;
  // After the batch with the job, nothing more reaches the database.
  const dying = watchedCtx(harness, owner, (sql) => {
    if (written && sql.startsWith("insert")) throw died;
    written ||= sql.includes('insert into "jobs"');
  });
  await requestTraining(dying, agentId).catch(() => undefined);
  expect([await jobs(), await audits()]).toSatisfy(([n, entries]) => n === entries);
  await requestTraining(ctxFor(harness, owner), agentId);
  await requestTraining(ctxFor(harness, owner), agentId);
  expect([await jobs(), await audits()]).toEqual([1, 1]);
});
