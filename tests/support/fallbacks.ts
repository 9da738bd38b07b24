import { onTestFinished } from "vitest";
import * as activitiesApi from "#workers/contract/endpoints/activities.ts";
import { channelTypes } from "#workers/contract/channel-types.ts";
import { recipientIdOf } from "#workers/contract/recipient-ids.ts";
import { feedPages } from "#workers/domain/broadcasts/feed.ts";
import type { Ctx } from "#workers/domain/ctx.ts";
import { runJob, type JobHandlers } from "#workers/domain/jobs/run-pages.ts";
import { atTime, campaignWorld, makeTemplate, someNumbers } from "./campaigns.ts";
import { eventually } from "./eventually.ts";
import type { Harness } from "./harness.ts";
import { idleDeps, keepJobs } from "./jobs.ts";
import { leaveToTest, makeChannel, rowsOf } from "./messaging.ts";
import type { Person } from "./people.ts";
import { watchedCtx } from "./watched-ctx.ts";

export const HOUR_MS = 3_600_000;

/** A campaign's world with a second channel, and activities that fall back to it after an hour. */
export async function fallbackWorld(
  harness: Harness,
  { type = channelTypes.sms, ...first }: { type?: number; switchedOn?: boolean } = {},
) {
  const world = await campaignWorld(harness, first);
  const second = await makeChannel(harness, world.owner, { type });
  const secondTemplate = await makeTemplate(harness, second, { text: "Again, {{1}}" });
  const fallback = (more: object = {}) => ({
    channelId: second.id,
    message: { template: { templateUId: secondTemplate } },
    columnMapping: [{ variable: "body/1", type: "static" as const, value: "friend" }],
    after: { count: 1, unit: "hour" as const },
    ...more,
  });
  return { ...world, second, secondTemplate, fallback };
}

interface Sent {
  status: string;
  code: string | null;
}

/**
 * The same with a run whose recipients are all there and whom nobody sends anything: the test says what became of each, and
 * is the only worker of the enterprise's jobs.
 */
export async function heldRun(
  harness: Harness,
  people = 3,
  {
    prepared,
    requested = async () => ({}),
    falls = {},
    ...more
  }: NonNullable<Parameters<typeof fallbackWorld>[1]> & {
    /** Is done before it starts. */
    prepared?: (owner: Person, numbers: readonly string[]) => Promise<void>;
    /** More of the run's request, and of its fallback. */
    requested?: (owner: Person, numbers: readonly string[]) => Promise<object>;
    falls?: object;
  } = {},
) {
  const world = await fallbackWorld(harness, more);
  const { owner, channel, second, request, fallback, approved, move, read, maker } = world;
  await leaveToTest(harness, channel);
  await leaveToTest(harness, second);
  const numbers = someNumbers(people);
  await prepared?.(owner, numbers);
  const { id } = await approved({
    request: { ...request(numbers), ...(await requested(owner, numbers)) },
    fallback: fallback(falls),
  });
  await move(id, "start");
  await eventually(async () => {
    if ((await read(id)).counts.total !== people) throw new Error("its recipients are not there yet");
  });
  const [run] = (await maker.call(activitiesApi.getActivity, { params: { id } })).broadcasts;
  const child = run?.fallback?.id ?? "";
  if (!run || child === "") throw new Error("a run has its fallback from the beginning");
  // A trigger for each: a database takes only some on one table.
  onTestFinished(await keepJobs(harness, owner));
  const db = harness.env.TENANT_1;
  const at = Date.now();
  /** Sets the outcome of the n-th recipient of the run, whose message was called at `claimedAt`. */
  const became = (n: number, set: string, claimedAt: number | null = at) =>
    db
      .prepare(`UPDATE broadcast_recipients SET ${set}, claimed_at = ?2 WHERE id = ?1`)
      .bind(recipientIdOf(run.id, n), claimedAt)
      .run();
  const runEnds = (then = at) =>
    db
      .prepare("UPDATE broadcasts SET state = 'completed', ended_at = ?2 WHERE id = ?1")
      .bind(run.id, then)
      .run();
  const ctxAt = (now: number, before: (sql: string) => Promise<void> | void = () => undefined): Ctx => ({
    ...watchedCtx(harness, owner, before),
    now: () => now,
  });
  const openJob = async () =>
    (
      await rowsOf<{ id: string }>(
        harness,
        "SELECT id FROM jobs WHERE kind = 'broadcast.feed' AND subject = ? AND state IN ('waiting', 'running')",
        child,
      )
    )[0]?.id;
  const feed = async (ctx: Ctx) => {
    const job = await openJob();
    return job === undefined ? "nothing to do" : runJob(ctx, job, HANDLERS, idleDeps);
  };
  /** Lets the clock and the job work what is due then. */
  const look = async (now: number) => {
    await atTime(harness, now);
    return feed(ctxAt(now));
  };
  /** Numbers of those who are in the fallback, in their order. */
  const inFallback = async () =>
    (
      await rowsOf<{ n: string }>(
        harness,
        "SELECT substr(id, 29) AS n FROM broadcast_recipients WHERE substr(id, 1, 28) = substr(?, 1, 28) ORDER BY id",
        child,
      )
    ).map(({ n }) => Number.parseInt(n, 16));
  const outcome = async (n: number) =>
    (
      await rowsOf<Sent>(
        harness,
        "SELECT status, code FROM broadcast_recipients WHERE id = ?",
        recipientIdOf(child, n),
      )
    )[0];
  const broadcast = async (broadcastId: string) =>
    (
      await rowsOf<{ state: string; reason: string; fed_to: number | null; send_class: number }>(
        harness,
        "SELECT state, reason, fed_to, send_class FROM broadcasts WHERE id = ?",
        broadcastId,
      )
    )[0];
  const timerDue = async () =>
    (
      await rowsOf<{ due_at: number }>(
        harness,
        "SELECT due_at FROM timers WHERE kind = 'activityFallbacks' AND subject = ?",
        child,
      )
    )[0]?.due_at;
  return {
    ...world,
    id,
    at,
    runId: run.id,
    child,
    numbers,
    became,
    runEnds,
    ctxAt,
    feed,
    look,
    inFallback,
    outcome,
    broadcast,
    timerDue,
  };
}

const HANDLERS = {
  "broadcast.feed": {
    pages: (ctx, held, payload) => feedPages(ctx, held, payload, { hashOf: async () => async () => "" }),
    failure: "",
  },
} as Partial<JobHandlers> as JobHandlers;
